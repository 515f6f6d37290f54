package access

import "mdmp/fortran/ast"

// ASSOCIATE.
//
// A name stands for what its selector was when the construct began. Where that is
// a variable, the name is resolved to it. Where it is what a pointer leads to, and
// the pointer may lead elsewhere before the construct ends, the name is taken for
// a pointer of its own, that never changes; so is what a function returns that
// may be a pointer.

// associate builds the node of an ASSOCIATE construct.
func (b *builder) associate(c *ast.Construct, a *ast.Associate, n *Node) *Node {
	if len(c.Parts) != 1 {
		n.Kind = Opaque
		n.E.unknown(c.Begin.Span(), "a construct that is not understood")
		b.unclear(c.Begin.Span())
		return n
	}
	n.Kind = Block
	for _, p := range a.Pairs {
		if !b.u.lasts(p.X) {
			n.E.unknown(p.X.Span(), "a value that may be finalised where the construct ends")
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
	was := u.scopes
	scope := map[string]*Var{}
	for _, p := range a.Pairs {
		v := u.associateName(p)
		scope[p.Name.Name] = v
		if !again {
			n.E.Refs = append(n.E.Refs, Ref{Obj: u.entry(v), Write: true, Sure: true, At: p.Name.Span(), Text: v.Name})
		}
	}
	u.scopes = append(u.scopes[:len(u.scopes):len(u.scopes)], scope)
	b.body(c.Parts[0].Body, n)
	u.scopes = was
	var body *Effects
	again = false
	for _, p := range a.Pairs {
		sel := u.assoc[scope[p.Name.Name]]
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
			v := scope[p.Name.Name]
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
	return v.Yields != nil && !v.Yields.final(0) || v.What == TypeName && v.TypeDef != nil && !(&Var{Type: "type", TypeDef: v.TypeDef}).final(0)
}

// associateName makes the name that stands for a selector.
func (u *Unit) associateName(p ast.AssocPair) *Var {
	v := u.local(p.Name)
	v.Rank = -1
	u.bind(p.X)
	d, ok := u.designator(p.X)
	if !ok {
		u.valueName(v, p.X)
		return v
	}
	if u.severed[p.Name] {
		v.Storage, v.Moved = Elsewhere, true
	} else {
		u.assoc[v] = p.X
	}
	if d.last == nil {
		return v
	}
	v.Type, v.Derived, v.TypeDef, v.CharKind = d.last.Type, d.last.Derived, d.last.TypeDef, d.last.CharKind
	switch {
	case d.whole:
		v.Rank = d.last.Rank
	case d.element:
		v.Rank = 0
	}
	return v
}

// valueName makes v the name of an expression: of its value, or of what a function
// returns a pointer to.
func (u *Unit) valueName(v *Var, x ast.Expr) {
	val := u.value(x)
	v.Rank, v.CharKind = val.rank, max(val.kind, 0)
	switch {
	case !u.isValue(x) || val.kind < 0 && val.typ == "character":
		v.What, v.Storage = NotKnown, Elsewhere
	case val.typ == "intrinsic" || !val.intrinsic():
		v.What, v.Storage = NotKnown, Elsewhere
	default:
		v.Type = val.typ
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
		switch v := u.named(id); v.What {
		case Intrinsic:
			return id.Name != "null"
		case StmtFunction, Constant, TypeName:
			return true
		case Procedure:
			return v.MPI != "" || v.Yields != nil && !v.Yields.points()
		}
		return false
	case *ast.Member:
		return u.inquiry(x)
	case *ast.Ident:
		return u.named(x).What == Constant
	}
	return true
}
