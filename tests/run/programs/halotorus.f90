! A halo pattern on a torus: each rank is its own neighbour, or has the same one twice. The
! corners come by the second phase. The communicator is that of the pattern.
program halotorus
  use mpi
  use support
  !ref use ref
  implicit none
  integer, parameter :: m = 9
  integer :: rank, nranks, dims(2), at(2), cart, west, east, south, north, step, i, j, ierr
  real(8) :: u(0:m+1, 0:m+1), v(0:m+1, 0:m+1), c(m, m)
  !$mdmp halo torus(a(0:m+1, 0:m+1)) &
  !$mdmp&  recv(a(0, 1:m), west) comm(cart) recv(a(m+1, 1:m), east) comm(cart) &
  !$mdmp&  send(a(m, 1:m), east) comm(cart) send(a(1, 1:m), west) comm(cart) then &
  !$mdmp&  recv(a(:, 0), south) comm(cart) recv(a(:, m+1), north) comm(cart) &
  !$mdmp&  send(a(:, m), north) comm(cart) send(a(:, 1), south) comm(cart)
  call MPI_Init(ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  dims = 0
  call MPI_Dims_create(nranks, 2, dims, ierr)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.true., .true.], .false., cart, ierr)
  !$mdmp init comm(cart)
  call MPI_Comm_rank(cart, rank, ierr)
  call MPI_Cart_coords(cart, rank, 2, at, ierr)
  call MPI_Cart_shift(cart, 0, 1, west, east, ierr)
  call MPI_Cart_shift(cart, 1, 1, south, north, ierr)
  u = -1
  v = -2
  do j = 1, m
    do i = 1, m
      u(i, j) = sqrt(real(i*j, 8)) + rank
      v(i, j) = cos(real(i*j, 8)) + rank
    end do
  end do
  !$mdmp commregion
  do step = 1, 12
    !$mdmp exchange torus(u), torus(v)
    !ref call torus(u); call torus(v)
    do j = 1, m
      do i = 1, m
        c(i, j) = (u(i-1, j-1) + v(i+1, j+1) + 2*u(i, j) + u(i-1, j+1) - u(i+1, j-1))/4
      end do
    end do
    do j = 1, m
      do i = 1, m
        v(i, j) = 0.9d0*v(i, j) + 0.1d0*u(i+1, j+1)
      end do
    end do
    do j = 1, m
      do i = 1, m
        u(i, j) = c(i, j)
      end do
    end do
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call MPI_Finalize(ierr)
  !ref contains
  !ref subroutine torus(a)
  !ref real(8), intent(inout) :: a(0:m+1, 0:m+1)
  !ref call ref_recv(a(0, 1:m), west); call ref_recv(a(m+1, 1:m), east)
  !ref call ref_send(a(m, 1:m), east); call ref_send(a(1, 1:m), west); call ref_wait(a)
  !ref call ref_recv(a(:, 0), south); call ref_recv(a(:, m+1), north)
  !ref call ref_send(a(:, m), north); call ref_send(a(:, 1), south); call ref_wait(a)
  !ref end subroutine
end program halotorus
