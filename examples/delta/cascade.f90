! The same as cascade.c in Fortran.
!
!   mpifort -O2 -c $(mdmpf90 -mdmp-fflags) cascade.f90
!   mdmpf90 cascade.o -o cascade
!   mpiexec -n 4 ./cascade            or ./cascade 100000: elements of the series
program cascade
  use, intrinsic :: iso_c_binding, only: c_int64_t
  use mpi
  use mdmp
  implicit none
  integer, parameter :: step = 1024, tag = 1
  integer(c_int64_t), parameter :: width = 8
  real(8), allocatable, asynchronous :: in(:), out(:)
  type(MDMP_Request) :: send, recv
  integer :: rank, ranks, n, i, j, k, ierr
  logical :: first, last
  real(8) :: total
  character(20) :: word

  n = 50000
  call get_command_argument(1, word)
  if (word /= ' ') read (word, *) n
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  first = rank == 0
  last = rank == ranks - 1
  allocate (in(n), out(n))

  if (.not. first) call MDMP_Delta_recv(in, n, MPI_DOUBLE_PRECISION, rank - 1, tag, MPI_COMM_WORLD, recv)
  if (.not. last) call MDMP_Delta_send_begin(out, n, MPI_DOUBLE_PRECISION, rank + 1, tag, MPI_COMM_WORLD, send)
  total = 0
  do i = 0, n - 1, step
    k = min(n - i, step)
    if (.not. first) call MDMP_Delta_wait_data(in, i*width, k*width)
    do j = i, i + k - 1
      if (first) then
        total = total + mod(j, 100)
      else
        total = total + in(j + 1)
      end if
      out(j + 1) = total/(j + 1)   ! the mean so far
    end do
    if (.not. last) call MDMP_Delta_send_data(send, i*width, k*width)
  end do
  call MDMP_Delta_wait(send)
  call MDMP_Delta_wait(recv)

  if (last) print '(a,i0,a,i0,a,f0.12)', 'steps ', ranks, ', elements ', n, ', last mean ', out(n)
  call MPI_Finalize(ierr)
end program
