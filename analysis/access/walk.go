package access

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// idents calls f for every name in x (component names and keywords are not
// names in this sense).
func idents(x ast.Expr, f func(*ast.Ident)) {
	if id, ok := x.(*ast.Ident); ok {
		f(id)
		return
	}
	for _, c := range children(x) {
		if c != nil {
			idents(c, f)
		}
	}
}

// children returns the operands of x; entries may be nil.
func children(x ast.Expr) []ast.Expr {
	switch x := x.(type) {
	case *ast.Complex:
		return []ast.Expr{x.Re, x.Im}
	case *ast.Apply:
		return append([]ast.Expr{x.X}, argExprs(x.Args)...)
	case *ast.Member:
		return []ast.Expr{x.X}
	case *ast.Coindex:
		return append([]ast.Expr{x.X}, argExprs(x.Args)...)
	case *ast.Range:
		return []ast.Expr{x.Lo, x.Hi, x.Step}
	case *ast.Unary:
		return []ast.Expr{x.X}
	case *ast.Binary:
		return []ast.Expr{x.X, x.Y}
	case *ast.Paren:
		return []ast.Expr{x.X}
	case *ast.ArrayCons:
		return x.Items
	case *ast.ImpliedDo:
		return append(append([]ast.Expr{}, x.Items...), x.Lo, x.Hi, x.Step)
	case *ast.CondExpr:
		return []ast.Expr{x.Cond, x.X, x.Y}
	case *ast.Literal:
		return nil // the kind parameter is a constant
	}
	return nil
}

func argExprs(list []ast.Arg) []ast.Expr {
	out := make([]ast.Expr, len(list))
	for i, a := range list {
		out[i] = a.X
	}
	return out
}
