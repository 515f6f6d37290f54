package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// mayCopy reports whether a compiler may copy an actual argument in and out for
// a dummy that wants its elements side by side: not where they certainly are.
func (u *Unit) mayCopy(d desig, x ast.Expr) bool {
	switch {
	case d.last == nil || !d.scalarPath || !d.last.SideBySide():
		return true
	case d.whole, d.element:
		return false
	}
	return !u.simplyContiguous(d, x)
}

// simplyContiguous reports whether a section of an array whose elements lie
// side by side is what the language calls simply contiguous: a(:,:,k), a(:,2:5),
// a(2:5,k). Nobody copies these; a strange view of it (a substring, a part of
// complex numbers, an associate name) counts as none.
func (u *Unit) simplyContiguous(d desig, x ast.Expr) bool {
	a, ok := x.(*ast.Apply)
	if !ok || d.base == nil || a.X.Span() != d.base.Span() || u.ViaAssociate(x) || !d.last.OwnType() ||
		d.last.Type.Word() == "character" {
		return false
	}
	whole := true // all dimensions so far
	for _, s := range a.Args {
		r, isRange := s.X.(*ast.Range)
		switch {
		case isRange && (!whole || r.Step != nil), !isRange && !u.scalar(s.X):
			return false
		}
		whole = isRange && r.Lo == nil && r.Hi == nil
	}
	return true
}

// InPlace reports whether an actual argument is certainly a variable, or a part of one, that is
// handed over where it lies: its elements are side by side, so that no compiler makes a
// copy for the call, and no pointer leads to it.
func (u *Unit) InPlace(x ast.Expr) bool {
	d, ok := u.designator(x)
	return ok && !d.part && d.obj.Through == "" && !d.obj.pointer && !u.mayCopy(d, x)
}
