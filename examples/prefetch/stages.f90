! Stages: each rank makes a block of what the one before hands on, and hands it on when all of it is there; the first has
! most to do. Plain MPI, and nothing in it knows of prefetching:
!
!   mpifort -O2 stages.f90 -o stages
!   mpiexec -hosts a,b,c -ppn 1 -n 3 ./stages
!   mdmp run --prefetch --report mpiexec -hosts a,b,c -ppn 1 -n 3 ./stages
!
! While a stage waits in MPI_Recv the one before still computes, and what is complete of its block is fetched. To see that on
! one machine set MDMP_PREFETCH_LOCAL=1; there is nothing to win there.
program stages
  use mpi
  implicit none
  integer, parameter :: n = 200000, blocks = 30
  double precision :: in(n), out(n)
  double precision :: total
  integer :: rank, ranks, ierr, b, i, k

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  total = 0
  in = 1
  do b = 1, blocks
    if (rank > 0) call MPI_Recv(in, n, MPI_DOUBLE_PRECISION, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    do i = 1, n
      out(i) = in(i) + b * i
      do k = 1, merge(40, 10, rank == 0)
        out(i) = sqrt(out(i) + k)
      end do
      out(i) = out(i) * (i + b)
    end do
    if (rank < ranks - 1) call MPI_Send(out, n, MPI_DOUBLE_PRECISION, rank + 1, 1, MPI_COMM_WORLD, ierr)
    total = total + sum(out)
  end do
  if (rank == ranks - 1) print '(a, es22.15)', 'sum of all blocks: ', total
  call MPI_Finalize(ierr)
end program stages
