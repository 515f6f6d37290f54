! run: flags -g -O1 -std=f2018 -Wall -Wextra -Werror -fcheck=all -ffpe-trap=invalid,zero,overflow -finit-real=snan
! All checks of the compiler on: what the translation inserts must pass them.
program checked
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, ierr
  double precision, allocatable :: u(:, :), v(:), w(:)
  logical :: first
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  allocate (u(0:7, 6), v(0), w(0))
  u(1:6, :) = rank + 0.5d0                    ! the halo is signalling rubbish
  do k = 1, 4
    first = k == 1
    !$mdmp commregion checks
    !$mdmp recv(u(0, :), prev)
    !$mdmp recv([u(7, 1:3), u(7, 4:6)], next)
    !$mdmp recv(v, prev) tag(k) if(.not. first)
    !$mdmp send(u(6, :), next)
    !$mdmp send([u(1, 1:5), u(1, 6:6)], prev)
    !$mdmp send(w, next) tag(k) if(.not. first)
    !ref call ref_recv(u(0, :), prev); call ref_recv(u(7, :), next)
    !ref call ref_send(u(6, :), next); call ref_send(u(1, :), prev); call ref_wait(u)
    u(1:6, :) = 0.5d0*(u(0:5, :) + u(2:7, :))
    !$mdmp recv(u(1, 2), 6, prev)
    !$mdmp send(u(0, 5), 3*2, next)
    !ref call ref_recv_n(u(1, 2), 6_8, prev); call ref_send_n(u(0, 5), 6_8, next); call ref_wait(u)
    !$mdmp end commregion checks
  end do
  call report('u', transfer(u, bytes))
  call MPI_Finalize(ierr)
end program checked
