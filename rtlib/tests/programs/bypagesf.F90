! A cascade by pages in Fortran: nobody says what is complete or needed.
program bypagesf
  use, intrinsic :: iso_c_binding, only: c_intptr_t, c_loc
#ifdef F08
  use mpi_f08
#else
  use mpi
#endif
  use mdmp
  use check, only: expect, verdict, start, me, np
  implicit none
  integer, parameter :: page = 512, n = 60*page, rounds = 4, tag = 3
  real(8), allocatable, target :: space(:, :)
  real(8), pointer, contiguous :: a(:), b(:)
  type(MDMP_Request) :: s, r
  integer :: round, i, ierr
  call start()
  allocate (space(n + page, 2))
  a => on_page(space(:, 1))
  b => on_page(space(:, 2))
  do round = 1, rounds
    if (me > 0) call MDMP_Delta_recv_pages(a, n, MPI_REAL8, me - 1, tag, MPI_COMM_WORLD, r, ierr)
    if (me < np - 1) call MDMP_Delta_send_begin(b, n, MPI_REAL8, me + 1, tag, MPI_COMM_WORLD, s)
    if (me < np - 1) call MDMP_Delta_send_pages(s, ierr)
    do i = 1, n
      if (me == 0) then
        b(i) = 1000*round + i
      else
        b(i) = a(i) + 1
      end if
    end do
    call MDMP_Delta_wait(s)
    call MDMP_Delta_wait(r)
    call expect(all(b == [(1000*round + i + me, i=1, n)]), 'what went through all ranks')
  end do
  call verdict()
contains
  ! The part of an array that begins with a page.
  function on_page(x) result(p)
    real(8), target, intent(in) :: x(:)
    real(8), pointer, contiguous :: p(:)
    integer :: at
    at = int(modulo(-transfer(c_loc(x), 0_c_intptr_t), 4096_c_intptr_t))/8
    p => x(at + 1:at + n)
  end function on_page
end program
