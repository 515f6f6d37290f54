! What is called a here is called b where it was met first, and b is another array.
module counters
  implicit none
  real(8) :: p(200000) = 1
end module

module others
  implicit none
  real(8) :: b(200000) = 2
end module

! One rank comes later than the others.
subroutine late(who)
  use mpi
  implicit none
  integer :: who
  real(8) :: t
  t = MPI_Wtime()
  if (who == 0) then
    do while (MPI_Wtime() - t < 5d-3)
    end do
  end if
end subroutine

! It calls b what the others call a.
subroutine before(left, right)
  use mpi
  use counters, only: b => p
  implicit none
  integer :: left, right
  real(8) :: x(10)
  x = left
  !$mdmp send(x, left) tag(3)
  !$mdmp recv(b(1:10), right) tag(3)
end subroutine

subroutine inregion(left, right, rank)
  use mpi
  use counters, only: a => p
  use others, only: b
  implicit none
  integer, parameter :: n = 200000
  integer :: left, right, rank, it, l
  real(8) :: u(n), w(n), s
  s = 0; w = 1; u = rank
  !$mdmp commregion
  do it = 1, 6
    call late(mod(rank+it, 2))
    u = u*0.5d0 + it
    !$mdmp send(u, left) tag(1)
    !$mdmp recv(a, right) tag(1)
    !$mdmp recv(b, rank) tag(2)
    !$mdmp send(w, rank) tag(2)
    call work(s)
    do l = 1, n
      w(l) = w(l)*0.5d0 + l
    end do
  end do
  !$mdmp end commregion
  print *, rank, s, sum(w), sum(u)
end subroutine

subroutine work(s)
  use counters, only: a => p
  use others, only: b
  implicit none
  real(8) :: s, z(20000)
  integer :: l
  do l = 1, 20000
    z(l) = l*0.5d0 + s
  end do
  s = s*0.5d0 + z(7)*1d-3
  s = s + sum(b)
  s = s*0.5d0 + a(20) - sum(a)*0.125d0
end subroutine

program renamedneed
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call before(left, right)
  call inregion(left, right, rank)
  call MPI_Finalize(ierr)
end program
