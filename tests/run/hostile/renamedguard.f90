! Whether an array exists is asked by the name that it has here.
module counters
  implicit none
  real(8), allocatable :: p(:), q(:)
end module

subroutine before(rank)
  use counters, only: b => p
  implicit none
  integer :: rank
  allocate(b(10))
  b = rank
  !$mdmp send(b(1:5), rank) tag(3)
  !$mdmp recv(b(6:10), rank) tag(3)
  print *, sum(b)
  deallocate(b)
end subroutine

subroutine inregion(left, right, rank)
  use mpi
  use counters, only: a => p, b => q
  implicit none
  integer :: left, right, rank, it, l
  integer, parameter :: n = 200000
  real(8) :: u(n), w(n), s
  allocate(a(n))
  s = 0; w = 1; u = rank
  !$mdmp commregion
  do it = 1, 6
    u = u*0.5d0 + it
    !$mdmp send(u, left) tag(1)
    !$mdmp recv(a, right) tag(1)
    do l = 1, n
      w(l) = w(l)*0.5d0 + l
    end do
    call work(s)
  end do
  !$mdmp end commregion
  print *, rank, s, sum(w), sum(u), allocated(b)
end subroutine

subroutine work(s)
  use counters, only: a => p
  implicit none
  real(8) :: s
  s = s + sum(a)
end subroutine

program renamedguard
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call before(rank)
  call inregion(left, right, rank)
  call MPI_Finalize(ierr)
end program
