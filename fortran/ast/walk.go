package ast

import (
	"fmt"
	"iter"
)

// The walkers of this file list every type of node, so that what is new in the tree and forgotten
// here panics in the first test instead of being passed over. Names that are kept as text
// (Procedure.Name, Rename, Group.Name of a Cray pointer, Select.Name) are no expressions; keywords
// of arguments name nothing in the scope they stand in.

// Inspect calls f for x and, as long as f returns true, for the expressions in
// it, in the order of the text. Chains of operators and designators, which may
// be very long on the left, do not make it recurse.
func Inspect(x Expr, f func(Expr) bool) {
	var left []Expr // operators whose left side comes first
	for x != nil && f(x) {
		b, ok := x.(*Binary)
		if !ok {
			inspectParts(x, f)
			break
		}
		left = append(left, b)
		x = b.X
	}
	for i := len(left) - 1; i >= 0; i-- {
		Inspect(left[i].(*Binary).Y, f)
	}
}

// inspectParts goes into the parts of anything but a Binary.
func inspectParts(x Expr, f func(Expr) bool) {
	switch x := x.(type) {
	case *Literal:
		Inspect(x.Sub, f)
	case *Complex:
		Inspect(x.Re, f)
		Inspect(x.Im, f)
	case *Apply:
		Inspect(x.X, f)
		InspectArgs(x.Args, f)
	case *Member:
		Inspect(x.X, f)
	case *Coindex:
		Inspect(x.X, f)
		InspectArgs(x.Args, f)
	case *Range:
		Inspect(x.Lo, f)
		Inspect(x.Hi, f)
		Inspect(x.Step, f)
	case *Unary:
		Inspect(x.X, f)
	case *Paren:
		Inspect(x.X, f)
	case *ArrayCons:
		inspectType(x.Type, f)
		inspectAll(x.Items, f)
	case *ImpliedDo:
		inspectAll(x.Items, f)
		inspectType(x.VarType, f)
		if x.Var != nil {
			Inspect(x.Var, f)
		}
		Inspect(x.Lo, f)
		Inspect(x.Hi, f)
		Inspect(x.Step, f)
	case *CondExpr:
		Inspect(x.Cond, f)
		Inspect(x.X, f)
		Inspect(x.Y, f)
	case *Ident, *Star, *DoubleDot, *AltReturn: // have no parts
	default:
		Unlisted(x)
	}
}

// Unlisted ends a walk that met a type of node it does not know, where to pass it over would be wrong.
func Unlisted(node any) { panic(fmt.Sprintf("fortran/ast: %T is in no list of nodes", node)) }

// Parts lists the expressions that x consists of, in the order of the text.
func Parts(x Expr) []Expr {
	var list []Expr
	Inspect(x, func(y Expr) bool {
		if y == x {
			return true
		}
		list = append(list, y)
		return false
	})
	return list
}

// Idents goes through the names in an expression.
func Idents(x Expr) iter.Seq[*Ident] { return idents(func(f func(Expr) bool) { Inspect(x, f) }) }

// StmtIdents goes through the names in the expressions of a statement.
func StmtIdents(s *Stmt) iter.Seq[*Ident] {
	return idents(func(f func(Expr) bool) { InspectStmt(s, f) })
}

func idents(inspect func(f func(Expr) bool)) iter.Seq[*Ident] {
	return func(yield func(*Ident) bool) {
		more := true
		inspect(func(x Expr) bool {
			if id, ok := x.(*Ident); ok && more {
				more = yield(id)
			}
			return more
		})
	}
}

// InspectArgs calls Inspect for the arguments that are there.
func InspectArgs(args []Arg, f func(Expr) bool) {
	for _, a := range args {
		Inspect(a.X, f)
	}
}

func inspectAll(xs []Expr, f func(Expr) bool) {
	for _, x := range xs {
		Inspect(x, f)
	}
}

// inspectType goes into the expressions of a type.
func inspectType(t *TypeSpec, f func(Expr) bool) {
	if t == nil {
		return
	}
	Inspect(t.Kind, f)
	Inspect(t.Len, f)
	InspectArgs(t.Params, f)
}

// InspectStmt calls Inspect for the expressions of a statement, those of its
// inner statement and the names it declares or mentions included, in the order
// of the text.
func InspectStmt(s *Stmt, f func(Expr) bool) {
	for ; s != nil; s = s.Inner {
		inspectBody(s.Body, f)
	}
}

func inspectBody(body any, f func(Expr) bool) {
	switch b := body.(type) {
	case *Unknown:
		inspectIdents(b.Mentions, f)
	case *Names:
		inspectIdents(b.Names, f)
	case *Procedure:
		inspectType(b.Type, f)
		inspectIdents(b.Args, f)
		Inspect(b.BindName, f)
	case *Implicit:
		for _, s := range b.Specs {
			inspectType(s.Type, f)
		}
	case *Decl:
		inspectType(b.Type, f)
		inspectAttrs(b.Attrs, f)
		inspectEntities(b.Entities, f)
	case *ProcDecl:
		inspectType(b.Type, f)
		inspectAttrs(b.Attrs, f)
		inspectEntities(b.Entities, f)
	case *Attr:
		inspectAttrs([]AttrSpec{b.Attr}, f)
		inspectEntities(b.Entities, f)
	case *Assigns:
		for _, a := range b.List {
			Inspect(a.X, f)
			Inspect(a.Y, f)
		}
	case *Data:
		for _, s := range b.Sets {
			inspectAll(s.Objects, f)
			inspectAll(s.Values, f)
		}
	case *Common:
		for _, g := range b.Groups {
			inspectEntities(g.Entities, f)
		}
	case *Equivalence:
		for _, s := range b.Sets {
			inspectAll(s, f)
		}
	case nil, *Raw, *Name, *Include, *Submodule, *Interface, *TypeDef, *End, *Use, *Binding: // text only
	default:
		inspectExec(body, f)
	}
}

// inspectExec is inspectBody for executable statements.
func inspectExec(body any, f func(Expr) bool) {
	switch b := body.(type) {
	case *Assign:
		Inspect(b.X, f)
		Inspect(b.Y, f)
	case *Call:
		Inspect(b.X, f)
		InspectArgs(b.Args, f)
	case *Allocate:
		inspectType(b.Type, f)
		inspectAll(b.Objects, f)
		InspectArgs(b.Opts, f)
	case *Exprs:
		inspectAll(b.List, f)
	case *IO:
		InspectArgs(b.Control, f)
		inspectAll(b.Items, f)
	case *Goto:
		Inspect(b.X, f)
	case *Cond:
		Inspect(b.X, f)
	case *Forall:
		inspectForall(b, f)
	case *Do:
		if b.Var != nil {
			Inspect(b.Var, f)
		}
		Inspect(b.Lo, f)
		Inspect(b.Hi, f)
		Inspect(b.Step, f)
		Inspect(b.While, f)
		if b.Conc != nil {
			inspectForall(b.Conc, f)
		}
	case *Case:
		inspectAll(b.List, f)
	case *Select:
		Inspect(b.X, f)
	case *TypeGuard:
		inspectType(b.Type, f)
	case *Associate:
		Inspect(b.X, f)
		for _, p := range b.Pairs {
			Inspect(p.Name, f)
			Inspect(p.X, f)
		}
	default:
		Unlisted(body)
	}
}

func inspectForall(b *Forall, f func(Expr) bool) {
	inspectType(b.Type, f)
	for _, ix := range b.Index {
		Inspect(ix.Var, f)
		Inspect(ix.Lo, f)
		Inspect(ix.Hi, f)
		Inspect(ix.Step, f)
	}
	Inspect(b.Mask, f)
	for _, l := range b.Locality {
		inspectIdents(l.Names, f)
	}
}

func inspectIdents(ids []*Ident, f func(Expr) bool) {
	for _, id := range ids {
		Inspect(id, f)
	}
}

func inspectAttrs(attrs []AttrSpec, f func(Expr) bool) {
	for _, a := range attrs {
		inspectAll(a.Bounds, f)
		Inspect(a.X, f)
	}
}

func inspectEntities(es []Entity, f func(Expr) bool) {
	for _, e := range es {
		Inspect(e.Name, f)
		inspectAll(e.Bounds, f)
		more := e.Extra()
		inspectAll(more.Cobound, f)
		Inspect(more.Len, f)
		if len(more.Values) > 0 {
			inspectAll(more.Values, f)
		} else {
			Inspect(e.Init, f)
		}
	}
}

// Items calls f for every statement in items and in the constructs among them,
// in the order of the text, ends included; interface bodies are entered too.
// It stops where f returns false.
func Items(items []Item, f func(*Stmt) bool) bool {
	return ItemsBut(items, func(*Stmt) bool { return false }, f)
}

// ItemsBut is Items without the statements that skip names, and without what stands in a part of a
// construct whose head it names.
func ItemsBut(items []Item, skip, f func(*Stmt) bool) bool {
	for _, it := range items {
		if !item(it, skip, f) {
			return false
		}
	}
	return true
}

func item(it Item, skip, f func(*Stmt) bool) bool {
	switch it := it.(type) {
	case *Stmt:
		return skip(it) || f(it)
	case *InterfaceBody:
		return it.Unit.Statements(f)
	case *Construct:
		for _, p := range it.Parts {
			if !f(p.Head) || !skip(p.Head) && !(ItemsBut(p.Spec, skip, f) && ItemsBut(p.Body, skip, f)) {
				return false
			}
		}
		if it.End != nil && !it.SharedEnd {
			return f(it.End)
		}
	default:
		Unlisted(it)
	}
	return true
}

// Statements calls f for every statement of u, its subprograms included, in
// the order of the text. It stops where f returns false.
func (u *Unit) Statements(f func(*Stmt) bool) bool {
	if u.Begin != nil && !f(u.Begin) {
		return false
	}
	if !Items(u.Spec, f) || !Items(u.Exec, f) {
		return false
	}
	if u.Contains != nil && !f(u.Contains) {
		return false
	}
	for _, s := range u.Subs {
		if !s.Statements(f) {
			return false
		}
	}
	return Items(u.Tail, f) && (u.End == nil || f(u.End))
}
