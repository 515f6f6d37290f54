! Procedures between the time loop and the exchanges.
subroutine relax
  use fields
  implicit none
  integer :: i, j
  do j = 1, m
    do i = 2, n-1
      v(i,j) = 0.25d0*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1))
    end do
  end do
  total = total + v(3,m+1)
end subroutine

subroutine back
  use fields
  implicit none
  integer :: i, j
  do j = 1, m
    do i = 1, n
      u(i,j) = 0.5d0*(u(i,j) + v(i,j)) + 0.1d0*v(i,j+1)
    end do
  end do
end subroutine

! local arrays, scalars and elements
subroutine hop(deep)
  use fields
  implicit none
  integer :: deep, k
  real(8) :: w(8), x(n), s
  w = step + deep
  x = 1
  s = 2
  call exchange
  call into(w, 8)
  call exchange
  call into(x(3), 5)
  call intoone(s, 1)
  do k = 1, 8
    edge(k) = edge(k) + w(k)
  end do
  total = total + s + sum(x)
  w = -1
  x = -1
  s = -1
end subroutine

! a section that is copied in and out
subroutine holes
  use fields
  implicit none
  real(8) :: w(16)
  w = step
  call into(w(1:16:2), 8)
  edge = edge + w(1:16:2) + w(2:16:2)
  call into(edge(8:1:-1), 8)
  edge(1) = edge(1) + edge(8)
end subroutine

! what pointers lead to
subroutine pointed
  use fields
  implicit none
  interface
    subroutine intovalue(a)
      import pack
      type(pack), value :: a
    end subroutine
  end interface
  real(8), target :: w(8)
  w = 3
  lead => w
  call intolead
  call exchange
  edge = edge + w
  nullify (lead)
  call intovalue(pack(w))
  w = -1
end subroutine

subroutine blocked
  use fields
  implicit none
  block
    real(8) :: w(8)
    w = 4
    call into(w, 8)
    call exchange
    edge = edge + w
  end block
  block
    real(8) :: x(8)
    x = 5
    edge = edge + x
  end block
end subroutine

subroutine allotted
  use fields
  implicit none
  interface
    subroutine remade(a)
      real(8), allocatable :: a(:)
    end subroutine
  end interface
  real(8), allocatable :: w(:)
  allocate (w(8))
  w = 6
  call into(w, 8)
  edge = edge + w
  call remade(w)
  edge = edge + w(3001:3008)
end subroutine

! memory that is freed while something may be pending in it
subroutine frees
  use fields
  implicit none
  call intoheld
  call exchange
  if (mod(step, 3) == 0) deallocate (held)
  call intoheld
  total = total + held(3,m+1)
end subroutine

! memory that goes when they return, and that procedures know that are not given it
subroutine pointedlast
  use fields
  implicit none
  real(8), target :: w(8)
  w = 7
  lead => w
  call intolead
end subroutine

subroutine pointedblock
  use fields
  implicit none
  block
    real(8), target :: w(8)
    w = 8
    lead => w
    call intolead
  end block
  block
    real(8) :: x(8)
    x = 9
    call spend(x)
    edge = edge + x
  end block
end subroutine

subroutine spend(x)
  use fields
  implicit none
  integer :: t
  real(8) :: x(8), slow
  slow = 0
  do t = 1, 200000
    slow = slow + sqrt(1d0*t)
  end do
  if (slow < 0) x = 0
end subroutine

subroutine copiedlast(a)
  use fields
  implicit none
  type(pack), value :: a
  call into(a%a, 8)
end subroutine

! uses the stack that others had
subroutine scribble
  use fields
  implicit none
  real(8) :: w(64)
  w = step
  call spend(w)
  total = total + sum(w)
end subroutine
