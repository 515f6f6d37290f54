package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Computes returns where something in an item is computed, subscripts and bounds of
// loops aside: with Rounding.Loose that may have other values in pieces of a loop.
func (u *Unit) Computes(item ast.Item) (Span, bool) {
	var at Span
	found := false
	ast.Items([]ast.Item{item}, func(s *ast.Stmt) bool {
		for t := s; t != nil && !found; t = t.Inner {
			switch b := t.Body.(type) {
			case *ast.Assign:
				at, found = u.computed(b.Y)
			case *ast.Do, nil:
			case *ast.Forall:
				found, at = b.Mask != nil, t.Span()
			default: // a condition, a call
				found, at = t.Kind != ast.KCycle && t.Kind != ast.KExit && t.Kind != ast.KGoto, t.Span()
			}
		}
		return !found
	})
	return at, found
}

// computed is Computes for the right-hand side of an assignment.
func (u *Unit) computed(x ast.Expr) (Span, bool) {
	switch y := x.(type) {
	case *ast.Paren:
		return u.computed(y.X)
	case *ast.Literal, *ast.Complex, *ast.Ident, *ast.Member:
		return Span{}, false
	case *ast.Apply:
		if id, ok := y.X.(*ast.Ident); ok && u.named(id).What() != scope.Variable && u.named(id).What() != scope.Constant {
			return y.Span(), true
		}
		return y.Span(), u.boundTo(y.X) != nil
	default:
		return x.Span(), !u.Integer(x)
	}
}
