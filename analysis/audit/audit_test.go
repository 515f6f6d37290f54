package audit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/audit"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

const expressions = `module m
  interface operator(.plus.)
    procedure plus
  end interface
  real :: u(40,0:40)
contains
  function plus(x, y) result(z)
    real, intent(in) :: x, y
    real :: z
    z = x + y + u(1,0)
  end function
  subroutine s(v, left, right)
    integer, intent(in) :: left, right
    real, intent(inout) :: v(40)
    integer :: k
    !$mdmp commregion
    do k = 1, 9
      u(:,40) = k
      !$mdmp recv(u(:,0), left)
      !$mdmp send(u(:,40), right)
      v = 2*v
      !STATEMENT
    end do
    !$mdmp end commregion
  end subroutine
end module
`

// Each statement touches what is pending, by a procedure that is called somewhere in an expression or by name; without the completions of the
// plan that is disputed. The last one does not touch it.
func TestStatements(t *testing.T) {
	for _, c := range []struct {
		statement string
		touches   bool
	}{
		{"v(1) = u(1,0)", true},
		{"v(1) = v(1) .plus. v(2)", true},
		{"if (size([v(1) .plus. v(2)]) > 1) v(3) = 1", true},
		{"v(max(1, int(u(1,0)))) = 1", true},
		{"if ('abc'(k:k) == 'a') v(1) = u(2,0)", true},
		{"if ('abc'(k:k) == 'a') v(1) = v(2)", true}, // of what type the substring is nobody says
		{"v(1) = u(1,1)", false},
	} {
		src := strings.Replace(expressions, "!STATEMENT", c.statement, 1)
		err := plans("a.f90", []byte(src), func(scopes *scope.Table, set *regions.Set, plan *rungs.File) {
			if list := audit.Audit(scopes, set, plan); len(list) > 0 {
				t.Errorf("%s: %v", c.statement, list)
			}
			b := plan.Bodies[0]
			all := b.Actions
			b.Actions = slices.DeleteFunc(slices.Clone(all), func(x rungs.Action) bool { _, need := x.(*rungs.Need); return need })
			if !slices.ContainsFunc(b.Messages, func(m *rungs.Message) bool { return m.Lazy }) {
				t.Errorf("%s: nothing is pending", c.statement)
			}
			if list := audit.Audit(scopes, set, plan); len(list) > 0 != c.touches {
				t.Errorf("%s, not completed: %v", c.statement, list)
			}
			b.Actions = all
		})
		if err != nil {
			t.Errorf("%s: %v", c.statement, err)
		}
	}
}
