! run: with calls.c
! System calls of code that no translator sees, which meet protected pages of messages with mode(paged): they do what they always do.
program calls
  use mpi
  use iso_c_binding
  implicit none
  interface
    integer(c_int) function writer(a, n, v) bind(C)
      import :: c_double, c_int
      real(c_double), intent(inout) :: a(*)
      integer(c_int), value :: n
      real(c_double), value :: v
    end function
  end interface
  procedure(writer), bind(C, name='by_read') :: by_read
  procedure(writer), bind(C, name='by_readv') :: by_readv
  procedure(writer), bind(C, name='by_stdio') :: by_stdio
  procedure(writer), bind(C, name='by_loop') :: by_loop
  procedure(writer), bind(C, name='by_handler') :: by_handler
  procedure(writer), bind(C, name='by_fork') :: by_fork
  procedure(writer), bind(C, name='by_thread') :: by_thread
  integer, parameter :: n = 30000, steps = 10
  real(8), allocatable :: u(:), v(:)
  integer :: me, np, next, prev, t, i, k, wrong, failed, all_wrong(2), ierr
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, me, ierr)
  call mpi_comm_size(mpi_comm_world, np, ierr)
  next = modulo(me + 1, np)
  prev = modulo(me - 1, np)
  allocate (u(n), v(n))
  wrong = 0
  failed = 0
  !$mdmp commregion mode(paged)
  do t = 1, steps
    do k = 1, 7
      select case (k)
      case (1); failed = failed + by_read(u, n, 1d3*t + me)
      case (2); failed = failed + by_readv(u, n, 2d3*t + me)
      case (3); failed = failed + by_stdio(u, n, 3d3*t + me)
      case (4); failed = failed + by_loop(u, n, 4d3*t + me)
      case (5); failed = failed + by_handler(u, n, 5d3*t + me)
      case (6); failed = failed + by_fork(u, n, 6d3*t + me)
      case (7); failed = failed + by_thread(u, n, 7d3*t + me)
      end select
      !$mdmp send(u, next)
      !$mdmp recv(v, prev)
      do i = 1, n
        if (v(i) /= k*1d3*t + prev + i - 1) wrong = wrong + 1
      end do
    end do
  end do
  !$mdmp end commregion
  call mpi_allreduce([wrong, failed], all_wrong, 2, mpi_integer, mpi_sum, mpi_comm_world, ierr)
  if (me == 0) print '(a,2(1x,i0))', 'wrong, failed', all_wrong
  call mpi_finalize(ierr)
  if (any(all_wrong > 0)) stop 1
end program
