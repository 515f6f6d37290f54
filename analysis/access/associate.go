package access

import (
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// ASSOCIATE.
//
// A name stands for what its selector was when the construct began. Where that is
// a variable, the name is resolved to it. Where it is what a pointer leads to, and
// the pointer may lead elsewhere before the construct ends, the name is taken for
// a pointer of its own, that never changes; so is what a function returns that
// may be a pointer.

// associate builds the node of an ASSOCIATE construct, which is a Block.
func (b *builder) associate(c *ast.Construct, a *ast.Associate, n *Node) *Node {
	for _, p := range a.Pairs {
		if !b.u.lasts(p.X) {
			n.E.unknown(p.X.Span(), reason.MayBeFinalised)
			b.unclear(p.X.Span())
		}
	}
	for again := false; b.associated(c, a, n, again); {
		again = true
	}
	return n
}

// associated builds the body of an ASSOCIATE construct, and reports whether that
// has to be done again: a pointer is not what it was for all of it.
func (b *builder) associated(c *ast.Construct, a *ast.Associate, n *Node, again bool) bool {
	u := b.u
	b.enter(c, 0)
	for _, p := range a.Pairs {
		v := b.u.lookup(p.Name.Name)
		u.associateName(v, p)
		if !again {
			n.E.Refs = append(n.E.Refs, Ref{Obj: u.entry(v), Write: true, Sure: true, At: p.Name.Span()})
		}
	}
	b.body(c.Parts[0].Body, n)
	in := b.u
	b.u = u
	var body *Effects
	again = false
	for _, p := range a.Pairs {
		v := in.lookup(p.Name.Name)
		sel := u.assoc[v]
		if sel == nil {
			continue
		}
		d, ok := u.designator(sel)
		if !ok || !d.obj.pointer {
			continue
		}
		if body == nil {
			e := u.gatherUp(n)
			body = &e
		}
		if _, moved := u.Alters(body, Ref{Obj: d.obj, Status: true}); moved {
			u.severed[p.Name] = true
			delete(u.assoc, v)
			delete(u.objects, v) // of the ones that are not pointers
			again = true
		}
	}
	return again
}

// lasts reports whether x is no value that has to be finalised in the end.
func (u *Unit) lasts(x ast.Expr) bool {
	if _, ok := u.designator(x); ok || u.intrinsicType(x) {
		return true
	}
	a, ok := x.(*ast.Apply)
	if !ok {
		return false
	}
	id, ok := a.X.(*ast.Ident)
	if !ok {
		return false
	}
	v := u.named(id)
	return v.Yields != nil && !u.final(v.Yields) || v.What() == scope.Type && v.Derived != nil && !u.finalParts(v.Derived, 0)
}

// associateName says what v, the name that stands for a selector, is.
func (u *Unit) associateName(v *Entity, p ast.AssocPair) {
	u.bind(p.X)
	is := *v.Symbol
	v.Symbol = &is
	d, ok := u.designator(p.X)
	if !ok {
		u.valueName(&is, p.X)
		return
	}
	is.Class, is.Storage, is.Rank = scope.Variable, scope.Local, -1
	if u.severed[p.Name] {
		is.Storage, is.Attrs = scope.NoStorage, is.Attrs|scope.Pointer
	} else {
		u.assoc[v] = p.X
	}
	if d.last == nil {
		return
	}
	is.Type = d.last.Type
	switch {
	case d.whole:
		is.Rank = d.last.Rank
	case d.element:
		is.Rank = 0
	}
}

// StandsFor reports whether v is an ASSOCIATE name of o, or of a section of it.
func (u *Unit) StandsFor(v *Entity, o *Object) bool {
	sel, is := u.assoc[v]
	if !is {
		return false
	}
	d, ok := u.designator(sel)
	return ok && d.obj == o
}

// valueName makes y the name of an expression: of its value, or of what a function
// returns a pointer to.
func (u *Unit) valueName(y *scope.Symbol, x ast.Expr) {
	val := u.value(x)
	y.Class, y.Storage, y.Rank, y.Type = scope.Unknown, scope.NoStorage, val.Rank, nil
	if u.isValue(x) && val.Intrinsic() && val.Type != "intrinsic" && (val.Kind >= 0 || val.Type != "character") {
		y.Class, y.Storage, y.Type = scope.Variable, scope.Local, &scope.DataType{Name: val.Type, KindValue: val.Kind}
	}
}

// isValue reports whether x is certainly no function that returns a pointer.
func (u *Unit) isValue(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Apply:
		id, ok := x.X.(*ast.Ident)
		if !ok {
			return false
		}
		switch v := u.named(id); v.What() {
		case scope.Intrinsic:
			return id.Name != "null"
		case scope.StatementFunc, scope.Constant, scope.Type:
			return true
		case scope.Procedure:
			return v.MPI != "" || v.Yields != nil && !points(v.Yields)
		}
		return false
	case *ast.Member:
		return u.inquiry(x)
	case *ast.Ident:
		return u.named(x).What() == scope.Constant
	case *ast.Literal, *ast.Complex, *ast.Unary, *ast.Binary, *ast.Paren, *ast.ArrayCons, *ast.CondExpr:
		return true
	default:
		return false
	}
}
