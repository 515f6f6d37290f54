! run: flags -fopenmp
! run: ranks 1 2 3
! A region that a team enters says nothing to what is called from it, however many threads the team has: ranks have teams of other sizes.
module toldteams_calls
  use mpi
  implicit none
  integer, parameter :: n = 700
contains
  subroutine exchange(a, b, rank, ranks)
    integer, intent(in) :: rank, ranks
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    !$mdmp recv(b, modulo(rank - 1, ranks))
    !$mdmp send(a, modulo(rank + 1, ranks))
  end subroutine

  subroutine around(a, b, rank, ranks)
    integer, intent(in) :: rank, ranks
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    !$mdmp commregion tag(7)
    call exchange(a, b, rank, ranks)
    !$mdmp end commregion
  end subroutine
end module

program toldteams
  use toldteams_calls
  implicit none
  real(8) :: a(n), b(n)
  integer :: rank, ranks, given, ierr, t
  call MPI_Init_thread(MPI_THREAD_SERIALIZED, given, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  a = rank
  do t = 1, 8
    b = -1
    !$omp parallel num_threads(1 + modulo(rank + t, 2))
    !$omp master
    call around(a, b, rank, ranks)
    !$omp end master
    !$omp end parallel
    a = a + b
    ! Outside of a team it does.
    call around(a, b, rank, ranks)
    a = modulo(a + b, 1d6)
  end do
  print *, rank, sum(a)
  call MPI_Finalize(ierr)
end program
