! run: with writers.c
! Messages that code of another language writes, which no translator sees, with mode(paged).
program paged
  use mpi
  use iso_c_binding
  implicit none
  interface
    subroutine writer(a, n, v) bind(C)
      import :: c_double, c_int
      real(c_double), intent(inout) :: a(*)
      integer(c_int), value :: n
      real(c_double), value :: v
    end subroutine
  end interface
  procedure(writer), bind(C, name='fill') :: fill
  procedure(writer), bind(C, name='copy') :: copy
  procedure(writer), bind(C, name='back') :: back
  procedure(writer), bind(C, name='twice') :: twice
  procedure(writer), bind(C, name='sorted') :: sorted
  procedure(writer), bind(C, name='child') :: child
  procedure(writer), bind(C, name='faulty') :: faulty
  interface
    subroutine listen_to_faults() bind(C)
    end subroutine
  end interface
  integer, parameter :: n = 30000, steps = 12
  real(8), allocatable :: u(:), v(:), w(:)
  integer :: me, np, next, prev, t, i, k, wrong, all_wrong, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, me, ierr)
  call mpi_comm_size(mpi_comm_world, np, ierr)
  next = modulo(me + 1, np)
  prev = modulo(me - 1, np)
  allocate (u(n), v(n), w(n))
  wrong = 0
  call listen_to_faults()
  !$mdmp commregion mode(paged)
  do t = 1, steps
    do k = 1, 7
      select case (k)
      case (1); call fill(u, n, 1d3*t + me)
      case (2); call copy(u, n, 2d3*t + me)
      case (3); call back(u, n, 3d3*t + me)
      case (4); call twice(u, n, 4d3*t + me)
      case (5); call sorted(u, n, 5d3*t + me)
      case (6); call child(u, n, 6d3*t + me)
      case (7); call faulty(u, n, 7d3*t + me)
      end select
      if (mod(t, 7) == 3) u(n/2:n/2+2) = -t
      !$mdmp send(u, next)
      !$mdmp recv(v, prev)
      do i = 1, n
        if (mod(t, 7) == 3 .and. i >= n/2 .and. i <= n/2 + 2) then
          if (v(i) /= -t) wrong = wrong + 1
        else if (v(i) /= k*1d3*t + prev + i - 1) then
          wrong = wrong + 1
        end if
      end do
    end do
    ! sent on from where it was received; memory that comes and goes
    call move_alloc(w, u)
    do i = 1, n
      u(i) = 7d0*t + me + i - 1
    end do
    !$mdmp send(u, next) tag(1)
    !$mdmp recv(v, prev) tag(1)
    continue
    !$mdmp send(v, next) tag(2)
    !$mdmp recv(u, prev) tag(2)
    do i = 1, n
      if (u(i) /= 7d0*t + modulo(me - 2, np) + i - 1) wrong = wrong + 1
    end do
    deallocate (u)
    allocate (u(n), w(n))
    u = 0
  end do
  !$mdmp end commregion
  call mpi_allreduce(wrong, all_wrong, 1, mpi_integer, mpi_sum, mpi_comm_world, ierr)
  if (me == 0) print '(a,i0)', 'wrong ', all_wrong
  call mpi_finalize(ierr)
  if (all_wrong > 0) stop 1
end program
