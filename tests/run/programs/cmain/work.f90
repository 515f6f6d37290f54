subroutine work
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, k, ierr
  integer :: a(9)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  !$mdmp init
  !$mdmp init comm(MPI_COMM_SELF)
  a = [1, 2, 3, 4, 5, 6, 7, 8, 9]*(rank + 1)
  do k = 1, 3
    !$mdmp recv(a(2:9:2), modulo(rank - 1, n))
    !$mdmp send(a(1:7:2), modulo(rank + 1, n))
    !$mdmp recv(a(9), 0) comm(MPI_COMM_SELF) if(.false.)
    !ref call ref_recv(a(2:9:2), modulo(rank - 1, n)); call ref_send(a(1:7:2), modulo(rank + 1, n)); call ref_wait(a)
    a(1) = a(1) + a(4)
    a(3) = a(3)*a(2)
    !$mdmp recv(a(9), 0) comm(MPI_COMM_SELF)
    !$mdmp send(a(8), 0) comm(MPI_COMM_SELF)
    !ref a(9) = a(8)
  end do
  call report('a', transfer(a, bytes))
end subroutine work
