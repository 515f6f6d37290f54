package calls_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
)

// TestDead: statements in branches that conditions made of constants never take.
func TestDead(t *testing.T) {
	const decl = "program p\nimplicit none\ninteger, parameter :: wp = 8\nlogical, parameter :: no = .false.\ninteger :: n, here, k\n"
	for _, c := range []struct {
		text string
		dead bool
	}{
		{"here = 1\n", false},
		{"if (wp == 4) then\nhere = 1\nelse\nn = 2\nend if\n", true},
		{"if (wp == 4) then\nn = 1\nelse\nhere = 2\nend if\n", false},
		{"if (wp == 8) then\nn = 1\nelse\nhere = 2\nend if\n", true},
		{"if (n == 8) then\nn = 1\nelse if (wp > 4) then\nn = 2\nelse\nhere = 3\nend if\n", true},
		{"if (n == 8) then\nn = 1\nelse\nhere = 3\nend if\n", false},
		{"if (no) here = 1\n", true},
		{"if (.not. no) here = 1\n", false},
		{"if (.not. no .and. wp /= 8) then\ndo k = 1, 2\nhere = 1\nend do\nend if\n", true},
		{"if (no .or. n > 3) here = 1\n", false},
		{"do k = 1, 2\nif (wp < 8) then\nhere = 1\nend if\nend do\n", true},
	} {
		f := read(decl + c.text + "end program\n").Files[0]
		u := f.Units[0]
		ast.Items(u.Exec, func(s *ast.Stmt) bool {
			for ; s != nil; s = s.Inner {
				if a, ok := s.Body.(*ast.Assign); ok && strings.EqualFold(ast.String(a.X), "here") {
					if got := calls.Dead(f, u, s); got != c.dead {
						t.Errorf("%s: %v", c.text, got)
					}
				}
			}
			return true
		})
	}
}
