package calls_test

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// element is name(sub).
func element(name, sub string) *ast.Apply {
	return &ast.Apply{X: ast.Named(name), Args: []ast.Arg{{X: ast.Named(sub)}}}
}

// A statement asks only while something is pending; before the loop that is asked once.
func TestUses(t *testing.T) {
	at := source.Position{Name: "a.f90", Line: 9}
	a := rungs.Guarded{X: ast.Named("a"), Guards: []rungs.Guard{{Ask: rungs.Allocated, X: ast.Named("a")}}}
	u := calls.Uses{At: at, Arrays: []rungs.Guarded{a}, Mentions: map[string]bool{}, Copy: calls.Copy{Lines: "do i = 1, n\nend do\n", At: at}}
	before, behind := u.Around(noNames()).Parts()
	has(t, "before", []string{"integer(mdmp_int) :: mdmp_r", "mdmp_r = 0_mdmp_int", "if (allocated(a)) then",
		"if (mdmp_r == 0_mdmp_int) mdmp_r = mdmp_expects(a)", "end if", "if (mdmp_r == 0_mdmp_int) then"}, texts(before))
	has(t, "behind", []string{"end if", "end block"}, texts(behind))
	inside := u.Inside(at, rungs.Use{Of: []ast.Expr{element("b", "k")}, Wholes: []rungs.Guarded{a}}, noNames())
	has(t, "inside", []string{"if (mdmp_r /= 0_mdmp_int) then", "if (allocated(a)) then", "if (mdmp_r /= 0_mdmp_int) mdmp_r = mdmp_use(a, a)", "end if",
		"if (mdmp_r /= 0_mdmp_int) mdmp_r = mdmp_use(b(k), b)", "end if"}, texts(inside.Stmts()))
}

// A write is counted in line or by a call, while there are counts.
func TestElements(t *testing.T) {
	at := source.Position{Name: "a.f90", Line: 9}
	for _, c := range []struct {
		inline bool
		want   string
	}{
		{true, "if (mdmp_g /= 0_mdmp_int) mdmp_e1(k) = mdmp_e1(k) + 1_mdmp_byte"},
		{false, "if (mdmp_g /= 0_mdmp_int) call mdmp_wrote(mdmp_p1, a(k), a, int(storage_size(a)/8, mdmp_int))"},
	} {
		e := &calls.Elements{Inline: c.inline, Arrays: []calls.Counted{{Name: "a", Rank: 1}}}
		has(t, "write", []string{c.want}, texts(e.Write(at, element("a", "k"), noNames(), map[string]bool{}).Stmts()))
	}
}
