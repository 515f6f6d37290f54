! mode(paged): what is sent is written by code of which the run time knows nothing, on and on, backwards, twice, a part of it, and
! by what is read from a file.
#define SRC 'paged.F90'
module writers
  implicit none
  integer, parameter :: n = 30000, steps = 16
contains
  subroutine write_on(a, v, how)
    real(8), intent(inout) :: a(n)
    integer, intent(in) :: v, how
    integer :: i
    select case (how)
    case (0)
      do i = 1, n
        a(i) = v + i
      end do
    case (1)
      do i = n, 1, -1
        a(i) = v + i
      end do
    case (2)
      a = -1
      do i = 1, n
        a(i) = v + i
      end do
    case default ! a system call writes to the pages
      open (newunit=i, file='/dev/zero', access='stream', form='unformatted')
      read (i) a
      close (i)
      a(:n/2) = v
    end select
  end subroutine
end module

program p
  use check
  use mdmp_rt
  use writers
  implicit none
  integer(mdmp_handle), save :: r(4) = 0_mdmp_handle, x(4) = 0_mdmp_handle
  real(8), allocatable :: u(:), v(:), want(:)
  integer :: t
  call start()
  allocate (u(n), v(n), want(n))
  u = 0
  call mdmp_region_begin(r, SRC//achar(0), 90_mdmp_int)
  call mdmp_region_paged(r, 1_mdmp_int)
  do t = 1, steps
    call write_on(u, 1000*t + me, mod(t/4, 4))
    call mdmp_begin(x, SRC//achar(0), 100_mdmp_int)
    call mdmp_manage(x, 1_mdmp_int)
    call mdmp_recv(x, 101_mdmp_int, v, int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_send(x, 102_mdmp_int, u, int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_end(x)
    call mdmp_need_all()
    call mdmp_keep(v)
    want = 0
    call write_on(want, 1000*t + prev, mod(t/4, 4))
    call expect(all(v == want), 'what was received')
  end do
  call mdmp_region_end(r)
  call verdict()
end program
