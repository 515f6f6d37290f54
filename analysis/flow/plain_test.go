package flow

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Sections that may be evaluated anywhere.
func TestPlainSection(t *testing.T) {
	a, two := ast.Named("a"), &ast.Literal{Kind: ast.IntLit, Text: "2"}
	of := func(x, subscript ast.Expr) ast.Expr {
		return &ast.Apply{X: x, Args: []ast.Arg{{X: subscript}}}
	}
	for i, c := range []struct {
		x    ast.Expr
		want bool
	}{
		{a, true}, {of(a, two), true}, {of(a, &ast.Range{}), true},
		{of(a, ast.Named("k")), false}, {of(a, &ast.Range{Lo: two}), false},
		{&ast.Member{X: a, Name: "c"}, false}, {of(&ast.Member{X: a, Name: "c"}, two), false},
	} {
		if got := plainSection(c.x); got != c.want {
			t.Errorf("%d, %s: %v", i, ast.String(c.x), got)
		}
	}
}
