package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// inBounds lists the guards under which the subscripts of x, an element of an array
// that has bounds, may be evaluated and are in bounds; none where nothing can be said.
func inBounds(u *access.Unit, x *ast.Apply) []Guard {
	var list []Guard
	for i, a := range x.Args {
		if !total(u, a.X) {
			return nil
		}
		list = append(list, Guard{NotBelow, x.X, a.X, i + 1}, Guard{NotAbove, x.X, a.X, i + 1})
	}
	return list
}

// subscriptsIn lists the guards under which the subscripts of a section of
// numbers and whole dimensions are in bounds; false if they cannot be told.
func subscriptsIn(u *access.Unit, x *ast.Apply, v *scope.Symbol) (list []Guard, ok bool) {
	for i, a := range x.Args {
		if _, isRange := a.X.(*ast.Range); isRange {
			continue
		}
		if !total(u, a.X) || v.Rank != len(x.Args) {
			return nil, false
		}
		if i < v.Rank-1 || hasBounds(v) {
			list = append(list, Guard{NotAbove, x.X, a.X, i + 1})
		}
		list = append(list, Guard{NotBelow, x.X, a.X, i + 1})
	}
	return list, true
}

// hasBounds reports whether all bounds of an array can be asked for: the last
// upper bound of an assumed-size array cannot.
func hasBounds(v *scope.Symbol) bool {
	if v.ByDescriptor() || v.Has(scope.Allocatable) || v.Has(scope.Pointer) {
		return true
	}
	return v.Rank > 0 && v.Upper(v.Rank-1) != nil
}

// total reports whether an expression can be evaluated whatever its variables
// hold: sums and products of names and numbers.
func total(u *access.Unit, x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Literal:
		return x.Kind == ast.IntLit
	case *ast.Ident:
		v := u.Lookup(x.Name)
		return v.Class == scope.Constant || v.Class == scope.Variable && v.Rank == 0 && v.Type.Word() == "integer" &&
			!v.Has(scope.Optional) && !v.Has(scope.Pointer) && !v.Has(scope.Allocatable)
	case *ast.Paren:
		return total(u, x.X)
	case *ast.Unary:
		return total(u, x.X)
	case *ast.Binary:
		return (x.Op == "+" || x.Op == "-" || x.Op == "*") && total(u, x.X) && total(u, x.Y)
	default:
		return false
	}
}
