! Variables of loops that run are sent, alone and among others; one that a BLOCK declares anew is received into, too.
program main
  use mpi
  implicit none
  integer :: ierr, me, np, west, east, k, j, at(6), total
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  total = 0
  !$mdmp commregion
  do k = 1, 10
    do j = 1, 3
      at = 0
      !$mdmp send([k, j, me, k], east)
      !$mdmp recv(at(2:5), west)
      !$mdmp send(j, west) tag(1)
      !$mdmp recv(at(6), east) tag(1)
      block
        integer :: k
        k = j
        !$mdmp send(at(2), west)
        !$mdmp recv(k, east)
        total = 3*total + k
        total = modulo(total, 10007)
      end block
      total = modulo(total*7 + sum(at), 10007)
    end do
  end do
  !$mdmp end commregion
  print *, me, total, k, j
  call MPI_Finalize(ierr)
end program
