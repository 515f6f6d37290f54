! A periodic plane cut in both directions with ordered phases: the second phase
! sends the corners that the first has just received. On 1 and 2 ranks a rank is
! its own neighbour or has the same one twice.
program periodic
  use mpi
  use support
  !ref use ref
  implicit none
  integer, parameter :: m = 7
  integer :: rank, nranks, dims(2), at(2), cart, west, east, south, north, step, i, j, ierr
  real(8) :: u(0:m+1, 0:m+1), v(m, m)
  call MPI_Init(ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  dims = 0
  call MPI_Dims_create(nranks, 2, dims, ierr)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.true., .true.], .false., cart, ierr)
  call MPI_Comm_rank(cart, rank, ierr)
  call MPI_Cart_coords(cart, rank, 2, at, ierr)
  call MPI_Cart_shift(cart, 0, 1, west, east, ierr)
  call MPI_Cart_shift(cart, 1, 1, south, north, ierr)
  u = -1
  do j = 1, m
    do i = 1, m
      u(i, j) = sqrt(real(i*j, 8)) + rank
    end do
  end do
  !$mdmp commregion
  do step = 1, 5
    !$mdmp recv(u(0, 1:m), west)
    !$mdmp recv(u(m+1, 1:m), east)
    !$mdmp send(u(m, 1:m), east)
    !$mdmp send(u(1, 1:m), west)
    !ref call ref_recv(u(0, 1:m), west); call ref_recv(u(m+1, 1:m), east)
    !ref call ref_send(u(m, 1:m), east); call ref_send(u(1, 1:m), west); call ref_wait(u)
    continue
    !$mdmp recv(u(:, 0), south)
    !$mdmp recv(u(:, m+1), north)
    !$mdmp send(u(:, m), north)
    !$mdmp send(u(:, 1), south)
    !ref call ref_recv(u(:, 0), south); call ref_recv(u(:, m+1), north)
    !ref call ref_send(u(:, m), north); call ref_send(u(:, 1), south); call ref_wait(u)
    do j = 1, m
      do i = 1, m
        v(i, j) = (u(i-1, j-1) + u(i+1, j+1) + 2*u(i, j) + u(i-1, j+1) - u(i+1, j-1))/4
      end do
    end do
    u(1:m, 1:m) = v
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call MPI_Finalize(ierr)
end program periodic
