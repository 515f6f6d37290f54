package access_test

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/internal/snippet"
)

// What USE renames is one variable to all, and has in each unit the name it has there.
func TestCalled(t *testing.T) {
	f := snippet.Parse(t, `module m
  real :: p(10)
end module
subroutine first
  use m, only: b => p
  b = 1
end subroutine
subroutine second
  use m, only: a => p
  real :: b(10)
  a = 2
  b = 3
  call first
end subroutine
subroutine third
  real :: b(10)
  b = 4
  call first
end subroutine
`)
	p := f.Tree(t, "first").Nodes[0].E.Refs[0].Obj
	second := f.Tree(t, "second")
	for i, want := range []string{"a", "b", "a"} {
		o := second.Nodes[i].E.Refs[0].Obj
		if o.Name != want || o.Key != want || (o.Root == p.Root) != (want == "a") {
			t.Errorf("statement %d: %s %s", i, o.Name, o.Key)
		}
	}
	if name, ok := second.Unit.Called(p.Root); !ok || name != "a" {
		t.Errorf("second calls it %q %v", name, ok)
	}
	third := f.Tree(t, "third").Unit
	if name, ok := third.Called(p.Root); ok {
		t.Errorf("third calls it %q", name)
	}
}
