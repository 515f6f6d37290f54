package rungs

import (
	"strings"
	"testing"
)

// functionsFrame is a module with functions and a program that calls them.
const functionsFrame = `module m
  implicit none
  real :: mo(100,100), shared, edge
  equivalence (shared, mo(1,1))
  type cell
    real :: a(100,100), change
  end type
  interface twice
    module procedure relax
  end interface
  interface assignment(=)
    module procedure counts
  end interface
contains
  subroutine counts(x, b)
    real, intent(out) :: x
    logical, intent(in) :: b
    x = merge(0.0, mo(3,1), b)
  end subroutine
  real function relax(x)
    real, intent(inout) :: x(:,:)
    integer :: i, j
    relax = 0
    do j = 2, size(x,2)
      do i = 1, size(x,1)
        x(i,j) = x(i,j) + 1
        relax = max(relax, abs(x(i,j)))
      end do
    end do
  end function
  function copied(x, n) result(y)
    integer, intent(in) :: n
    real, intent(in) :: x(n,n)
    real :: y(n,n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        y(i,j) = x(i,j)
      end do
    end do
  end function
  real function small(x)
    real, intent(in) :: x(:,:)
    integer :: i
    small = 0
    do i = 1, 9
      small = small + x(i,1)
    end do
  end function
  logical function swap(x)
    real, intent(inout) :: x(100,100)
    swap = x(3,3) > 1
!$mdmp recv(x(:,1), 1)
  end function
  real function global()
    global = mo(3,3)
!$mdmp recv(mo(:,1), 1)
  end function
  real function hands(x)
    real, intent(inout) :: x(100,100)
    logical :: yes
    yes = swap(x)
    hands = x(4,4)
    edge = global()
  end function
  subroutine keeps(x)
    real, intent(inout) :: x(100,100)
    logical :: yes
    shared = global()
    mo = copied(x, 100)
    x(3,3) = global()
  end subroutine
end module
program p
  use m
  implicit none
  interface
    real function far(x)
      real, intent(inout) :: x(:,:)
    end function
    pure real function clean(x)
      real, intent(in) :: x(:,:)
    end function
    impure elemental real function each(x)
      real, intent(in) :: x
    end function
    function points(x) result(q)
      real, intent(in), target :: x(:,:)
      real, pointer :: q
    end function
    character(4) function word(x)
      real, intent(in) :: x(:,:)
    end function
  end interface
  real, external :: old
  real :: u(100,100), v(100,100), w(100,100), s
  real, allocatable :: al(:,:)
  real, pointer :: po
  real, volatile :: vo
  character(4) :: c
  type(cell) :: k
  logical :: yes
  procedure(relax), pointer :: pp
  integer :: it, i, j, n = 100
  !$mdmp commregion
  do it = 1, 10
BODY
    do j = 2, 100
      do i = 1, 100
        w(i,j) = u(i,j-1) + v(i,j-1) + mo(i,j-1)
      end do
    end do
  end do
  !$mdmp end commregion
end program
`

// TestFunctions: what a region may leave pending over the call of a function, and
// over which calls it may not.
func TestFunctions(t *testing.T) {
	recv := "!$mdmp recv(u(:,1), 1)\n"
	cases := []brief{
		{"scalar result", recv + "s = relax(u)", []string{"recv .. scheduled lazy", "managed relax"}},
		{"of another type", recv + "it = relax(u)", []string{"recv .. lazy", "managed relax"}},
		{"array result", recv + "v = copied(u, n)", []string{"recv .. scheduled lazy", "managed copied"}},
		{"component", recv + "k%change = relax(u)", []string{"recv .. lazy", "managed relax"}},
		{"in an IF", recv + "if (it > 2) s = relax(u)", []string{"recv .. lazy", "managed relax"}},
		{"what is assigned is pending", recv + "u = copied(v, n)", []string{"recv .. plain", "u is assigned", "managed copied"}},
		{"in an expression", recv + "s = relax(u) + 1", []string{"recv .. plain", "not managed"}},
		{"in parentheses", recv + "s = (relax(u))", []string{"recv .. plain", "not managed"}},
		{"in a condition", recv + "if (relax(u) > 1) s = 2", []string{"recv .. plain", "not managed"}},
		{"printed", recv + "print *, relax(u)", []string{"recv .. plain", "not managed"}},
		{"into an element", recv + "v(it,1) = relax(u)", []string{"recv .. plain", "not managed"}},
		{"into a pointer", recv + "po = relax(u)", []string{"recv .. plain", "not managed"}},
		{"into what is allocated anew", recv + "al = copied(u, n)", []string{"recv .. plain", "not managed"}},
		{"into volatile memory", recv + "vo = relax(u)", []string{"recv .. plain", "not managed"}},
		{"defined assignment", recv + "s = swap(u)", []string{"recv .. plain", "not managed p"}},
		{"generic name", recv + "s = twice(u)", []string{"recv .. plain", "not managed"}},
		{"procedure pointer", recv + "s = pp(u)", []string{"recv .. plain", "not managed"}},
		{"expression", recv + "s = relax(u + 1)", []string{"recv .. plain"}},
		{"small", recv + "s = small(u)", []string{"recv .. plain", "not managed"}},
		{"in loops", recv + "do while (s < 3)\ndo j = 1, 4\ns = relax(u)\nend do\nend do", []string{"recv .. lazy", "managed relax"}},
		{"in a loop whose variable it gets", recv + "do i = 1, 4\ns = relax(u(:,1:i))\nend do", []string{"recv .. plain", "not managed"}},
		{"another file, in a loop", recv + "do while (s < 3)\ns = far(u)\nend do", []string{"recv .. plain", "not call"}},
		{"another file", recv + "s = far(u)", []string{"recv .. lazy", "call before .. far"}},
		{"another file, no interface", recv + "s = old(u)", []string{"recv .. lazy", "call before .. old"}},
		{"another file, pure", recv + "s = clean(u)", []string{"recv .. plain", "not call"}},
		{"another file, elemental", recv + "v = each(u)", []string{"recv .. plain", "not call"}},
		{"another file, pointer", recv + "s = points(u)", []string{"recv .. plain", "not call"}},
		{"another file, characters", recv + "c = word(u)", []string{"recv .. plain", "not call"}},
		{"another file, in an expression", recv + "s = far(u)*2", []string{"recv .. plain", "not call"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			src := strings.Replace(functionsFrame, "BODY", c.body, 1)
			got := showFile(src, fileEvidence(t, "case.f90", src, nil))
			for _, w := range c.want {
				absent := strings.HasPrefix(w, "not ")
				if w = strings.TrimPrefix(w, "not "); w == "managed" {
					w = "managed relax"
				}
				if hasLine(got, w) == absent {
					t.Errorf("%q (absent: %v) in\n%s\nof\n%s", w, absent, got, c.body)
				}
			}
		})
	}
}

// TestFunctionsLend: what functions may leave pending, and hand on.
func TestFunctionsLend(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"dummy", "yes = swap(u)", "u"},
		{"module array", "s = global()", "mo"},
		{"what is assigned shares storage", "shared = global()", ""},
		{"in between", "s = hands(u)", "u mo"},
		{"in between, what is assigned shares storage", "call keeps(u)", ""},
		{"in an expression", "s = global() + 1", ""},
		{"in a condition", "if (swap(u)) s = 1", ""},
		{"another file", "s = far(u)", "u mo"},
		{"another file, assigned", "u = far(u)", "mo"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := strings.Replace(functionsFrame, "BODY", c.body, 1)
			f := fileEvidence(t, "case.f90", src, nil)
			if s := granted(f.Bodies[0]); s != c.want {
				t.Errorf("granted %q, expected %q", s, c.want)
			}
		})
	}
}

// TestFunctionsWorth: which functions are managed where a file asks for all that can be.
func TestFunctionsWorth(t *testing.T) {
	nest := "do j = 1, n\n do i = 1, n\n  s = s + x(i,j)\n end do\nend do\n"
	for _, c := range []struct{ name, head, body, want string }{
		{"nest", "real function f(x, n)", nest, "managed f"},
		{"result", "function f(x, n) result(r)\nreal :: r", nest, "managed f"},
		{"nothing in it", "real function f(x, n)", "s = x(1,1)\n", "not managed f: small"},
		{"short loops", "real function f(x, n)", "do j = 1, 3\n do i = 1, 3\n  s = s + x(i,j)\n end do\nend do\n", "not managed f: small"},
		{"long loops", "real function f(x, n)", "do j = 1, 90\n do i = 1, 3\n  s = s + x(i,j)\n end do\nend do\n", "managed f"},
		{"a single loop", "real function f(x, n)", "do i = 1, n\n  s = s + x(i,1)\nend do\n", "not managed f: small"},
		{"array statement of one dimension", "real function f(x, n)", "x(:,1) = 0\n", "not managed f: small"},
		{"asked for by name", "real function f(x, n)\n!$mdmp manage", "s = x(1,1)\n", "managed f"},
		{"pure", "pure real function f(x, n)", "s = 1\n", "not managed f: pure"},
		{"impure elemental", "impure elemental real function f(x, n)", "s = 1\n", "not managed f: pure"},
		{"characters", "character(4) function f(x, n)", nest, "not managed f: function"},
		{"pointer", "function f(x, n) result(r)\nreal, pointer :: r", nest, "not managed f: function"},
		{"allocatable", "function f(x, n) result(r)\nreal, allocatable :: r", nest, "not managed f: function"},
		{"target", "function f(x, n) result(r)\nreal, target :: r", nest, "not managed f: function"},
		{"derived type", "type(cell) function f(x, n)", nest, "not managed f: function"},
		{"entry", "real function f(x, n)", nest + "entry g(x, n)\n", "not managed f: entry"},
		{"bounds of the result from an array", "function f(x, n) result(r)\nreal :: r(int(mo(1)))", nest, "not managed f: declares"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "module m\ntype cell\nreal :: a\nend type\nreal :: mo(9)\ncontains\n" + c.head +
				"\ninteger :: n, i, j\nreal :: x(n,n), s\n" + c.body + "end function\nend module\n"
			got := showFile(src, fileEvidence(t, "case.f90", src, func(string) bool { return true }))
			if !hasLine(got, c.want) {
				t.Errorf("expected %q in\n%s", c.want, got)
			}
		})
	}
}
