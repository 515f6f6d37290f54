! Procedures that types bring: operators, assignments of components, input and output; and constructors that are functions.
module m_tbop
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k = 1
  contains
   procedure :: tplus
   procedure :: tass
   procedure :: val
   generic :: operator(+) => tplus
   generic :: assignment(=) => tass
  end type
contains
  real(8) function tplus(a,b)
   class(t), intent(in) :: a, b
   tplus = u(3,0) + u(4,m+1) + a%k + b%k
  end function
  subroutine tass(a,b)
   class(t), intent(inout) :: a
   class(t), intent(in) :: b
   a%k = b%k + int(u(3,0) + u(4,m+1))
  end subroutine
  real(8) function val(a)
   class(t), intent(in) :: a
   val = u(3,0) + u(4,m+1) + a%k
  end function
end module
subroutine run_tbop(rank, left, right)
  use mpi
  use m_tbop
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: a, b
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + (a + b) + a%val()
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'tbop', rank, s, sum(u)
end subroutine
module m_tbassign
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k = 1
  contains
   procedure :: tplus
   procedure :: tass
   procedure :: val
   generic :: operator(+) => tplus
   generic :: assignment(=) => tass
  end type
contains
  real(8) function tplus(a,b)
   class(t), intent(in) :: a, b
   tplus = u(3,0) + u(4,m+1) + a%k + b%k
  end function
  subroutine tass(a,b)
   class(t), intent(inout) :: a
   class(t), intent(in) :: b
   a%k = b%k + int(u(3,0) + u(4,m+1))
  end subroutine
  real(8) function val(a)
   class(t), intent(in) :: a
   val = u(3,0) + u(4,m+1) + a%k
  end function
end module
subroutine run_tbassign(rank, left, right)
  use mpi
  use m_tbassign
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: a, b
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    a = b
    s = s + a%k
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'tbassign', rank, s, sum(u)
end subroutine
module m_compassign
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k = 1
  contains
   procedure :: tplus
   procedure :: tass
   procedure :: val
   generic :: operator(+) => tplus
   generic :: assignment(=) => tass
  end type
  type w
   type(t) :: in
  end type
contains
  real(8) function tplus(a,b)
   class(t), intent(in) :: a, b
   tplus = u(3,0) + u(4,m+1) + a%k + b%k
  end function
  subroutine tass(a,b)
   class(t), intent(inout) :: a
   class(t), intent(in) :: b
   a%k = b%k + int(u(3,0) + u(4,m+1))
  end subroutine
  real(8) function val(a)
   class(t), intent(in) :: a
   val = u(3,0) + u(4,m+1) + a%k
  end function
end module
subroutine run_compassign(rank, left, right)
  use mpi
  use m_compassign
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(w) :: a, b
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    a = b
    s = s + a%in%k
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'compassign', rank, s, sum(u)
end subroutine
module m_comparrays
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k = 1
  contains
   procedure :: tplus
   procedure :: tass
   procedure :: val
   generic :: operator(+) => tplus
   generic :: assignment(=) => tass
  end type
  type w
   type(t), allocatable :: in(:)
  end type
contains
  real(8) function tplus(a,b)
   class(t), intent(in) :: a, b
   tplus = u(3,0) + u(4,m+1) + a%k + b%k
  end function
  subroutine tass(a,b)
   class(t), intent(inout) :: a
   class(t), intent(in) :: b
   a%k = b%k + int(u(3,0) + u(4,m+1))
  end subroutine
  real(8) function val(a)
   class(t), intent(in) :: a
   val = u(3,0) + u(4,m+1) + a%k
  end function
end module
subroutine run_comparrays(rank, left, right)
  use mpi
  use m_comparrays
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(w) :: a(2), b(2)
  s = 0
  u = rank + 1
  allocate(b(1)%in(2), b(2)%in(2), a(1)%in(2), a(2)%in(2))
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    a = b
    s = s + a(2)%in(2)%k
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'comparrays', rank, s, sum(u)
end subroutine
module m_udio
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k = 1
  contains
   procedure :: wr
   generic :: write(formatted) => wr
  end type
contains
  subroutine wr(d, unit, iotype, v, iostat, iomsg)
   class(t), intent(in) :: d
   integer, intent(in) :: unit, v(:)
   character(*), intent(in) :: iotype
   integer, intent(out) :: iostat
   character(*), intent(inout) :: iomsg
   write (unit, '(f20.8)', iostat=iostat, iomsg=iomsg) u(3,0) + u(4,m+1) + d%k
  end subroutine
end module
subroutine run_udio(rank, left, right)
  use mpi
  use m_udio
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: a
  character(40) :: c
  real(8) :: r
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    write (c, '(DT)') a
    read (c,*) r
    s = s + r
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'udio', rank, s, sum(u)
end subroutine
module m_udioread
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k = 1
  end type
  interface read(formatted)
   module procedure rd
  end interface
contains
  subroutine rd(d, unit, iotype, v, iostat, iomsg)
   class(t), intent(inout) :: d
   integer, intent(in) :: unit, v(:)
   character(*), intent(in) :: iotype
   integer, intent(out) :: iostat
   character(*), intent(inout) :: iomsg
   read (unit, *, iostat=iostat, iomsg=iomsg) d%k
   d%k = d%k + int(u(3,0) + u(4,m+1))
  end subroutine
end module
subroutine run_udioread(rank, left, right)
  use mpi
  use m_udioread
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: a
  character(40) :: c = "5"
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    read (c, *) a
    s = s + a%k
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'udioread', rank, s, sum(u)
end subroutine
module m_optypebound
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type tt
   integer :: k = 1
  contains
   procedure :: g => ttg
  end type
contains
  subroutine ttg(a)
   class(tt), intent(in) :: a
   u(4,1) = u(4,1) + a%k
  end subroutine
end module
subroutine run_optypebound(rank, left, right)
  use mpi
  use m_optypebound
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(tt) :: x
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it*i + j
      end do
    end do
    call x%g()
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
  print *, 'optypebound', rank, s, sum(u)
end subroutine
module m_procptr
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  procedure(chg), pointer :: pp => null()
contains
  subroutine chg
   u(4,1) = u(4,1) + 1
  end subroutine
  subroutine setit
   pp => chg
  end subroutine
end module
subroutine run_procptr(rank, left, right)
  use mpi
  use m_procptr
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  s = 0
  u = rank + 1
  call setit
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it*i + j
      end do
    end do
    call pp()
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
  print *, 'procptr', rank, s, sum(u)
end subroutine
module m_ctor
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   real(8) :: x
  end type
  interface t
   module procedure mk
  end interface
contains
  type(t) function mk(l)
   logical, intent(in) :: l
   mk%x = u(3,0) + u(4,m+1) + merge(1,0,l)
  end function
end module
subroutine run_ctor(rank, left, right)
  use mpi
  use m_ctor
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: a
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    a = t(.true.)
    s = s + a%x
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'ctor', rank, s, sum(u)
end subroutine
module m_ctorarg
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   real(8) :: x
  end type
  interface t
   module procedure mk
  end interface
contains
  type(t) function mk(l)
   logical, intent(in) :: l
   mk%x = u(3,0) + u(4,m+1) + merge(1,0,l)
  end function
  real(8) function xof(a)
   type(t), intent(in) :: a
   xof = a%x
  end function
end module
subroutine run_ctorarg(rank, left, right)
  use mpi
  use m_ctorarg
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
    s = s + xof(t(.true.))
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'ctorarg', rank, s, sum(u)
end subroutine
module m_generictb
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k = 1
  contains
   procedure, private :: g1, g2
   generic :: g => g1, g2
   procedure, private, pass(b) :: radd
   generic :: operator(+) => radd
  end type
contains
  subroutine g1(a, x)
   class(t), intent(in) :: a
   integer, intent(in) :: x
  end subroutine
  subroutine g2(a, x)
   class(t), intent(in) :: a
   real(8), intent(inout) :: x
   x = x + u(3,0) + u(4,m+1) + a%k
  end subroutine
  real(8) function radd(x, b)
   real(8), intent(in) :: x
   class(t), intent(in) :: b
   radd = x + u(3,0) + u(4,m+1) + b%k
  end function
end module
subroutine run_generictb(rank, left, right)
  use mpi
  use m_generictb
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: a
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    call a%g(s)
    s = s + a
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'generictb', rank, s, sum(u)
end subroutine
module m_opfrominner
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
end module
subroutine run_opfrominner(rank, left, right)
  use mpi
  use m_opfrominner
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  interface operator(+)
   procedure addi
  end interface
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + (.true. + .false.)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'opfrominner', rank, s, sum(u)
contains
  real(8) function addi(x, y)
    logical, intent(in) :: x, y
    addi = u(3,0) + u(4,m+1) + merge(1,0,x.and.y)
  end function
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call run_tbop(rank, left, right)
  call run_tbassign(rank, left, right)
  call run_compassign(rank, left, right)
  call run_comparrays(rank, left, right)
  call run_udio(rank, left, right)
  call run_udioread(rank, left, right)
  call run_optypebound(rank, left, right)
  call run_procptr(rank, left, right)
  call run_ctor(rank, left, right)
  call run_ctorarg(rank, left, right)
  call run_generictb(rank, left, right)
  call run_opfrominner(rank, left, right)
  call MPI_Finalize(ierr)
end program
