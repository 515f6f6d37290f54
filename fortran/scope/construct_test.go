package scope

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

func TestConstructs(t *testing.T) {
	src := `subroutine s(x)
  class(*) :: x
  real :: a(3,4)
  integer :: i
  block
    real :: a
    a = 1
  end block
  associate (p => a(1,:), q => i+1)
    p(2) = q
  end associate
  select type (x)
  type is (real)
    x = 1
  end select
  do concurrent (integer(8) :: i = 1:3)
  end do
end subroutine
`
	tab := table(t, src, Options{})
	u := tab.File.Units[0]
	s := tab.Unit(u)
	var in []*Scope
	for _, it := range u.Exec {
		c := it.(*ast.Construct)
		in = append(in, s.Enter(c, len(c.Parts)-1))
	}
	if got := describe(in[0], in[0].Lookup("a")); got != "a: variable local real [typed]" {
		t.Error(got)
	}
	if got := in[1].Designator(expr(t, "p")); !got.Known || got.Rank != 1 || got.Base.Name != "a" {
		t.Errorf("%+v", got)
	}
	if got := in[1].Resolve(expr(t, "p(2)").(*ast.Apply)); got != RefElement {
		t.Error(got)
	}
	if got := in[2].Designator(expr(t, "x")); !got.Known || got.Type.Name != "real" {
		t.Errorf("%+v", got)
	}
	if y := in[3].Lookup("i"); y.Type.KindValue != 8 || y.Scope != in[3] {
		t.Errorf("%+v", y)
	}
	if in[3].Lookup("a") != s.Lookup("a") {
		t.Error("a is not that of the procedure")
	}
}

// TestNested asks about subscripts in subscripts, which must not take time
// that doubles with every level.
func TestNested(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 1000
	}
	for _, text := range []string{
		"x = " + strings.Repeat("a(", n) + "1" + strings.Repeat(")", n),
		"x = " + strings.Repeat("f(", n) + "1" + strings.Repeat(")", n),
		"x = a" + strings.Repeat("(1)", n),
		"x = t" + strings.Repeat("%t(1)", n),
	} {
		tab := table(t, "subroutine s\ntype t0\ntype(t0), pointer :: t(:)\nend type\ntype(t0) :: t\ninteger :: a(3), x\n"+text+"\nend\n", Options{})
		u := tab.File.Units[0]
		for _, it := range u.Exec {
			visitStmt(tab.Unit(u), it.(*ast.Stmt))
		}
	}
}
