! Right: in the declarations, among statements, behind its use, in a host, in a module.
module grid
  implicit none
  integer :: n, west, east
  real :: g(0:9)
  !$mdmp halo ends(a(0:)) recv(a(0), west) send(a(n), east)
contains
  subroutine one(u, v, d)
    real, intent(inout) :: u(0:), v(0:n+1)
    integer, intent(in) :: d
    !$mdmp exchange ends(u), ends(v) if(d > 1)
    call inner
    !$mdmp send(u(1), west)
    !$mdmp halo late(a, k) send(a(k), west) if(k > 2)
    !$mdmp recv(u(2), west)
  contains
    subroutine inner
      real :: w(0:9)
      !$mdmp exchange late(w, d+1), ends(g)
    end subroutine inner
  end subroutine one
  subroutine two(u)
    real, intent(inout) :: u(0:n)
    !$mdmp halo ends(b) send(b(1), east)
    !$mdmp exchange ends(u)
  end subroutine two
end module grid
!= exchange 13-15 in one[2:5], 1 sends, 1 receives, region false
!= halo ends 6 in grid
!= halo late 14 in one
!= halo ends 24 in two
!= patterns 11 in one[0:1]: ends of line 6 ends of line 6
!= patterns 19 in inner[0:1]: late of line 14 ends of line 6
!= patterns 25 in two[1:2]: ends of line 24
!---
! Arguments.
subroutine s(u, v, w, c, n, west)
  implicit none
  integer :: n, west, k
  type cell
    real :: f(0:9, 0:9)
  end type
  type(cell) :: c(4)
  real :: u(0:n, 0:n), v(n), w(0:n, 0:n, 3), x
  character(4) :: name(8)
  !$mdmp halo h(a, d) send(a(1:d, :), west)
  !$mdmp halo q(a) send(a(ubound(a,1)), west)
  !$mdmp halo one(x) send(x, west)
  !$mdmp exchange h(u, 2), h(w(:,:,k), 2*k), h(w(:,2,:), n), h(c(k)%f, 1), one(x), one(u), one(u(:,1)), q(v), one(c(1)%f(1,:))
  !$mdmp exchange h(u), h(u, 1, 2), one()
!~ 19: halo pattern 'h' takes 2 arguments, but here is one [MDMP056]
!~   note -4:15: it is declared here
!~ 25: halo pattern 'h' takes 2 arguments, but here are 3 [MDMP056]
!~   note -4:15: it is declared here
!~ 37: halo pattern 'one' takes one argument, but here are 0 [MDMP056]
!~   note -2:15: it is declared here
  !$mdmp exchange h(v, 1)
!~ 21: the halo pattern needs an array of 2 dimensions for 'a', but 'v' is an array of one dimension [MDMP056]
!~   note -5:28: 'a' is used here
  !$mdmp exchange h(w, 1)
!~ 21: the halo pattern needs an array of 2 dimensions for 'a', but 'w' is an array of 3 dimensions [MDMP056]
!~   note -6:28: 'a' is used here
  !$mdmp exchange h(x, 1)
!~ 21: the halo pattern needs an array of 2 dimensions for 'a', but 'x' is a scalar [MDMP056]
!~   note -7:28: 'a' is used here
  !$mdmp exchange h(c%f, 1)
  !$mdmp exchange h((u), 1)
!~ 21: the halo pattern needs a variable for 'a' [MDMP056]
!~   note -9:28: 'a' is used here
!~   hint: name an array, without parentheses around it
  !$mdmp exchange h(2.0*u, 1)
!~ 21: the halo pattern needs a variable for 'a' [MDMP056]
!~   note -10:28: 'a' is used here
!~   hint: name an array, without parentheses around it
  !$mdmp exchange h(u(1,1), 1)
!~ 21: the halo pattern needs an array of 2 dimensions for 'a', but here are 0 ':' [MDMP056]
!~   note -11:28: 'a' is used here
  !$mdmp exchange h(w(:,1:n,1), 1)
!~ 21: only ':' may stand for a dimension of the array [MDMP056]
!~   note -12:28: 'a' is used here
!~   hint: the subscripts of the pattern take its place
  !$mdmp exchange h(w(:,1,1), 1)
!~ 21: the halo pattern needs an array of 2 dimensions for 'a', but here is one ':' [MDMP056]
!~   note -13:28: 'a' is used here
  !$mdmp exchange h(w(:,:,:), 1)
!~ 21: the halo pattern needs an array of 2 dimensions for 'a', but here are 3 ':' [MDMP056]
!~   note -14:28: 'a' is used here
  !$mdmp exchange h(u, 1:2)
!~ 25: the argument is not an expression: unexpected ':' [MDMP006]
  !$mdmp exchange q(u(:,1))
!~ 21: the halo pattern asks for the whole of 'a', which cannot be a section [MDMP056]
!~   note -15:25: 'a' is used here
!~   hint: give the bounds as arguments of the pattern
  !$mdmp exchange one(x + 1)
!~ 23: the halo pattern needs a variable for 'x' [MDMP056]
!~   note -15:19: 'x' is used here
!~   hint: name an array, without parentheses around it
  !$mdmp exchange one(3)
!~ 23: the halo pattern needs a variable for 'x' [MDMP056]
!~   note -16:19: 'x' is used here
!~   hint: name an array, without parentheses around it
  !$mdmp exchange h(name(1)(2:3), 1)
!~ 21: the halo pattern needs a variable for 'a' [MDMP056]
!~   note -19:28: 'a' is used here
!~   hint: name an array, without parentheses around it
  !$mdmp exchange h(uu, 1)
!~ 21: 'uu' is not declared, and IMPLICIT NONE holds here [MDMP051]
  !$mdmp exchange h(u, 1) if(n)
!~ 30: the condition is a logical, but this is of type integer [MDMP040]
!~   note -28:14: 'n' is declared here
  !$mdmp exchange hh(u, 1)
!~ 19: no halo pattern 'hh' is declared [MDMP054]
!~   hint: patterns are known where a module is used that was compiled by mdmpf90 and declares them, or hands them on: by USE without ONLY
  !$mdmp exchange nothing(u)
!~ 19: no halo pattern 'nothing' is declared [MDMP054]
!~   hint: patterns are known where a module is used that was compiled by mdmpf90 and declares them, or hands them on: by USE without ONLY
contains
  real function u2(i, j)
    integer :: i, j
    u2 = i + j
    !$mdmp exchange h(u2, 1)
!~ 23: the halo pattern needs an array of 2 dimensions for 'a', but 'u2' is a scalar [MDMP056]
!~   note -28:28: 'a' is used here
    !$mdmp exchange far(v)
!~ 21: no halo pattern 'far' is declared in this procedure or around it [MDMP054]
!~   note +3:17: this one is known in there only
!~   hint: patterns are known in the procedures around which they are declared, and where their module is used
  end function
  subroutine there
    !$mdmp halo far(a) send(a(1), west)
  end subroutine
end subroutine s
!---
! An argument would become the variable of an implied DO.
subroutine s(u, n, k)
  implicit none
  integer :: n, k
  real :: u(n)
  !$mdmp halo h(a, d, t) send(a(1), sum([(d*k, k=1,3)])) tag(t)
  !$mdmp exchange h(u, n, 1), h(u, n, k)
  !$mdmp exchange h(u, 2*k, 1)
!~ 24: 'k' is the variable of an implied DO of the halo pattern, in which 'd' stands [MDMP056]
!~   note -2:48: it is this one there
!~   hint: give one of the two another name
  !$mdmp halo w(a, i) send(a(1), sum([(i, i=1,3)]))
!~ 43: an argument of the halo pattern cannot be the variable of an implied DO [MDMP053]
end subroutine s
!---
! Patterns that are wrong.
subroutine s(u, n, west)
  integer :: n, west
  real :: u(n, n)
  !$mdmp halo a(x, unused) send(x(1, :), west)
!~ 20: the halo pattern does not use its argument 'unused' [MDMP053]
  !$mdmp halo b(x(:)) send(x(1, :), west)
!~ 28: 'x' is declared with one dimension, but here are 2 subscripts [MDMP053]
  !$mdmp halo c(x) send(x(1, :), west) then recv(x(2), west)
!~ 50: 'x' has 2 subscripts elsewhere in the halo pattern, but here is one subscript [MDMP053]
  !$mdmp halo a(x) send(x(1, :), west)
!~ 15: halo pattern 'a' is declared twice [MDMP055]
!~   note -3:15: it is declared here already
  type t
    !$mdmp halo in(x) send(x(1, :), west)
!~ 5: a halo pattern cannot stand here [MDMP053]
!~   hint: it stands among the declarations or statements of a procedure, a main program or a module, outside of all constructs
    integer :: k
  end type
  if (n > 1) then
    !$mdmp halo in(x) send(x(1, :), west)
!~ 5: a halo pattern cannot stand here [MDMP053]
!~   hint: it stands among the declarations or statements of a procedure, a main program or a module, outside of all constructs
    n = 2
  end if
  block
    !$mdmp halo in(x) send(x(1, :), west)
!~ 5: a halo pattern cannot stand here [MDMP053]
!~   hint: it stands among the declarations or statements of a procedure, a main program or a module, outside of all constructs
    integer :: z
    z = 1
  end block
end subroutine s
!$mdmp halo out(x) send(x(1, :), west)
!~ 1: the directive stands outside of any procedure [MDMP026]
!---
! Names mean one thing.
module m
  implicit none
  integer :: n, west
  !$mdmp halo h(a) send(a(n), west) tag(max(n, 2))
contains
  subroutine dummy(u, n)
    real :: u(9)
    integer :: n
    !$mdmp exchange h(u)
!~ 21: 'n' in the halo pattern 'h' is something else here [MDMP057]
!~   note -5:27: the pattern names it here
!~   note -1:16: at the exchange it is declared here
!~   hint: make it an argument of the pattern
  end subroutine
  subroutine local(u)
    real :: u(9)
    integer :: west, max(4)
    west = 1
    !$mdmp exchange h(u), h(u)
!~ 21: 'west' in the halo pattern 'h' is something else here [MDMP057]
!~   note -11:31: the pattern names it here
!~   note -2:16: at the exchange it is declared here
!~   hint: make it an argument of the pattern
!~ 21: 'max' in the halo pattern 'h' is something else here [MDMP057]
!~   note -11:41: the pattern names it here
!~   note -2:22: at the exchange it is declared here
!~   hint: make it an argument of the pattern
!~ 27: 'west' in the halo pattern 'h' is something else here [MDMP057]
!~   note -11:31: the pattern names it here
!~   note -2:16: at the exchange it is declared here
!~   hint: make it an argument of the pattern
!~ 27: 'max' in the halo pattern 'h' is something else here [MDMP057]
!~   note -11:41: the pattern names it here
!~   note -2:22: at the exchange it is declared here
!~   hint: make it an argument of the pattern
  end subroutine
  subroutine nested(u)
    real :: u(9)
    block
      integer :: n
      n = 1
      !$mdmp exchange h(u)
!~ 23: 'n' in the halo pattern 'h' is something else here [MDMP057]
!~   note -18:27: the pattern names it here
!~   note -2:18: at the exchange it is declared here
!~   hint: make it an argument of the pattern
    end block
    associate (west => u(1), a => u)
      !$mdmp exchange h(a)
!~ 23: 'west' in the halo pattern 'h' is something else here [MDMP057]
!~   note -21:31: the pattern names it here
!~   note -1:5: at the exchange it is declared here
!~   hint: make it an argument of the pattern
    end associate
    !$mdmp exchange h(u)
  end subroutine
end module
subroutine uses(u, v)
  use m, only: n, west
  implicit none
  real :: u(9), v(9)
  !$mdmp halo k(a) send(a(n), west)
  !$mdmp exchange k(u)
contains
  subroutine again
    use m, only: n, west
    !$mdmp exchange k(v)
  end subroutine
  subroutine renamed
    use m, only: n => west
    !$mdmp exchange k(v)
!~ 21: 'n' in the halo pattern 'k' is something else here [MDMP057]
!~   note -9:27: the pattern names it here
!~   note -40:14: at the exchange it is declared here
!~   hint: make it an argument of the pattern
  end subroutine
end subroutine
!---
! Bounds.
subroutine s(u, v, w, x, n, west)
  implicit none
  integer, parameter :: k = 3
  integer :: n, west
  real :: u(0:9), v(:), w(0:), x(10), y(k-3:9)
  real, allocatable :: z(:)
  !$mdmp halo both(a(0:9)) send(a(1), west)
  !$mdmp halo low(a(0:)) send(a(1), west)
  !$mdmp halo one(a(9)) send(a(1), west)
  !$mdmp halo free(a(:)) send(a(1), west)
  !$mdmp halo deep(a(1-d:), d) send(a(1:d), west)
  !$mdmp exchange both(u), both(w), both(z), low(u), low(w), low(y), free(u), free(x), deep(u, 1), deep(x, 2)
  !$mdmp exchange both(v)
!~ 24: the bounds of 'v' are not those of 'a' in the halo pattern [MDMP058]
!~   note -8:19: 'v' is declared here
!~   hint: the subscripts of the pattern would mean other elements
  !$mdmp exchange both(x)
!~ 24: the bounds of 'x' are not those of 'a' in the halo pattern [MDMP058]
!~   note -9:32: 'x' is declared here
!~   hint: the subscripts of the pattern would mean other elements
  !$mdmp exchange low(v)
!~ 23: the bounds of 'v' are not those of 'a' in the halo pattern [MDMP058]
!~   note -10:19: 'v' is declared here
!~   hint: the subscripts of the pattern would mean other elements
  !$mdmp exchange low(x)
!~ 23: the bounds of 'x' are not those of 'a' in the halo pattern [MDMP058]
!~   note -11:32: 'x' is declared here
!~   hint: the subscripts of the pattern would mean other elements
  !$mdmp exchange one(u)
!~ 23: the bounds of 'u' are not those of 'a' in the halo pattern [MDMP058]
!~   note -12:11: 'u' is declared here
!~   hint: the subscripts of the pattern would mean other elements
  !$mdmp exchange one(x)
!~ 23: the bounds of 'x' are not those of 'a' in the halo pattern [MDMP058]
!~   note -13:32: 'x' is declared here
!~   hint: the subscripts of the pattern would mean other elements
end subroutine
!---
! Patterns of modules of the file.
module a
  implicit none
  integer :: n, west
  integer, private :: hidden
  !$mdmp halo h(x) send(x(n), west)
  !$mdmp halo both(x) send(x(n), west)
  !$mdmp halo secret(x) send(x(hidden), west)
end module a
module b
  use a
  implicit none
  real :: f(9)
  !$mdmp halo both(x) send(x(1), west)
end module b
program p
  use a
  implicit none
  real :: u(9)
  !$mdmp exchange h(u), both(u)
  call one
contains
  subroutine one
    use b, only: f
    !$mdmp exchange h(f), both(u)
!~ 27: there are two halo patterns 'both' here [MDMP055]
!~   note -11:15: one is declared here
!~   note -18:15: the other one here
!~   hint: give one of them another name
  end subroutine
  subroutine two
    use b
    use a
    real :: v(9)
    !$mdmp exchange h(v)
    !$mdmp exchange both(v)
!~ 21: there are two halo patterns 'both' here [MDMP055]
!~   note -18:15: one is declared here
!~   note -25:15: the other one here
!~   hint: give one of them another name
    !$mdmp exchange secret(v)
!~ 21: 'hidden' in the halo pattern 'secret' is something else here [MDMP057]
!~   note -25:32: the pattern names it here
!~   hint: make it an argument of the pattern
  end subroutine
  subroutine three
    use b, only: f
    use elsewhere, only: far
    !$mdmp exchange far(u), both(f)
!~ 21: no halo pattern 'far' is declared [MDMP054]
!~   hint: the module file of elsewhere is not found: patterns are known where a module is used that was compiled by mdmpf90
!~ 29: there are two halo patterns 'both' here [MDMP055]
!~   note -24:15: one is declared here
!~   note -31:15: the other one here
!~   hint: give one of them another name
  end subroutine
end program p
subroutine alone(u)
  use a, only: west
  implicit none
  real :: u(9)
  !$mdmp exchange h(u)
!~ 19: 'n' in the halo pattern 'h' is something else here [MDMP057]
!~   note -39:27: the pattern names it here
!~   hint: make it an argument of the pattern
end subroutine alone
subroutine passed(u)
  use b
  real :: u(9)
  !$mdmp exchange both(u), h(u)
end subroutine passed
module takes
  use mpi
  implicit none
  integer :: n = 2, west
  !$mdmp halo y(a) recv(a(0:n), west)
contains
  subroutine taken(v)
    use mpi, only: n => mpi_status_size
    real :: v(0:9)
    !$mdmp exchange y(v)
!~ 21: 'n' in the halo pattern 'y' is something else here [MDMP057]
!~   note -5:29: the pattern names it here
!~   hint: make it an argument of the pattern
  end subroutine
  subroutine renamed(v)
    use mpi_f08, west => mpi_max
    real :: v(0:9)
    !$mdmp exchange y(v)
!~ 21: 'west' in the halo pattern 'y' is something else here [MDMP057]
!~   note -10:33: the pattern names it here
!~   hint: make it an argument of the pattern
  end subroutine
  subroutine same(v)
    use mpi, only: mpi_status_size
    real :: v(0:9)
    !$mdmp exchange y(v)
  end subroutine
end module
