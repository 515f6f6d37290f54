! No directives: MPI calls as one writes them. Compiled with mdmpf90 -mdmp-overlap, the halo columns travel while the
! columns inside are computed: the nest is cut.
!
!   mdmpf90 -O3 -mdmp-overlap -mdmp-report shift.f90 -o shift && mpiexec -n 2 ./shift
program shift
  use mpi
  implicit none
  integer, parameter :: m = 2000, n = 200, steps = 20
  real(8) :: old(0:m+1, 0:n+1), new(m, n), total, part
  integer :: rank, ranks, left, right, k, i, j, it, ierr, status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  right = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)
  do j = 0, n + 1
    do i = 0, m + 1
      old(i, j) = modulo(7*i + 11*(j + n*rank), 101)/101d0
    end do
  end do
  do it = 1, steps
    ! The second call begins when the first is complete, as ever: both within the nest, see spec/overlap.md.
    call MPI_Sendrecv(old(1, n), m, MPI_DOUBLE_PRECISION, right, 1, & ! overlaps
                      old(1, 0), m, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv(old(1, 1), m, MPI_DOUBLE_PRECISION, left, 2, & ! overlaps
                      old(1, n+1), m, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, status, ierr)
    do j = 1, n
      do i = 1, m
        new(i, j) = 0.25d0*(old(i-1, j) + old(i+1, j) + old(i, j-1) + old(i, j+1))
      end do
    end do
    old(1:m, 1:n) = new
  end do
  total = 0
  do j = 1, n
    do i = 1, m
      total = total + new(i, j)
    end do
  end do
  if (rank > 0) then
    call MPI_Send(total, 1, MPI_DOUBLE_PRECISION, 0, 3, MPI_COMM_WORLD, ierr) ! stays
  else
    do k = 1, ranks - 1
      call MPI_Recv(part, 1, MPI_DOUBLE_PRECISION, k, 3, MPI_COMM_WORLD, status, ierr) ! stays
      total = total + part
    end do
    print '(a,f20.12)', 'sum', total
  end if
  call MPI_Finalize(ierr)
end program shift
