! Variables with the names of keywords, of directives, of clauses, of MPI's
! arguments and of what the translation might use itself.
program keywords
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, k, ierror
  integer :: send(4), recv(4), tag, comm, if, mode, peer, dest, source, block, end, do, else, mdmp
  integer :: len(3), max(3), mdmp_x(3), mdmp_send, mdmp_rt, mdmp_world, request(2), mdmp_comm
  integer :: pair(2)
  logical :: init, commregion
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierror)
  dest = modulo(rank + 1, n)
  source = modulo(rank - 1, n)
  tag = 3
  comm = MPI_COMM_WORLD
  if = 2; mode = 1; end = 4; do = 1; else = 0; block = 5; peer = 0; mdmp = 7
  init = .true.; commregion = .false.
  send = [1, 2, 3, 4] + rank; recv = 0; len = rank; max = 0; mdmp_x = 5 + rank; mdmp_send = rank
  mdmp_rt = 0; mdmp_world = 1; request = 9; mdmp_comm = 1
  !$mdmp commregion region
  do k = 1, 3
    !$mdmp recv(recv(do:end), source) tag(tag)
    !$mdmp recv(max, source) comm(comm) if(init)
    !$mdmp recv(mdmp_x(mdmp_world:2), source)
    !$mdmp recv(request, source) if(commregion)
    !$mdmp send(send, dest) tag(tag)
    !$mdmp send(len, dest) comm(comm) if(init)
    !$mdmp send([mdmp_x(3), mdmp_send], dest)
    !ref call ref_recv(recv, source, tag); call ref_recv(max, source, 100); call ref_recv(mdmp_x(1:2), source)
    !ref call ref_send(send, dest, tag); call ref_send(len, dest, 100); pair = [mdmp_x(3), mdmp_send]
    !ref call ref_send(pair, dest)
    !ref call ref_wait(recv, max, mdmp_x)
    if (if == mode + 1) send = send + recv(4:1:-1)
    len = max + k
    mdmp_send = mdmp_send + mdmp_x(1)
  end do
  !$mdmp end commregion region
  call report('send', transfer(send, bytes))
  call report('max', transfer(max, bytes))
  call report('x', transfer([mdmp_x, mdmp_send, else, block, peer, mdmp, mdmp_rt, request, mdmp_comm], bytes))
  call MPI_Finalize(ierror)
end program keywords
