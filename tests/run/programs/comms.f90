! Communicators of the program: split, with ranks in reverse, freed and made
! again (a handle may come back with another meaning), two on one lane's ranks.
program comms
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: world, rank, n, half, back, hrank, hn, brank, k, ierr
  integer :: a(8), b(8), c(8)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  world = MPI_COMM_WORLD
  a = [(100*rank + k, k=1, 8)]
  b = 0
  c = 0
  do k = 1, 4
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank/k, 2), rank, half, ierr)
    call MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, back, ierr)
    call MPI_Comm_rank(half, hrank, ierr)
    call MPI_Comm_size(half, hn, ierr)
    call MPI_Comm_rank(back, brank, ierr)
    !$mdmp init comm(half)
    !$mdmp init comm(back)
    !$mdmp commregion
    !$mdmp recv(b, modulo(hrank - 1, hn)) comm(half)
    !$mdmp recv(c, modulo(brank + 1, n)) comm(back) tag(5)
    !$mdmp send(a, modulo(hrank + 1, hn)) comm(half)
    !$mdmp send(a(8:1:-1), modulo(brank - 1, n)) tag(5) comm(back)
    !ref call ref_recv(b, modulo(hrank - 1, hn), comm=half); call ref_recv(c, modulo(brank + 1, n), 5, back)
    !ref call ref_send(a, modulo(hrank + 1, hn), comm=half); call ref_send(a(8:1:-1), modulo(brank - 1, n), 5, back)
    !ref call ref_wait(a, b, c)
    a = a + b - c
    ! MPI_COMM_WORLD by name is the same communicator as none at all
    !$mdmp recv(b(1:4), modulo(rank - 1, n)) comm(world)
    !$mdmp recv(b(5:8), modulo(rank - 1, n))
    !$mdmp send(a(1:4), modulo(rank + 1, n))
    !$mdmp send(a(5:8), modulo(rank + 1, n)) comm(world)
    !ref call ref_recv(b(1:4), modulo(rank - 1, n)); call ref_recv(b(5:8), modulo(rank - 1, n))
    !ref call ref_send(a(1:4), modulo(rank + 1, n)); call ref_send(a(5:8), modulo(rank + 1, n)); call ref_wait(a, b)
    a(k) = sum(b)
    !$mdmp end commregion
    call MPI_Comm_free(half, ierr)
    call MPI_Comm_free(back, ierr)
  end do
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call MPI_Finalize(ierr)
end program comms
