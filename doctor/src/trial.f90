! Two ranks pass a row on, step by step, in loops that overlap.
program trial
  use mpi
  implicit none
  integer, parameter :: n = 4000, m = 20, steps = 10
  real(8) :: u(n, 0:m), v(n, 0:m)
  integer :: rank, ranks, i, j, it, ierr
  logical :: right
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  u = rank
  v = 0
  !$mdmp commregion
  do it = 1, steps
    do j = 1, m
      do i = 1, n
        v(i, j) = u(i, j - 1) + 1
      end do
    end do
    do j = 1, m
      do i = 1, n
        u(i, j) = v(i, j)
      end do
    end do
    !$mdmp recv(u(:, 0), 1 - rank)
    !$mdmp send(u(:, m), 1 - rank)
  end do
  !$mdmp end commregion
  right = ranks == 2 .and. all(u(:, 1) == u(1, 1)) .and. all(u(:, m) == u(1, m))
  call MPI_Allreduce(MPI_IN_PLACE, right, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, ierr)
  if (rank == 0 .and. right) print '(a)', 'two ranks agree'
  if (rank == 0 .and. .not. right) print '(a,i0,a)', 'on ', ranks, ' ranks the results are wrong'
  call MPI_Finalize(ierr)
end program trial
