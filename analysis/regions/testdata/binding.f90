! Directives that are right, and where they end up.
program main
  use mpi
  implicit none
  real :: u(10, 0:11)
  integer :: west, east, t
  !$mdmp init
  !$mdmp commregion sweep tag(3)

  do t = 1, 10
    !$mdmp recv(u(:,0), west)
    ! a comment does not part an exchange

    !$mdmp send(u(:,10), east)
    !$mdmp send(u(:,1), &
    !$mdmp&     west) tag(4)
    u(:,1:10) = 0.5*u(:,1:10)
    !$mdmp recv(u(:,11), east)
    if (t > 5) exit
  end do
  !$mdmp end commregion sweep
  !$mdmp send(u(:,1), west)
end program main
!= region "sweep" 8-21 in main[1:4], 1 items, 2 exchanges
!= exchange 11-16 in main/10.0[0:3], 2 sends, 1 receives, region true
!=   "!$mdmp recv(u(:,0), west)" with the region's clauses
!=   "!$mdmp send(u(:,10), east)" with the region's clauses
!= exchange 18-18 in main/10.0[4:5], 0 sends, 1 receives, region true
!=   "!$mdmp recv(u(:,11), east)" with the region's clauses
!= exchange 22-22 in main[4:5], 1 sends, 0 receives, region false
!= init 7 in main[0:1]
!---
! Only directives in the execution part.
subroutine s(u, west)
  real :: u(:)
  integer :: west
  !$mdmp send(u, west)
end subroutine s
!= exchange 5-5 in s[0:1], 1 sends, 0 receives, region false
!---
! A main program without a heading; a region that holds nothing of its own.
!$mdmp commregion
call exchange
!$mdmp commregionfinished
end
!= region "" 2-4 in [0:3], 1 items, 0 exchanges
!---
! Exchanges in branches, in constructs, in internal and module procedures.
module m
contains
  subroutine a(u, west, k)
    real :: u(:)
    integer :: west, k
    if (k == 1) then
      !$mdmp send(u, west)
      u = 0.0
    else if (k == 2) then
      block
        integer :: j
        j = 2
        !$mdmp send(u(j:), west)
      end block
    else
      select case (k)
      case (3)
        !$mdmp recv(u, west)
      case default
        associate (v => u)
          !$mdmp recv(v, west)
        end associate
      end select
    end if
  contains
    subroutine b
      !$mdmp send(u, west)
    end subroutine b
  end subroutine a
  integer function f(u)
    real :: u(:)
    f = 1
    !$mdmp send(u, f)
  end function f
end module m
!= exchange 8-8 in a/7.0[0:1], 1 sends, 0 receives, region false
!= exchange 14-14 in a/7/11.0[1:2], 1 sends, 0 receives, region false
!= exchange 19-19 in a/7/17.1[0:1], 0 sends, 1 receives, region false
!= exchange 22-22 in a/7/17/21.0[0:1], 0 sends, 1 receives, region false
!= exchange 28-28 in b[0:1], 1 sends, 0 receives, region false
!= exchange 34-34 in f[1:2], 1 sends, 0 receives, region false
!---
! Line markers are nothing; other lines part exchanges.
subroutine s(u, west)
  real :: u(3)
  integer :: west
  !$mdmp send(u(1), west)
# 17 "x.F90"
#line 18 "x.F90"
  !$mdmp send(u(2), west)
  !$omp barrier
  !$mdmp send(u(3), west)
  include 'more.inc'
  !$mdmp send(u(1), west)
end subroutine s
!= exchange 5-8 in s[0:4], 2 sends, 0 receives, region false
!= exchange 10-10 in s[5:6], 1 sends, 0 receives, region false
!= exchange 12-12 in s[7:8], 1 sends, 0 receives, region false
!---
! Labelled loops that share their end.
subroutine s(u, west)
  real u(3,3)
  integer west
  do 10 i = 1, 3
  !$mdmp send(u(:,i), west)
  do 10 j = 1, 3
  !$mdmp recv(u(j,i), west)
10 u(j,i) = 0.0
  !$mdmp send(u(:,1), west)
end
!= exchange 6-6 in s/5.0[0:1], 1 sends, 0 receives, region false
!= exchange 8-8 in s/5/7.0[0:1], 0 sends, 1 receives, region false
!= exchange 10-10 in s[1:2], 1 sends, 0 receives, region false
!---
! Clauses of the region are taken over unless the directive has its own.
subroutine s(u, west, cart, t)
  real :: u(3)
  integer :: west, cart, t
  !$mdmp commregion tag(t) comm(cart)
  !$mdmp send(u(1), west)
  !$mdmp send(u(2), west) tag(1)
  !$mdmp send(u(3), west) tag(1) comm(cart)
  !$mdmp end commregion
end subroutine s
!= region "" 5-9 in s[0:5], 3 items, 1 exchanges
!= exchange 6-8 in s[1:4], 3 sends, 0 receives, region true
!=   "!$mdmp send(u(1), west)" with the region's clauses
!=   "!$mdmp send(u(2), west) tag(1)" with the region's clauses
!---
! A separate module procedure, a function, ENTRY outside of regions.
submodule (m) sm
contains
  module procedure p
    !$mdmp send(u, west)
  end procedure p
end submodule sm
subroutine s(u)
  real u
  u = 1.0
  entry t(u)
  !$mdmp send(u, 1)
end
!= exchange 5-5 in p[0:1], 1 sends, 0 receives, region false
!= exchange 12-12 in s[2:3], 1 sends, 0 receives, region false
!---
! Upper case, and no blank in "end commregion".
SUBROUTINE S(U)
REAL U
!$MDMP COMMREGION Halo
!$MDMP SEND(U, 1)
!$MDMP ENDCOMMREGION HALO
END
!= region "halo" 4-6 in s[0:3], 1 items, 1 exchanges
!= exchange 5-5 in s[1:2], 1 sends, 0 receives, region true
