! run: env MDMP_TUNE=0
! A communicator is freed while messages of another one are under way: what was
! sent early and is not wanted after all, since the loop is left.
program freed
  use mpi
  use support
  !ref use ref
  implicit none
  integer, parameter :: n = 400, m = 20
  integer :: rank, ranks, prev, next, t, i, j, round, comm, ierr
  real(8) :: a(n, 0:m+1), b(n, 0:m+1)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  prev = modulo(rank - 1, ranks)
  next = modulo(rank + 1, ranks)
  a = reshape([(mod(7*i + 29*rank, 97)/8d0, i=1, n*(m + 2))], [n, m + 2])
  b = a
  do round = 1, 3
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
    !$mdmp init comm(comm)
    !$mdmp commregion
    do t = 1, 100
      !$mdmp recv(b(:, 0), prev) comm(comm)
      !$mdmp send(b(:, m), next) comm(comm)
      !ref call ref_recv(b(:, 0), prev, comm=comm); call ref_send(b(:, m), next, comm=comm); call ref_wait(b)
      !$mdmp recv(a(:, 0), prev)
      !$mdmp send(a(:, m), next)
      !ref call ref_recv(a(:, 0), prev); call ref_send(a(:, m), next); call ref_wait(a)
      do j = 1, m
        do i = 1, n
          b(i, j) = 0.5d0*(b(i, j) + a(i, j - 1))
        end do
      end do
      do j = 1, m
        do i = 1, n
          a(i, j) = 0.25d0*a(i, j) + 0.5d0*b(i, j - 1) + 1
        end do
      end do
      if (t == 30*round) exit
    end do
    !$mdmp end commregion
    call MPI_Comm_free(comm, ierr)
    a(:, m) = a(:, m) + round
  end do
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call MPI_Finalize(ierr)
end program freed
