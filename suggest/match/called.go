package match

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/lang"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// called looks at all that call the two procedures.
func (b *begun) called(x *Exchange, end *ending) *program.Refusal {
	if why := b.covers(end); why != nil {
		return why
	}
	begins, all := b.w.index.Callers(b.w.unit)
	no := apartHint("%s posts and %s waits: it is not seen that one is called behind the other", b.w.unit.Name, end.unit.Name)
	if !all || len(begins) == 0 {
		return no
	}
	if end.here = begins[0].Unit == end.unit; end.here {
		if len(begins) > 1 {
			return no
		}
		return b.followed(x, begins[0], end, nil)
	}
	ends, all := b.w.index.Callers(end.unit)
	if !all || len(begins) != len(ends) {
		return no
	}
	if why := end.first(b.w.in(end.file, end.unit).access.Tree(end.unit.Exec, nil).Nodes, b.w.index); why != nil {
		return why
	}
	for _, s := range begins {
		if why := b.followed(x, s, end, ends); why != nil {
			return why
		}
	}
	return nil
}

// followed looks at what stands between a call of the first procedure and the waits, or a call of what waits.
func (b *begun) followed(x *Exchange, s calls.Site, end *ending, ends []calls.Site) *program.Refusal {
	no := func(why string) *program.Refusal {
		return apartHint("%s posts and %s waits: at line %d of %s %s", b.w.unit.Name, end.unit.Name, s.File.At(s.Stmt).Line, s.File.Name, why)
	}
	w := b.w.in(s.File, s.Unit)
	if w == nil || s.Call == nil || s.Stmt.IsInner {
		return no("the call is not understood")
	}
	n := nodeOf(w.access.Tree(s.Unit.Exec, nil).Nodes, s.Stmt)
	if n == nil {
		return no("the call stands in a construct that is not looked into")
	}
	list, i := n.Siblings()
	list = list[i+1:]
	for k, m := range list {
		if m.Item.First().Label() != "" {
			return no("a label follows before the wait")
		}
		var to *ast.Call
		at := slices.IndexFunc(ends, func(e calls.Site) bool { return ast.Item(e.Stmt) == m.Item })
		switch {
		case at >= 0 && ends[at].Call == nil:
			return no("the call that waits is not understood")
		case at >= 0:
			to = ends[at].Call
		case end.here && end.is(m):
			if why := end.first(list[k:], w.index); why != nil {
				return why
			}
		default:
			if why := w.local(m, deep); why != nil {
				return why
			}
			continue
		}
		for i, p := range b.pending {
			v, key := b.variable(s, s.Call, b.w.unit, p.call)
			if _, other := b.variable(s, to, end.unit, b.until[i]); key == "" || key != other {
				return no("the requests of the two may be different variables")
			}
			if w.renewed(list[:k], v) {
				return no("the requests may change before the wait")
			}
		}
		return b.undisturbed(x, w, s, end, list[:k])
	}
	return no("none of the calls that follow in the same list of statements waits")
}

// nodeOf finds the node of a statement.
func nodeOf(nodes []*access.Node, s *ast.Stmt) *access.Node {
	var out *access.Node
	for _, n := range nodes {
		n.Walk(func(m *access.Node) bool {
			if m.Kind == access.Simple && m.Item == ast.Item(s) {
				out = m
			}
			return out == nil
		})
	}
	return out
}

// variable is that of the requests of a call of MPI in a unit, in the names of what calls that unit (to; nil: the call of MPI
// stands in the caller itself), and a text that tells it from others, "" if it is not understood.
func (b *begun) variable(s calls.Site, to *ast.Call, u *ast.Unit, c *calls.Call) (ast.Expr, string) {
	x := unsubscripted(requestsOf(c))
	sc := c.File.Scope(c.Stmt)
	if y := sc.Lookup(ast.Root(x).Name); to != nil && y != nil && y.Storage == scope.Dummy {
		by := passedFor(to, u)
		if by[ast.Root(x).Name] == nil {
			return nil, ""
		}
		x, _ = program.Substitute(x, by)
		sc = s.File.Scope(s.Stmt)
	}
	y := x
	for m, ok := y.(*ast.Member); ok; m, ok = y.(*ast.Member) {
		y = m.X
	}
	id, ok := y.(*ast.Ident)
	if !ok {
		return nil, ""
	}
	if y := sc.Lookup(id.Name); y == nil || y.Has(scope.Pointer) {
		return nil, ""
	}
	return x, calls.Key(sc, id.Name) + " " + ast.String(x)
}

// passedFor is what a call passes for the dummy arguments, nil if that is not understood: the interface of an external
// procedure may give them other names, which are its keywords.
func passedFor(c *ast.Call, u *ast.Unit) map[string]ast.Expr {
	h, ok := u.Heading()
	if !ok || len(c.Args) > len(h.Args) {
		return nil
	}
	out := map[string]ast.Expr{}
	for i, a := range c.Args {
		name := h.Args[i].Name
		if a.Keyword != nil {
			if name = a.Key(); u.Parent == nil {
				return nil
			}
		}
		out[name] = a.X
	}
	return out
}

// renewed reports whether something may give the variable in which requests are another value.
func (w *walker) renewed(nodes []*access.Node, x ast.Expr) bool {
	for _, r := range w.access.Expr(x).Refs {
		for _, n := range nodes {
			if _, hit := w.access.MayWrite(w.access.Whole(n), r); hit {
				return true
			}
		}
	}
	return false
}

// undisturbed says what is between the two calls and may use what is received, or change what is sent. MPI forbids that,
// so where the procedures that are called are not known well enough it is for the user to check.
func (b *begun) undisturbed(x *Exchange, w *walker, s calls.Site, end *ending, between []*access.Node) *program.Refusal {
	for _, m := range x.Messages {
		refs, known := b.refsAt(m, w, s)
		for _, n := range between {
			if n.Kind == access.Mark {
				continue
			}
			f := w.access.Whole(n)
			touched := !known
			for _, r := range refs {
				_, hit := w.access.MayWrite(f, r)
				if !hit && !m.Send {
					_, hit = w.access.MayTouch(f, r)
				}
				touched = touched || hit
			}
			if !touched {
				continue
			}
			if known && !calling(n) {
				return program.Refuse("move the statement behind the wait", "the statement at line %d of %s, before the wait, may use %s", s.File.At(n.Stmt).Line, s.File.Name, ast.String(m.Section.X))
			}
			x.Check("what stands between the calls of " + b.w.unit.Name + " and " + end.unit.Name + " uses nothing that is received and changes nothing that is sent: MPI forbids it")
		}
	}
	return nil
}

// calling reports whether a node calls a procedure.
func calling(n *access.Node) bool {
	found := false
	n.Walk(func(m *access.Node) bool {
		_, is := m.Stmt.Body.(*ast.Call)
		found = found || is
		return !found
	})
	return found
}

// refsAt is what a message reads or writes in the names of a caller, false if it has no names there.
func (b *begun) refsAt(m *Message, w *walker, s calls.Site) ([]access.Ref, bool) {
	by := passedFor(s.Call, b.w.unit)
	here, there := b.w.file.Scope(m.Call.Stmt), s.File.Scope(s.Stmt)
	for _, x := range []ast.Expr{m.Section.X, m.Section.Count} {
		if x == nil {
			continue
		}
		for id := range ast.Idents(x) {
			if by[id.Name] == nil && calls.Key(here, id.Name) != calls.Key(there, id.Name) {
				return nil, false
			}
		}
	}
	x, ok1 := program.Substitute(m.Section.X, by)
	n, ok2 := program.Substitute(m.Section.Count, by)
	if !ok1 || !ok2 {
		return nil, false
	}
	return w.access.MessageRefs(&regions.Message{Send: m.Send, Sections: []lang.Section{{X: x, Count: n}}}), true
}
