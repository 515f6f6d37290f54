! Behind the nest that writes what is sent come statements that write a row of it each, not in all steps, and now
! and then somebody writes once more: what was sent early, predicted from earlier steps, is compared at the exchange.
program edgesbehindnest
  use mpi
  implicit none
  integer, parameter :: nx = 40, ny = 70, nz = 6
  real(8) :: u(nx,ny,0:nz+1), v(nx,ny,0:nz+1), w(nx,ny,0:nz+1), total
  integer :: rank, ranks, ierr, down, up, step, i, j, k
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  down = rank - 1
  up = merge(rank + 1, -1, rank + 1 < ranks)
  do k = 0, nz + 1
    do j = 1, ny
      do i = 1, nx
        u(i,j,k) = mod(i*7 + j*3 + k*5 + rank, 11)
        v(i,j,k) = mod(i*5 + j*2 + k*3 + rank, 13)
      end do
    end do
  end do
  w = 0
  !$mdmp commregion
  do step = 1, 24
    !$mdmp send(u(:,:,1), down)
    !$mdmp recv(u(:,:,nz+1), up)
    !$mdmp send(v(:,:,1), down)
    !$mdmp recv(v(:,:,nz+1), up)
    do k = 1, nz
      do j = 2, ny - 1
        do i = 2, nx - 1
          w(i,j,k) = 0.25d0*(u(i,j,k+1) + u(i-1,j,k) + v(i,j,k+1) + v(i,j+1,k))
        end do
      end do
    end do
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          u(i,j,k) = 0.5d0*(u(i,j,k) + w(i,j,k))
          v(i,j,k) = 0.5d0*(v(i,j,k) - w(i,j,k))
        end do
      end do
    end do
    u(1,:,:) = step
    if (mod(step, 7) /= 0) v(1,:,:) = step
    u(:,ny,:) = 3
    if (mod(step, 5) /= 0) v(:,ny,:) = 4
    if (mod(step, 9) == 0) u(:,:,1) = rank
    if (mod(step, 8) == 0) v(3,5,1) = -step
    total = sum(w(:,:,1:nz))
    call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    w(1,1,1) = total
  end do
  !$mdmp end commregion
  print '(a,i0,3(1x,es24.16))', 'rank ', rank, sum(u), sum(v), sum(w)
  call MPI_Finalize(ierr)
end program edgesbehindnest
