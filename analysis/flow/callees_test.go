package flow_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/internal/snippet"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Calls of other files in loops: they leave receives pending unless they may be many small ones.
func TestCallsInLoops(t *testing.T) {
	const head = `subroutine work(chunk, first, u, v, n, f, dt)
    type field
      real, allocatable :: u(:,:)
      integer :: lo
    end type
    type tile
      type(field) :: fields(15)
      integer :: lo, hi
      type(tile), pointer :: next
    end type
    integer, intent(in) :: n
    type(tile), intent(inout) :: chunk(n)
    type(tile), pointer :: first, at
    real, intent(inout) :: u(n,n), v(n,n)
    logical, intent(in) :: f
    real :: dt, s
    integer :: i, j, k, l, it
    !$mdmp commregion
    do it = 1, 9
      print *, it
      BODY
    end do
    !$mdmp end commregion
end subroutine
`
	for _, c := range []struct {
		name, body string
		calls      int
	}{
		{"tiles", "do j = 1, n\ncall kernel(chunk(j)%fields(1)%u, dt)\nend do", 1},
		{"tiles and fields", "do j = 1, n\ndo k = 1, 15\ncall kernel(chunk(j)%fields(k)%u, dt)\nend do\nend do", 1},
		{"with timers", "do j = 1, n\ncall tic\ndo k = 1, 15\ncall kernel(chunk(j)%fields(k)%u)\nend do\ncall toc\ns = s + 1\nend do", 3},
		{"two loops in one", "do j = 1, n\ndo k = 1, 15\ncall a(chunk(j)%fields(k)%u)\nend do\ndo k = 1, 15\ncall b(chunk(j)%fields(k)%u)\nend do\nend do", 2},
		{"three", "do l = 1, 2\ndo j = 1, n\ndo k = 1, 15\ncall kernel(chunk(j)%fields(k)%u)\nend do\nend do\nend do", 1},
		{"planes of each tile", "do j = 1, n\ndo k = 1, 15\ncall lower(chunk(j)%fields(1)%u, k)\nend do\nend do", 1},
		{"a list", "at => first\ndo while (associated(at))\ncall kernel(at%fields(1)%u)\nat => at%next\nend do", 1},
		{"until it is good", "do while (s > 0.1)\ncall relax(u, v)\ncall norm(u, s)\nend do", 2},
		{"a loop without end", "do\ncall relax(u, v)\nif (f) exit\nend do", 1},
		{"a call for each element", "do j = 1, n\ndo i = 1, n\ncall point(u, i, j)\nend do\nend do", 0},
		{"elements", "do j = 1, n\ndo i = 1, n\ncall point(u(i, j))\nend do\nend do", 0},
		{"the outer variable", "do j = 1, n\ndo k = 1, 3\ncall row(u, j)\nend do\nend do", 0},
		{"a variable that is counted", "i = 0\ndo while (i < n)\ni = i + 1\ncall point(u, i)\nend do", 0},
		{"an index of both", "do j = 1, n\ndo i = 1, n\nk = i + n*j\ncall point(u, k)\nend do\nend do", 0},
		{"elements beside them", "do j = 1, n\ndo k = 1, 15\ncall kernel(chunk(j)%fields(k)%u)\nv(1, k) = 0\nend do\nend do", 0},
		{"elements in the condition", "do while (v(1,1) > 0)\ncall kernel(u)\nend do", 0},
	} {
		file := snippet.Parse(t, strings.Replace(head, "BODY", c.body, 1))
		u := file.Unit(t, "work")
		f := flow.New(u, u.Tree(u.AST.Exec, file.Set), file.Set.Regions[0], func(*ast.Unit) bool { return true })
		n := 0
		for _, p := range f.Places {
			if p.Callee != nil {
				n++
			}
		}
		if n != c.calls {
			t.Errorf("%s: %d calls leave something pending, want %d", c.name, n, c.calls)
		}
	}
}
