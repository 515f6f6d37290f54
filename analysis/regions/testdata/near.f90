! What looks like a directive.
subroutine s(u, west)
  real :: u
  integer :: west
  !$mdpm send(u, west)
!~ 3: unknown sentinel !$mdpm: this line is a comment [MDMP018]
!~   hint: write !$mdmp followed by a blank
  !$mdm send(u, west)
!~ 3: unknown sentinel !$mdm: this line is a comment [MDMP018]
!~   hint: write !$mdmp followed by a blank
  !mdmp$ send(u, west)
!~ 3: '$' on the wrong side of the sentinel: this line is a comment [MDMP018]
!~   hint: write !$mdmp followed by a blank
  !$ mdmp send(u, west)
!~ 3: blank inside the sentinel: this line is a comment [MDMP018]
!~   hint: write !$mdmp followed by a blank
  ! $mdmp send(u, west)
!~ 3: blank inside the sentinel: this line is a comment [MDMP018]
!~   hint: write !$mdmp followed by a blank
  !$mdmpsend(u, west)
!~ 3: no blank after the sentinel !$mdmp: this line is a comment [MDMP018]
!~   hint: write !$mdmp followed by a blank
  u = 1.0 !$mdmp send(u, west)
!~ 11: a directive behind a statement is a comment [MDMP018]
!~   hint: put it on a line of its own
  ! the directive !$mdmp is spoken of here
  ! mdmp is a tool
  print *, '!$mdmp send(u, west)'
end subroutine s
!---
! Broken lines.
subroutine s(u, west)
  real :: u
  integer :: west
  !$mdmp send(u, &
!~ 18: the directive ends in '&' but no !$mdmp& line continues it [MDMP044]
  u = 1.0
  !$mdmp& west)
!~ 3: this directive line continues nothing [MDMP044]
  !$mdmp send(u, west) if(s == 'a)
!~ 32: the character constant has no end [MDMP004]
  !$mdmp send(u, &
#if X
  !$mdmp&   west)
!~ -2:3: preprocessor lines stand inside the directive [MDMP044]
!~   hint: write the whole directive in each branch of the #if
#endif
end subroutine s
