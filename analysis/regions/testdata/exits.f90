! Ways out of a region.
subroutine s(u, n, west)
  integer :: n, west, i, k
  real :: u(n)
  outer: do i = 1, n
    !$mdmp commregion
    if (u(i) < 0.0) return
    if (u(i) > 9.0) stop 'too large'
    if (u(i) > 8.0) error stop
    if (u(i) > 7.0) exit
    if (u(i) > 6.0) cycle outer
    if (u(i) > 5.0) goto 20
    inner: do k = 1, n
      if (u(k) > 4.0) exit
      if (u(k) > 3.0) cycle
      if (u(k) > 2.0) exit outer
      if (u(k) > 1.0) then
        exit inner
      else
        cycle outer
      end if
    end do inner
    if (u(i) > 0.5) goto 10
    return
10  continue
    !$mdmp send(u(i), west)
    !$mdmp end commregion
  end do outer
20 continue
end subroutine s
!= region "" 6-27 in s/5.0[0:13], 11 items, 1 exchanges
!=   exit 0 at 7 in s/5.0[1:2], maybe false
!=   exit 1 at 8 in s/5.0[2:3], maybe false
!=   exit 1 at 9 in s/5.0[3:4], maybe false
!=   exit 2 at 10 in s/5.0[4:5], maybe false
!=   exit 3 at 11 in s/5.0[5:6], maybe false
!=   exit 4 at 12 in s/5.0[6:7], maybe false
!=   exit 2 at 16 in s/5/13.0[2:3], maybe false
!=   exit 3 at 20 in s/5/13/17.1[0:1], maybe false
!=   exit 0 at 24 in s/5.0[9:10], maybe false
!= exchange 26-26 in s/5.0[11:12], 1 sends, 0 receives, region true
!---
! Jumps that stay inside a region, and jumps outside of it.
subroutine s(u, west, k)
  integer :: west, k
  real :: u
  goto 5
5 continue
  !$mdmp commregion
  if (k > 0) goto 10
  goto (10, 20), k
  if (k - 1) 10, 20, 30
10 u = 1.0
20 u = 2.0
30 !$mdmp no directive: a label stands before it
!~ 4: a directive behind a statement is a comment [MDMP018]
!~   hint: put it on a line of its own
  read (5, *, err=20, end=30) u
  call f(*10, *20)
  !$mdmp send(u, west)
  !$mdmp end commregion
end subroutine s
!= region "" 7-17 in s[2:13], 9 items, 1 exchanges
!= exchange 16-16 in s[11:12], 1 sends, 0 receives, region true
!---
! Jumps that leave a region or stay in it, and hidden ones.
subroutine s(u, west, k)
  integer :: west, k
  real :: u
  !$mdmp commregion
10 u = 1.0
  goto (10, 20), k
  if (k) 10, 20, 20
  read (5, *, err=20, end=10) u
  call f(*10, *20)
  if (k > 2) open (7, file='x', err=20)
  assign 20 to j
  goto j
  goto j, (10, 20)
  goto (20), k
  if (k) 20, 20, 20
  !$mdmp send(u, west)
  !$mdmp end commregion
20 continue
end subroutine s
!= region "" 5-18 in s[0:14], 12 items, 1 exchanges
!=   exit 4 at 7 in s[2:3], maybe true
!=   exit 4 at 8 in s[3:4], maybe true
!=   exit 5 at 9 in s[4:5], maybe true
!=   exit 5 at 10 in s[5:6], maybe true
!=   exit 5 at 11 in s[6:7], maybe true
!=   exit 4 at 13 in s[8:9], maybe false
!=   exit 4 at 14 in s[9:10], maybe true
!=   exit 4 at 15 in s[10:11], maybe true
!=   exit 4 at 16 in s[11:12], maybe false
!= exchange 17-17 in s[12:13], 1 sends, 0 receives, region true
!---
! Exit from constructs that are no loops.
subroutine s(u, west)
  integer :: west
  real :: u
  b: block
    !$mdmp commregion
    c: if (u > 1.0) then
      if (u > 2.0) exit c
      if (u > 3.0) exit b
    end if c
    !$mdmp send(u, west)
    !$mdmp end commregion
  end block b
end subroutine s
!= region "" 6-12 in s/5.0[0:4], 2 items, 1 exchanges
!=   exit 2 at 9 in s/5/7.0[1:2], maybe false
!= exchange 11-11 in s/5.0[2:3], 1 sends, 0 receives, region true
!---
! Two regions in one procedure.
subroutine s(u, west)
  integer :: west
  real :: u
  !$mdmp commregion one
  if (u > 1.0) goto 10
  !$mdmp end commregion one
  u = 2.0
10 u = 3.0
  !$mdmp commregion two
  if (u > 1.0) goto 20
  if (u > 2.0) goto 10
20 u = 3.0
  !$mdmp end commregion two
end subroutine s
!= region "one" 5-7 in s[0:3], 1 items, 0 exchanges
!=   exit 4 at 6 in s[1:2], maybe false
!= region "two" 10-14 in s[5:10], 3 items, 0 exchanges
!=   exit 4 at 12 in s[7:8], maybe false
!---
! A jump into a region.
subroutine s(u, west)
  integer :: west
  real :: u
  if (u > 0.0) goto 10
!~ 3: a jump to label 10 enters a region [MDMP023]
!~   note +3:3: the region begins here
!~   hint: let the region begin before the jump, or move the label
  goto (10, 20), west
!~ 3: a jump to label 10 enters a region [MDMP023]
!~   note +2:3: the region begins here
!~   hint: let the region begin before the jump, or move the label
!~ 3: a jump to label 20 enters a region [MDMP023]
!~   note +6:3: the region begins here
!~   hint: let the region begin before the jump, or move the label
  read (5, *, end=010) u
!~ 3: a jump to label 10 enters a region [MDMP023]
!~   note +1:3: the region begins here
!~   hint: let the region begin before the jump, or move the label
  !$mdmp commregion one
10 u = 1.0
  if (u > 1.0) goto 20
!~ 3: a jump to label 20 enters a region [MDMP023]
!~   note +2:3: the region begins here
!~   hint: let the region begin before the jump, or move the label
  !$mdmp end commregion one
  !$mdmp commregion two
20 continue
  !$mdmp end commregion two
  if (u > 2.0) goto 20
!~ 3: a jump to label 20 enters a region [MDMP023]
!~   note -3:3: the region begins here
!~   hint: let the region begin before the jump, or move the label
end subroutine s
!---
! ENTRY in a region.
subroutine s(u)
  real :: u
  u = 1.0
  !$mdmp commregion
  entry t(u)
!~ 3: an ENTRY statement stands in a region [MDMP023]
!~   note -1:3: the region begins here
  !$mdmp end commregion
end subroutine s
!---
! Jumps that the tree shows only in part.
subroutine s(u, west, k)
  integer :: west, k
  real :: u
  !$mdmp commregion
  if (k > 0) goto 77
  assign k to j
  goto k
  !$mdmp send(u, west)
  !$mdmp end commregion
end subroutine s
!= region "" 5-10 in s[0:6], 4 items, 1 exchanges
!=   exit 4 at 6 in s[1:2], maybe false
!= exchange 9-9 in s[4:5], 1 sends, 0 receives, region true
