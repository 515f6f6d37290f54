! run: flags -fdefault-real-8 -fdefault-double-8 -O3
! Default reals of eight bytes.
program real8kind
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, ierr
  real :: u(0:21, 5), v(20, 5)
  double precision :: d(3)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  u = reshape([(rank + 0.1*k, k=1, 110)], [22, 5])
  d = rank
  !$mdmp commregion
  do k = 1, 8
    !$mdmp recv(u(0, :), prev)
    !$mdmp recv(u(21, :), next)
    !$mdmp recv(d(1), prev)
    !$mdmp send(u(20, :), next)
    !$mdmp send(u(1, :), prev)
    !$mdmp send(d(3), next)
    !ref call ref_recv(u(0, :), prev, 1); call ref_recv(u(21, :), next, 2); call ref_recv(d(1), prev, 3)
    !ref call ref_send(u(20, :), next, 1); call ref_send(u(1, :), prev, 2); call ref_send(d(3), next, 3); call ref_wait(u, d)
    v = sin(u(0:19, :)) + 0.3*u(2:21, :)
    u(1:20, :) = v
    d(3) = d(1) + d(2)*exp(0.1*k)
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call report('d', transfer(d, bytes))
  call MPI_Finalize(ierr)
end program real8kind
