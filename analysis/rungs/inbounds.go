package rungs

import (
	"strconv"

	"mdmp/analysis/access"
	"mdmp/fortran/ast"
)

// inBounds lists the conditions under which the subscripts of x, an element of
// the array v, may be evaluated and are in bounds; none where nothing can be said.
func inBounds(u *access.Unit, x *ast.Apply, v *access.Var) []string {
	if v.Rank != len(x.Args) || !hasBounds(v) {
		return nil
	}
	array, ok := access.Text(x.X)
	if !ok {
		return nil
	}
	var list []string
	for i, a := range x.Args {
		if !total(u, a.X) {
			return nil
		}
		sub, ok := access.Text(a.X)
		if !ok {
			return nil
		}
		at := "(" + array + "," + strconv.Itoa(i+1) + ")"
		list = append(list, sub+">=lbound"+at, sub+"<=ubound"+at)
	}
	return list
}

// subscriptsIn lists the conditions under which the subscripts of a section of
// numbers and whole dimensions are in bounds; false if they cannot be told.
func subscriptsIn(u *access.Unit, name string, x *ast.Apply, v *access.Var) (list []string, ok bool) {
	for i, a := range x.Args {
		if _, isRange := a.X.(*ast.Range); isRange {
			continue
		}
		sub, ok := access.Text(a.X)
		if !ok || !total(u, a.X) || v.Rank != len(x.Args) {
			return nil, false
		}
		at := "(" + name + "," + strconv.Itoa(i+1) + ")"
		if i < v.Rank-1 || hasBounds(v) {
			list = append(list, sub+"<=ubound"+at)
		}
		list = append(list, sub+">=lbound"+at)
	}
	return list, true
}

// hasBounds reports whether all bounds of an array can be asked for: the last
// upper bound of an assumed-size array cannot.
func hasBounds(v *access.Var) bool {
	if v.ByDescriptor || v.Allocatable || v.Pointer {
		return true
	}
	return v.Rank > 0 && len(v.Upper) == v.Rank && v.Upper[v.Rank-1] != nil
}

// total reports whether an expression can be evaluated whatever its variables
// hold: sums and products of names and numbers.
func total(u *access.Unit, x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Literal:
		return x.Kind == ast.IntLit
	case *ast.Ident:
		v := u.Lookup(x.Name)
		return v.What == access.Constant || v.What == access.Variable && v.Rank == 0 && v.Type == "integer" &&
			!v.Optional && !v.Pointer && !v.Allocatable
	case *ast.Paren:
		return total(u, x.X)
	case *ast.Unary:
		return total(u, x.X)
	case *ast.Binary:
		return (x.Op == "+" || x.Op == "-" || x.Op == "*") && total(u, x.X) && total(u, x.Y)
	}
	return false
}
