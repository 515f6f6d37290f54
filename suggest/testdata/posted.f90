! Procedures post with requests that their caller hands to them; it waits for all of them.
module halo
  use mpi
  implicit none
  integer, parameter :: n = 6, m = 8
  real(8) :: u(0:n+1,0:m+1), v(0:n+1,0:m+1)
  integer :: left, right, rank, ranks
contains
  subroutine send_recv_left(snd, rcv, count, tag_send, tag_recv, req_send, req_recv)
    real(8) :: snd(:), rcv(:)
    integer :: count, tag_send, tag_recv, req_send, req_recv
    integer :: task, err
    task = left - 1
    call MPI_Isend(snd, count, MPI_DOUBLE_PRECISION, task, tag_send, MPI_COMM_WORLD, req_send, err)
    call MPI_Irecv(rcv, count, MPI_DOUBLE_PRECISION, task, tag_recv, MPI_COMM_WORLD, req_recv, err)
  end subroutine send_recv_left

  subroutine send_recv_right(snd, rcv, count, tag_send, tag_recv, req)
    integer :: count, tag_send, tag_recv, req(2), err
    real(8) :: snd(count), rcv(count)
    call MPI_Irecv(rcv, count, MPI_DOUBLE_PRECISION, right - 1, tag_recv, MPI_COMM_WORLD, req(2), err)
    call MPI_Isend(snd, count, MPI_DOUBLE_PRECISION, right - 1, tag_send, MPI_COMM_WORLD, req(1), err)
  end subroutine send_recv_right

  ! Neighbours are numbered from 1 on, 0 is none.
  subroutine exchange()
    integer :: request(4), messages, err, status(MPI_STATUS_SIZE,4)
    real(8) :: left_snd(n), left_rcv(n), right_snd(n), right_rcv(n)
    request = 0
    messages = 0
    if (left /= 0) then
      left_snd = u(1:n,1)
      call send_recv_left(left_snd, left_rcv, n, 1, 2, request(messages+1), request(messages+2))
      messages = messages + 2
    end if
    if (right /= 0) then
      right_snd = u(1:n,m)
      call send_recv_right(right_snd, right_rcv, n, 2, 1, request(messages+1))
      messages = messages + 2
    end if
    call MPI_Waitall(messages, request, status, err)
    if (left /= 0) u(1:n,0) = left_rcv
    if (right /= 0) u(1:n,m+1) = right_rcv
  end subroutine exchange

  ! A ring: each call of the two needs what its neighbour posts by the other one.
  subroutine turn()
    integer :: a, b, c(2), err
    integer :: l, r
    l = left
    r = right
    left = merge(ranks, rank, rank == 0)
    right = merge(1, rank + 2, rank == ranks - 1)
    call send_recv_left(v(1:n,1), v(1:n,0), n, 3, 4, a, b)
    call send_recv_right(v(1,m), v(1,m+1), n, 4, 3, req=c)
    call MPI_Wait(b, MPI_STATUS_IGNORE, err)
    call MPI_Wait(a, MPI_STATUS_IGNORE, err)
    call MPI_Waitall(2, c, MPI_STATUSES_IGNORE, err)
    left = l
    right = r
  end subroutine turn
end module halo

program p
  use halo
  implicit none
  integer :: it, i, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = rank
  right = merge(0, rank + 2, rank == ranks - 1)
  u = rank
  do i = 1, m
    v(:,i) = 10*rank + i
  end do
  v(:,0) = 0
  v(:,m+1) = 0
  do it = 1, 10
    call exchange()
    u(1:n,1:m) = 0.5d0*(u(1:n,0:m-1) + u(1:n,2:m+1))
    call turn()
    v(1:n,1:m) = 0.25d0*(v(1:n,0:m-1) + v(1:n,2:m+1)) + it
  end do
  print *, rank, sum(u), sum(v)
  call MPI_Finalize(ierr)
end program p
