module kinds
  use mpi
  implicit none
  integer, parameter :: n = 8
  type :: tbar
    integer :: req(2)
  end type tbar
  type :: tprt
    integer :: req(2)
  end type tprt
  type :: tcnd
    integer :: req(2)
  end type tcnd
  type :: titr
    integer :: req(2)
  end type titr
  type :: toth
    integer :: req(2)
  end type toth
  type :: tfew
    integer :: req(2)
  end type tfew
  type :: ttwo
    integer :: req(2)
  end type ttwo
  type :: tsee
    integer :: req(2)
  end type tsee
  type :: tret
    integer :: req(2)
  end type tret
  type :: tnew
    integer :: req(2)
  end type tnew
  type :: twrk
    integer :: req(2)
  end type twrk
  type :: tcal
    integer :: req(2)
  end type tcal
  type :: tchk
    integer :: req(2)
  end type tchk
contains
  subroutine begin_bar(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(tbar), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(1), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(2), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine begin_bar

  subroutine end_bar(q)
    type(tbar), intent(inout) :: q
    integer :: ierr
    call MPI_Waitall(2, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine end_bar

  subroutine begin_prt(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(tprt), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(1), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(2), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine begin_prt

  subroutine end_prt(q)
    type(tprt), intent(inout) :: q
    integer :: ierr
    call MPI_Waitall(2, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine end_prt

  subroutine begin_cnd(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(tcnd), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(1), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(2), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine begin_cnd

  subroutine end_cnd(q)
    type(tcnd), intent(inout) :: q
    integer :: ierr
    call MPI_Waitall(2, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine end_cnd

  subroutine begin_itr(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(titr), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(1), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(2), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine begin_itr

  subroutine end_itr(q)
    type(titr), intent(inout) :: q
    integer :: ierr
    call MPI_Waitall(2, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine end_itr

  subroutine begin_oth(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(toth), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(1), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(2), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine begin_oth

  subroutine end_oth(q)
    type(toth), intent(inout) :: q
    integer :: ierr
    call MPI_Waitall(2, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine end_oth

  subroutine begin_few(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(tfew), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(1), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(2), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine begin_few

  subroutine end_few(q)
    type(tfew), intent(inout) :: q
    integer :: ierr
    call MPI_Waitall(1, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine end_few

  subroutine begin_two(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(ttwo), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(1), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(2), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine begin_two

  subroutine end_two(q)
    type(ttwo), intent(inout) :: q
    integer :: ierr
    call MPI_Waitall(2, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine end_two

  subroutine begin_see(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(tsee), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(1), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(2), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine begin_see

  subroutine end_see(q)
    type(tsee), intent(inout) :: q
    integer :: ierr
    call MPI_Waitall(2, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine end_see

  subroutine begin_ret(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(tret), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(1), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(2), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine begin_ret

  subroutine end_ret(q)
    type(tret), intent(inout) :: q
    integer :: ierr
    call MPI_Waitall(2, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine end_ret

  subroutine begin_new(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(tnew), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(1), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(2), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine begin_new

  subroutine end_new(q)
    type(tnew), intent(inout) :: q
    integer :: ierr
    call MPI_Waitall(2, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine end_new

  subroutine begin_wrk(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(twrk), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(1), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(2), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine begin_wrk

  subroutine end_wrk(q)
    type(twrk), intent(inout) :: q
    integer :: ierr
    q%req(2) = q%req(1)
    call MPI_Waitall(2, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine end_wrk

  subroutine begin_cal(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(tcal), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(1), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(2), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine begin_cal

  subroutine end_cal(q)
    type(tcal), intent(inout) :: q
    integer :: ierr
    call MPI_Waitall(2, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine end_cal

  subroutine begin_chk(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(tchk), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(1), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(2), 1, MPI_DOUBLE_PRECISION, peer, 1, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine begin_chk

  subroutine end_chk(q)
    type(tchk), intent(inout) :: q
    integer :: ierr
    logical :: done
    call MPI_Test(q%req(1), done, MPI_STATUS_IGNORE, ierr)
    call MPI_Waitall(2, q%req, MPI_STATUSES_IGNORE, ierr)
  end subroutine end_chk

  subroutine again_two(u, q, peer)
    real(8), intent(inout) :: u(n)
    type(ttwo), intent(inout) :: q
    integer, intent(in) :: peer
    integer :: ierr
    call MPI_Irecv(u(8), 1, MPI_DOUBLE_PRECISION, peer, 2, MPI_COMM_WORLD, q%req(1), ierr)
    call MPI_Isend(u(7), 1, MPI_DOUBLE_PRECISION, peer, 2, MPI_COMM_WORLD, q%req(2), ierr)
  end subroutine again_two
end module kinds

program p
  use kinds
  implicit none
  type(tbar) :: qbar
  type(tprt) :: qprt
  type(tcnd) :: qcnd
  type(titr) :: qitr
  type(toth) :: qoth, other
  type(tfew) :: qfew
  type(ttwo) :: qtwo
  type(tsee) :: qsee
  type(tret) :: qret
  type(tnew) :: qnew, fresh
  type(twrk) :: qwrk
  type(tcal) :: qcal
  type(tchk) :: qchk
  real(8) :: u(n)
  integer :: rank, ranks, peer, it, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  peer = ranks - 1 - rank
  u = rank
  do it = 1, 10
    ! a collective between
    call begin_bar(u, qbar, peer)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    call end_bar(qbar)
    ! output between
    call begin_prt(u, qprt, peer)
    print *, it
    call end_prt(qprt)
    ! the end is called under a condition
    call begin_cnd(u, qcnd, peer)
    if (peer >= 0) call end_cnd(qcnd)
    ! the end is called in the next iteration
    if (it > 1) call end_itr(qitr)
    call begin_itr(u, qitr, peer)
    ! the requests of another variable
    call begin_oth(u, qoth, peer)
    call end_oth(other)
    ! fewer are waited for
    call begin_few(u, qfew, peer)
    call end_few(qfew)
    ! two procedures begin
    call begin_two(u, qtwo, peer)
    call end_two(qtwo)
    call again_two(u, qtwo, peer)
    call end_two(qtwo)
    ! the halo is read between
    call begin_see(u, qsee, peer)
    u(3) = u(1)
    call end_see(qsee)
    ! something may return between
    call begin_ret(u, qret, peer)
    if (u(4) > 1d9) exit
    call end_ret(qret)
    ! the requests change between
    call begin_new(u, qnew, peer)
    qnew = fresh
    call end_new(qnew)
    ! the end does more before it waits
    call begin_wrk(u, qwrk, peer)
    call end_wrk(qwrk)
    ! somebody else calls the end
    call begin_cal(u, qcal, peer)
    call end_cal(qcal)
    call end_cal(qcal)
    ! the end tests
    call begin_chk(u, qchk, peer)
    call end_chk(qchk)
  end do
  print *, rank, sum(u)
  call MPI_Finalize(ierr)
end program p
