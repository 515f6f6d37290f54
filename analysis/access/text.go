package access

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// maxPrinted bounds the length of a text.
const maxPrinted = 500

// Text is ast.String for what is compared and put elsewhere: two expressions with the
// same text compute the same value from the same variables. False if the expression
// holds something that is not followed, or is very long.
func Text(x ast.Expr) (string, bool) {
	text, ok := ast.Short(x, maxPrinted)
	if ok {
		ast.Inspect(x, func(x ast.Expr) bool {
			ok = ok && followed(x)
			return ok
		})
	}
	return text, ok
}

// followed reports whether expressions like x, apart from its parts, are compared.
func followed(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident, *ast.Apply, *ast.Member, *ast.Paren, *ast.Unary, *ast.Binary, *ast.Range:
		return true
	case *ast.Literal:
		return x.Kind != ast.StringLit && x.Kind != ast.HollerithLit // never needed in an integer expression
	case *ast.ArrayCons:
		return x.Type == nil
	default:
		return false
	}
}
