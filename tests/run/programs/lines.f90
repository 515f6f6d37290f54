! How lines are written: several statements on one, continued ones (inside
! names and strings too), comments and blank lines in an exchange, directives
! continued, in capitals, without blanks, after tabs, with comments behind.
program lines
  use mpi; use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, ierr; integer :: a(6), &
    & b(6)      ! trailing comment; with a semicolon & an ampersand
  character(len=60) :: text
  call MPI_Init(ierr); call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr); call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n); next = modulo(rank &

    ! a comment within a statement
    + 1, n)
  a = [1, 2, 3, 4, 5, 6] + ra&
&nk
  b = 0
  text = '!$mdmp send(a, next)'
  !$MDMP   CommRegion
  do k = 1, 3; a(1) = a(1) + k
    !$mdmp recv(b(1:3), prev)

    ! a comment, and a blank line

    !$mdmp recv( &
    !$mdmp&  b(4:6), & ! the rest
    !$mdmp   prev)

    !$Mdmp sEnD(a(1:&
    !$mdmp& 3),next)tag(0)
	!$mdmp	send	(	a(4:6)	,	next	)	! tabs
    !ref call ref_recv(b(1:3), prev); call ref_recv(b(4:6), prev)
    !ref call ref_send(a(1:3), next); call ref_send(a(4:6), next); call ref_wait(a, b)
    a = a + b; text = text(1:20)//' !$mdmp recv(b, &
    &prev)'; if (k == 2) a(2) = 0; end do
!$mdmp endcommregion
  !$ this is a comment unless OpenMP is asked for
  call report('a', transfer(a, bytes)); call report('b', transfer(b, bytes)); call report('text', transfer(text, bytes))
  call MPI_Finalize(ierr); end program lines
