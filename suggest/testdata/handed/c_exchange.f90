module halo
  use mpi
  use data
  use pack
  implicit none
contains
  subroutine exchange(fields)
    integer :: fields(2), offset(2), request(4), messages, length, field, err
    integer :: status(MPI_STATUS_SIZE,4)
    request = 0
    messages = 0
    length = 0
    do field = 1, 2
      if (fields(field) == 1) then
        offset(field) = length
        length = length + depth*rows
      end if
    end do
    if (tile%neighbours(west) /= none) then
      call pack_west(fields, offset)
      call send_recv_west(tile%west_snd, tile%west_rcv, length, 1, 2, request(messages+1), request(messages+2))
      messages = messages + 2
    end if
    if (tile%neighbours(east) /= none) then
      call pack_east(fields, offset)
      call send_recv_east(tile%east_snd, tile%east_rcv, length, 2, 1, request(messages+1), request(messages+2))
      messages = messages + 2
    end if
    call MPI_Waitall(messages, request, status, err)
    if (tile%neighbours(west) /= none) then
      if (fields(1) == 1) call unpack_columns(tile%density, 1-depth, tile%west_rcv, offset(1))
      if (fields(2) == 1) call unpack_columns(tile%energy, 1-depth, tile%west_rcv, offset(2))
    end if
    if (tile%neighbours(east) /= none) then
      if (fields(1) == 1) call unpack_columns(tile%density, tile%last+1, tile%east_rcv, offset(1))
      if (fields(2) == 1) call unpack_columns(tile%energy, tile%last+1, tile%east_rcv, offset(2))
    end if
  end subroutine exchange

  subroutine pack_west(fields, offset)
    integer :: fields(:), offset(:)
    if (fields(1) == 1) call pack_columns(tile%density, 1, tile%west_snd, offset(1))
    if (fields(2) == 1) call pack_columns(tile%energy, 1, tile%west_snd, offset(2))
  end subroutine pack_west

  subroutine pack_east(fields, offset)
    integer :: fields(:), offset(:)
    if (fields(1) == 1) call pack_columns(tile%density, tile%last-depth+1, tile%east_snd, offset(1))
    if (fields(2) == 1) call pack_columns(tile%energy, tile%last-depth+1, tile%east_snd, offset(2))
  end subroutine pack_east

  subroutine send_recv_west(snd, rcv, total, tag_send, tag_recv, req_send, req_recv)
    real(8) :: snd(:), rcv(:)
    integer :: total, tag_send, tag_recv, req_send, req_recv, task, err
    task = tile%neighbours(west) - 1
    call MPI_Isend(snd, total, MPI_DOUBLE_PRECISION, task, tag_send, MPI_COMM_WORLD, req_send, err)
    call MPI_Irecv(rcv, total, MPI_DOUBLE_PRECISION, task, tag_recv, MPI_COMM_WORLD, req_recv, err)
  end subroutine send_recv_west

  subroutine send_recv_east(snd, rcv, total, tag_send, tag_recv, req_send, req_recv)
    real(8) :: snd(:), rcv(:)
    integer :: total, tag_send, tag_recv, req_send, req_recv, task, err
    task = tile%neighbours(east) - 1
    call MPI_Isend(snd, total, MPI_DOUBLE_PRECISION, task, tag_send, MPI_COMM_WORLD, req_send, err)
    call MPI_Irecv(rcv, total, MPI_DOUBLE_PRECISION, task, tag_recv, MPI_COMM_WORLD, req_recv, err)
  end subroutine send_recv_east
end module halo
