! run: flags -O1 -fopenmp
program q02_atomiccap
  use mpi
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  integer :: ierr_
  real(8) :: t0_
  integer :: rank, nr, left, right, it, i, j, k
  real(8) :: s, r
  real(8) :: bz(300,30) = 1

  call MPI_Init(ierr_)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr_)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr_)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  u = reshape([(sin(1d0*i+rank), i=1,n*(m+2))], [n,m+2])
  s = 0; r = 0; k = 0

  !$mdmp commregion
  do it = 1, 6

    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)

    do j = 1, 30
      do i = 1, 300
        bz(i,j) = bz(i,j)*0.5d0 + 1
      end do
    end do
    !$omp atomic capture
    r = s
    s = s + u(3,0)
    !$omp end atomic
    !$omp atomic update
    s = s + u(4,m+1)
    !$omp end atomic
    !$omp atomic write
    r = u(5,0)
    if (mod(rank+it,2) == 0) then
      t0_ = MPI_Wtime()
      do while (MPI_Wtime() - t0_ < 2d-3)
      end do
    end if

    do j = 1, m
      do i = 1, n
        u(i,j) = 0.9d0*u(i,j) + 0.01d0*i*it + j
      end do
    end do

  end do
  !$mdmp end commregion

  print *, rank, 's', s
  print *, rank, 'r', r
  print *, rank, 'k', k
  print *, rank, 'u', sum(u)
  call MPI_Finalize(ierr_)
end program

