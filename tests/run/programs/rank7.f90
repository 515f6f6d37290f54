! Seven dimensions, strided in each of them; sections that merge into fewer.
program rank7
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, ierr
  real(4) :: u(3, 2, 4, 3, 2, 4, 3), v(0:5, -1:3, 3, 3, 1, 2, 2)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  u = reshape([(k + 0.1*rank, k=1, size(u))], shape(u))
  v = -1
  !$mdmp commregion
  do k = 1, 2
    !$mdmp recv(v(0:5:5, 3:0:-3, 1:3:2, ::2, :, 2:1:-1, :), prev)
    !$mdmp send(u(1:3:2, :, 4:1:-3, 1:3:2, 1, 1:4:3, ::2), next)
    !ref call ref_recv(v(0:5:5, 3:0:-3, 1:3:2, ::2, :, 2:1:-1, :), prev)
    !ref call ref_send(u(1:3:2, :, 4:1:-3, 1:3:2, 1, 1:4:3, ::2), next); call ref_wait(v)
    u(1, 1, 1, :, 1, 1, 1) = v(0, 0, 1, :, 1, 1, 1)
    !$mdmp recv(v(:, :, :, 2, 1, 1, 1), prev)
    !$mdmp send(u(:, :, 1:3, :, 2, 3, 1:3:2), next) if(.false.)
    !$mdmp send(u(:, 1, 1:2, :, 1:1, 2:3, 1), next) if(.false.)
    !$mdmp send(v(1:5, :, 3, :, 1, 2, 2), next) if(.false.)
    !$mdmp send(v(:, -1:3, :, 3, 1, 2, 2), next)
    !ref call ref_recv(v(:, :, :, 2, 1, 1, 1), prev)
    !ref call ref_send(v(:, -1:3, :, 3, 1, 2, 2), next); call ref_wait(v)
    continue
    !$mdmp recv(u(2, 2, 2, 2, 2, 2, 2), prev)
    !$mdmp send(v(5, 3, 3, 3, 1, 2, 2), next)
    !ref call ref_recv(u(2, 2, 2, 2, 2, 2, 2), prev); call ref_send(v(5, 3, 3, 3, 1, 2, 2), next); call ref_wait(u)
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call MPI_Finalize(ierr)
end program rank7
