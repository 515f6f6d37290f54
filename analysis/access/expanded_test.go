package access_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/internal/snippet"
)

// expandedFrame has procedures that are bound to a type, and one of another file.
const expandedFrame = `module shapes
  implicit none
  type shape
    real :: a, b(10)
  contains
    procedure :: grow
    procedure :: area
    procedure, nopass :: each
  end type
contains
  elemental real function area(self, x)
    class(shape), intent(in) :: self
    real, intent(in) :: x
    area = exp(x) + self%a*x
  end function
  elemental real function each(x)
    real, intent(in) :: x
    each = exp(x)
  end function
  subroutine grow(self, x)
    class(shape), intent(in) :: self
    real, intent(inout) :: x
    x = x + self%a*exp(x)
  end subroutine
end module
subroutine frame(p, s, t, v, w)
  use shapes
  implicit none
  interface
    pure real function far(x)
      real, intent(in) :: x
    end function
  end interface
  class(shape) :: p
  type(shape) :: q
  real :: s, t, v(10), w(10)
  integer :: i
BODY
end subroutine
`

// Procedures that are expanded in place: those of the file by the names that are bound to a type, too; those
// of other files where the program is compiled when it is linked. What an ASSOCIATE name stands for is one variable.
func TestExpanded(t *testing.T) {
	for _, c := range []struct {
		stmt, math   string
		fused, links bool
	}{
		{"s = q%a", "", false, false},
		{"s = q%b(3)", "", false, false},
		{"s = q%area(t)", "exp", true, false},
		{"s = q%each(t)", "exp", true, false},
		{"call q%grow(s)", "exp", true, false},
		{"s = p%area(t)", "area", true, false}, // or one that overrides it
		{"s = far(t)", "", false, false},
		{"s = far(t)", "far", true, true},
		{"s = sqrt(t)", "", false, true},
		{"associate (r => v)\ndo i = 1, 3\nr(i) = s*t\nw(i) = v(i) + s\nend do\nend associate", "", true, false},
		{"associate (r => v)\ndo i = 1, 3\nr(i) = s + t\nw(i) = v(i) + s\nend do\nend associate", "", false, false},
	} {
		f := snippet.Parse(t, strings.Replace(expandedFrame, "BODY\n", c.stmt+"\n", 1))
		n := f.Tree(t, "frame").Nodes[0]
		u := n.Tree().Unit
		if len(n.Arms) > 0 {
			n = n.Arms[0][0]
		}
		u = u.At(n)
		f.Program.Rounding = access.Rounding{VectorMath: true, Fuses: true, Links: c.links}
		if _, got := u.VectorMath(n.Item); got != c.math {
			t.Errorf("%q: %q, want %q", c.stmt, got, c.math)
		}
		if _, got := u.Fused(n.Item); got != c.fused {
			t.Errorf("%q: fused %v", c.stmt, got)
		}
	}
}
