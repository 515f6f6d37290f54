package overlap

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
)

// A wait that the program wrote is moved as it stands. Which messages it completes need not be known, but
// all that it may complete: those whose requests are in the variable that it names. So that is
// a local one, which nothing but calls that post and wait ever names.

// waited finds out which messages a wait may complete.
func (f *finder) waited(c *Call) reason.Reason {
	x := c.Arg("request")
	if x == nil {
		x = c.Arg("array_of_requests")
	}
	at := c.Stmt.Span()
	for _, part := range []ast.Expr{x, c.Arg("count")} {
		if why := once(f.u.At(c.Node), part); why.Stands() {
			return why
		}
	}
	id := ast.Root(x)
	if id == nil {
		return reason.CallRequest.At(at, reason.Expr(x))
	}
	v := f.u.At(c.Node).Lookup(id.Name)
	refs := f.u.At(c.Node).Expr(&ast.Ident{Node: id.Node, Name: id.Name}).Refs
	if v == nil || v.Shadows() || len(refs) != 1 || !f.u.Own(refs[0].Obj) || f.u.Reachable(refs[0].Obj) || v.Saved() && !f.u.Main || v.Equiv > 0 {
		return reason.CallRequest.At(at, reason.Expr(x))
	}
	c.Vector = x == id && v.Rank == 1
	if stray := f.requests(c, v); stray.Stands() {
		return stray
	}
	if len(c.Messages) == 0 {
		return reason.CallRequest.At(at, reason.Expr(x))
	}
	return reason.Reason{}
}

// requests collects the messages whose requests are in a variable, and says why they may not be all.
func (f *finder) requests(c *Call, v *access.Entity) (why reason.Reason) {
	f.tree.Walk(func(n *access.Node) bool {
		if why.Stands() || !slices.ContainsFunc(n.E.Refs, func(r access.Ref) bool { return r.Obj.Root == v }) {
			return !why.Stands()
		}
		m := f.callAt(n)
		switch {
		case m != nil && m.Kind == mpi.Post && onlyRoot(m, v.Name, "request"):
			why = f.posted(c, m, n)
		case m != nil && m.Kind == mpi.Wait && (onlyRoot(m, v.Name, "request") || onlyRoot(m, v.Name, "array_of_requests")):
		case n.Kind == access.Simple && f.emptied(n, v.Name):
		default:
			why = reason.CallRequest.At(n.Stmt.Span(), reason.Name(v.Name))
		}
		return !why.Stands()
	})
	return why
}

// posted adds the message of a nonblocking call.
func (f *finder) posted(c *Call, m *mpicall.Call, n *access.Node) reason.Reason {
	if f.after(n, c.Node) {
		return reason.Reason{}
	}
	s := sides(m)[0]
	msg := &Message{Send: s.send, From: n}
	for _, name := range s.names {
		x := m.Arg(name)
		if x == nil {
			return reason.CallUnclear.At(m.Stmt.Span())
		}
		msg.Args = append(msg.Args, ast.Arg{X: x})
	}
	if why := f.buffer(msg, n); why.Stands() {
		return why
	}
	if msg.Ref.Obj.Root.Shadows() {
		return reason.InBlock.At(m.Stmt.Span(), msg.Ref.Obj.As())
	}
	if !f.u.Alike(msg.Variable, n, c.Node) {
		return reason.InAssociate.At(m.Stmt.Span(), reason.Expr(msg.Variable))
	}
	if !first(n, c.place()) {
		if taken := f.there(msg); taken != "" {
			return reason.CallName.At(m.Stmt.Span(), reason.Name(taken))
		}
	}
	if msg.older = f.older(c, m, n, msg); msg.older || !f.straight(n, c.place(), msg) {
		msg.Ref.Sub, msg.block = nil, msg.Ref.Obj.Root.Block
	}
	c.Messages = append(c.Messages, msg)
	return reason.Reason{}
}

// after reports whether a node is certainly executed after another one, if at all: it stands behind
// that, and no loop goes round both.
func (f *finder) after(n, first *access.Node) bool {
	if f.tree.Jumps || n.Stmt.Span().Start < first.Stmt.Span().Start {
		return false
	}
	for p := first.Parent; p != nil; p = p.Parent {
		if p.Kind == access.Loop && p.Holds(n) {
			return false
		}
	}
	return true
}

// straight reports whether a message begins before its wait in one list of statements, there or in
// branches of IFs, and what its section is computed from stays in between.
func (f *finder) straight(from, to *access.Node, m *Message) bool {
	return f.between(from, to, func(e *access.Effects) bool {
		_, changed := f.changes(e, m.Ref)
		return changed
	})
}

// between reports whether a node stands before another one in one list of statements, there or in
// branches of IFs, and nothing from the one up to the other does what is looked for.
func (f *finder) between(from, to *access.Node, does func(*access.Effects) bool) bool {
	other, end := to.Siblings()
	list, i := from.Siblings()
	for list[0] != other[0] {
		if from = from.Parent; !open(from) {
			return false
		}
		list, i = from.Siblings()
	}
	if i >= end {
		return false
	}
	for ; i < end; i++ {
		if does(f.effects(list[i], true)) {
			return false
		}
	}
	return true
}

// onlyRoot reports whether a name stands in a call as the root of one argument alone.
func onlyRoot(m *mpicall.Call, name, arg string) bool {
	x := m.Arg(arg)
	if x == nil || ast.Root(x) == nil || ast.Root(x).Name != name {
		return false
	}
	n := 0
	for id := range ast.StmtIdents(m.Stmt) {
		if id.Name == name {
			n++
		}
	}
	return n == 1
}

// emptied reports whether a statement makes requests null.
func (f *finder) emptied(n *access.Node, name string) bool {
	b, ok := n.Stmt.Body.(*ast.Assign)
	if !ok || n.Stmt.Kind != ast.KAssign || ast.Root(b.X) == nil || ast.Root(b.X).Name != name {
		return false
	}
	return mpicall.Constant(f.table, f.scopeOf(n), b.Y) == "mpi_request_null"
}
