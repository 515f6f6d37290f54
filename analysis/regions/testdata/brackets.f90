! Ends and names.
subroutine s(u)
  real :: u
  u = 1.0
  !$mdmp end commregion
!~ 3: no region is open here [MDMP019]
  !$mdmp commregion a
  !$mdmp end commregion b
!~ 25: the region that ends here is named 'a', not 'b' [MDMP021]
!~   note -1:21: it got its name here
  !$mdmp commregion halo
  !$mdmp end commregion hallo
!~ 25: the region that ends here is named 'halo', not 'hallo' [MDMP021]
!~   note -1:21: it got its name here
!~   hint: did you mean 'halo'?
  !$mdmp commregion
  !$mdmp end commregion c
!~ 25: the region that ends here has no name [MDMP021]
!~   note -1:3: it begins here
  !$mdmp commregion d
  !$mdmp end commregion
  !$mdmp endcommregion d
!~ 3: no region is open here [MDMP019]
end subroutine s
!---
subroutine s(u)
  real :: u
  !$mdmp commregion
!~ 3: the region has no end [MDMP020]
!~   hint: write end commregion where it ends
  u = 1.0
end subroutine s
subroutine t(u)
  real :: u
  u = 1.0
  !$mdmp end commregion
!~ 3: no region is open here [MDMP019]
end subroutine t
!---
subroutine s(u)
  real :: u
  !$mdmp commregion outer
  !$mdmp commregion inner
!~ 3: a region stands inside a region [MDMP024]
!~   note -1:3: the outer one begins here
!~   hint: end the outer one first, or leave the inner one out
  u = 1.0
  !$mdmp end commregion inner
  !$mdmp end commregion outer
  !$mdmp end commregion
!~ 3: no region is open here [MDMP019]
end subroutine s
!---
! The end in an outer, an inner and another list.
subroutine s(u, n)
  real :: u
  integer :: n, i
  do i = 1, n
    !$mdmp commregion
    u = 1.0
  end do
  !$mdmp end commregion
!~ 3: the region ends outside of the construct in which it begins [MDMP022]
!~   note -3:5: it begins here
!~   note -4:3: in this construct, which ends first
end subroutine s
!---
subroutine s(u, n)
  real :: u
  integer :: n, i
  !$mdmp commregion
  do i = 1, n
    if (i > 2) then
      u = 1.0
      !$mdmp end commregion
!~ 7: the region ends inside a construct in which it does not begin [MDMP022]
!~   note -4:3: it begins here
!~   note -3:3: this construct begins inside the region
    end if
  end do
end subroutine s
!---
subroutine s(u, n)
  real :: u
  integer :: n
  if (n > 1) then
    !$mdmp commregion
    u = 1.0
  else
    u = 2.0
    !$mdmp end commregion
!~ 5: the region ends in another branch of the construct in which it begins [MDMP022]
!~   note -4:5: it begins here
!~   note -5:3: in this construct
  end if
end subroutine s
!---
subroutine s(u, n)
  real :: u
  integer :: n, i
  do i = 1, n
    !$mdmp commregion
    u = 1.0
  end do
  do i = 1, n
    u = 2.0
    !$mdmp end commregion
!~ 5: the region ends outside of the construct in which it begins [MDMP022]
!~   note -5:5: it begins here
!~   note -6:3: in this construct, which ends first
  end do
end subroutine s
!---
! One missing end does not make the next region wrong.
subroutine s(u, n)
  real :: u
  integer :: n, i
  do i = 1, n
    !$mdmp commregion a
!~ 5: the region 'a' has no end [MDMP020]
!~   hint: write end commregion where it ends
    u = 1.0
  end do
  !$mdmp commregion b
  u = 1.0
  !$mdmp end commregion b
end subroutine s
!---
! Wrong directives are still brackets.
subroutine s(u)
  real :: u
  !$mdmp comregion halo
!~ 10: unknown directive 'comregion' [MDMP001]
!~   hint: did you mean 'commregion'?
  !$mdmp send(u, 1)
  !$mdmp end commregion halo
  !$mdmp commregion mode(
!~ 25: '(' is never closed [MDMP003]
  !$mdmp send(u, 1)
  !$mdmp end commregion
  !$mdmp commregion
  !$mdmp send(u, 1)
  !$mdmp end comregion
!~ 10: unknown directive 'end comregion' [MDMP001]
!~   hint: did you mean 'end commregion'?
end subroutine s
!---
! Labelled DO and a region.
subroutine s(u, n)
  real :: u
  integer :: n, i
  do 10 i = 1, n
  !$mdmp commregion
  u = 1.0
10 continue
  !$mdmp end commregion
!~ 3: the region ends outside of the construct in which it begins [MDMP022]
!~   note -3:3: it begins here
!~   note -4:3: in this construct, which ends first
end subroutine s
