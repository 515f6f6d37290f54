! Operators and assignments of the language's types that are procedures, which read what is received.
module m_unary
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(-)
   module procedure neg
  end interface
contains
  real(8) function neg(a)
   logical, intent(in) :: a
   neg = u(3,0) + u(4,m+1) + merge(1,0,a)
  end function
end module
subroutine run_unary(rank, left, right)
  use mpi
  use m_unary
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
    s = s + (-.true.)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'unary', rank, s, sum(u)
end subroutine
module m_matvec
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(*)
   module procedure mv
  end interface
contains
  real(8) function mv(a,b)
   real(8), intent(in) :: a(:,:), b(:)
   mv = u(3,0) + u(4,m+1) + a(1,1)*b(1)
  end function
end module
subroutine run_matvec(rank, left, right)
  use mpi
  use m_matvec
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: a2(2,2) = 1, v1(2) = 2
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + a2*v1
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'matvec', rank, s, sum(u)
end subroutine
module m_scalararray
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface assignment(=)
   module procedure sa
  end interface
contains
  subroutine sa(x,b)
   real(8), intent(out) :: x
   real(8), intent(in) :: b(:)
   x = u(3,0) + u(4,m+1) + b(1)
  end subroutine
end module
subroutine run_scalararray(rank, left, right)
  use mpi
  use m_scalararray
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: r, v1(2) = 2
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    r = v1
    s = s + r
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'scalararray', rank, s, sum(u)
end subroutine
module m_concat
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(//)
   module procedure co
  end interface
contains
  integer function co(a,b)
   integer, intent(in) :: a,b
   co = int(u(3,0) + u(4,m+1)) + a + b
  end function
end module
subroutine run_concat(rank, left, right)
  use mpi
  use m_concat
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
    do i = 1, 2//3
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
  print *, 'concat', rank, s, sum(u)
end subroutine
module m_relation
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(.eq.)
   module procedure eqc
  end interface
contains
  logical function eqc(a,b)
   character(*), intent(in) :: a
   integer, intent(in) :: b
   eqc = u(3,0) + u(4,m+1) > b + len(a)
  end function
end module
subroutine run_relation(rank, left, right)
  use mpi
  use m_relation
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
    if ('abc' == 1) s = s + it
    select case ('a' .eq. 7)
    case (.true.)
     s = s + 10
    end select
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'relation', rank, s, sum(u)
end subroutine
module m_namedop
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(.foo.)
   module procedure fo
  end interface
contains
  integer function fo(a,b)
   integer, intent(in) :: a,b
   fo = modulo(int(u(3,0) + u(4,m+1)) + a*b, 50) + 1
  end function
end module
subroutine run_namedop(rank, left, right)
  use mpi
  use m_namedop
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(60) = [(1d0*i, i=1,60)]
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + v1(it .foo. 2)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'namedop', rank, s, sum(u)
end subroutine
module moren
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(.foo.)
    module procedure fo
  end interface
contains
  real(8) function fo(a,b)
    integer, intent(in) :: a,b
    fo = u(3,0) + u(4,m+1) + a*b
  end function
end module
subroutine run_renamed(rank, left, right)
  use mpi
  use moren, operator(.bar.) => operator(.foo.)
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
    s = s + (1 .bar. 2)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'renamed', rank, s, sum(u)
end subroutine
module m_where
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface assignment(=)
   module procedure wa
  end interface
contains
  impure elemental subroutine wa(x,b)
   real(8), intent(out) :: x
   logical, intent(in) :: b
   x = u(3,0) + u(4,m+1) + merge(1,0,b)
  end subroutine
end module
subroutine run_where(rank, left, right)
  use mpi
  use m_where
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v1(9)
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    v1 = 0
    where ([1,2,3,4,5,6,7,8,9] > 4) v1 = .true.
    s = s + sum(v1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'where', rank, s, sum(u)
end subroutine
module m_inoutassign
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface assignment(=)
   module procedure ia
  end interface
contains
  subroutine ia(x,b)
   real(8), intent(inout) :: x
   character(*), intent(in) :: b
   x = x*0.5d0 + u(3,0) + u(4,m+1) + len(b)
  end subroutine
end module
subroutine run_inoutassign(rank, left, right)
  use mpi
  use m_inoutassign
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
    s = 'abcd'
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'inoutassign', rank, s, sum(u)
end subroutine
module m_stmtfunc
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
subroutine run_stmtfunc(rank, left, right)
  use mpi
  use m_stmtfunc
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  logical :: ll
  real(8) :: stf
  stf(ll) = (ll + .true.)
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + stf(.false.)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'stmtfunc', rank, s, sum(u)
end subroutine
module m_opwhile
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
subroutine run_opwhile(rank, left, right)
  use mpi
  use m_opwhile
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  integer :: k
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    k = 0
    do while (.true. + .true. > 20*k)
     k = k + 1
    end do
    s = s + k
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'opwhile', rank, s, sum(u)
end subroutine
module m_opcycle
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
subroutine run_opcycle(rank, left, right)
  use mpi
  use m_opcycle
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  integer :: k
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    k = 0
    do j = 1, 9
     if (.true. + .true. > 20*j) cycle
     k = k + 1
    end do
    s = s + k
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'opcycle', rank, s, sum(u)
end subroutine
module m_opcase
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
subroutine run_opcase(rank, left, right)
  use mpi
  use m_opcase
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
    select case (int(.true. + .false.))
    case (:20)
     s = s + 1
    case (21:)
     s = s + 2
    end select
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'opcase', rank, s, sum(u)
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call run_unary(rank, left, right)
  call run_matvec(rank, left, right)
  call run_scalararray(rank, left, right)
  call run_concat(rank, left, right)
  call run_relation(rank, left, right)
  call run_namedop(rank, left, right)
  call run_renamed(rank, left, right)
  call run_where(rank, left, right)
  call run_inoutassign(rank, left, right)
  call run_stmtfunc(rank, left, right)
  call run_opwhile(rank, left, right)
  call run_opcycle(rank, left, right)
  call run_opcase(rank, left, right)
  call MPI_Finalize(ierr)
end program
