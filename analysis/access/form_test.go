package access_test

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/internal/snippet"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// A form is the value of an expression that can be written again: what was added up
// stands once, without a sign in front if there is one that is not negative. Whether
// it can be evaluated anywhere is a question about its symbols.
func TestExprOf(t *testing.T) {
	for _, c := range []struct {
		expr, want string
		harmless   bool
	}{
		{"3", "3", true}, {"2 - 5", "-3", true}, {"n - n", "0", true}, {"i + j + i", "2*i+j", true}, {"-i - 1", "-i-1", true},
		{"1 - 2*(i - j)", "2*j-2*i+1", true}, {"k/2 + i", "i+(k/2)", true}, {"3*(k/2)", "3*(k/2)", true},
		{"k/2_4", "(k/2_4)", false}, {"k/(2)", "(k/(2))", false}, {"mod(k,2) - 1", "mod(k,2)-1", false}, {"idx(i) + i", "i+idx(i)", false},
	} {
		_, u, tree := parse(t, "k = "+c.expr)
		f, ok := u.Form(exprOf(tree))
		if !ok {
			t.Errorf("%s has no form", c.expr)
			continue
		}
		harmless := true
		for _, term := range f.Terms {
			harmless = harmless && u.Harmless(term.Sym)
		}
		if got := ast.String(u.ExprOf(f)); got != c.want || harmless != c.harmless {
			t.Errorf("%s: %s, harmless %v, want %s, %v", c.expr, got, harmless, c.want, c.harmless)
		}
	}
}

// An array of the program's own may have the name of a function that asks for bounds: no argument is added to its
// subscripts.
func TestExprOfOwnBounds(t *testing.T) {
	const src = "subroutine s(k, a)\ninteger :: k, UBOUND(3,9)\nreal :: a(:)\nk = ubound(1,k) + lbound(a,1)\nend subroutine\n"
	tree := snippet.Parse(t, src).Tree(t, "s")
	f, ok := tree.Unit.Form(exprOf(tree))
	if got := ast.String(tree.Unit.ExprOf(f)); !ok || got != "lbound(a,1,8)+ubound(1,k)" {
		t.Error(got, ok)
	}
}
