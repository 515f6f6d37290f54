program p
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 8
  real(8) :: u(0:n+1)
  external :: MPI_Send
  integer :: rank, ranks, left, right, ierr, it
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  u = rank
  do it = 1, 10
    if (mod(rank, 2) == 0) then
      call with(MPI_Send, u(n), right)
    else
      call MPI_Recv(u(0), 1, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    end if
  end do
  print *, rank, sum(u)
  call MPI_Finalize(ierr)
contains
  subroutine with(what, x, peer)
    external :: what
    real(8), intent(in) :: x
    integer, intent(in) :: peer
    call what(x, 1, MPI_DOUBLE_PRECISION, peer, 3, MPI_COMM_WORLD, ierr)
  end subroutine with
end program p
