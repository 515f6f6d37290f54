package scope

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// A name that is only typed is a function where it is seen with arguments alone; the bounds of
// a substring are none.
func TestTypedAlone(t *testing.T) {
	tab := table(t, `subroutine s(dummy, str)
  implicit character (q)
  character(3) :: f, dummy, c, both, str, k, none
  c(1:2) = f(1)
  both = both(1:1) // dummy(2)
  str(2:) = f(2)(1:2)
  write (*, *) qc(:1), qf(1), k(1)
  block
    character(4) :: c, g
    c(1:1) = g(3)
  end block
end subroutine
`, Options{})
	s := tab.Unit(tab.File.Units[0])
	in := s.Enter(tab.File.Units[0].Exec[len(tab.File.Units[0].Exec)-1].(*ast.Construct), 0)
	for _, c := range []struct {
		name string
		at   *Scope
		want Class
	}{
		{"f", s, Procedure}, {"dummy", s, Procedure}, {"k", s, Procedure}, {"c", s, Variable}, {"both", s, Variable}, {"str", s, Variable},
		{"none", s, Variable}, {"qc", s, Variable}, {"qf", s, Procedure}, {"c", in, Variable}, {"g", in, Procedure},
	} {
		y := c.at.Lookup(c.name)
		if y.Class != c.want || y.Class == Procedure && !y.Has(Function) {
			t.Errorf("%s: %v %v", c.name, y.Class, y.Attrs.Names())
		}
	}
}
