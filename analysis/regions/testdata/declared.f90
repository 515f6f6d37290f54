! Types of ranks, counts, tags, conditions, communicators.
subroutine s(u, n, r, l, c, k, cart, h, t)
  use mpi_f08
  implicit none
  type mine
    integer :: i
    real :: x
  end type mine
  type(mine) :: t
  type(mpi_comm) :: h
  integer :: n, k(3), cart
  integer(8) :: n8
  real :: u(n,n), r
  logical :: l
  character :: c
  !$mdmp send(u(:,1), r)
!~ 23: the destination is an integer, but this is of type real [MDMP040]
!~   note -3:19: 'r' is declared here
  !$mdmp send(u(:,1), l)
!~ 23: the destination is an integer, but this is of type logical [MDMP040]
!~   note -3:14: 'l' is declared here
  !$mdmp send(u(:,1), k)
!~ 23: the destination is a scalar, but this is an array [MDMP040]
!~   note -7:17: 'k' is declared here
  !$mdmp send(u(:,1), k(2))
  !$mdmp send(u(:,1), t%i)
  !$mdmp send(u(:,1), t%x)
!~ 23: the destination is an integer, but this is of type real [MDMP040]
!~   note -14:13: 'x' is declared here
  !$mdmp send(u(:,1), n8) tag(r) if(n)
!~ 31: the tag is an integer, but this is of type real [MDMP040]
!~   note -9:19: 'r' is declared here
!~ 37: the condition is a logical, but this is of type integer [MDMP040]
!~   note -11:14: 'n' is declared here
  !$mdmp send(u(1,1), r, n)
!~ 23: the count is an integer, but this is of type real [MDMP040]
!~   note -10:19: 'r' is declared here
!~ 23: 'r' elements with rank 'n': 'r' is the other side of another message [MDMP065]
!~   hint: a tag is given in a clause: send(u(1,1), r) tag(n)
  !$mdmp send(u(1,1), n8, n) tag(k) if(l)
!~ 23: 'n8' elements with rank 'n': 'n8' is the other side of another message [MDMP065]
!~   hint: a tag is given in a clause: send(u(1,1), n8) tag(n)
!~ 34: the tag is a scalar, but this is an array [MDMP040]
!~   note -13:17: 'k' is declared here
  !$mdmp send(u(:,1), n) comm(r)
!~ 31: the communicator is an integer or a type(MPI_Comm), but this is of type real [MDMP040]
!~   note -12:19: 'r' is declared here
  !$mdmp send(u(:,1), n) comm(cart)
  !$mdmp send(u(:,1), n) comm(h)
  !$mdmp send(u(:,1), n) comm(t)
!~ 31: the communicator is an integer or a type(MPI_Comm), but this is of type mine [MDMP040]
!~   note -19:17: 't' is declared here
  !$mdmp send(u(:,1), n) comm(k)
!~ 31: the communicator is a scalar, but this is an array [MDMP040]
!~   note -18:17: 'k' is declared here
  !$mdmp send(u(:,1), n) if(k == 1)
!~ 29: the condition is a scalar, but this is an array [MDMP040]
  !$mdmp send(u(:,1), (r)) if(c)
!~ 23: the destination is an integer, but this is of type real [MDMP040]
!~   note -18:19: 'r' is declared here
!~ 31: the condition is a logical, but this is of type character [MDMP040]
!~   note -16:16: 'c' is declared here
  !$mdmp commregion tag(r) if(u(1,1)) comm(l) delta(c)
!~ 25: the tag is an integer, but this is of type real [MDMP040]
!~   note -19:19: 'r' is declared here
!~ 31: the condition is a logical, but this is of type real [MDMP040]
!~   note -19:11: 'u' is declared here
!~ 44: the communicator is an integer or a type(MPI_Comm), but this is of type logical [MDMP040]
!~   note -18:14: 'l' is declared here
!~ 53: the size is an integer, but this is of type character [MDMP040]
!~   note -17:16: 'c' is declared here
  !$mdmp end commregion
  !$mdmp init comm(r)
!~ 20: the communicator is an integer or a type(MPI_Comm), but this is of type real [MDMP040]
!~   note -21:19: 'r' is declared here
end subroutine s
!---
! Vector subscripts on receives, and what looks like one.
subroutine s(u, idx, n, f)
  use elsewhere
  implicit none
  integer :: n, idx(n)
  real :: u(n,n)
  integer, external :: f
  !$mdmp send(u(idx,1), 1)
  !$mdmp recv(u(idx,1), 1)
!~ 3: this exchange sends and receives the same elements [MDMP032]
!~   note -1:3: the other directive is here
!~   hint: receive into another place, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
  !$mdmp recv(u(idx(1),1), 2)
  !$mdmp recv(u(2*idx,3), 2)
  !$mdmp recv(u(f(idx),4), 2)
  !$mdmp recv(u(sum(idx),5), 2)
  !$mdmp recv(u(unseen,6), 2)
  !$mdmp recv(hidden(idx), 2)
end subroutine s
!= exchange 8-15 in s[0:8], 1 sends, 7 receives, region false
!---
! What cannot be received into.
module m
  implicit none
  real, protected :: guarded
contains
  subroutine s(u, v, p, q, n)
    real, intent(in) :: u(:)
    real, intent(inout) :: v(:)
    real, intent(in), pointer :: p(:)
    type box
      real, pointer :: x(:)
      real :: y
    end type box
    type(box), intent(in) :: q
    integer :: n, i
    real, parameter :: pi = 3.14
    !$mdmp recv(u(1:2), 1)
!~ 17: a message cannot be received into 'u', which has INTENT(IN) [MDMP041]
!~   note -10:25: 'u' is declared here
    !$mdmp recv(v, 1)
    !$mdmp recv(p, 1)
    !$mdmp recv(q%x, 1)
    !$mdmp recv(q%y, 1)
!~ 17: a message cannot be received into 'q', which has INTENT(IN) [MDMP041]
!~   note -7:30: 'q' is declared here
    !$mdmp recv(pi, 1)
!~ 17: a message cannot be received into the constant 'pi' [MDMP041]
!~   note -6:24: 'pi' is declared here
    !$mdmp recv(guarded, 1)
    do i = 1, n
      !$mdmp recv(i, 1)
!~ 19: a message cannot be received into 'i', which counts the loop [MDMP041]
!~   note -10:19: 'i' is declared here
      !$mdmp recv(n, 1)
    end do
    !$mdmp send(u, 1)
    !$mdmp send(pi, 1)
!~ 17: a message holds variables and array sections, but 'pi' is a constant [MDMP007]
!~   note -13:24: 'pi' is declared here
!~   hint: put its value into a variable
    !$mdmp send(s, 1)
!~ 17: a message holds variables and array sections, but 's' is a procedure [MDMP007]
!~   note -24:3: 's' is declared here
    !$mdmp recv(g(1), 1)
!~ 17: a message holds variables and array sections, but 'g' is a procedure [MDMP007]
!~   note +5:3: 'g' is declared here
    associate (w => u)
      !$mdmp recv(w, 1)
!~ 19: a message cannot be received into 'u', which has INTENT(IN) [MDMP041]
!~   note -26:25: 'u' is declared here
    end associate
  end subroutine s
  real function g(x)
    real, intent(in) :: x
    g = x
    !$mdmp recv(g, 1)
  end function g
end module m
subroutine t
  use m
  implicit none
  !$mdmp recv(guarded, 1)
!~ 15: a message cannot be received into 'guarded', which its module protects [MDMP041]
!~   note -41:22: 'guarded' is declared here
  !$mdmp send(guarded, 2)
!~ 3: this exchange sends and receives the same elements [MDMP032]
!~   note -1:3: the other directive is here
!~   hint: receive into another place, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
end subroutine t
!---
! Types that cannot be sent.
subroutine s(a, b, c, d, e)
  implicit none
  type inner
    real, pointer :: x
  end type inner
  type one
    integer :: n
    real, allocatable :: u(:)
  end type one
  type two
    type(inner) :: x(3)
  end type two
  type, extends(one) :: three
    integer :: k
  end type three
  type good
    integer :: n
    real :: u(3)
  end type good
  type proc
    procedure(s), pointer, nopass :: p
  end type proc
  type(one) :: a
  type(two) :: b(3)
  class(one) :: c
  type(three) :: d
  type(good) :: e(2)
  class(*), pointer :: any
  type(proc) :: pp
  !$mdmp send(a, 1)
!~ 15: type one has the allocatable component 'u': its bytes mean nothing on another rank [MDMP043]
!~   note -22:26: 'u' is declared here
!~   hint: send the components one by one, in brackets if they are to be one message
  !$mdmp send(a%n, 1)
  !$mdmp send(a%u, 1)
  !$mdmp send(b, 1)
!~ 15: type two has the pointer component 'x': its bytes mean nothing on another rank [MDMP043]
!~   note -29:22: 'x' is declared here
!~   hint: send the components one by one, in brackets if they are to be one message
  !$mdmp recv(b(1)%x(2), 1)
!~ 3: this exchange sends and receives the same elements [MDMP032]
!~   note -1:3: the other directive is here
!~   hint: receive into another place, or add if() clauses that exclude each other; if one phase is to follow another, put a statement between them, such as CONTINUE
!~ 15: type inner has the pointer component 'x': its bytes mean nothing on another rank [MDMP043]
!~   note -30:22: 'x' is declared here
!~   hint: send the components one by one, in brackets if they are to be one message
  !$mdmp send(b(1)%x(1)%x, 1)
  !$mdmp send(c, 1)
!~ 15: a polymorphic variable cannot be sent or received [MDMP043]
!~   note -11:17: 'c' is declared here
!~   hint: name the components that matter, or use SELECT TYPE
  !$mdmp send(c%n, 1)
  !$mdmp send(d, 1)
!~ 15: type three has the allocatable component 'u': its bytes mean nothing on another rank [MDMP043]
!~   note -30:26: 'u' is declared here
!~   hint: send the components one by one, in brackets if they are to be one message
  !$mdmp send(e, 1)
  !$mdmp send(e%n, 1)
  !$mdmp send(any, 1)
!~ 15: a polymorphic variable cannot be sent or received [MDMP043]
!~   note -13:24: 'any' is declared here
!~   hint: name the components that matter, or use SELECT TYPE
  !$mdmp send(pp, 1)
!~ 15: type proc has the pointer component 'p': its bytes mean nothing on another rank [MDMP043]
!~   note -21:5: 'p' is declared here
!~   hint: send the components one by one, in brackets if they are to be one message
  select type (c)
  type is (three)
    !$mdmp send(c%k, 1)
    !$mdmp send(c, 1)
!~ 17: type three has the allocatable component 'u': its bytes mean nothing on another rank [MDMP043]
!~   note -38:26: 'u' is declared here
!~   hint: send the components one by one, in brackets if they are to be one message
  end select
end subroutine s
!---
! Counts and assumed-size arrays.
subroutine s(u, v, n, x, w)
  integer :: n, u(*), v(n, 2:*), x, w(n, n)
  type cell
    integer :: x, y(3)
  end type cell
  type(cell) :: c(4)
  integer, parameter :: none = -1
  !$mdmp send(u, 1)
!~ 15: the extent of the assumed-size array 'u' is not known [MDMP042]
!~   note -6:17: 'u' is declared here
!~   hint: give the last bound, as in a(:,1:n), or write the first element and a count
  !$mdmp send(u(:), 1)
!~ 17: the last bound of the assumed-size array 'u' is not known [MDMP042]
!~   note -7:17: 'u' is declared here
!~   hint: give the last bound, as in a(:,1:n), or write the first element and a count
  !$mdmp send(u(2:), 1)
!~ 17: the last bound of the assumed-size array 'u' is not known [MDMP042]
!~   note -8:17: 'u' is declared here
!~   hint: give the last bound, as in a(:,1:n), or write the first element and a count
  !$mdmp send(u(1:n), 1)
  !$mdmp send(u, n, 1)
  !$mdmp send(u(3), n, 1)
  !$mdmp send(v, 1)
!~ 15: the extent of the assumed-size array 'v' is not known [MDMP042]
!~   note -12:23: 'v' is declared here
!~   hint: give the last bound, as in a(:,1:n), or write the first element and a count
  !$mdmp send(v(:,2), 1)
  !$mdmp send(v(1,:), 1)
!~ 19: the last bound of the assumed-size array 'v' is not known [MDMP042]
!~   note -14:23: 'v' is declared here
!~   hint: give the last bound, as in a(:,1:n), or write the first element and a count
  !$mdmp send(v(1,2:n), 1)
  !$mdmp send(x, n, 1)
!~ 15: 'x' is a scalar: no elements follow it [MDMP015]
!~   note -16:34: 'x' is declared here
!~   hint: leave the count out
  !$mdmp send(x, 1, 1)
  !$mdmp send(c%x, n, 1)
!~ 15: with a count, the first argument is an element, not a section [MDMP015]
!~   hint: write the first element, as in a(1,j), or leave the count out
  !$mdmp send(c(1)%y, n, 1)
  !$mdmp send(c(1)%y(2), 2, 1)
  !$mdmp send(c(1)%x, 2, 1)
!~ 15: 'x' is a scalar: no elements follow it [MDMP015]
!~   note -19:16: 'x' is declared here
!~   hint: leave the count out
  !$mdmp send(w, n, tag(1))
!~ 21: 'tag' is no array: clause 'tag' stands among the arguments of send [MDMP005]
!~   hint: clauses stand behind the parentheses: write send(w, n) tag(1)
  !$mdmp send(w, n, comm(1)) tag(2)
!~ 21: 'comm' is no array: clause 'comm' stands among the arguments of send [MDMP005]
!~   hint: clauses stand behind the parentheses: write send(w, n) comm(1)
  !$mdmp send(w, none, 1)
!~ 18: the count is negative [MDMP015]
  !$mdmp send(w(1,1), n, 1)
end subroutine s
!---
! Wildcards under other names.
subroutine s(u)
  use mpi, anyone => mpi_any_source
  integer, parameter :: nobody = MPI_ANY_SOURCE, also = nobody, zero = 0
  real :: u(4)
  !$mdmp recv(u(1), anyone)
!~ 21: 'anyone' is a wildcard, which cannot be the peer or tag of a message [MDMP013]
!~   hint: name them: which receive a message meets must not be left to chance
  !$mdmp recv(u(2), nobody)
!~ 21: 'nobody' is a wildcard, which cannot be the peer or tag of a message [MDMP013]
!~   hint: name them: which receive a message meets must not be left to chance
  !$mdmp recv(u(3), also)
!~ 21: 'also' is a wildcard, which cannot be the peer or tag of a message [MDMP013]
!~   hint: name them: which receive a message meets must not be left to chance
  !$mdmp recv(u(4), zero)
  block
    use mpi, whoever => mpi_any_source
    !$mdmp recv(u(1), whoever)
!~ 23: 'whoever' is a wildcard, which cannot be the peer or tag of a message [MDMP013]
!~   hint: name them: which receive a message meets must not be left to chance
  end block
end subroutine s
!---
! What is declared nearer hides a wildcard, and so does what is renamed to its name.
module anybody
  use mpi, anyone => mpi_any_source
  integer, parameter :: whoever = anyone
contains
  subroutine s(u, anyone)
    integer :: anyone
    real :: u(4)
    !$mdmp recv(u(1), anyone)
    block
      integer :: whoever
      !$mdmp recv(u(2), whoever)
    end block
    !$mdmp recv(u(3), whoever)
!~ 23: 'whoever' is a wildcard, which cannot be the peer or tag of a message [MDMP013]
!~   hint: name them: which receive a message meets must not be left to chance
    call inner
  contains
    subroutine inner
      use elsewhere, only: whoever => east
      !$mdmp recv(u(1), anyone)
      !$mdmp recv(u(2), whoever)
    end subroutine inner
  end subroutine s
end module anybody
subroutine t(u)
  use anybody, some => anyone
  real :: u(4)
  !$mdmp recv(u(1), some)
!~ 21: 'some' is a wildcard, which cannot be the peer or tag of a message [MDMP013]
!~   hint: name them: which receive a message meets must not be left to chance
end subroutine t
subroutine w(u)
  use elsewhere, only: another => mpi_any_tag
  integer, parameter :: one = another
  real :: u(4)
  !$mdmp recv(u(1), 1) tag(another)
!~ 28: 'another' is a wildcard, which cannot be the peer or tag of a message [MDMP013]
!~   hint: name them: which receive a message meets must not be left to chance
  !$mdmp recv(u(2), 1) tag(one)
!~ 28: 'one' is a wildcard, which cannot be the peer or tag of a message [MDMP013]
!~   hint: name them: which receive a message meets must not be left to chance
end subroutine w
!---
! Implicit typing.
      subroutine s(u, n, west)
      dimension u(n)
      !$mdmp send(u(1), n, iwest)
      !$mdmp send(u(1), n, west)
!~ 28: the destination is an integer, but this is of type real [MDMP040]
!~   note -3:7: 'west' is declared here
      !$mdmp send(u(1), n, iwest) tag(k) if(x)
!~ 45: the condition is a logical, but this is of type real [MDMP040]
      end
!---
! More types.
subroutine s(x, cl, h, e)
  use mpi_f08, handle => mpi_comm
  use elsewhere
  class(*) :: x
  type holder
    class(*), allocatable :: any
  end type holder
  type plain
    class(holder), pointer :: p
  end type plain
  type, extends(unseen) :: far
    real :: y
  end type far
  type(far) :: e
  type(handle) :: h
  type(unseen) :: k
  type(holder) :: cl
  byte :: b
  !$mdmp send(cl, 1)
!~ 15: type holder has the polymorphic component 'any': its bytes mean nothing on another rank [MDMP043]
!~   note -13:30: 'any' is declared here
!~   hint: send the components one by one, in brackets if they are to be one message
  !$mdmp send(e, 1) comm(h)
  !$mdmp send(e, b) comm(k)
  !$mdmp send(x, n, 1)
!~ 15: a polymorphic variable cannot be sent or received [MDMP043]
!~   note -18:15: 'x' is declared here
!~   hint: name the components that matter, or use SELECT TYPE
  !$mdmp send(unknown(1), 3, 1)
  !$mdmp send(untyped, n, 1)
end subroutine s
