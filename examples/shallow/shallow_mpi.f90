! The shallow-water equations on a periodic plane by the Lax-Friedrichs scheme:
! a drop of water spreads. Three fields, the depth h and the momenta hu and hv,
! travel together: one message to each neighbour.
!
! This is shallow.f90 with the exchange written by hand.
!
! usage: mpiexec -n P ./shallow_mpi [n [steps]]
program shallow
  use mpi_f08
  implicit none
  integer, parameter :: dp = kind(1d0), i8 = selected_int_kind(18)
  real(dp), parameter :: g = 1, cfl = 0.25_dp            ! gravity, dt/dx
  type(MPI_Request) :: request(4)
  real(dp), allocatable, asynchronous, dimension(:,:) :: from_west, from_east, to_west, to_east
  integer :: n, steps, step, rank, nranks, west, east, first, mp
  real(dp), allocatable, dimension(:,:) :: h, hu, hv, hnew, hunew, hvnew

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks)
  n = argument(1, 48)
  steps = argument(2, 60)

  first = rank*n/nranks
  mp = (rank + 1)*n/nranks - first
  west = modulo(rank - 1, nranks)
  east = modulo(rank + 1, nranks)
  call start
  allocate (from_west(n, 3), from_east(n, 3), to_west(n, 3), to_east(n, 3))

  ! Round a ring of two ranks west is also east. The k-th send to a rank is the
  ! k-th receive there, so the order of the calls matters.
  do step = 1, steps
    call MPI_Irecv(from_west, 3*n, MPI_DOUBLE_PRECISION, west, 0, MPI_COMM_WORLD, request(1))
    call MPI_Irecv(from_east, 3*n, MPI_DOUBLE_PRECISION, east, 0, MPI_COMM_WORLD, request(2))
    call pack(to_east, mp)
    call MPI_Isend(to_east, 3*n, MPI_DOUBLE_PRECISION, east, 0, MPI_COMM_WORLD, request(3))
    call pack(to_west, 1)
    call MPI_Isend(to_west, 3*n, MPI_DOUBLE_PRECISION, west, 0, MPI_COMM_WORLD, request(4))
    call MPI_Waitall(4, request, MPI_STATUSES_IGNORE)
    call unpack(from_west, 0)
    call unpack(from_east, mp + 1)
    call wrap(h)
    call wrap(hu)
    call wrap(hv)
    call advance
    h(1:n, 1:mp) = hnew
    hu(1:n, 1:mp) = hunew
    hv(1:n, 1:mp) = hvnew
  end do

  call report
  call MPI_Finalize()

contains

  integer function argument(k, default)
    integer, intent(in) :: k, default
    character(len=20) :: text
    argument = default
    if (command_argument_count() < k) return
    call get_command_argument(k, text)
    read (text, *) argument
  end function argument

  subroutine pack(buffer, j)
    real(dp), intent(out) :: buffer(:,:)
    integer, intent(in) :: j
    buffer(:, 1) = h(1:n, j)
    buffer(:, 2) = hu(1:n, j)
    buffer(:, 3) = hv(1:n, j)
  end subroutine pack

  subroutine unpack(buffer, j)
    real(dp), intent(in) :: buffer(:,:)
    integer, intent(in) :: j
    h(1:n, j) = buffer(:, 1)
    hu(1:n, j) = buffer(:, 2)
    hv(1:n, j) = buffer(:, 3)
  end subroutine unpack

  subroutine start
    integer :: i, j
    real(dp) :: r2
    allocate (h(0:n+1, 0:mp+1), hu(0:n+1, 0:mp+1), hv(0:n+1, 0:mp+1))
    allocate (hnew(n, mp), hunew(n, mp), hvnew(n, mp))
    h = 1
    hu = 0
    hv = 0
    do j = 1, mp
      do i = 1, n
        r2 = (real(i, dp)/n - 0.5_dp)**2 + (real(first + j, dp)/n - 0.25_dp)**2
        h(i, j) = 1 + 0.5_dp*max(0.0_dp, 1 - 30*r2)
      end do
    end do
  end subroutine start

  ! The plane is periodic within a rank, too: from south to north.
  subroutine wrap(q)
    real(dp), intent(inout) :: q(0:, 0:)
    q(0, :) = q(n, :)
    q(n+1, :) = q(1, :)
  end subroutine wrap

  subroutine advance
    integer :: i, j
    do j = 1, mp
      do i = 1, n
        hnew(i,j) = mean(h, i, j) - 0.5_dp*cfl*(hu(i+1,j) - hu(i-1,j) + hv(i,j+1) - hv(i,j-1))
        hunew(i,j) = mean(hu, i, j) - 0.5_dp*cfl*( &
            along(h(i+1,j), hu(i+1,j)) - along(h(i-1,j), hu(i-1,j)) &
          + across(h(i,j+1), hu(i,j+1), hv(i,j+1)) - across(h(i,j-1), hu(i,j-1), hv(i,j-1)))
        hvnew(i,j) = mean(hv, i, j) - 0.5_dp*cfl*( &
            across(h(i+1,j), hu(i+1,j), hv(i+1,j)) - across(h(i-1,j), hu(i-1,j), hv(i-1,j)) &
          + along(h(i,j+1), hv(i,j+1)) - along(h(i,j-1), hv(i,j-1)))
      end do
    end do
  end subroutine advance

  pure real(dp) function mean(q, i, j)
    real(dp), intent(in) :: q(0:, 0:)
    integer, intent(in) :: i, j
    mean = 0.25_dp*(q(i-1,j) + q(i+1,j) + q(i,j-1) + q(i,j+1))
  end function mean

  ! Flux of a momentum along its own direction, and across.
  pure real(dp) function along(depth, m)
    real(dp), intent(in) :: depth, m
    along = m*m/depth + 0.5_dp*g*depth*depth
  end function along

  pure real(dp) function across(depth, m1, m2)
    real(dp), intent(in) :: depth, m1, m2
    across = m1*m2/depth
  end function across

  ! Prints what does not depend on the number of ranks.
  subroutine report
    integer :: i, j
    integer(i8) :: mybits, bits
    real(dp) :: mytop, top, mywater, water
    mybits = 0
    do j = 1, mp
      do i = 1, n
        mybits = ieor(mybits, ishftc(transfer(h(i,j), 0_i8), mod(i + 7*(first + j), 64)))
        mybits = ieor(mybits, ishftc(transfer(hu(i,j), 0_i8), mod(i + 7*(first + j) + 21, 64)))
        mybits = ieor(mybits, ishftc(transfer(hv(i,j), 0_i8), mod(i + 7*(first + j) + 42, 64)))
      end do
    end do
    mytop = maxval(h(1:n, 1:mp))
    mywater = sum(h(1:n, 1:mp))/n**2
    call MPI_Reduce(mybits, bits, 1, MPI_INTEGER8, MPI_BXOR, 0, MPI_COMM_WORLD)
    call MPI_Reduce(mytop, top, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD)
    call MPI_Reduce(mywater, water, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD)
    if (rank /= 0) return
    print '(a,i0,a,i0,a,i0,a)', 'shallow: ', n, ' x ', n, ' points, ', steps, ' steps'
    print '(a,es22.15)', '  greatest depth          ', top
    print '(a,es13.6)', '  water in all            ', water
    print '(a,z16.16)', '  bits of all values      ', bits
  end subroutine report

end program shallow
