! The variable of a loop has another name in the procedure that was looked at first.
module counters
  implicit none
  integer :: c
  real(8) :: p(20000) = 1
end module

module others
  implicit none
  real(8) :: b(20000) = 2
end module

! Names that other names stand for where another procedure uses the modules.
subroutine first(left, right)
  use mpi
  use counters, only: i => c, b => p
  implicit none
  integer, parameter :: n = 20000
  integer :: left, right, k
  real(8) :: x(n)
  x = 1
  !$mdmp commregion
  do k = 1, 3
    do i = 1, n
      x(i) = x(i)*0.5d0 + i
    end do
    !$mdmp send(x, left) tag(1)
    !$mdmp recv(b, right) tag(1)
    do i = 1, n
      x(i) = x(i) + b(i)*0.5d0
    end do
  end do
  !$mdmp end commregion
end subroutine

subroutine later(left, right, rank)
  use mpi
  use counters, only: j => c, a => p
  use others, only: b
  implicit none
  integer, parameter :: n = 20000
  integer :: left, right, rank, it, i
  integer :: l
  real(8) :: u(n), w(n), v(100,200), z(100,200), s
  real(8) :: t
  u = rank; i = 7; s = 0; w = 1; t = 0; v = 1; z = 0
  !$mdmp commregion
  do it = 1, 6
    do j = 1, n
      u(j) = u(j)*0.5d0 + j*i
    end do
    do l = 1, 200
      do j = 1, 100
        v(j,l) = v(j,l)*0.5d0 + j
      end do
    end do
    t = t + j
    !$mdmp send(v, left) tag(4)
    !$mdmp recv(z, right) tag(4)
    !$mdmp send(u, left) tag(1)
    !$mdmp send(u, left) tag(2)
    !$mdmp recv(a, right) tag(1)
    !$mdmp recv(b, right) tag(2)
    do l = 1, n/100
      do j = 1, 100
        w(j+100*(l-1)) = w(j+100*(l-1))*0.5d0 + 1
      end do
    end do
    t = t + j
    s = s + b(3)
    t = t*0.5d0 + b(4) + a(n)
    do j = 1, n
      u(j) = u(j) + 0.25d0*a(j) - b(n-j+1)
    end do
    i = i + 1
  end do
  !$mdmp end commregion
  print *, rank, s, t, sum(w), sum(v), sum(z), sum(u), i, j
end subroutine

program renamedloop
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call first(left, right)
  call later(left, right, rank)
  call MPI_Finalize(ierr)
end program
