! Laplace's equation on an n x n grid by Jacobi's method. The grid is cut into
! blocks of columns; each rank holds columns 1 to mp and a halo column at
! either side, which belongs to its neighbour.
!
! usage: mpiexec -n P ./jacobi2d [n [steps]]
program jacobi2d
  use mpi
  implicit none
  integer, parameter :: dp = kind(1d0), i8 = selected_int_kind(18)
  integer :: n, steps, step, rank, nranks, ierr, west, east, first, mp, i, j
  real(dp) :: change
  real(dp), allocatable :: old(:,:), new(:,:)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  n = argument(1, 60)
  steps = argument(2, 100)

  first = rank*n/nranks                      ! columns to the west of mine
  mp = (rank + 1)*n/nranks - first
  west = rank - 1
  east = rank + 1
  if (west < 0) west = MPI_PROC_NULL
  if (east == nranks) east = MPI_PROC_NULL

  ! zero inside; the upper edge is hot, the lower one warms up from west to east
  allocate (old(0:n+1, 0:mp+1), new(0:n+1, 0:mp+1))
  old = 0
  old(0, :) = 1
  do j = 0, mp + 1
    old(n+1, j) = real(first + j, dp)/(n + 1)
  end do
  new = old

  !$mdmp commregion
  do step = 1, steps
    !$mdmp recv(old(1:n, 0),    west)
    !$mdmp recv(old(1:n, mp+1), east)
    !$mdmp send(old(1:n, 1),    west)
    !$mdmp send(old(1:n, mp),   east)

    change = 0
    do j = 1, mp
      do i = 1, n
        new(i, j) = 0.25_dp*(old(i-1, j) + old(i+1, j) + old(i, j-1) + old(i, j+1))
        change = max(change, abs(new(i, j) - old(i, j)))
      end do
    end do
    do j = 1, mp
      do i = 1, n
        old(i, j) = new(i, j)
      end do
    end do
  end do
  !$mdmp end commregion

  call report
  call MPI_Finalize(ierr)

contains

  integer function argument(k, default)
    integer, intent(in) :: k, default
    character(len=20) :: text
    argument = default
    if (command_argument_count() < k) return
    call get_command_argument(k, text)
    read (text, *) argument
  end function argument

  ! Prints what does not depend on the number of ranks.
  subroutine report
    real(dp) :: mine(2), all(2)
    integer(i8) :: mybits, bits
    mybits = 0
    do j = 1, mp
      do i = 1, n
        mybits = ieor(mybits, ishftc(transfer(old(i, j), 0_i8), mod(i + 7*(first + j), 64)))
      end do
    end do
    mine = [change, 0.0_dp]
    j = n/2 - first
    if (j >= 1 .and. j <= mp) mine(2) = old(n/2, j)
    call MPI_Reduce(mine, all, 2, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, ierr)
    call MPI_Allreduce(mybits, bits, 1, MPI_INTEGER8, MPI_BXOR, MPI_COMM_WORLD, ierr)
    if (rank /= 0) return
    print '(a,i0,a,i0,a,i0,a)', 'jacobi2d: ', n, ' x ', n, ' points, ', steps, ' steps'
    print '(a,es22.15)', '  change in the last step ', all(1)
    print '(a,es22.15)', '  value in the middle     ', all(2)
    print '(a,z16.16)', '  bits of all values      ', bits
  end subroutine report

end program jacobi2d
