! Counting what is wrong, and the verdict at the end.
module check
  use mpi
  implicit none
  private
  public :: expect, verdict, start, me, np, next, prev
  integer :: me, np, next, prev
  integer :: wrong = 0, right = 0
contains
  subroutine start()
    integer :: ierr
    call mpi_init(ierr)
    call mpi_comm_rank(mpi_comm_world, me, ierr)
    call mpi_comm_size(mpi_comm_world, np, ierr)
    next = modulo(me + 1, np)
    prev = modulo(me - 1, np)
  end subroutine

  subroutine expect(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) then
      right = right + 1
    else
      wrong = wrong + 1
      print '(a,i0,2a)', 'rank ', me, ' wrong: ', what
    end if
  end subroutine

  subroutine verdict()
    integer :: all_wrong, ierr
    call mpi_allreduce(wrong, all_wrong, 1, mpi_integer, mpi_sum, mpi_comm_world, ierr)
    if (me == 0 .and. all_wrong == 0) print '(a,i0,a)', 'passed (', right, ' checks a rank)'
    call mpi_finalize(ierr)
    if (all_wrong > 0) stop 3
  end subroutine
end module
