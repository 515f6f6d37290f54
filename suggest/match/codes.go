package match

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
	"github.com/mdmp-fortran/mdmp/suggest/sections"
)

// A call that goes gives its error code no value any more. Behind the directives the code is 0, see variables; so nothing may
// look at it between the call and the directives, which themselves are not made of it.

// codes says what looks at an error code before it is set, and notes those that are set whatever the conditions are: at is the
// first event behind the directives.
func (w *walker) codes(x *Exchange, events []event, at int) *program.Refusal {
	for i, e := range events {
		if e.call == nil || e.what == other {
			continue
		}
		id, ok := e.call.Arg("ierror").(*ast.Ident)
		if !ok {
			continue
		}
		if len(e.guard) == 0 && e.call.Name != "mpi_waitany" && !w.ifAny(e.node) && !slices.Contains(x.Sure, id.Name) {
			x.Sure = append(x.Sure, id.Name)
		}
		for j, o := range events[i+1:] {
			if !exclude(e.guard, o.guard) && w.asksCode(o, id, i+1+j < at) {
				return program.Refuse("look at the error code behind the last wait", "the error code %s of %s is looked at, at line %d, before the directives",
					id.Name, e.call.Spoken(), w.file.At(o.node.Stmt).Line)
			}
		}
	}
	return nil
}

// ifAny reports whether a call waits if there are requests, see waitsIfAny.
func (w *walker) ifAny(n *access.Node) bool { return n.Parent != nil && w.idle[n.Parent.Item.First()] }

// asksCode reports whether an event looks at an error code: by a message, or (before) anything of it that stands before the
// directives.
func (w *walker) asksCode(e event, id *ast.Ident, before bool) bool {
	if before && e.what == other && w.looksAt(e.node, id) {
		return true
	}
	var list []ast.Expr
	if before || len(e.msgs) > 0 {
		list = conds(e.guard)
	}
	for _, m := range e.msgs {
		list = slices.Concat(list, []ast.Expr{m.Peer, m.Tag, m.Section.Count}, sections.Subscripts(m.Section.X))
	}
	return slices.ContainsFunc(list, func(x ast.Expr) bool { return mentions(x, id) })
}

// looksAt reports whether a node may look at a variable, but as the error code of a call of MPI.
func (w *walker) looksAt(n *access.Node, id *ast.Ident) bool {
	f := &n.E
	switch c := calls.Of(w.file, w.unit, n.Stmt); {
	case n.Kind == access.Branch:
		for _, arm := range n.Arms {
			if slices.ContainsFunc(arm, func(m *access.Node) bool { return w.looksAt(m, id) }) {
				return true
			}
		}
	case n.Kind == access.Simple && c != nil && len(c.Args) > 0:
		last := len(c.Args) - 1
		if code, ok := c.Args[last].X.(*ast.Ident); !ok || code.Name != id.Name {
			last++
		}
		return slices.ContainsFunc(c.Args[:last], func(a ast.Arg) bool { return mentions(a.X, id) })
	default:
		f = w.access.Whole(n)
	}
	for _, r := range w.access.Expr(id).Refs {
		if _, hit := w.access.MayTouch(f, r); hit {
			return !w.unnamed(n, id)
		}
	}
	return false
}

// mentions reports whether an expression names a variable.
func mentions(x ast.Expr, id *ast.Ident) bool {
	for i := range ast.Idents(x) {
		if i.Name == id.Name {
			return true
		}
	}
	return false
}

// kept reports whether a code that is looked at is 0, or of no use, behind an exchange that sets it under conditions alone: nothing
// but calls of MPI gives it a value.
func (v *variables) kept(y *scope.Symbol, list []calls.Mention) bool {
	if y == nil || y.Storage == scope.Dummy && y.Intent != "out" {
		return false
	}
	return !slices.ContainsFunc(list, func(m calls.Mention) bool {
		if m.Set == nil {
			return m.Passed || m.Defined
		}
		n, ok := m.File.Scope(m.Stmt).Int(m.Set)
		return !ok || n != 0
	})
}
