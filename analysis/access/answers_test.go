package access

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// The form of a designator: a name or components of one, and with subscripts that are numbers.
func TestDesignatorForms(t *testing.T) {
	for _, c := range []struct {
		x            string
		bare, chosen bool
	}{
		{"a", true, true}, {"o%c", true, true}, {"o%c(k)", false, true}, {"oo(2)%c(k)", false, true}, {"oo(l)%c(k)", false, false}, {"oo(f(k))%c(1)", false, false},
		{"oo(l)%c", false, false},
	} {
		u := externUnit(t, "subroutine s(f, a, o, oo, k, l)\ntype t\nreal c(9)\nend type\nreal a(9)\ntype(t) o, oo(9)\ninteger k, l(9)\ninteger, external :: f\na = "+c.x+"\nend\n")
		x := u.AST.Exec[0].First().Body.(*ast.Assign).Y
		if got := bare(x); got != c.bare {
			t.Errorf("%s is bare: %v", c.x, got)
		}
		if got := u.chosen(x); got != c.chosen {
			t.Errorf("%s is chosen: %v", c.x, got)
		}
	}
}

// Sections of numbers, and scalars of the language.
func TestCertain(t *testing.T) {
	k := affine.Of("k")
	one := affine.Int(1)
	for _, c := range []struct {
		d    affine.Dim
		want bool
	}{
		{affine.Dim{Whole: true}, true}, {affine.Dim{Lo: one, Hi: one}, true}, {affine.Dim{Lo: k, Hi: one}, false}, {affine.Dim{Lo: one, Hi: k}, false},
	} {
		if got := constant(affine.Section{c.d}); got != c.want {
			t.Errorf("%v: %v", c.d, got)
		}
	}
	for text, want := range map[string]bool{
		"real": true, "real, allocatable": false, "real, pointer": false, "real, dimension(3)": false, "type(t)": false,
	} {
		u := externUnit(t, "subroutine s\ntype t\nreal c\nend type\n"+text+" :: v\nend\n")
		if got := intrinsicScalar(u.Lookup("v").Symbol); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
