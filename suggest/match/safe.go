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

// effects are what an event does that is neither a message nor a wait.
func (w *walker) effects(e event) *access.Effects {
	if e.what == varies {
		return access.Touching(written(w.access.Expr(&ast.Ident{Name: e.obj}).Refs)...)
	}
	return w.access.Whole(e.node)
}

// quiet says why something among the events keeps messages from beginning later or being
// waited for earlier.
func (w *walker) quiet(events []event) *program.Refusal {
	for _, e := range events {
		if e.what != other {
			continue
		}
		line := w.file.At(e.node.Stmt).Line
		f := w.effects(e)
		jumps := e.node.Jump != access.Falls || len(f.Jumps) > 0
		e.node.Walk(func(n *access.Node) bool {
			out := n.Jump != access.Falls && (n.Target == nil || !e.node.Holds(n.Target))
			jumps = jumps || out
			return true
		})
		switch {
		case e.node.Kind == access.Mark || e.node.Kind == access.Exchange:
			return program.Refuse("", "the directive at line %d stands between the calls", line)
		case f.May(access.Blocks | access.MPI):
			because := ""
			if f.Why.Stands() {
				because = ": " + f.Why.Text()
			}
			return program.Refuse("move it before the first call or behind the last", "the statement at line %d, between post and wait, may wait for another rank%s", line, because)
		case f.May(access.Stops) || jumps:
			return program.Refuse("move it before the first call or behind the last", "the statement at line %d, between post and wait, may go elsewhere", line)
		case f.May(access.Outside):
			return program.Refuse("move it before the first call or behind the last", "the statement at line %d, between post and wait, is seen from outside of the program", line)
		}
	}
	return nil
}

// kept says why a message that is posted before the directives would not be the same
// there.
func (w *walker) kept(x *Exchange, events []event, begin int) *program.Refusal {
	for i, e := range events[:begin] {
		for _, m := range e.msgs {
			for _, o := range events[i+1 : begin] {
				if why := w.changes(m, o); why != nil {
					return why
				}
			}
			for _, o := range events[:i] {
				if why := w.undoes(m, o); why != nil {
					return why
				}
			}
		}
	}
	// Behind the directives nothing touches what is received before its own wait: a message
	// that is complete earlier gives the same values.
	for i := begin; i < len(events); i++ {
		if events[i].what != other {
			continue
		}
		for j, e := range events[:i] {
			for _, m := range e.msgs {
				if e.what == post && !m.Send && waitedAfter(events, j, i, m) {
					if why := w.touches(m, events[i]); why != nil {
						return why
					}
				}
			}
		}
	}
	return nil
}

// waitedAfter reports whether a receive may still be under way at event i.
func waitedAfter(events []event, j, i int, m *Message) bool {
	req := ast.String(m.Request)
	for _, e := range events[j+1 : i] {
		if e.what == complete && e.call != nil && (e.call.Arg("request") == nil || ast.String(e.call.Arg("request")) == req) {
			if e.call.Arg("request") != nil || ast.Root(e.call.Arg("array_of_requests")).Name == ast.Root(m.Request).Name {
				return false
			}
		}
	}
	return true
}

// touches says why an event may touch what is received.
func (w *walker) touches(m *Message, o event) *program.Refusal {
	f := w.effects(o)
	for _, r := range m.Refs {
		if _, hit := w.access.MayTouch(f, r); hit && !w.unnamed(o.node, m.Section.X) {
			return program.Refuse("move the statement behind the wait", "the statement at line %d, before the wait, may use %s, which is being received", w.file.At(o.node.Stmt).Line, ast.String(m.Section.X))
		}
	}
	return nil
}

// changes says why an event may change what a message is made of.
func (w *walker) changes(m *Message, o event) *program.Refusal {
	if o.what == null || o.what == post || o.what == complete || o.what == whole {
		return nil
	}
	f, line := w.effects(o), w.file.At(o.node.Stmt).Line
	exprs := append([]ast.Expr{m.Peer, m.Tag, m.Comm, m.Section.Count}, conds(m.Guard)...)
	exprs = append(exprs, sections.Subscripts(m.Section.X)...)
	for _, x := range exprs {
		if x == nil {
			continue
		}
		for _, r := range w.access.Expr(x).Refs {
			if _, hit := w.access.MayWrite(f, r); hit && !w.unnamed(o.node, x) {
				return program.Refuse("", "the statement at line %d, between post and wait, may change %s", line, ast.String(x))
			}
		}
	}
	if !m.Send {
		return w.touches(m, o)
	}
	for _, r := range m.Refs {
		if _, hit := w.access.MayWrite(f, r); hit && !w.unnamed(o.node, m.Section.X) {
			return program.Refuse("move the statement behind the wait", "the statement at line %d, before the wait, may change %s, which is being sent", line, ast.String(m.Section.X))
		}
	}
	return nil
}

// undoes says why the conditions around a message may be others behind an event that stands before it, in the branches of
// the same IF: they were evaluated before the event, and a clause evaluates them again.
func (w *walker) undoes(m *Message, o event) *program.Refusal {
	f := access.Touching()
	switch o.what {
	case other, count, varies:
		f = w.effects(o)
	case post, whole:
		for _, p := range o.msgs {
			if !p.Send {
				f.Refs = append(f.Refs, written(p.Refs)...)
			}
		}
	}
	for _, c := range m.Guard {
		if !slices.ContainsFunc(o.guard, func(d Cond) bool { return ast.String(ast.Unparen(d.X)) == ast.String(ast.Unparen(c.X)) }) {
			continue
		}
		for _, r := range w.access.Expr(c.X).Refs {
			if _, hit := w.access.MayWrite(f, r); hit && (o.what != other || !w.unnamed(o.node, c.X)) {
				return program.Refuse("keep the condition in a variable of its own", "the statement at line %d may change %s, the condition around it", w.file.At(o.node.Stmt).Line, ast.String(c.X))
			}
		}
	}
	return nil
}

// written are memory that is received.
func written(refs []access.Ref) []access.Ref {
	out := slices.Clone(refs)
	for i := range out {
		out[i].Write = true
	}
	return out
}

// later looks at messages that begin behind the first that are completed: they must not be made
// of what came, and nothing else may stand between.
func (w *walker) later(x *Exchange, events []event, begin int) *program.Refusal {
	var done []*Message // complete before the next event
	between := 0
	for i, e := range events[begin:] {
		switch e.what {
		case other:
			between = w.file.At(e.node.Stmt).Line
		case whole, post:
			if between > 0 {
				return program.Refuse("write two exchanges", "%s at line %d stands behind the first wait, and the statement at line %d between them", e.call.Spoken(), w.file.At(e.call.Stmt).Line, between)
			}
			for _, m := range e.msgs {
				for _, o := range events[begin : begin+i] {
					if o.what != count && o.what != varies {
						continue
					}
					if why := w.changes(m, o); why != nil {
						return why
					}
				}
				if why := w.independent(x, m, done); why != nil {
					return why
				}
				if why := w.unchained(x, m, done, events); why != nil {
					return why
				}
			}
		}
		switch e.what {
		case whole:
			done = append(done, e.msgs...)
		case complete:
			for _, p := range events {
				if p.what == post && p.node != e.node {
					done = append(done, p.msgs...)
				}
			}
		}
	}
	return nil
}

// independent says why a message may depend on one that was complete before it began.
func (w *walker) independent(x *Exchange, m *Message, done []*Message) *program.Refusal {
	for _, d := range done {
		if d == m || m.Send && d.Send {
			continue
		}
		// That two conditions exclude each other says nothing where one of them is evaluated behind a message that changes it.
		if why := w.receives(d, conds(m.Guard)); why != nil {
			return why
		}
		if exclude(d.Guard, m.Guard) {
			continue
		}
		for _, r := range m.Refs {
			for _, o := range d.Refs {
				o.Write, r.Write = true, true
				if !access.Overlaps(o, r, w.access.Facts) {
					continue
				}
				if lie, may := w.apartBy(m, d); may {
					x.Check(lie)
					continue
				}
				return program.Refuse("write two exchanges", "%s at line %d may use what %s at line %d has received", m.Call.Spoken(), w.file.At(m.Call.Stmt).Line, d.Call.Spoken(), w.file.At(d.Call.Stmt).Line)
			}
		}
		if why := w.receives(d, slices.Concat([]ast.Expr{m.Peer, m.Tag, m.Comm, m.Section.Count}, sections.Subscripts(m.Section.X))); why != nil {
			return why
		}
	}
	return nil
}

// receives says which of some expressions may be made of what a message receives.
func (w *walker) receives(d *Message, list []ast.Expr) *program.Refusal {
	if d.Send {
		return nil
	}
	f := access.Touching(written(d.Refs)...)
	for _, x := range list {
		if x == nil {
			continue
		}
		for _, r := range w.access.Expr(x).Refs {
			if _, hit := w.access.MayWrite(f, r); hit {
				return program.Refuse("write two exchanges", "%s may have been received before", ast.String(x))
			}
		}
	}
	return nil
}

// apartBy reports whether two messages of one array may be taken to be apart, and what the user has to look at
// then, "" if nothing: their first elements differ in the last subscript, or both have one subscript where these
// differ, and what is known of the numbers does not say that they meet.
func (w *walker) apartBy(m, d *Message) (string, bool) {
	a, ok1 := m.Section.X.(*ast.Apply)
	b, ok2 := d.Section.X.(*ast.Apply)
	if !ok1 || !ok2 || len(a.Args) != len(b.Args) || !program.Same(a.X, b.X) {
		return "", false
	}
	if !differ(m, d, a, b) {
		return "", false
	}
	request := sections.Request{Scope: w.file.Scope(m.Call.Stmt), Unit: m.Unit, Index: w.index}
	if meet, known := request.Meet(a, m.Section, b, d.Section); known {
		return "", !meet
	}
	return ast.String(m.Section.X) + " and " + ast.String(d.Section.X) + " have no element in common", true
}

// differ reports whether there is a subscript in which two parts of an array do not read the same: the
// last one, where a range counts by its first element, or one that is a single number on both sides. Elements that are
// counted off from a first one are in all rows, so of those only the last subscript says something.
func differ(m, d *Message, a, b *ast.Apply) bool {
	last := len(a.Args) - 1
	for i := last; i >= 0; i-- {
		_, r1 := a.Args[i].X.(*ast.Range)
		_, r2 := b.Args[i].X.(*ast.Range)
		if i < last && (r1 || r2 || m.Section.Count != nil || d.Section.Count != nil) {
			continue
		}
		p, ok1 := m.Unit.Form(a.Args[i].X)
		q, ok2 := d.Unit.Form(b.Args[i].X)
		if ok1 && ok2 && !p.Equal(q) {
			return true
		}
	}
	return false
}

// removable lists the statements that go, and says why one of them cannot.
func (w *walker) removable(x *Exchange, nodes []*access.Node, first, last int, events []event) *program.Refusal {
	gone := map[*ast.Stmt]bool{}
	for _, e := range events {
		if e.what == other || e.what == null || e.what == varies || e.what == count && !w.onlyCounts(e) {
			continue
		}
		gone[e.node.Stmt] = true
		for _, s := range e.gone {
			gone[s] = true
		}
		x.Put = append(x.Put, e.put...)
		if e.what == count && !slices.Contains(x.Counters, e.obj) {
			x.Counters = append(x.Counters, e.obj)
		}
	}
	if len(x.Messages) == 0 {
		return program.Refuse("", "what is waited for does not begin here")
	}
	list, why := Take(w.file, w.unit, w.index, nodes[first:last+1], gone)
	x.Gone = list
	return why
}

// onlyCounts reports whether a counter serves requests alone: all that names it are its
// own assignments and arguments of calls.
func (w *walker) onlyCounts(e event) bool {
	for _, m := range w.index.Of(w.scopeOf(e.node), e.obj) {
		own := m.Set != nil || m.Call != nil && m.Call.Kind != calls.Foreign && (m.Arg == "request" || m.Arg == "count" && m.Call.Kind == calls.Wait) ||
			w.operand(m, e.obj) || w.idle[m.Stmt] || w.handsRequest(m, e.obj)
		if !own || m.Unit != w.unit {
			return false
		}
	}
	y := w.scopeOf(e.node).Lookup(e.obj)
	return y != nil && y.Storage == scope.Local
}

// handsRequest reports whether a counter is named by a call only where that hands on a request.
func (w *walker) handsRequest(m calls.Mention, name string) bool {
	p := w.postingOf(m.File.Scope(m.Stmt), m.Stmt)
	if m.Call != nil || p == nil {
		return false
	}
	by := passedFor(m.Stmt.Body.(*ast.Call), p.proc.Unit)
	for dummy, x := range by {
		for id := range ast.Idents(x) {
			if id.Name == name && (!p.requests[dummy] || id == ast.Root(x)) {
				return false
			}
		}
	}
	return by != nil
}

// operand reports whether a counter is named where it goes on: n = n + 1.
func (w *walker) operand(m calls.Mention, name string) bool {
	a, ok := m.Stmt.Body.(*ast.Assign)
	if !ok {
		return false
	}
	id, ok := a.X.(*ast.Ident)
	return ok && id.Name == name
}
