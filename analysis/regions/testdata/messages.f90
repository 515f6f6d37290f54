! Two receives into the same elements.
subroutine s(u, v, n, a, b, k)
  real :: u(n,n), v(n)
  integer :: n, a, b, k
  !$mdmp recv(u(:,1), a)
  !$mdmp recv(u(:,1), b)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(u(:,k+1), a)
  !$mdmp recv(u(: , K + 1), b)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(u, a)
  !$mdmp recv(u(1,:), b)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(u(1:n,3), a)
  !$mdmp recv(u(2,2:4), b)
  v = 0.0
  !$mdmp recv(v(1:5), a)
  !$mdmp recv(v(5:9), b)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(v(1:k), a)
  !$mdmp recv(v(k:9), b)
  v = 0.0
  !$mdmp recv(u(1,1), n, a)
  !$mdmp recv(u(1,1), k, b)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv([u(:,1), v, u(:,1)], a)
!~ 27: one message is received into the same elements twice [MDMP031]
!~   note 16: they stand here already
  v = 0.0
  !$mdmp recv(v, a) if(k > 1)
  !$mdmp recv(v, b) if(k>1)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
end subroutine s
!---
! Nothing is received.
subroutine s(v, n, a)
  real :: v(n)
  integer :: n, a
  !$mdmp recv(v(1:0), a)
  !$mdmp recv(v(2:1), a)
  !$mdmp recv(v(1), a)
  !$mdmp recv(v, a) if(.false.)
  !$mdmp recv(v, a) if(.FALSE._4)
end subroutine s
!= exchange 5-9 in s[0:5], 0 sends, 5 receives, region false
!---
! Receives that do not meet, or are not seen to.
subroutine s(u, v, n, a, b, k, c)
  type cell
    real :: x, y(3)
  end type cell
  type(cell) :: c(3)
  real :: u(n,n), v(n)
  integer :: n, a, b, k
  !$mdmp recv(u(:,1), a)
  !$mdmp recv(u(:,2), b)
  !$mdmp recv(u(:,k), b)
  !$mdmp recv(v(1:4), a)
  !$mdmp recv(v(5:9), b)
  !$mdmp recv(v(n:k), b)
  !$mdmp recv(c(1)%x, b)
  !$mdmp recv(c(1)%y, b)
  !$mdmp recv(c(2)%x, b)
  v = 0.0
  !$mdmp recv(v(1::2), b)
  !$mdmp recv(v(2::2), b)
  v = 0.0
  !$mdmp recv(v, a) if(k > 1)
  !$mdmp recv(v, b) if(k < 1)
  v = 0.0
  !$mdmp recv(v, a)
  !$mdmp recv(v, b) if(k < 1)
end subroutine s
!= exchange 9-17 in s[0:9], 0 sends, 9 receives, region false
!= exchange 19-20 in s[10:12], 0 sends, 2 receives, region false
!= exchange 22-23 in s[13:15], 0 sends, 2 receives, region false
!= exchange 25-26 in s[16:18], 0 sends, 2 receives, region false
!---
! Components.
subroutine s(c, a, b)
  type cell
    real :: x, y(3)
  end type cell
  type(cell) :: c(3), d
  integer :: a, b
  !$mdmp recv(c(1), a)
  !$mdmp recv(c(1)%y(2), b)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  d%x = 0.0
  !$mdmp recv(c%x, a)
  !$mdmp recv(c(2)%x, b)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  d%x = 0.0
  !$mdmp recv(d%y, a)
  !$mdmp recv(d%y(1), b)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
end subroutine s
!---
! A send and a receive of the same elements.
subroutine s(u, n, a, b)
  real :: u(n)
  integer :: n, a, b
  !$mdmp send(u, a)
  !$mdmp recv(u(2:3), b)
!~ 3: this exchange sends and receives the same elements [MDMP032]
!~   note -1:3: the other directive is here
!~   hint: receive into another place, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  u = 0.0
  !$mdmp recv([u(1), u(2)], b)
  !$mdmp send(u(2), a)
!~ 3: this exchange sends and receives the same elements [MDMP032]
!~   note -1:3: the other directive is here
!~   hint: receive into another place, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  u = 0.0
  !$mdmp send(u(1:2), a)
  !$mdmp recv(u(3:4), a)
end subroutine s
!= exchange 5-6 in s[0:2], 1 sends, 1 receives, region false
!= exchange 8-9 in s[3:5], 1 sends, 1 receives, region false
!= exchange 11-12 in s[6:8], 1 sends, 1 receives, region false
!---
! Exchanges in separate IF constructs.
subroutine s(u, n, west, east)
  real :: u(n)
  integer :: n, west, east
  if (west >= 0) then
    !$mdmp send(u(1), west)
  end if
  if (east >= 0) then
    !$mdmp recv(u(n), east)
!~ 5: this exchange does not begin before the one above it is complete [MDMP033]
!~   note -3:5: that one begins here
!~   hint: put the directives next to each other, with if() clauses instead of IF constructs
  end if
  u = 0.0
  if (west >= 0) then
    !$mdmp recv(u(n), west)
  end if
  !$mdmp send(u(1), east)
!~ 3: this exchange does not begin before the one above it is complete [MDMP033]
!~   note -2:5: that one begins here
!~   hint: put the directives next to each other, with if() clauses instead of IF constructs
  u = 0.0
  if (west /= mpi_proc_null) then
    !$mdmp send(u(1), west)
    !$mdmp recv(u(2), west)
  end if
  if (mpi_proc_null /= east) then
    !$mdmp send(u(n-1), east)
!~ 5: this exchange does not begin before the one above it is complete [MDMP033]
!~   note -4:5: that one begins here
!~   hint: put the directives next to each other, with if() clauses instead of IF constructs
    !$mdmp recv(u(n), east)
  end if
end subroutine s
!= exchange 6-6 in s/5.0[0:1], 1 sends, 0 receives, region false
!= exchange 9-9 in s/8.0[0:1], 0 sends, 1 receives, region false
!= exchange 13-13 in s/12.0[0:1], 0 sends, 1 receives, region false
!= exchange 15-15 in s[4:5], 1 sends, 0 receives, region false
!= exchange 18-19 in s/17.0[0:2], 1 sends, 1 receives, region false
!= exchange 22-23 in s/21.0[0:2], 1 sends, 1 receives, region false
!---
! Where the order of exchanges is meant.
subroutine s(u, v, n, west, east, k)
  real :: u(n), v(n)
  integer :: n, west, east, k
  if (west >= 0) then
    !$mdmp recv(u, west)
  end if
  if (east >= 0) then
    !$mdmp send(u, east)
  end if
  v = 0.0
  if (west >= 0) then
    !$mdmp recv(u, west)
  end if
  v = 2.0*u
  if (east >= 0) then
    !$mdmp send(v, east)
  end if
  v = 0.0
  if (k == 1) then
    !$mdmp send(u, east)
  else
    !$mdmp recv(v, west)
  end if
  if (k == 2) then
    !$mdmp send(u, east)
    !$mdmp recv(v, east)
  end if
  if (k == 3) then
    !$mdmp send(u, east)
    !$mdmp recv(v, east)
  end if
  v = 0.0
  if (k == 0) then
    !$mdmp send(u, 1)
  end if
  if (k == 1) then
    !$mdmp recv(v, 0)
  end if
  v = 0.0
  if (west >= 0) then
    !$mdmp send(u, west)
  end if
  if (east >= 0) then
    !$mdmp recv(u, east)
  end if
  v = 0.0
  if (west >= 0) then
    !$mdmp send(u, west)
  end if
  if (east >= 0) then
    v = 1.0
    !$mdmp recv(u, east)
  end if
end subroutine s
!= exchange 6-6 in s/5.0[0:1], 0 sends, 1 receives, region false
!= exchange 9-9 in s/8.0[0:1], 1 sends, 0 receives, region false
!= exchange 13-13 in s/12.0[0:1], 0 sends, 1 receives, region false
!= exchange 17-17 in s/16.0[0:1], 1 sends, 0 receives, region false
!= exchange 21-21 in s/20.0[0:1], 1 sends, 0 receives, region false
!= exchange 23-23 in s/20.1[0:1], 0 sends, 1 receives, region false
!= exchange 26-27 in s/25.0[0:2], 1 sends, 1 receives, region false
!= exchange 30-31 in s/29.0[0:2], 1 sends, 1 receives, region false
!= exchange 35-35 in s/34.0[0:1], 1 sends, 0 receives, region false
!= exchange 38-38 in s/37.0[0:1], 0 sends, 1 receives, region false
!= exchange 42-42 in s/41.0[0:1], 1 sends, 0 receives, region false
!= exchange 45-45 in s/44.0[0:1], 0 sends, 1 receives, region false
!= exchange 49-49 in s/48.0[0:1], 1 sends, 0 receives, region false
!= exchange 53-53 in s/51.0[1:2], 0 sends, 1 receives, region false
!---
! A name of the region's clause is declared anew.
subroutine s(u, west, t, h)
  real :: u
  integer :: west, t, h(3)
  !$mdmp commregion tag(2*t) comm(h(2))
  associate (t => west)
    !$mdmp send(u, west)
!~ 5: 't' in the tag clause of the region is something else here [MDMP046]
!~   note -2:25: the clause stands here
!~   note -1:14: the name is declared anew here
!~   hint: give the directive a tag clause of its own
    !$mdmp send(u, west) tag(t)
  end associate
  block
    integer :: h(3)
    h = 0
    !$mdmp send(u, west)
!~ 5: 'h' in the comm clause of the region is something else here [MDMP046]
!~   note -8:35: the clause stands here
!~   note -2:16: the name is declared anew here
!~   hint: give the directive a comm clause of its own
  end block
  block
    integer :: x
    !$mdmp send(u, west)
  end block
  !$mdmp end commregion
end subroutine s
!---
! More pairs of sections.
subroutine s(c, d, u, s1, n, k)
  type cell
    real :: x(3), y
    type(cell), pointer :: next
  end type cell
  type(cell) :: c(9), d
  real :: u(n,n), v(n)
  character(9) :: s1(3)
  integer :: n, k
  !$mdmp recv(c(2)%y, 1)
  !$mdmp recv(c%y, 1)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(c(2)%y, 1)
  !$mdmp recv(c%x(1), 1)
  v = 0.0
  !$mdmp recv(c(2)%x(1), 1)
  !$mdmp recv(c%x(1), 1)
  v = 0.0
  !$mdmp recv(u, n, 1)
  !$mdmp recv(u(1,:), 1)
  v = 0.0
  !$mdmp recv(u, n, 1)
  !$mdmp recv(u, k, 1)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(u(1,1), n, 1)
  !$mdmp recv(u(:,1), 1)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(v(k:), 1)
  !$mdmp recv(v(n:), 1)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(v(:k), 1)
  !$mdmp recv(v(:n), 1)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(v(k:n), 1)
  !$mdmp recv(v(1:n), 1)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(v(k:n:2), 1)
  !$mdmp recv(v(k:9:3), 1)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(v(k:n), 1)
  !$mdmp recv(v(n), 1)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  !$mdmp recv(v(k), 1)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -2:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(v(-1:+1), 1)
!~ 17: dimension 1 of 'v' begins at 1, and -1 is outside [MDMP064]
!~   note -37:19: 'v' is declared here
  !$mdmp recv(v(0), 1)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
!~ 17: dimension 1 of 'v' begins at 1, and 0 is outside [MDMP064]
!~   note -38:19: 'v' is declared here
  v = 0.0
  !$mdmp recv(v(2), 1)
  !$mdmp recv(v(1:3), 1)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(v(1.5), 1)
  !$mdmp recv(v(.not.k), 1)
  !$mdmp recv(v(1:9:2), 1)
  !$mdmp recv(v(3), 1)
  v = 0.0
  !$mdmp recv(s1(1)(2:3), 1)
  !$mdmp recv(s1(1), 1)
!~ 15: two receives of one exchange go into the same elements [MDMP031]
!~   note -1:15: the other one goes here
!~   hint: correct one of them, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  v = 0.0
  !$mdmp recv(v(1,2), 1)
!~ 15: 'v' has one dimension, but here are 2 subscripts [MDMP052]
!~   note -51:19: 'v' is declared here
  !$mdmp recv(v(1), 1)
end subroutine s
!---
! Separate IF constructs: what is said and what is not.
subroutine s(u, n, west, east, p)
  real :: u(n)
  integer :: n, west, east, p(2), k
  logical :: l
  if (l) then
    !$mdmp send(u(1), p(1))
    !$mdmp recv(u(2), p(1))
  end if
  if (l) then
    !$mdmp send(u(1), p(2))
    !$mdmp recv(u(2), p(2))
  end if
  u = 0.0
  if (l) then
    !$mdmp send(u(1), west)
    !$mdmp recv(u(2), west)
  end if
  if (east > k) then
    !$mdmp send(u(1), east)
    !$mdmp recv(u(2), east)
  end if
  u = 0.0
  if (l) then
    !$mdmp send(u(1), west)
  end if
  if (.not. l) then
    !$mdmp recv(u(2), west)
!~ 5: this exchange does not begin before the one above it is complete [MDMP033]
!~   note -3:5: that one begins here
!~   hint: put the directives next to each other, with if() clauses instead of IF constructs
  end if
  u = 0.0
  do
    if (west > 0) then
      !$mdmp send(u(1), west)
    end if
# 5 "x.f90"
    if (east > 0) then
      !$mdmp recv(u(2), east)
!~ 7: this exchange does not begin before the one above it is complete [MDMP033]
!~   note -4:7: that one begins here
!~   hint: put the directives next to each other, with if() clauses instead of IF constructs
    end if
  end do
end subroutine s
!= exchange 7-8 in s/6.0[0:2], 1 sends, 1 receives, region false
!= exchange 11-12 in s/10.0[0:2], 1 sends, 1 receives, region false
!= exchange 16-17 in s/15.0[0:2], 1 sends, 1 receives, region false
!= exchange 20-21 in s/19.0[0:2], 1 sends, 1 receives, region false
!= exchange 25-25 in s/24.0[0:1], 1 sends, 0 receives, region false
!= exchange 28-28 in s/27.0[0:1], 0 sends, 1 receives, region false
!= exchange 33-33 in s/31/32.0[0:1], 1 sends, 0 receives, region false
!= exchange 37-37 in s/31/36.0[0:1], 0 sends, 1 receives, region false
!---
! SELECT TYPE and data in a BLOCK declare names anew.
subroutine s(x, u)
  class(*) :: x
  real :: u
  !$mdmp commregion tag(y)
!~ 25: the tag is an integer, but this is of type real [MDMP040]
  select type (y => x)
  type is (integer)
    !$mdmp send(u, y)
!~ 5: 'y' in the tag clause of the region is something else here [MDMP046]
!~   note -3:25: the clause stands here
!~   note -2:3: the name is declared anew here
!~   hint: give the directive a tag clause of its own
  end select
  block
    use other
    implicit none
    save
    dimension :: z(3)
    interface
      subroutine q
      end subroutine q
    end interface
    !$mdmp send(u, 1)
  end block
  !$mdmp end commregion
end subroutine s
!---
! Named constants are folded: what meets, and what is out of bounds.
module sizes
  integer, parameter :: h = 3
end module sizes
subroutine thin(u, m, l, r, w, old)
  use sizes
  integer, intent(in) :: m, l, r
  integer, parameter :: nx = 2
  real, intent(inout) :: u(1-h:nx+h, m), w(0:*), old(1)
  real :: v(nx*h, 2)
  !$mdmp send(u(nx-h+1:nx,:), r)
  !$mdmp recv(u(1-h:0,:), l)
!~ 3: this exchange sends and receives the same elements [MDMP032]
!~   note -1:3: the other directive is here
!~   hint: receive into another place, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  continue
  !$mdmp send(u(1:nx,:), r)
  !$mdmp recv(u(1-h:0,:), l)
  continue
  !$mdmp send(u(nx+h+1,:), r)
!~ 17: dimension 1 of 'u' goes from -2 to 5, and 6 is outside [MDMP064]
!~   note -8:26: 'u' is declared here
  !$mdmp send(u(-h:0,:), r)
!~ 17: dimension 1 of 'u' goes from -2 to 5, and -3 is outside [MDMP064]
!~   note -9:26: 'u' is declared here
  !$mdmp send(u(-h:0,:), r) if(m > 3)
  !$mdmp send(u(-h:-h-1,:), r)
  !$mdmp send(u(-h:m,:), r)
  !$mdmp send(v(nx*h:1:-2,3), r)
!~ 27: dimension 2 of 'v' goes from 1 to 2, and 3 is outside [MDMP064]
!~   note -12:11: 'v' is declared here
  !$mdmp send(v(nx*h-1:0:-2,1), r)
  !$mdmp send(v(nx*h-1:-1:-2,1), r)
!~ 17: dimension 1 of 'v' goes from 1 to 6, and -1 is outside [MDMP064]
!~   note -14:11: 'v' is declared here
  !$mdmp send(w(-1:5), r)
  !$mdmp send(w(5:900), r)
  !$mdmp send(old(7), r)
  !$mdmp send(v(7,1), 2, r)
!~ 17: dimension 1 of 'v' goes from 1 to 6, and 7 is outside [MDMP064]
!~   note -18:11: 'v' is declared here
end subroutine thin
!= exchange 11-12 in thin[0:2], 1 sends, 1 receives, region false
!= exchange 14-15 in thin[3:5], 1 sends, 1 receives, region false
!= exchange 17-28 in thin[6:18], 12 sends, 0 receives, region false
!---
! The arguments of MPI_Send.
subroutine ring(u, n, left, right)
  integer, intent(in) :: n, left, right
  real, intent(inout) :: u(0:n+1)
  !$mdmp send(u(n), right)
  !$mdmp recv(u(0), left, 3)
!~ 21: 'left' elements with rank '3': 'left' is the other side of another message [MDMP065]
!~   hint: a tag is given in a clause: recv(u(0), left) tag(3)
  !$mdmp send(u(1), n, left)
  !$mdmp recv(u(n+1), 1, right)
  continue
  !$mdmp send(u(1), 1)
  !$mdmp recv(u(2), 1, 2)
end subroutine ring
!= exchange 5-8 in ring[0:4], 2 sends, 2 receives, region false
!= exchange 10-11 in ring[5:7], 1 sends, 1 receives, region false
