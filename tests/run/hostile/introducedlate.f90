! Lanes of a communicator that nobody named are introduced while a receiver looks: of two receives of one lane the second one may
! be the first to hear of it, while another lane is still unknown. Each step has new lanes.
program introducedlate
  use mpi
  implicit none
  integer, parameter :: n = 6, steps = 300
  integer :: rank, ranks, other, ierr, t, comm
  integer :: a(n), b(n), c(n), d(n), e(n), s
  real(8) :: until
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  other = modulo(rank + 1, ranks)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
  s = 0
  do t = 1, steps
    d = t + rank; e = 2*d
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    until = MPI_Wtime() + 1d-6*mod(t*7, 40)
    do while (rank == 0 .and. MPI_Wtime() < until)
    end do
    call exchange
    s = mod(31*s + sum(a) + 2*sum(b) + 3*sum(c), 1000003)
  end do
  print *, rank, s
  call MPI_Comm_free(comm, ierr)
  call MPI_Finalize(ierr)
contains
  subroutine exchange
    !$mdmp commregion comm(comm) if(mod(rank + t, 2) == 0)
    !$mdmp recv(a, other) tag(t)
    !$mdmp recv(b, other) tag(t)
    !$mdmp recv(c, other) tag(t + 1000)
    !$mdmp send(d, other) tag(t)
    !$mdmp send(e, other) tag(t)
    !$mdmp send(d, other) tag(t + 1000)
    !$mdmp end commregion
  end subroutine
end program
