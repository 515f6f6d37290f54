package program

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Written returns an expression in the spelling of directives: that of package ast,
// with a blank behind commas at the outside.
func Written(x ast.Expr) string { return ast.String(x) }

// Same reports whether two expressions read the same.
func Same(x, y ast.Expr) bool {
	switch {
	case x == nil || y == nil:
		return x == nil && y == nil
	}
	return strings.EqualFold(ast.String(Bare(x)), ast.String(Bare(y)))
}

// Bare is x without parentheses around it.
func Bare(x ast.Expr) ast.Expr {
	for {
		p, ok := x.(*ast.Paren)
		if !ok {
			return x
		}
		x = p.X
	}
}
