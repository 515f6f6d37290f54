! Procedures that post with requests of their callers, of which nothing can be said.
module halo
  use mpi
  implicit none
  integer, parameter :: n = 6
  real(8) :: u(n), v(n), w(n)
  integer :: left
contains
  ! The second caller uses what is received before it waits.
  subroutine both(snd, rcv, to, req_send, req_recv)
    real(8) :: snd(:), rcv(:)
    integer :: to, req_send, req_recv, err
    call MPI_Isend(snd, n, MPI_DOUBLE_PRECISION, to, 1, MPI_COMM_WORLD, req_send, err)
    call MPI_Irecv(rcv, n, MPI_DOUBLE_PRECISION, to, 1, MPI_COMM_WORLD, req_recv, err)
  end subroutine both

  subroutine first()
    integer :: req(2), err
    call both(u, v, left, req(1), req(2))
    call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, err)
  end subroutine first

  subroutine second()
    integer :: req(2), err
    call both(u, w, left, req(1), req(2))
    w = w + 1
    call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, err)
  end subroutine second

  ! Both messages have the first request.
  subroutine overwritten()
    integer :: req(2), k, err
    k = 0
    call give(u, 2, req(k+1))
    call give(v, 3, req(k+1))
    k = k + 2
    call MPI_Waitall(k, req, MPI_STATUSES_IGNORE, err)
  end subroutine overwritten

  subroutine give(snd, tag, req)
    real(8) :: snd(:)
    integer :: tag, req, err
    call MPI_Isend(snd, n, MPI_DOUBLE_PRECISION, left, tag, MPI_COMM_WORLD, req, err)
  end subroutine give

  ! The wait stands under another condition than the post.
  subroutine otherwise(yes)
    logical :: yes
    integer :: req, err
    if (left >= 0) call take(u, req)
    if (yes) call MPI_Wait(req, MPI_STATUS_IGNORE, err)
  end subroutine otherwise

  subroutine take(rcv, req)
    real(8) :: rcv(:)
    integer :: req, err
    call MPI_Irecv(rcv, n, MPI_DOUBLE_PRECISION, left, 4, MPI_COMM_WORLD, req, err)
  end subroutine take
end module halo

program p
  use halo
  implicit none
  integer :: ierr
  call MPI_Init(ierr)
  left = MPI_PROC_NULL
  call first()
  call second()
  call overwritten()
  call otherwise(.true.)
  call MPI_Finalize(ierr)
end program p
