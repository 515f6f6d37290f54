package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// send puts a send on its rung.
func (a *analysis) send(c *flow.Message) {
	out := a.messages[c]
	if r, bad := a.hopeless(c); bad {
		out.Why = []reason.Reason{r}
		return
	}
	writers := a.f.Writers(c)
	hides := false
	for _, w := range writers {
		if a.predicted(c, w, out) {
			hides = true
			continue
		}
		n := a.nests[w.Place.Node]
		if n != nil && n.partial(c, true) {
			feed := a.feed(c, w, out)
			feed.CountedToo = a.counted
			a.producer(out, n, feed)
			hides = hides || !feed.Packed
			continue
		}
		out.Why = append(out.Why, a.writerReason(w))
		fires := w.Work && fireable(w.Place)
		if fires {
			feed := a.feed(c, w, out)
			feed.Packed = !w.Hides // behind all of it
			a.fire(out, w, feed)
			hides = hides || w.Hides
		}
		if !fires || a.counted {
			hides = a.counts(c, w, out) || hides
		}
	}
	out.Packed = out.Rung != Plain && !hides
	if len(writers) == 0 {
		out.Why = append(out.Why, reason.NoWriter.At(access.Span{}))
	}
	if len(out.Why) > 4 {
		out.Why = out.Why[:4]
	}
}

// predicted notes that the section is written by nests of managed procedures:
// the run time learns from earlier steps what will be sent.
func (a *analysis) predicted(c *flow.Message, w flow.Writer, out *Message) bool {
	found := false
	for _, p := range a.managed {
		if !w.Place.Node.Holds(p.Node) {
			continue
		}
		for _, n := range a.m.known[p.Callee.Unit].writers(through(a.u, p, objects(c))) {
			out.joins(n)
			found = true
		}
	}
	return found
}

// joins notes that the section is written or read piece by piece in nest n. The
// worst of its nests decides the rung.
func (c *Message) joins(n *Nest) {
	if slices.Contains(c.Nests, n) {
		return
	}
	rung := Scheduled
	if n.Order == InOrder {
		rung = Strips
		c.Why = append(c.Why, n.Why...)
	}
	if len(c.Nests) == 0 || rung < c.Rung {
		c.Rung = rung
	}
	c.Nests = append(c.Nests, n)
}

// producer notes that nest n completes the section piece by piece.
func (a *analysis) producer(out *Message, n *Nest, feed Feed) {
	out.joins(n)
	n.used = true
	n.Feeds = append(n.Feeds, feed)
}

// fire notes that the section is complete after a statement (or a nest all of
// whose pieces may write it).
func (a *analysis) fire(out *Message, w flow.Writer, feed Feed) {
	if out.Rung < Beside {
		out.Rung = Beside
	}
	after := itemOf(w.Place.Node)
	f := a.fires[after]
	if f == nil {
		f = &Fire{After: after, End: w.Place.Node.OMPEnd}
		a.fires[after] = f
		a.out.add(f)
	}
	f.Feeds = append(f.Feeds, feed)
}

// itemOf is the item behind which a call is put that is to stand behind a place.
func itemOf(n *access.Node) ast.Item {
	if n.If != nil {
		return n.If
	}
	return n.Item
}

// fireable reports whether a call can be put after a place.
func fireable(p *flow.Place) bool {
	n := p.Node
	if n.Kind == access.Exchange || n.Parallel || n.Stmt.Kind == ast.KDirective || // what stands behind that is in it
		n.Stmt.Line != nil && n.Stmt.Line.Shared {
		return false
	}
	if len(n.Arms) > 0 && n.Kind != access.Loop || n.Jump != access.Falls {
		return false // the head of a construct
	}
	for q := n; q != nil; q = q.Parent {
		if q.Kind == access.Loop && q.Loop.Do != nil && q.Loop.Do.SharedEnd && (q != n || sharedOutside(q)) {
			if q.Loop.Do.End == n.Stmt || q == n || endOf(n) == q.Loop.Do.End {
				return false
			}
		}
	}
	return true
}

// sharedOutside reports whether a loop around q ends at the same statement.
func sharedOutside(q *access.Node) bool {
	for p := q.Parent; p != nil; p = p.Parent {
		if p.Kind == access.Loop && p.Loop.Do != nil && p.Loop.Do.End == q.Loop.Do.End {
			return true
		}
	}
	return false
}

func endOf(n *access.Node) *ast.Stmt {
	if n.Kind == access.Loop && n.Loop.Do != nil {
		return n.Loop.Do.End
	}
	return nil
}

// writerReason explains why a writer does not complete the section in pieces.
func (a *analysis) writerReason(w flow.Writer) reason.Reason {
	n := w.Place.Node
	if why, refused := a.f.Refused[n]; refused && w.Place.Callee == nil {
		return why
	}
	at := n.Stmt.Span()
	switch {
	case n.Kind == access.Exchange:
		return reason.PassedOn.At(at)
	case w.Place.E.May(access.MPI):
		return reason.Blocks.At(w.Place.E.Why.At, reason.Because(w.Place.E.Why))
	case w.Place.E.Why.Stands():
		why := w.Place.E.Why
		if c := w.Place.Callee; c != nil && c.Unit == nil {
			return reason.WrittenByCall.At(why.At, reason.Because(why), reason.Name(c.Name))
		}
		return reason.WrittenBy.At(why.At, reason.Because(why))
	case a.nests[n] != nil:
		if why := a.nests[n].cannot; why.Stands() {
			return why
		}
		return reason.WrittenWhole.At(at)
	case n.Kind == access.Loop:
		return reason.OuterLoop.At(at)
	}
	return a.stmtWrites(n)
}

// stmtWrites is the reason where a statement that is no loop nest writes what is sent.
func (a *analysis) stmtWrites(n *access.Node) reason.Reason {
	at := n.Stmt.Span()
	if name, ok := a.u.PureCall(n); ok {
		return reason.WrittenByPure.At(at, reason.Name(name))
	}
	return reason.WrittenByStmt.At(at)
}

// evaluable returns the conditions under which the expressions of a send, plain
// as they are, can be evaluated where the exchange is perhaps not reached, because
// of a condition on which they exist; false if that cannot be told.
func (a *analysis) evaluable(c *flow.Message) (list []Guard, ok bool) {
	u := a.u.At(c.Node)
	for _, x := range c.M.Controls() {
		if !exists(u, x) {
			return nil, false
		}
	}
	for _, s := range c.M.Sections {
		x := s.X
		elem, isApply := x.(*ast.Apply)
		if isApply {
			x = elem.X
		}
		id, isName := x.(*ast.Ident)
		if !isName || s.Count != nil && !exists(u, s.Count) {
			return nil, false
		}
		v := u.Lookup(id.Name)
		if v.Class != scope.Variable || v.Has(scope.Pointer) { // it may point nowhere
			return nil, false
		}
		list = append(list, rootGuards(id.Name, v.Symbol)...)
		if !isApply {
			continue
		}
		more, ok := subscriptsIn(u, elem, v.Symbol)
		if !ok {
			return nil, false
		}
		list = append(list, more...)
	}
	return list, true
}

// exists reports whether a plain expression names nothing that need not exist.
func exists(u *access.Unit, x ast.Expr) bool {
	ok := true
	ast.Inspect(x, func(x ast.Expr) bool {
		if id, is := x.(*ast.Ident); is {
			v := u.Lookup(id.Name)
			ok = ok && !v.Has(scope.Optional) && !v.Has(scope.Pointer) && !v.Has(scope.Allocatable)
		}
		return ok
	})
	return ok
}
