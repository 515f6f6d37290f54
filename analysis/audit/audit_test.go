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

const kept = `module m
  type t
    real, pointer :: p(:) => null()
  end type
  real, pointer :: q(:) => null()
  type(t) :: store
contains
  subroutine keep(x)
    real, intent(inout), target :: x(:)
    KEPT
  end subroutine
  subroutine deeper(y)
    real, target :: y(:)
    q => y
  end subroutine
  subroutine through(y)
    real :: y(:)
    call keep(y)
  end subroutine
  subroutine change
    q(2) = q(2) + 1
    store%p(2) = 3
  end subroutine
end module
subroutine s(left, right)
  use m
  integer, intent(in) :: left, right
  real :: u(40), v(40)
  integer :: k
  v = 1
  call through(u)
  !$mdmp commregion
  do k = 1, 9
    u(40) = k
    !$mdmp recv(u(1:9), left)
    !$mdmp send(u(31:40), right)
    v = 2*v
    call change
  end do
  !$mdmp end commregion
end subroutine
`

// A pointer that a procedure leaves to an argument without TARGET, which the analysis may not forget: the completion before its use cannot be left out.
func TestKeptPointers(t *testing.T) {
	for _, c := range []struct {
		statement string
		keeps     bool
	}{
		{"q => x", true},
		{"q => x(3:)", true},
		{"store = t(x)", true},
		{"call deeper(x)", true},
		{"associate (z => x); q => z; end associate", true},
		{"x(1) = 2", false},
		{"q => store%p", false},
	} {
		src := strings.Replace(kept, "KEPT", c.statement, 1)
		err := plans("a.f90", []byte(src), func(scopes *scope.Table, set *regions.Set, plan *rungs.File) {
			b := plan.Bodies[slices.IndexFunc(plan.Bodies, func(b *rungs.Body) bool { return b.Region != nil })]
			if !slices.ContainsFunc(b.Messages, func(m *rungs.Message) bool { return m.Lazy }) {
				t.Errorf("%s: nothing is pending", c.statement)
			}
			b.Actions = slices.DeleteFunc(slices.Clone(b.Actions), func(x rungs.Action) bool { _, need := x.(*rungs.Need); return need })
			if list := audit.Audit(scopes, set, plan); slices.ContainsFunc(list, func(d audit.Dispute) bool { return src[d.At.Start:d.At.End] == "call change" }) != c.keeps {
				t.Errorf("%s: %v", c.statement, list)
			}
		})
		if err != nil {
			t.Errorf("%s: %v", c.statement, err)
		}
	}
}
