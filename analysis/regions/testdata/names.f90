! Names that nothing declares, and what cannot be told.
subroutine s(u, v, west)
  implicit none
  integer, parameter :: dp = 8
  real(dp) :: u(9,9), v(9), y
  integer :: west, i
  !$mdmp send(u(:,1), wset)
!~ 23: 'wset' is not declared, and IMPLICIT NONE holds here [MDMP051]
!~   hint: did you mean 'west'?
  !$mdmp send(uu(:,1), west)
!~ 15: 'uu' is not declared, and IMPLICIT NONE holds here [MDMP051]
  !$mdmp send(u(:,jj), west) tag(tg) if(flag) comm(comm)
!~ 19: 'jj' is not declared, and IMPLICIT NONE holds here [MDMP051]
!~ 34: 'tg' is not declared, and IMPLICIT NONE holds here [MDMP051]
!~ 41: 'flag' is not declared, and IMPLICIT NONE holds here [MDMP051]
!~ 52: 'comm' is not declared, and IMPLICIT NONE holds here [MDMP051]
  !$mdmp send(u(lo:hi:st,1), west + off)
!~ 17: 'lo' is not declared, and IMPLICIT NONE holds here [MDMP051]
!~ 20: 'hi' is not declared, and IMPLICIT NONE holds here [MDMP051]
!~ 23: 'st' is not declared, and IMPLICIT NONE holds here [MDMP051]
!~ 37: 'off' is not declared, and IMPLICIT NONE holds here [MDMP051]
  !$mdmp send([v, w], west)
!~ 19: 'w' is not declared, and IMPLICIT NONE holds here [MDMP051]
  y = 1
  !$mdmp send(v(1), nn, west)
!~ 21: 'nn' is not declared, and IMPLICIT NONE holds here [MDMP051]
  !$mdmp recv(w(1), west)
!~ 15: 'w' is not declared, and IMPLICIT NONE holds here [MDMP051]
  !$mdmp recv(w, west) tag(int(y, dp)) if(real(west, dd) > 1.0_dp)
!~ 15: 'w' is not declared, and IMPLICIT NONE holds here [MDMP051]
!~ 54: 'dd' is not declared, and IMPLICIT NONE holds here [MDMP051]
!~   hint: did you mean 'dp'?
  ! Compilers have functions of their own.
  !$mdmp send(v, getrank(west)) tag(mod(west, size(v)))
  !$mdmp send(v, ubnd(1:2))
!~ 18: 'ubnd' is not declared, and IMPLICIT NONE holds here [MDMP051]
  !$mdmp commregion tag(tt)
!~ 25: 'tt' is not declared, and IMPLICIT NONE holds here [MDMP051]
  y = 2
  !$mdmp end commregion
end subroutine s
!---
! No IMPLICIT NONE.
subroutine s(u)
  real :: u(9,9)
  !$mdmp send(u(:,k), nwest)
end subroutine s
!= exchange 4-4 in s[0:1], 1 sends, 0 receives, region false
!---
! A module that is not seen may bring any name, or those that it is asked for.
subroutine s(u)
  use grid
  implicit none
  real :: u(9,9)
  !$mdmp send(u(:,k), west)
end subroutine s
!= exchange 6-6 in s[0:1], 1 sends, 0 receives, region false
!---
subroutine s(u)
  use grid, only: k, from => to
  implicit none
  real :: u(9,9)
  !$mdmp send(u(:,k), from)
  !$mdmp send(u(:,k), to)
!~ 23: 'to' is not declared, and IMPLICIT NONE holds here [MDMP051]
end subroutine s
!---
! The host, a module of this file, an include file, a statement that is not understood.
module m
  implicit none
  integer :: west
  integer, private :: east
contains
  subroutine s(u)
    real :: u(9,9)
    !$mdmp send(u(:,1), west)
    !$mdmp send(u(:,1), east)
    !$mdmp send(u(:,1), north)
!~ 25: 'north' is not declared, and IMPLICIT NONE holds here [MDMP051]
    call inner
  contains
    subroutine inner
      !$mdmp send(u(:,1), west) tag(tg)
!~ 37: 'tg' is not declared, and IMPLICIT NONE holds here [MDMP051]
    end subroutine inner
  end subroutine s
end module m
subroutine t(u)
  use m
  implicit none
  real :: u(9,9)
  !$mdmp send(u(:,1), west)
  !$mdmp send(u(:,1), east)
!~ 23: 'east' is not declared, and IMPLICIT NONE holds here [MDMP051]
end subroutine t
!---
subroutine s(u)
  implicit none
  include 'decl.inc'
  real :: u(9,9)
  !$mdmp send(u(:,1), west)
end subroutine s
!= exchange 5-5 in s[0:1], 1 sends, 0 receives, region false
!---
subroutine s(u)
  implicit none
  some thing else
  real :: u(9,9)
  !$mdmp send(u(:,1), west)
end subroutine s
!= exchange 5-5 in s[0:1], 1 sends, 0 receives, region false
!---
subroutine s(u)
  implicit none
#include "decl.h"
  real :: u(9,9)
  !$mdmp send(u(:,1), west)
end subroutine s
!= exchange 5-5 in s[0:1], 1 sends, 0 receives, region false
!---
submodule (grid) halo
  implicit none
contains
  module procedure exchange
    !$mdmp send(u(:,1), west)
  end procedure exchange
end submodule halo
!= exchange 5-5 in exchange[0:1], 1 sends, 0 receives, region false
!---
! MPI's names.
subroutine s(u)
  use mpi
  implicit none
  real :: u(9,9)
  integer :: west
  !$mdmp send(u(:,1), MPI_PROC_NULL) comm(MPI_COMM_SELF)
  !$mdmp send(u(:,1), west) comm(ompi_self)
end subroutine s
!= exchange 7-8 in s[0:2], 2 sends, 0 receives, region false
!---
subroutine s(u)
  implicit none
  include 'mpif.h'
  real :: u(9,9)
  integer :: west
  !$mdmp send(u(:,1), MPI_PROC_NULL) comm(MPI_COMM_SELF)
end subroutine s
!= exchange 6-6 in s[0:1], 1 sends, 0 receives, region false
!---
subroutine s(u)
  implicit none
  real :: u(9,9)
  integer :: west
  !$mdmp send(u(:,1), west) comm(MPI_COMM_SELF)
!~ 34: 'mpi_comm_self' is not declared, and IMPLICIT NONE holds here [MDMP051]
end subroutine s
!---
! BLOCK, ASSOCIATE, an implied DO, enumerators, a function, an entry, a constructor.
module kinds
  implicit none
  type cell
    integer :: i
  end type cell
end module kinds
function f(u) result(r)
  use kinds, only: cell
  implicit none
  enum, bind(c)
    enumerator :: up = 1, down
  end enum
  real :: u(9,9)
  integer :: r, i, e
  integer, external :: who
  namelist /group/ i
  type(cell) :: c
  associate (row => u(:,1), n => i + 1)
    block
      integer :: west
      !$mdmp send(row, west) tag(n)
      !$mdmp send(u([(i, i = 1, 3)],1), who(west)) tag(down)
    end block
    !$mdmp send(row, west)
!~ 22: 'west' is not declared, and IMPLICIT NONE holds here [MDMP051]
  end associate
  !$mdmp recv(r, up)
  !$mdmp send(u([(k, integer :: k = 1, 3)],1), i)
  return
  entry g(u) result(e)
  !$mdmp recv(e, down)
end function f
!---
! Numbers of subscripts.
subroutine s(u, v, a, t, n, ptr, line, lines)
  implicit none
  integer :: n, i
  type cell
    real :: x(3,3), y
    character(9) :: name
  end type cell
  type(cell) :: t(4), one
  real :: u(n,n), v(*), a(..)
  real, pointer :: ptr(:)
  character(80) :: line, lines(5)
  integer, parameter :: idx(2) = [1, 2]
  !$mdmp send(u(1), 1)
!~ 15: 'u' has 2 dimensions, but here is one subscript [MDMP052]
!~   note -4:11: 'u' is declared here
  !$mdmp send(u(1,1,1), 1)
!~ 15: 'u' has 2 dimensions, but here are 3 subscripts [MDMP052]
!~   note -5:11: 'u' is declared here
  !$mdmp send(v(1,1), 5, 1)
!~ 15: 'v' has one dimension, but here are 2 subscripts [MDMP052]
!~   note -6:19: 'v' is declared here
  !$mdmp send(one%x(1:3), 1)
!~ 15: 'x' has 2 dimensions, but here is one subscript [MDMP052]
!~   note -11:13: 'x' is declared here
  !$mdmp send(t(1)%x(1,1:3), 1)
  !$mdmp send(t(1,2)%y, 1)
!~ 15: 't' has one dimension, but here are 2 subscripts [MDMP052]
!~   note -10:17: 't' is declared here
  !$mdmp send(t%x(1,1), 1)
  !$mdmp send(ptr(1:2,1), 1)
!~ 15: 'ptr' has one dimension, but here are 2 subscripts [MDMP052]
!~   note -10:20: 'ptr' is declared here
  i = 1
  !$mdmp send(line(1:2), 1)
  !$mdmp send(lines(1:2), 1)
  !$mdmp send(lines(1)(1:2), 1)
  !$mdmp send(lines(1,2)(1:2), 1)
!~ 15: 'lines' has one dimension, but here are 2 subscripts [MDMP052]
!~   note -14:26: 'lines' is declared here
  !$mdmp send(t(1)%name(2:3), 1)
  !$mdmp send(u(idx(1,1),1), idx(2))
!~ 17: 'idx' has one dimension, but here are 2 subscripts [MDMP052]
!~   note -15:25: 'idx' is declared here
  !$mdmp send(u(1,1), 1) tag(idx(1,2))
!~ 30: 'idx' has one dimension, but here are 2 subscripts [MDMP052]
!~   note -16:25: 'idx' is declared here
end subroutine s
!---
! Components.
subroutine s(west)
  implicit none
  type base
    integer :: i
    complex :: z
  contains
    procedure, nopass :: rank
  end type base
  type, extends(base) :: cell
    real :: x
  end type cell
  type(cell) :: c
  class(base), allocatable :: any
  integer :: west
  interface
    integer function rank()
    end function rank
  end interface
  !$mdmp send(c%xx, west)
!~ 17: type cell has no component 'xx' [MDMP051]
  !$mdmp send(c%x, c%i)
  !$mdmp send(c%base%i, c%rank())
  !$mdmp send(c%z%re, c%j)
!~ 25: type cell has no component 'j' [MDMP051]
  !$mdmp send(c%x, any%j)
end subroutine s
!---
! Types of expressions.
subroutine s(u, r, n, l, z, c)
  use mpi, only: MPI_COMM_WORLD
  implicit none
  real :: u(9), r
  integer :: n
  logical :: l
  complex :: z
  character(4) :: c
  real, external :: where
  integer, external :: which
  double precision :: d
  interface operator(.above.)
    procedure above
  end interface
  interface
    integer function above(i)
      integer, intent(in) :: i
    end function above
    real function peer(i)
      integer, intent(in) :: i
    end function peer
  end interface
  !$mdmp send(u, r + 1)
!~ 18: the destination is an integer, but this is of type real [MDMP040]
  !$mdmp send(u, n + 1)
  !$mdmp send(u, -r)
!~ 18: the destination is an integer, but this is of type real [MDMP040]
  !$mdmp send(u, n*2.0)
!~ 18: the destination is an integer, but this is of type real [MDMP040]
  !$mdmp send(u, where(n))
!~ 18: the destination is an integer, but this is of type real [MDMP040]
  !$mdmp send(u, which(n))
  !$mdmp send(u, peer(n))
!~ 18: the destination is an integer, but this is of type real [MDMP040]
  !$mdmp send(u, .above. n)
  !$mdmp send(u, real(n)) tag(d*n)
!~ 18: the destination is an integer, but this is of type real [MDMP040]
!~ 31: the tag is an integer, but this is of type real [MDMP040]
  !$mdmp send(u, int(r)) tag(nint(d)) if(n)
!~ 42: the condition is a logical, but this is of type integer [MDMP040]
!~   note -27:14: 'n' is declared here
  u = 1
  !$mdmp send(u, n) if(n + 1)
!~ 24: the condition is a logical, but this is of type integer [MDMP040]
  !$mdmp send(u, n) if(l .or. n > 1)
  !$mdmp send(u, n) if(r > 1) tag(n**2)
  !$mdmp send(u, n) if(c // c) comm(r*2)
!~ 24: the condition is a logical, but this is of type character [MDMP040]
!~ 37: the communicator is an integer or a type(MPI_Comm), but this is of type real [MDMP040]
  !$mdmp send(u, n) if(z == z) comm(n + 1)
  !$mdmp send(u, max(r, 1.0))
  !$mdmp send(u(1), n*r, n) comm(l)
!~ 21: the count is an integer, but this is of type real [MDMP040]
!~ 34: the communicator is an integer or a type(MPI_Comm), but this is of type logical [MDMP040]
!~   note -34:14: 'l' is declared here
end subroutine s
