! Exchange routines that reach their arrays by way of a module, or get memory of
! procedures that will be gone.
module fields
  use mpi
  implicit none
  integer, parameter :: n = 70, m = 40
  integer :: rank, left, right, step = 0
  real(8) :: u(n,0:m+1), v(n,0:m+1), edge(8), total
  real(8), allocatable :: held(:,:)
  real(8), target :: shot(8)
  real(8), pointer :: lead(:) => null()
  real(8) :: shared
  common /few/ shared
  type pack
    real(8) :: a(8)
  end type
end module

subroutine exchange
  use fields
  implicit none
  !$mdmp send(u(:,1), left)
  !$mdmp recv(u(:,m+1), right)
  !$mdmp send(u(:,m), right)
  !$mdmp recv(u(:,0), left)
  !$mdmp send(v(:,1), left)
  !$mdmp recv(v(:,m+1), right)
end subroutine

! an array of the caller, or what it passes as one
subroutine into(a, k)
  use fields
  implicit none
  integer :: t
  real(8) :: slow
  integer :: k
  real(8) :: a(k), b(k)
  b = a + k
  if (mod(rank + step, 2) == 0) then
    slow = 0
    do t = 1, 100000
      slow = slow + sqrt(1d0*t)
    end do
    if (slow < 0) b = 0
  end if
  !$mdmp send(b, left)
  !$mdmp recv(a, right)
end subroutine

subroutine intovalue(a)
  use fields
  implicit none
  type(pack), value :: a
  real(8) :: b(8)
  b = step
  !$mdmp send(b, left)
  !$mdmp recv(a%a, right)
  edge = edge + a%a
end subroutine

! called with scalars
subroutine intoone(a, k)
  use fields
  implicit none
  integer :: k
  real(8) :: a(k), b(k)
  b = a + k
  !$mdmp send(b, left)
  !$mdmp recv(a, right)
end subroutine

subroutine intocommon
  use fields, only: left, right
  implicit none
  real(8) :: few(1), b(1)
  common /few/ few
  b = few + 1
  !$mdmp send(b, left)
  !$mdmp recv(few, right)
end subroutine

subroutine intolead
  use fields
  implicit none
  integer :: t
  real(8) :: slow
  real(8) :: b(8)
  b = step
  if (mod(rank + step, 2) == 0) then
    slow = 0
    do t = 1, 100000
      slow = slow + sqrt(1d0*t)
    end do
    if (slow < 0) b = 0
  end if
  !$mdmp send(b, left)
  !$mdmp recv(lead, right)
end subroutine

subroutine intoshot
  use fields
  implicit none
  integer :: t
  real(8) :: slow
  real(8) :: b(8)
  b = shot + step
  if (mod(rank + step, 2) == 0) then
    slow = 0
    do t = 1, 100000
      slow = slow + sqrt(1d0*t)
    end do
    if (slow < 0) b = 0
  end if
  !$mdmp send(b, left)
  !$mdmp recv(shot, right)
end subroutine

subroutine intoheld
  use fields
  implicit none
  if (.not. allocated(held)) then
    allocate (held(n,0:m+1))
    held = step
  end if
  !$mdmp send(held(:,1), left)
  !$mdmp recv(held(:,m+1), right)
end subroutine

subroutine remade(a)
  use fields
  implicit none
  integer :: t
  real(8) :: slow
  real(8), allocatable :: a(:)
  real(8) :: b(8)
  if (allocated(a)) deallocate (a)
  allocate (a(4000))
  a = 0
  b = step
  if (mod(rank + step, 2) == 0) then
    slow = 0
    do t = 1, 100000
      slow = slow + sqrt(1d0*t)
    end do
    if (slow < 0) b = 0
  end if
  !$mdmp send(b, left)
  !$mdmp recv(a(3001:3008), right)
end subroutine
