package access

import (
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Procedures that the program says are harmless: they touch nothing that
// directives send or receive, wait for nobody, and return.
//
// What is said of them goes for that and no more. They may change everything else
// that they get or can reach: bounds of sections, ranks of neighbours. And it goes
// for what they do, not for what is done to call them: arguments are evaluated
// and copied by the caller.

// spares reports whether a name at the current place is that of a procedure that is
// said to be harmless.
func (u *Unit) spares(id *ast.Ident) bool {
	set := u.program.set
	if set == nil || len(set.Harmless) == 0 || u.meant[id] != nil {
		return false
	}
	return set.Spares(u.AST, u.here.scope, id.Name)
}

// TrustedCall returns the name of the procedure that the simple statement of a node calls and that is said to be
// harmless; "" if there is none, or if it may come back to somewhere else.
func (u *Unit) TrustedCall(n *Node) string {
	if n.Stmt == nil {
		return ""
	}
	b, ok := n.Stmt.Body.(*ast.Call)
	if !ok {
		return ""
	}
	id, ok := b.X.(*ast.Ident)
	if !ok || !u.At(n).spares(id) {
		return ""
	}
	for _, a := range b.Args {
		if _, ok := a.X.(*ast.AltReturn); ok {
			return ""
		}
	}
	return id.Name
}

// callHarmless adds the effects of a call of such a procedure.
func (u *Unit) callHarmless(id *ast.Ident, list []ast.Arg, kind ast.Kind, e *Effects) {
	v := u.named(id)
	e.doesIf(v.Yields != nil && u.final(v.Yields), Finalises)
	dummies := u.dummiesOf(v, id, kind)
	for i, a := range list {
		if k := a.Place(i, len(dummies), func(k int) string { return dummies[k].Name }); k >= 0 {
			u.shallow(a.X, dummies[k], e)
		} else {
			u.shallowImplicit(a.X, e)
		}
		u.trusted(a.X, e)
	}
	e.blame(id.Span(), reason.Harmless, reason.Name(id.Name))
	e.Reach = min(e.Reach, ReachOuter)
	e.Does(Impure)
}

// dummiesOf returns the dummy arguments of a procedure, nil if they are not seen.
func (u *Unit) dummiesOf(v *Entity, id *ast.Ident, kind ast.Kind) []*scope.Symbol {
	if v.Body == nil {
		if v.What() != scope.Procedure || u.names.lookup(id.Name) != v {
			return nil
		}
		_, dummies, _ := u.names.global(u.names.scope.Lookup(id.Name), kind, false)
		return dummies
	}
	inner := u.program.Unit(v.Body)
	head, ok := v.Body.Heading()
	if inner == nil || !ok {
		return nil
	}
	var list []*scope.Symbol
	for _, d := range head.Args {
		list = append(list, inner.names.lookup(d.Name).Symbol)
	}
	return list
}

// trusted touches an argument as a procedure does that may change what it gets unless
// directives send or receive it.
func (u *Unit) trusted(x ast.Expr, e *Effects) {
	switch x := x.(type) {
	case *ast.Ident:
		if v := u.named(x); v.What() != scope.Variable && v.What() != scope.Unknown {
			return
		}
	case *ast.Member, *ast.Apply:
	default:
		return
	}
	d, ok := u.designator(x)
	if !ok {
		return
	}
	r := u.ref(d, x, false)
	r.Trusted = true
	if d.element {
		r.Sub = nil // sequence association: from this element on
	}
	e.Refs = append(e.Refs, r)
	r.Write = true
	r.Status = !d.last.OwnType() || d.last.Has(scope.Allocatable) || points(d.last)
	e.Refs = append(e.Refs, r)
}
