package access

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// idents calls f for every name in x (component names and keywords are not
// names in this sense).
func idents(x ast.Expr, f func(*ast.Ident)) {
	for id := range ast.Idents(x) {
		f(id)
	}
}

func argExprs(list []ast.Arg) []ast.Expr {
	out := make([]ast.Expr, len(list))
	for i, a := range list {
		out[i] = a.X
	}
	return out
}
