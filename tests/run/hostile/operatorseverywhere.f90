! A defined operator or assignment in statements of all kinds reads what is received, or changes what is sent.
module m_opsub
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
contains
  real(8) function sf(a,b)
   logical, intent(in) :: a,b
   sf = u(3,0) + u(4,m+1) + merge(1,0,a.or.b)
  end function
end module
subroutine run_opsub(rank, left, right)
  use mpi
  use m_opsub
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(10) = 0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    v1(int(modulo(.true. + .false., 9d0)) + 1) = it
    s = s + v1(3)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'opsub', rank, s, sum(u)
end subroutine
module m_opsubread
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
contains
  real(8) function sf(a,b)
   logical, intent(in) :: a,b
   sf = u(3,0) + u(4,m+1) + merge(1,0,a.or.b)
  end function
end module
subroutine run_opsubread(rank, left, right)
  use mpi
  use m_opsubread
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(10) = [(1d0*i*i, i=1,10)]
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + v1(int(modulo(.true. + .false., 9d0)) + 1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'opsubread', rank, s, sum(u)
end subroutine
module m_opalloc
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
contains
  real(8) function sf(a,b)
   logical, intent(in) :: a,b
   sf = u(3,0) + u(4,m+1) + merge(1,0,a.or.b)
  end function
end module
subroutine run_opalloc(rank, left, right)
  use mpi
  use m_opalloc
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8), allocatable :: w(:)
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    allocate (w(int(.true. + .false.)))
    s = s + size(w)
    deallocate (w)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'opalloc', rank, s, sum(u)
end subroutine
module m_opptr
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
contains
  real(8) function sf(a,b)
   logical, intent(in) :: a,b
   sf = u(3,0) + u(4,m+1) + merge(1,0,a.or.b)
  end function
end module
subroutine run_opptr(rank, left, right)
  use mpi
  use m_opptr
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8), target :: tg(10) = 1
  real(8), pointer :: p(:)
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    p(int(.true. + .false.):) => tg
    s = s + lbound(p,1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'opptr', rank, s, sum(u)
end subroutine
module m_opforall
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
contains
  pure real(8) function sf(a,b)
   logical, intent(in) :: a,b
   sf = u(3,0) + u(4,m+1) + merge(1,0,a.or.b)
  end function
end module
subroutine run_opforall(rank, left, right)
  use mpi
  use m_opforall
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(10) = 0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    forall (i=1:10, .true. + .true. > 2*i) v1(i) = it
    s = s + sum(v1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'opforall', rank, s, sum(u)
end subroutine
module m_opimplied
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
contains
  real(8) function sf(a,b)
   logical, intent(in) :: a,b
   sf = u(3,0) + u(4,m+1) + merge(1,0,a.or.b)
  end function
end module
subroutine run_opimplied(rank, left, right)
  use mpi
  use m_opimplied
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(10) = 0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    v1 = [(.true. + (i > 3), i=1,10)]
    s = s + sum(v1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'opimplied', rank, s, sum(u)
end subroutine
module m_opactual
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
  real(8) :: q
contains
  real(8) function sf(a,b)
   logical, intent(in) :: a,b
   sf = u(3,0) + u(4,m+1) + merge(1,0,a.or.b)
  end function
  subroutine mv(x)
   real(8), intent(in) :: x
   q = x
  end subroutine
end module
subroutine run_opactual(rank, left, right)
  use mpi
  use m_opactual
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + abs(.true. + .false.)
    call mv(.true. + .true.)
    s = s + q
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'opactual', rank, s, sum(u)
end subroutine
module m_opnest
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
contains
  real(8) function sf(a,b)
   logical, intent(in) :: a,b
   sf = u(3,0) + u(4,m+1) + merge(1,0,a.or.b)
  end function
end module
subroutine run_opnest(rank, left, right)
  use mpi
  use m_opnest
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(60) = 0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    do i = 1, 60
     v1(i) = (i > 3) + .true.
    end do
    s = s + sum(v1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'opnest', rank, s, sum(u)
end subroutine
module m_opreturn
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
contains
  real(8) function sf(a,b)
   logical, intent(in) :: a,b
   sf = u(3,0) + u(4,m+1) + merge(1,0,a.or.b)
  end function
  real(8) function f1(l)
   logical, intent(in) :: l
   f1 = l + l
  end function
end module
subroutine run_opreturn(rank, left, right)
  use mpi
  use m_opreturn
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + real(f1((.true.)))
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'opreturn', rank, s, sum(u)
end subroutine
module m_oparray
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
contains
  impure elemental real(8) function sf(a,b)
   logical, intent(in) :: a,b
   sf = u(3,0) + u(4,m+1) + merge(1,0,a.or.b)
  end function
end module
subroutine run_oparray(rank, left, right)
  use mpi
  use m_oparray
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(60,20)
  logical :: l1(60,20) = .true.
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    v1 = l1 + l1
    s = s + sum(v1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'oparray', rank, s, sum(u)
end subroutine
module m_purearray
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
contains
  elemental real(8) function sf(a,b)
   logical, intent(in) :: a,b
   sf = u(3,0) + u(4,m+1) + merge(1,0,a.or.b)
  end function
end module
subroutine run_purearray(rank, left, right)
  use mpi
  use m_purearray
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(60,20)
  logical :: l1(60,20) = .true.
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    v1 = l1 + l1
    s = s + sum(v1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'purearray', rank, s, sum(u)
end subroutine
module m_purenest
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
contains
  elemental real(8) function sf(a,b)
   logical, intent(in) :: a,b
   sf = u(3,0) + u(4,m+1) + merge(1,0,a.or.b)
  end function
end module
subroutine run_purenest(rank, left, right)
  use mpi
  use m_purenest
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(60,20)
  logical :: l1(60,20) = .true.
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    do j = 1, 20
     do i = 1, 60
      v1(i,j) = l1(i,j) + l1(i,j)
     end do
    end do
    s = s + sum(v1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'purenest', rank, s, sum(u)
end subroutine
module m_asgnest
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface assignment(=)
   module procedure wa
  end interface
contains
  elemental subroutine wa(x,b)
   real(8), intent(out) :: x
   logical, intent(in) :: b
   x = u(3,0) + u(4,m+1) + merge(1,0,b)
  end subroutine
end module
subroutine run_asgnest(rank, left, right)
  use mpi
  use m_asgnest
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(60,20)
  logical :: l1(60,20) = .true.
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    do j = 1, 20
     do i = 1, 60
      v1(i,j) = l1(i,j)
     end do
    end do
    s = s + sum(v1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'asgnest', rank, s, sum(u)
end subroutine
module m_asgarray
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface assignment(=)
   module procedure wa
  end interface
contains
  elemental subroutine wa(x,b)
   real(8), intent(out) :: x
   logical, intent(in) :: b
   x = u(3,0) + u(4,m+1) + merge(1,0,b)
  end subroutine
end module
subroutine run_asgarray(rank, left, right)
  use mpi
  use m_asgarray
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(60,20)
  logical :: l1(60,20) = .true.
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    v1 = l1
    s = s + sum(v1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'asgarray', rank, s, sum(u)
end subroutine
module m_asgsend
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface assignment(=)
   module procedure wa
  end interface
contains
  subroutine wa(x,b)
   real(8), intent(out) :: x
   logical, intent(in) :: b
   x = 1
   u(4,1) = u(4,1) + merge(1,0,b)
  end subroutine
end module
subroutine run_asgsend(rank, left, right)
  use mpi
  use m_asgsend
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: r
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it*i + j
      end do
    end do
    r = .true.
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + u(3,0) + u(4,m+1) + u(3,1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'asgsend', rank, s, sum(u)
end subroutine
module m_opsend
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
contains
  real(8) function sf(a,b)
   logical, intent(in) :: a,b
   sf = merge(1,0,a.or.b)
   u(4,1) = u(4,1) + 1
  end function
end module
subroutine run_opsend(rank, left, right)
  use mpi
  use m_opsend
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it*i + j
      end do
    end do
    s = s + (.true. + .false.)
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + u(3,0) + u(4,m+1) + u(3,1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'opsend', rank, s, sum(u)
end subroutine
module m_peerop
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(.peer.)
   module procedure pe
  end interface
  integer :: calls = 0
contains
  integer function pe(a,b)
   integer, intent(in) :: a,b
   calls = calls + 1
   pe = a + 0*b
  end function
end module
subroutine run_peerop(rank, left, right)
  use mpi
  use m_peerop
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left .peer. it)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + u(3,0)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = s + calls
  print *, 'peerop', rank, s, sum(u)
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call run_opsub(rank, left, right)
  call run_opsubread(rank, left, right)
  call run_opalloc(rank, left, right)
  call run_opptr(rank, left, right)
  call run_opforall(rank, left, right)
  call run_opimplied(rank, left, right)
  call run_opactual(rank, left, right)
  call run_opnest(rank, left, right)
  call run_opreturn(rank, left, right)
  call run_oparray(rank, left, right)
  call run_purearray(rank, left, right)
  call run_purenest(rank, left, right)
  call run_asgnest(rank, left, right)
  call run_asgarray(rank, left, right)
  call run_asgsend(rank, left, right)
  call run_opsend(rank, left, right)
  call run_peerop(rank, left, right)
  call MPI_Finalize(ierr)
end program
