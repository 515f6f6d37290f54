! run: ranks 2 3 4
! What is received is worked on and sent on in the same array: pieces go on as they come. Beside it what makes pieces wrong that
! went: elements that the loop leaves alone (they come later), or only reads; a section that is longer or shorter than what came;
! two receives; loops backwards and with a stride; work that is done twice; a second receive into what was sent.
program inplace
  use mpi
  implicit none
  integer, parameter :: n = 6000
  integer :: rank, ranks, ierr, before, behind, it, j, k
  real(8) :: s(n), part(n), t(n), u(2,n), total
  integer :: i(n)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  before = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  behind = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)
  part = [(1d-3*j + rank, j=1, n)]
  i = [(modulo(7*j, n) + 1, j=1, n)]
  t = 0
  u = rank
  total = 0
  !$mdmp commregion
  do it = 1, 20
    s = it
    ! all of it
    !$mdmp recv(s, before)
    do j = 1, n
      s(j) = s(j)*0.5d0 + part(j)
    end do
    !$mdmp send(s, behind)
    total = total + s(1) + s(n)
    ! not all: the rest is sent as it came
    !$mdmp recv(s, before) tag(1)
    do j = 11, n - 700
      s(j) = s(j) + part(j)
    end do
    !$mdmp send(s, behind) tag(1)
    total = total + s(1) + s(n)
    ! backwards, every third
    !$mdmp recv(s, before) tag(2)
    do j = n, 1, -3
      s(j) = s(j) - part(j)
    end do
    !$mdmp send(s, behind) tag(2)
    total = total + s(9)
    ! another section than the one that came, of two receives
    !$mdmp recv(s(1:n/2), before) tag(3)
    !$mdmp recv(s(n/2+1:n), before) tag(4)
    do j = 100, n
      s(j) = s(j) + part(j-99)
    end do
    !$mdmp send(s(50:n/2+49), behind) tag(3)
    !$mdmp send(s(n/2+1:), behind) tag(4)
    total = total + s(10)
    ! twice
    !$mdmp recv(s, before) tag(5)
    do k = 1, 2
      do j = 1, n
        s(j) = s(j) + k*part(j)
      end do
    end do
    !$mdmp send(s, behind) tag(5)
    total = total + s(7)
    ! what was sent is received into, from the other side
    !$mdmp recv(s, behind) tag(6)
    !$mdmp send(part, before) tag(6)
    do j = 2, n
      s(j) = s(j) + 1d-3*s(j-1)
    end do
    !$mdmp send(s, behind) tag(7)
    total = total + s(8)
    !$mdmp recv(s, before) tag(7)
    total = total + sum(s)
    ! looked up, and rows of what lies apart
    !$mdmp recv(u(1,:), before) tag(8)
    do j = 1, n
      u(1,j) = u(1,j) + 1d-2*u(2,i(j))
      u(2,j) = u(1,j) + t(j)
    end do
    !$mdmp send(u(1,:), behind) tag(8)
    total = total + u(1,1)
    !$mdmp recv(t, before) tag(9)
    do j = 1, n
      if (part(j) > 3) t(j) = t(j) + 1
    end do
    !$mdmp send(t, behind) tag(9)
    total = total + sum(u) + sum(t)
    ! by routines that only exchange
    call take(s, n, before)
    do j = 3, n - 5
      s(j) = 0.5d0*s(j) + part(j)
    end do
    call give(s, n, behind)
    total = total + s(1) + s(n)
    part(it) = part(it) + 1d-6*total
  end do
  !$mdmp end commregion
  print '(i3,5(1x,z16.16))', rank, sum(s), sum(part), sum(t), sum(u), total
  call MPI_Finalize(ierr)
end program

subroutine take(a, n, from)
  implicit none
  integer, intent(in) :: n, from
  real(8), intent(inout) :: a(n)
  !$mdmp recv(a, from) tag(11)
end subroutine

subroutine give(a, n, to)
  implicit none
  integer, intent(in) :: n, to
  real(8), intent(in) :: a(n)
  !$mdmp send(a, to) tag(11)
end subroutine
