! Laplace's equation on an n x n grid by Jacobi's method, on a Cartesian grid of
! ranks: a program as one finds it, with MPI calls. Rows are strided: a vector
! type sends them. Columns go in a loop over the two neighbours beside.
!
! suggest.f90 is what "mdmp suggest --patch suggest_mpi.f90 | patch -p1" makes of it.
!
! usage: mpiexec -n P ./suggest_mpi [n [steps]]
program laplace
  use mpi
  implicit none
  integer, parameter :: dp = kind(1d0), i8 = selected_int_kind(18)
  integer :: request(8), dims(2), here(2), beside(2), halo(2), edge(2), above, below
  integer :: n, steps, step, rank, nranks, ierr, grid, row, nx, ny, west, north, i, j, d
  real(dp) :: change, worst
  real(dp), allocatable :: u(:,:), v(:,:)

  call MPI_Init(ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  n = argument(1, 60)
  steps = argument(2, 100)

  dims = 0
  call MPI_Dims_create(nranks, 2, dims, ierr)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.false., .false.], .true., grid, ierr)
  call MPI_Comm_rank(grid, rank, ierr)
  call MPI_Cart_coords(grid, rank, 2, here, ierr)
  call MPI_Cart_shift(grid, 0, 1, above, below, ierr)
  call MPI_Cart_shift(grid, 1, 1, beside(1), beside(2), ierr)
  north = here(1)*n/dims(1)                  ! rows above mine
  west = here(2)*n/dims(2)                   ! columns to the west of mine
  nx = (here(1) + 1)*n/dims(1) - north
  ny = (here(2) + 1)*n/dims(2) - west
  halo = [0, ny + 1]
  edge = [1, ny]
  call MPI_Type_vector(ny, 1, nx + 2, MPI_DOUBLE_PRECISION, row, ierr)
  call MPI_Type_commit(row, ierr)

  ! zero inside; the upper edge is hot, the lower one warms up from west to east
  allocate (u(0:nx+1, 0:ny+1), v(0:nx+1, 0:ny+1))
  u = 0
  if (north == 0) u(0, :) = 1
  if (north + nx == n) then
    do j = 0, ny + 1
      u(nx+1, j) = real(west + j, dp)/(n + 1)
    end do
  end if

  do step = 1, steps
    do d = 1, 2
      call MPI_Irecv(u(1, halo(d)), nx, MPI_DOUBLE_PRECISION, beside(d), 1, grid, request(d), ierr)
      call MPI_Isend(u(1, edge(d)), nx, MPI_DOUBLE_PRECISION, beside(d), 1, grid, request(d+2), ierr)
    end do
    call MPI_Irecv(u(0, 1), 1, row, above, 2, grid, request(5), ierr)
    call MPI_Irecv(u(nx+1, 1), 1, row, below, 2, grid, request(6), ierr)
    call MPI_Isend(u(1, 1), 1, row, above, 2, grid, request(7), ierr)
    call MPI_Isend(u(nx, 1), 1, row, below, 2, grid, request(8), ierr)
    call MPI_Waitall(8, request, MPI_STATUSES_IGNORE, ierr)

    change = 0
    do j = 1, ny
      do i = 1, nx
        v(i, j) = 0.25_dp*(u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1))
        change = max(change, abs(v(i, j) - u(i, j)))
      end do
    end do
    do j = 1, ny
      do i = 1, nx
        u(i, j) = v(i, j)
      end do
    end do
  end do

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
    integer(i8) :: mybits, bits
    mybits = 0
    do j = 1, ny
      do i = 1, nx
        mybits = ieor(mybits, ishftc(transfer(u(i, j), 0_i8), mod(5*(north + i) + 7*(west + j), 64)))
      end do
    end do
    call MPI_Reduce(change, worst, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, grid, ierr)
    call MPI_Allreduce(mybits, bits, 1, MPI_INTEGER8, MPI_BXOR, grid, ierr)
    if (rank /= 0) return
    print '(a,i0,a,i0,a,i0,a)', 'laplace: ', n, ' x ', n, ' points, ', steps, ' steps'
    print '(a,es22.15)', '  change in the last step ', worst
    print '(a,z16.16)', '  bits of all values      ', bits
  end subroutine report

end program laplace
