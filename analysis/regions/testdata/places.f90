! Among declarations.
!$mdmp init
!~ 1: the directive stands outside of any procedure [MDMP026]
subroutine s(u)
  !$mdmp send(u, 1)
!~ 3: the directive stands among declarations [MDMP025]
!~   hint: move it behind the last declaration
  real :: u
  type t
    !$mdmp send(u, 1)
!~ 5: the directive stands among declarations [MDMP025]
!~   hint: move it behind the last declaration
    integer :: k
  end type t
  interface
    subroutine x(y)
      !$mdmp send(y, 1)
!~ 7: the directive stands among declarations [MDMP025]
!~   hint: move it behind the last declaration
      real :: y
    end subroutine x
  end interface
  !$mdmp commregion
!~ 3: the directive stands among declarations [MDMP025]
!~   hint: move it behind the last declaration
  integer :: i
  u = 1.0
  !$mdmp end commregion
  block
    !$mdmp send(u, 1)
!~ 5: the directive stands among declarations [MDMP025]
!~   hint: move it behind the last declaration
    integer :: k
    k = 1
  end block
contains
  !$mdmp send(u, 2)
!~ 3: the directive stands outside of any procedure [MDMP026]
  subroutine inner
  end subroutine inner
  !$mdmp send(u, 3)
!~ 3: the directive stands outside of any procedure [MDMP026]
end subroutine s
!$mdmp send(u, 4)
!~ 1: the directive stands outside of any procedure [MDMP026]
!---
! In modules, submodules and block data.
module m
  !$mdmp send(u, 1)
!~ 3: the directive stands outside of any procedure [MDMP026]
  real :: u
  !$mdmp send(u, 2)
!~ 3: the directive stands outside of any procedure [MDMP026]
contains
  !$mdmp send(u, 3)
!~ 3: the directive stands outside of any procedure [MDMP026]
  subroutine s
  end subroutine s
end module m
submodule (m) sm
  !$mdmp init
!~ 3: the directive stands outside of any procedure [MDMP026]
end submodule sm
block data b
  common /c/ x
  !$mdmp send(x, 1)
!~ 3: the directive stands outside of any procedure [MDMP026]
end block data b
!---
! A file with nothing but directives.
!$mdmp send(u, 1)
!~ 1: the directive stands outside of any procedure [MDMP026]
!$mdmp send(u, 2)
!~ 1: the directive stands outside of any procedure [MDMP026]
!---
! Pure procedures.
pure subroutine s(u)
  real, intent(inout) :: u
  !$mdmp commregion
!~ 3: a pure procedure cannot communicate [MDMP027]
!~   note -2:1: the procedure is made pure here
  !$mdmp send(u, 1)
!~ 3: a pure procedure cannot communicate [MDMP027]
!~   note -3:1: the procedure is made pure here
  !$mdmp end commregion
end subroutine s
elemental real function f(x)
  real, intent(in) :: x
  f = x
  !$mdmp send(f, 1)
!~ 3: a pure procedure cannot communicate [MDMP027]
!~   note -3:1: the procedure is made pure here
end function f
impure elemental real function g(x)
  real, intent(in) :: x
  g = x
  !$mdmp send(g, 1)
end function g
pure subroutine o(u)
  real, intent(inout) :: u
  u = 1.0
contains
  subroutine i
    !$mdmp send(u, 1)
!~ 5: a pure procedure cannot communicate [MDMP027]
!~   note -5:1: the procedure is made pure here
  end subroutine i
end subroutine o
!---
! Constructs that cannot hold directives.
subroutine s(u, n)
  integer :: n, i
  real :: u(n)
  do concurrent (i = 1:n)
    if (i > 2) then
      !$mdmp send(u(i), 1)
!~ 7: a directive cannot stand in DO CONCURRENT [MDMP028]
!~   note -2:3: it begins here
    end if
  end do
  where (u > 0.0)
    !$mdmp send(u, 1)
!~ 5: a directive cannot stand in WHERE [MDMP028]
!~   note -1:3: it begins here
    u = 1.0
  elsewhere
    !$mdmp send(u, 1)
!~ 5: a directive cannot stand in WHERE [MDMP028]
!~   note -4:3: it begins here
    u = 2.0
  end where
  forall (i = 1:n)
    !$mdmp send(u, 1)
!~ 5: a directive cannot stand in FORALL [MDMP028]
!~   note -1:3: it begins here
    u(i) = 1.0
  end forall
  critical
    !$mdmp send(u, 1)
!~ 5: a directive cannot stand in CRITICAL [MDMP028]
!~   note -1:3: it begins here
  end critical
end subroutine s
!---
! Before the first branch.
subroutine s(u, n)
  class(*) :: u
  integer :: n
  real :: x
  select case (n)
  !$mdmp send(x, 1)
!~ 3: the directive stands before the first branch of the construct [MDMP029]
!~   note -1:3: the construct begins here
!~   hint: move it behind a CASE, or before the construct
  !$mdmp recv(x, 2)
!~ 3: the directive stands before the first branch of the construct [MDMP029]
!~   note -2:3: the construct begins here
!~   hint: move it behind a CASE, or before the construct
  case (1)
    !$mdmp send(x, 1)
  end select
  select type (u)
  !$mdmp send(x, 1)
!~ 3: the directive stands before the first branch of the construct [MDMP029]
!~   note -1:3: the construct begins here
!~   hint: move it behind a CASE, or before the construct
  type is (real)
    !$mdmp send(u, 1)
  end select
end subroutine s
!---
! Broken structure.
subroutine s(u, n)
  integer :: n
  real :: u
  if (n > 1) then
    do
      !$mdmp send(u, 1)
!~ 7: a construct around the directive has no end [MDMP038]
!~   note -1:5: it begins here
  !$mdmp send(u, 2)
!~ 3: a construct around the directive has no end [MDMP038]
!~   note -2:5: it begins here
end subroutine s
!---
subroutine s(u, n)
  integer :: n
  real :: u
  u = 1.0
  !$mdmp send(u, 2)
!~ 3: the program unit around the directive has no end [MDMP038]
!---
subroutine s(u, n)
  integer :: n
  real :: u
  end if
  !$mdmp send(u, 2)
!~ 3: the structure of the code around the directive is not understood [MDMP038]
!~   note -1:3: nothing is open that this could belong to
end subroutine s
!---
! Inside a statement.
subroutine s(u)
  real :: u
  u = 1.0 + &
  !$mdmp send(u, 1)
    2.0
!~ -1:3: the directive stands between the lines of a continued statement [MDMP045]
end subroutine s
!---
! Never reached.
subroutine s(u, n)
  integer :: n
  real :: u
  !$mdmp commregion
  if (n > 1) then
    return
    !$mdmp send(u, 1)
!~ 5: the directive is never reached [MDMP034]
!~   note -1:5: this statement always goes elsewhere
    !$mdmp send(u, 2)
  else if (n > 2) then
    stop
    !$mdmp init
!~ 5: the directive is never reached [MDMP034]
!~   note -1:5: this statement always goes elsewhere
  else if (n > 3) then
    goto 10
    !$mdmp send(u, 3)
!~ 5: the directive is never reached [MDMP034]
!~   note -1:5: this statement always goes elsewhere
  end if
  do
    exit
    !$mdmp send(u, 4)
!~ 5: the directive is never reached [MDMP034]
!~   note -1:5: this statement always goes elsewhere
  end do
  do
    cycle
10  continue
    !$mdmp send(u, 5)
  end do
  return
  !$mdmp end commregion
  !$mdmp send(u, 6)
!~ 3: the directive is never reached [MDMP034]
!~   note -2:3: this statement always goes elsewhere
end subroutine s
!= region "" 5-27 in s[0:6], 4 items, 4 exchanges
!=   exit 0 at 7 in s/6.0[0:1], maybe false
!=   exit 1 at 11 in s/6.1[0:1], maybe false
!=   exit 0 at 26 in s[4:5], maybe false
!= exchange 8-9 in s/6.0[1:3], 2 sends, 0 receives, region true
!= exchange 15-15 in s/6.2[1:2], 1 sends, 0 receives, region true
!= exchange 19-19 in s/17.0[1:2], 1 sends, 0 receives, region true
!= exchange 24-24 in s/21.0[2:3], 1 sends, 0 receives, region true
!= exchange 28-28 in s[6:7], 1 sends, 0 receives, region false
!= init 12 in s/6.1[1:2]
!---
! manage among statements, and behind CONTAINS.
subroutine s(u)
  real :: u
  u = 1.0
  !$mdmp manage
!~ 3: 'manage' stands among executable statements [MDMP050]
!~   hint: move it before the first of them
contains
  !$mdmp manage
  subroutine t
    real :: v
    !$mdmp manage
    v = 0
  end subroutine t
end subroutine s
!---
! manage is recognised, wherever it stands.
!$mdmp manage
module m
  !$mdmp manage
contains
  subroutine s(u)
    real :: u
    !$mdmp manage
    u = 1.0
  end subroutine s
end module m
!= manage 2 for the file
!= manage 4 for m
!= manage 8 for s
!---
! Behind a preprocessor line; in a module procedure with a stray END IF.
module m
contains
  subroutine a
    end if
  end subroutine a
  subroutine b(u)
    return
# 12 "x.f90"
    !$mdmp send(u, 1)
!~ 5: the directive is never reached [MDMP034]
!~   note -2:5: this statement always goes elsewhere
    return
#define X
    !$mdmp send(u, 1)
  end subroutine b
  subroutine c(u)
    !$mdmp send(u, 1)
!~ 5: the structure of the code around the directive is not understood [MDMP038]
!~   note +1:5: nothing is open that this could belong to
    end do
  contains
    subroutine d(u)
      !$mdmp send(u, 1)
    end subroutine d
  end subroutine c
end module m
!---
! A region whose program unit has no end, and one before CONTAINS.
subroutine s(u)
  !$mdmp commregion
!~ 3: the region has no end [MDMP020]
!~   hint: write end commregion where it ends
  u = 1
contains
  subroutine t
    !$mdmp end commregion
!~ 5: no region is open here [MDMP019]
  end subroutine t
end subroutine s
subroutine v(u)
  !$mdmp commregion
!~ 3: the region has no end [MDMP020]
!~   hint: write end commregion where it ends
!~ 3: the program unit around the directive has no end [MDMP038]
  u = 1
