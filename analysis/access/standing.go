package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Standing says whether a receive that somebody else left pending may go into
// an object of a managed procedure (package rungs), and who looks after that.
type Standing uint8

// The standings. Private: nobody but the procedure can reach it, or receives
// into it do not stay pending over calls. AtEntry: a scalar, to be completed
// when the procedure is entered. Pendable: to be completed before each access.
const (
	Private Standing = iota
	AtEntry
	Pendable
)

// Standing returns the standing of an object. The callers of a managed
// procedure complete what its scalar dummies get, and no receive into a scalar
// variable stays pending over a call. A dummy with TARGET may be an element of an array
// that others receive into meanwhile (F2018 15.5.2.13).
func (u *Unit) Standing(o *Object) Standing {
	v := o.Root
	switch {
	case !v.Known():
		return Pendable
	case u.Own(o) && !o.pointer && !v.pointedAt() &&
		(!v.Saved() || u.Main) && v.Equiv == 0:
		return Private
	case o.Through != "" || o.pointer || !o.Scalar || o.Last == nil || !intrinsicScalar(o.Last):
		return Pendable
	case v.Shadows():
		return Pendable
	case v.Block != "" || v.Equiv > 0 || v.pointedAt():
		return AtEntry
	}
	return Private
}

// intrinsicScalar reports whether v is certainly a scalar of a type of the language that
// is neither allocated nor pointed at.
func intrinsicScalar(v *scope.Symbol) bool {
	return v.Rank == 0 && v.Type.Word() != "" && !v.Type.IsDerived() && v.Known() && !v.Has(scope.Allocatable) && !v.Has(scope.Pointer)
}

// Indirect reports whether o is reached through a pointer.
func (o *Object) Indirect() bool { return o.pointer }

// Declares returns the effects of evaluating the declarations of the unit when
// it is entered: bounds and lengths.
func (u *Unit) Declares() Effects {
	e := Nothing()
	ast.Items(u.AST.Spec, func(s *ast.Stmt) bool {
		u.evaluate(declared(s), &e)
		return true
	})
	if head, ok := u.AST.Heading(); ok && head.Type != nil { // of a function
		u.evaluate(lengths(head.Type), &e)
	}
	e.volatile(nil)
	return e
}

// evaluate adds the effects of evaluating bounds and lengths; nil stands for one
// that is left out.
func (u *Unit) evaluate(list []ast.Expr, e *Effects) {
	for _, x := range list {
		if x != nil {
			u.bounds(x, e)
		}
	}
}

// lengths lists the expressions of a type that are evaluated when something is
// declared by it.
func lengths(t *ast.TypeSpec) []ast.Expr {
	out := []ast.Expr{t.Len}
	for _, a := range t.Params {
		out = append(out, a.X)
	}
	return out
}

func (u *Unit) bounds(x ast.Expr, e *Effects) {
	switch x := x.(type) {
	case *ast.Star:
	case *ast.Range:
		u.evaluate([]ast.Expr{x.Lo, x.Hi}, e)
	default:
		u.expr(x, e)
	}
}

// declared lists the expressions of a declaration that are evaluated on entry.
func declared(s *ast.Stmt) []ast.Expr {
	var out []ast.Expr
	entities := func(list []ast.Entity) {
		for _, x := range list {
			out = append(out, x.Bounds...)
			out = append(out, x.Extra().Len)
		}
	}
	switch d := s.Body.(type) {
	case *ast.Decl:
		if d.Type != nil {
			out = append(out, lengths(d.Type)...)
		}
		for _, a := range d.Attrs {
			out = append(out, a.Bounds...)
		}
		entities(d.Entities)
	case *ast.Attr:
		entities(d.Entities)
	case *ast.Common:
		for _, g := range d.Groups {
			entities(g.Entities)
		}
	default: // declares nothing with bounds
	}
	return out
}
