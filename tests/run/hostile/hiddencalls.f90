! Calls in statements of all kinds that do not look like calls, each of which reads what is received.
module m_notint
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(.not.)
   module procedure ni
  end interface
contains
  integer function ni(a)
   integer, intent(in) :: a
   ni = int(u(3,0) + u(4,m+1)) + a
  end function
end module
subroutine run_notint(rank, left, right)
  use mpi
  use m_notint
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
    s = s + (.not. it)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'notint', rank, s, sum(u)
end subroutine
module m_mvderived
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k = 1
  contains
   final :: fin
  end type
  real(8) :: acc = 0
contains
  subroutine fin(a)
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_mvderived(rank, left, right)
  use mpi
  use m_mvderived
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t), allocatable :: a(:)
  integer :: k
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    allocate(a(2))
    a = [mk(1), mk(2)]
    s = s + a(2)%k
    deallocate(a)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = acc + s
  print *, 'mvderived', rank, s, sum(u)
end subroutine
module m_ctorfinal
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k = 1
  contains
   final :: fin
  end type
  real(8) :: acc = 0
contains
  subroutine fin(a)
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_ctorfinal(rank, left, right)
  use mpi
  use m_ctorfinal
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
    s = s + kof(t(4))
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = acc + s
  print *, 'ctorfinal', rank, s, sum(u)
end subroutine
module m_allocsource
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
subroutine run_allocsource(rank, left, right)
  use mpi
  use m_allocsource
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(w), allocatable :: a
  type(w) :: b
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    allocate(a, source=b)
    s = s + a%in%k
    deallocate(a)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'allocsource', rank, s, sum(u)
end subroutine
module m_intentoutalloc
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
contains
  subroutine mk(c, l)
   character(:), allocatable, intent(out) :: c
   integer, intent(in) :: l
   allocate (character(len=l) :: c)
  end subroutine
  integer function ln(c)
   character(*), intent(in) :: c
   ln = len(c) + int(u(3,0) + u(4,m+1))
  end function
end module
subroutine run_intentoutalloc(rank, left, right)
  use mpi
  use m_intentoutalloc
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  character(:), allocatable :: c
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    call mk(c, int(u(3,0)))
    s = s + len(c) + ln(c)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'intentoutalloc', rank, s, sum(u)
end subroutine
module m_whereop
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
subroutine run_whereop(rank, left, right)
  use mpi
  use m_whereop
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(9) = 0
  logical :: l1(9) = .true.
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    where (l1 + l1 > 5) v1 = v1 + (l1 + l1)
    s = s + sum(v1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'whereop', rank, s, sum(u)
end subroutine
module m_wherecons
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
subroutine run_wherecons(rank, left, right)
  use mpi
  use m_wherecons
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(9) = 0
  logical :: l1(9) = .true.
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    where (l1)
     v1 = l1
    elsewhere
     v1 = 3
    end where
    s = s + sum(v1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'wherecons', rank, s, sum(u)
end subroutine
module m_concurrent
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
subroutine run_concurrent(rank, left, right)
  use mpi
  use m_concurrent
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(9) = 0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    do concurrent (i = 1:9)
     v1(i) = (i > 4) + .true.
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
  print *, 'concurrent', rank, s, sum(u)
end subroutine
module m_gatherop
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
subroutine run_gatherop(rank, left, right)
  use mpi
  use m_gatherop
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(9) = 0
  logical :: lg = .true.
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    do i = 1, 60
     s = s + (lg + (i > 5))
    end do
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'gatherop', rank, s, sum(u)
end subroutine
module m_maxgather
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(>)
   module procedure gt
  end interface
contains
  logical function gt(a,b)
   logical, intent(in) :: a
   integer, intent(in) :: b
   gt = u(3,0) + u(4,m+1) > b
  end function
end module
subroutine run_maxgather(rank, left, right)
  use mpi
  use m_maxgather
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
    do i = 1, 60
     if (.true. > i) s = s + i
    end do
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'maxgather', rank, s, sum(u)
end subroutine
module m_iolist
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
subroutine run_iolist(rank, left, right)
  use mpi
  use m_iolist
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  character(80) :: c
  real(8) :: r
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    write (c, *) (.true. + (i > 3), i = 1, 2)
    read (c, *) r
    s = s + r
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'iolist', rank, s, sum(u)
end subroutine
module m_iorec
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
subroutine run_iorec(rank, left, right)
  use mpi
  use m_iorec
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  character(30) :: c(60) = "1"
  real(8) :: r
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    read (c(int(modulo(.true. + .false., 50d0)) + 1), *) r
    s = s + r
    c = "1"
    write (c(int(modulo(.true. + .false., 50d0)) + 1), *) it
    read (c(int(modulo(.true. + .false., 50d0)) + 1), *) r
    s = s + r
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'iorec', rank, s, sum(u)
end subroutine
module m_iofmt
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(//)
   module procedure co
  end interface
contains
  character(20) function co(a,b)
   character(*), intent(in) :: a
   integer, intent(in) :: b
   write (co, '(a,i0,a)') a, int(u(3,0) + u(4,m+1)) + b, ')'
  end function
end module
subroutine run_iofmt(rank, left, right)
  use mpi
  use m_iofmt
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  character(80) :: c
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    write (c, '(i' // 3) it
    s = s + len_trim(c)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'iofmt', rank, s, sum(u)
end subroutine
module m_namelist
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
subroutine run_namelist(rank, left, right)
  use mpi
  use m_namelist
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: a
  character(200) :: c(5)
  namelist /nl/ a
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    c = ' '
    write (c, nml=nl)
    do i = 1, 5
     do j = 1, 200
      s = s + ichar(c(i)(j:j))*j
     end do
    end do
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'namelist', rank, s, sum(u)
end subroutine
module m_arithif
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
subroutine run_arithif(rank, left, right)
  use mpi
  use m_arithif
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
    if (int(.true. + .false.) - 40) 10, 20, 20
    10 s = s + 1
    goto 30
    20 s = s + 2
    30 continue
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'arithif', rank, s, sum(u)
end subroutine
module m_compgoto
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
subroutine run_compgoto(rank, left, right)
  use mpi
  use m_compgoto
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
    goto (10, 20, 30), int(modulo(.true. + .false., 3d0)) + 1
    10 s = s + 1
    20 s = s + 2
    30 continue
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'compgoto', rank, s, sum(u)
end subroutine
module m_stride
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
subroutine run_stride(rank, left, right)
  use mpi
  use m_stride
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
    do i = 1, 100, int(modulo(.true. + .false., 9d0)) + 1
     s = s + i
    end do
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'stride', rank, s, sum(u)
end subroutine
module m_substring
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
subroutine run_substring(rank, left, right)
  use mpi
  use m_substring
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  character(100) :: c = "abcdefghijklmnopqrstuvwxyz"
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + len(c(int(modulo(.true. + .false., 9d0)) + 1:30))
    c(int(modulo(.true. + .false., 9d0)) + 1:) = "zz"
    s = s + ichar(c(5:5))
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'substring', rank, s, sum(u)
end subroutine
module m_selecttype
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
subroutine run_selecttype(rank, left, right)
  use mpi
  use m_selecttype
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  class(t), allocatable :: a
  s = 0
  u = rank + 1
  allocate(a)
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    select type (a)
    type is (t)
     s = s + (a + a)
    end select
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'selecttype', rank, s, sum(u)
end subroutine
module m_elementaltb
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
subroutine run_elementaltb(rank, left, right)
  use mpi
  use m_elementaltb
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  class(t), allocatable :: a
  s = 0
  u = rank + 1
  allocate(a)
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + a%val()
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'elementaltb', rank, s, sum(u)
end subroutine
module m_nestedfun
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
contains
  real(8) function g(h)
   interface
    real(8) function h()
    end function
   end interface
   g = h()
  end function
  real(8) function rr()
   rr = u(3,0) + u(4,m+1)
  end function
end module
subroutine run_nestedfun(rank, left, right)
  use mpi
  use m_nestedfun
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
    s = s + g(rr)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'nestedfun', rank, s, sum(u)
end subroutine
module m_mergeop
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
subroutine run_mergeop(rank, left, right)
  use mpi
  use m_mergeop
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
    s = s + merge(.true. + .false., 2d0, it > 2)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'mergeop', rank, s, sum(u)
end subroutine
module m_condassign
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface assignment(=)
   module procedure wl
  end interface
contains
  subroutine wl(x,b)
   logical, intent(out) :: x
   real(8), intent(in) :: b
   x = u(3,0) + u(4,m+1) > b
  end subroutine
end module
subroutine run_condassign(rank, left, right)
  use mpi
  use m_condassign
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  logical :: lg
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    lg = 30d0
    if (lg) s = s + it
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'condassign', rank, s, sum(u)
end subroutine
module m_hostassoc
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
subroutine run_hostassoc(rank, left, right)
  use mpi
  use m_hostassoc
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
    s = s + inner()
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'hostassoc', rank, s, sum(u)
contains
  real(8) function inner()
    inner = .true. + .false.
  end function
end subroutine
module m_hostlocal
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k
  end type
end module
subroutine run_hostlocal(rank, left, right)
  use mpi
  use m_hostlocal
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: a = t(3)
  interface operator(+)
   procedure plus
  end interface
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + (a + a)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'hostlocal', rank, s, sum(u)
contains
  real(8) function plus(x, y)
    type(t), intent(in) :: x, y
    plus = u(3,0) + u(4,m+1) + x%k + y%k
  end function
end subroutine
module m_genericsub
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface g
   module procedure g1, g2
  end interface
contains
  subroutine g1(x)
   integer, intent(in) :: x
  end subroutine
  subroutine g2(x)
   real(8), intent(inout) :: x
   x = x + u(3,0) + u(4,m+1)
  end subroutine
end module
subroutine run_genericsub(rank, left, right)
  use mpi
  use m_genericsub
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
    call g(s)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'genericsub', rank, s, sum(u)
end subroutine
module m_genericname
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface sin
   module procedure mysin
  end interface
contains
  real(8) function mysin(l)
   logical, intent(in) :: l
   mysin = u(3,0) + u(4,m+1) + merge(1,0,l)
  end function
end module
subroutine run_genericname(rank, left, right)
  use mpi
  use m_genericname
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
    s = s + sin(.true.) + sin(1d0)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'genericname', rank, s, sum(u)
end subroutine
module m_entryproc
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
contains
  subroutine e0(x)
   real(8), intent(inout) :: x
   x = x + 1
   return
   entry e1(x)
   x = x + u(3,0) + u(4,m+1)
  end subroutine
end module
subroutine run_entryproc(rank, left, right)
  use mpi
  use m_entryproc
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
    call e1(s)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'entryproc', rank, s, sum(u)
end subroutine
module m_altreturn
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
contains
  subroutine ar(x, *)
   real(8), intent(inout) :: x
   x = x + u(3,0) + u(4,m+1)
   return 1
  end subroutine
end module
subroutine run_altreturn(rank, left, right)
  use mpi
  use m_altreturn
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
    call ar(s, *40)
    s = s + 100
    40 continue
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'altreturn', rank, s, sum(u)
end subroutine
module m_optarg
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
contains
  subroutine oa(x, y)
   real(8), intent(inout) :: x
   real(8), intent(in), optional :: y
   if (present(y)) x = x + y
  end subroutine
end module
subroutine run_optarg(rank, left, right)
  use mpi
  use m_optarg
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
    call oa(s, u(3,0))
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'optarg', rank, s, sum(u)
end subroutine
module m_valuearg
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
contains
  subroutine va(x, y)
   real(8), intent(inout) :: x
   real(8), value :: y
   x = x + y
  end subroutine
end module
subroutine run_valuearg(rank, left, right)
  use mpi
  use m_valuearg
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
    call va(s, u(3,0))
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'valuearg', rank, s, sum(u)
end subroutine
module m_ptrcompfun
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   procedure(pf0), pointer, nopass :: f => null()
  end type
contains
  real(8) function pf0(k)
   integer, intent(in) :: k
   pf0 = u(3,0) + u(4,m+1) + k
  end function
end module
subroutine run_ptrcompfun(rank, left, right)
  use mpi
  use m_ptrcompfun
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: a
  s = 0
  u = rank + 1
  a%f => pf0
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + a%f(it)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'ptrcompfun', rank, s, sum(u)
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call run_notint(rank, left, right)
  call run_mvderived(rank, left, right)
  call run_ctorfinal(rank, left, right)
  call run_allocsource(rank, left, right)
  call run_intentoutalloc(rank, left, right)
  call run_whereop(rank, left, right)
  call run_wherecons(rank, left, right)
  call run_concurrent(rank, left, right)
  call run_gatherop(rank, left, right)
  call run_maxgather(rank, left, right)
  call run_iolist(rank, left, right)
  call run_iorec(rank, left, right)
  call run_iofmt(rank, left, right)
  call run_namelist(rank, left, right)
  call run_arithif(rank, left, right)
  call run_compgoto(rank, left, right)
  call run_stride(rank, left, right)
  call run_substring(rank, left, right)
  call run_selecttype(rank, left, right)
  call run_elementaltb(rank, left, right)
  call run_nestedfun(rank, left, right)
  call run_mergeop(rank, left, right)
  call run_condassign(rank, left, right)
  call run_hostassoc(rank, left, right)
  call run_hostlocal(rank, left, right)
  call run_genericsub(rank, left, right)
  call run_genericname(rank, left, right)
  call run_entryproc(rank, left, right)
  call run_altreturn(rank, left, right)
  call run_optarg(rank, left, right)
  call run_valuearg(rank, left, right)
  call run_ptrcompfun(rank, left, right)
  call MPI_Finalize(ierr)
end program
