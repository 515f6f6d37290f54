package access_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/internal/snippet"
)

const loopFrame = `module m
  implicit none
  type thing
    integer :: n
  contains
    procedure :: step
  end type
  real :: all(10)
contains
  subroutine step(x)
    class(thing), intent(in) :: x
    all = exp(all)
  end subroutine
  subroutine sweep(v)
    real, intent(inout) :: v(:)
    integer :: i
    do i = 1, size(v)
      v(i) = exp(v(i))
    end do
  end subroutine
  subroutine point(x)
    real, intent(inout) :: x
    x = exp(x)
  end subroutine
  elemental subroutine each(x)
    real, intent(inout) :: x
    x = exp(x)
  end subroutine
  elemental real function grown(x)
    real, intent(in) :: x
    grown = exp(x)
  end function
  real function total(v)
    real, intent(in) :: v(:)
    total = exp(v(1))
  end function
end module
subroutine frame(q, v, s)
  use m
  implicit none
  class(thing) :: q
  real :: v(10), s, t
  integer :: i
BODY
end subroutine
`

// What a procedure repeats: functions of scalars outside of loops are none of it, loops of subroutines that are called neither.
func TestLoopMath(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"s = exp(t)", ""}, {"s = t**1.5", ""}, {"v(2) = exp(v(1))", ""}, {"if (s > 2) s = log(v(3))", ""}, {"call point(s)", ""}, {"call sweep(v)", ""},
		{"s = total(v)", ""}, {"s = grown(t)", ""}, {"call q%step()", ""},
		{"v = exp(v)", "exp"}, {"v(1:3) = s**v(1:3)", "**"}, {"s = sum(sin(v))", "sin"}, {"v = grown(v)", "exp"}, {"call each(v)", "exp"}, {"print *, log(v)", "log"},
		{"where (v > 0) v = log(v)", "log"}, {"forall (i = 1:10) v(i) = exp(v(i))", "exp"}, {"if (any(exp(v) > 2)) s = 1", "exp"},
		{"where (v > 0)\nv = log(v)\nend where", "log"}, {"if (s > 1) then\ns = exp(s)\nelse\nv = exp(v)\nend if", "exp"}, {"if (1 > 2) then\nv = exp(v)\nend if", ""},
		{"do i = 1, 10\nv(i) = 2*v(i)\nend do\ns = exp(t)", ""}, {"do i = 1, 10\nv(i) = exp(v(i))\nend do", "exp"}, {"do i = 1, 10\nt = exp(s)\nend do", "exp"},
		{"do while (s > exp(t))\ns = s/2\nend do", "exp"}, {"do concurrent (i = 1:10)\nv(i) = v(i)**s\nend do", "**"},
		{"if (s > 1) then\ndo i = 1, 10\nv(i) = exp(v(i))\nend do\nend if", "exp"}, {"block\ns = exp(t)\nend block", "exp"}, {"associate (t => v)\nt = exp(t)\nend associate", "exp"},
		{"do i = 1, 10\ncall sweep(v)\nend do", ""}, {"do i = 1, 10\ncall point(v(i))\nend do", "exp"}, {"do i = 1, 10\nif (s > 1) call sweep(v)\nend do", ""},
		{"do i = 1, 10\ncall sweep(v(int(exp(s)):))\nend do", "exp"}, {"do i = 1, 10\nv(i) = total(v)\nend do", "exp"}, {"do i = 1, 10\ncall q%step()\nend do", ""},
		{"10 s = exp(s)\nif (s < 3) goto 10", "exp"}, {"10 s = 2*s\nif (s < 3) goto 10", ""},
	} {
		f := snippet.Parse(t, strings.Replace(loopFrame, "BODY\n", c.body+"\n", 1))
		u := f.Tree(t, "frame").Unit
		f.Program.Rounding = access.Rounding{VectorMath: true}
		if _, got := u.LoopMath(); got != c.want {
			t.Errorf("%q: %q, want %q", c.body, got, c.want)
		}
		for _, r := range []access.Rounding{{}, {VectorMath: true, Relaxed: true}, {VectorMath: true, Single: true}} {
			f.Program.Rounding = r
			if _, got := u.LoopMath(); got != "" {
				t.Errorf("%q: %q with %+v", c.body, got, r)
			}
		}
	}
}
