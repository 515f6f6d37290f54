package rungs

import (
	"slices"
	"strings"

	"mdmp/analysis/access"
	"mdmp/analysis/flow"
	"mdmp/analysis/regions"
	"mdmp/fortran/ast"
)

// send puts a send on its rung.
func (a *analysis) send(c *flow.Comm) {
	out := a.comms[c]
	if r, bad := a.hopeless(c); bad {
		out.Why = []Reason{r}
		return
	}
	out.Same = Same{true, true, true, true, true}
	writers := a.f.Writers(c)
	for _, w := range writers {
		if a.foreseen(c, w, out) {
			continue
		}
		n := a.nests[w.Place.Node]
		feed := a.feed(c, w, out)
		switch {
		case n != nil && n.partial(a.u, c, true):
			a.producer(out, n, feed)
		case n != nil || w.Work && fireable(w.Place):
			a.fire(out, w, n, feed)
		default:
			out.Why = append(out.Why, a.writerReason(w))
		}
	}
	if len(writers) == 0 {
		out.Why = append(out.Why, Reason{Key: "no-writer", Text: "nothing in the region writes the section"})
	}
	if len(out.Why) > 4 {
		out.Why = out.Why[:4]
	}
}

// foreseen notes that the section is written by nests of managed procedures:
// the run time learns from earlier steps what will be sent.
func (a *analysis) foreseen(c *flow.Comm, w flow.Writer, out *Comm) bool {
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
func (c *Comm) joins(n *Nest) {
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
func (a *analysis) producer(out *Comm, n *nest, feed Feed) {
	out.joins(n.ev)
	n.used = true
	n.ev.Feeds = append(n.ev.Feeds, feed)
}

// fire notes that the section is complete after a statement (or a nest all of
// whose pieces may write it).
func (a *analysis) fire(out *Comm, w flow.Writer, n *nest, feed Feed) {
	out.Why = append(out.Why, a.writerReason(w))
	if !w.Work || !fireable(w.Place) {
		return
	}
	if out.Rung == Plain {
		out.Rung = Beside
	}
	after := w.Place.Node.Item
	if w.Place.Node.If != nil {
		after = w.Place.Node.If
	}
	for _, f := range a.out.Fires {
		if f.After == after {
			f.Feeds = append(f.Feeds, feed)
			return
		}
	}
	a.out.Fires = append(a.out.Fires, &Fire{After: after, End: w.Place.Node.OMPEnd, Feeds: []Feed{feed}})
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
func (a *analysis) writerReason(w flow.Writer) Reason {
	n := w.Place.Node
	if why, refused := a.f.Refused[n]; refused {
		return Reason{Key: why.Key, Text: why.Text, Hint: why.Hint, At: why.At}
	}
	at := n.Stmt.Span()
	switch {
	case n.Kind == access.Exchange:
		return Reason{Key: "relay", At: at, Text: "it is received here and passed on"}
	case w.Place.E.MPI:
		return Reason{Key: "blocking", At: w.Place.E.WhyAt, Text: w.Place.E.Why}
	case w.Place.E.Why != "":
		return Reason{Key: "call", At: w.Place.E.WhyAt, Text: w.Place.E.Why}
	case a.nests[n] != nil:
		if why := a.nests[n].cannot; why.Text != "" {
			return why
		}
		return Reason{Key: "whole", At: at, Text: "every iteration of the loop may write all of it"}
	case n.Kind == access.Loop:
		return Reason{Key: "outer-loop", At: at, Text: "it is written by nests in a loop that goes round several times"}
	}
	return Reason{Key: "statement", At: at, Text: "it is written by a statement that is not a loop nest"}
}

// feed collects what is proved about the way from a writer to the exchange.
func (a *analysis) feed(c *flow.Comm, w flow.Writer, out *Comm) Feed {
	path := a.f.Between(w.Place.Node, c.Node)
	var between []*access.Node
	if path.Seen {
		between = append([]*access.Node{w.Place.Node}, path.Between...)
	}
	same := a.f.Constancy(c, between, path.Round)
	out.Same = Same{out.Same.Section && same.Section, out.Same.Peer && same.Peer, out.Same.Tag && same.Tag,
		out.Same.Comm && same.Comm, out.Same.Cond && same.Cond}
	feed := Feed{Comm: out, Stable: same.All() && path.Seen}
	if same.All() && !path.Seen && same.Plain {
		feed.Guards, feed.Stable = a.evaluable(c)
	}
	if !same.All() {
		feed.Why = append(feed.Why, Reason(same.Why))
	}
	why, conds, final := a.f.Final(w.Place.Node, c, path, a.unlike())
	if !final {
		feed.Why = append(feed.Why, Reason(why))
	}
	feed.Final = final && same.All()
	if feed.Final && path.Round != nil {
		again := a.again(path.Round)
		if again == "" {
			feed.Final = false
			feed.Why = append(feed.Why, Reason{Key: "round", At: path.Round.Stmt.Span(), Text: "whether the loop goes round again cannot be told beforehand"})
		}
		conds = append(conds, again)
	}
	if feed.Final && len(conds) > 0 {
		feed.FinalWhile = "(" + strings.Join(conds, ").and.(") + ")"
	}
	return feed
}

// unlike returns the lazy receives, of those with the same sections the first; all
// of them are known when sends are looked at.
func (a *analysis) unlike() []*flow.Comm {
	if a.sections == nil {
		a.sections = a.f.Unlike(a.lazy)
	}
	return a.sections
}

// evaluable returns the conditions under which the expressions of a send, plain
// as they are, can be evaluated where the exchange is perhaps not reached, because
// of a condition on which they exist; false if that cannot be told.
func (a *analysis) evaluable(c *flow.Comm) (list []string, ok bool) {
	defer a.u.Enter(c.Node)()
	for _, x := range []ast.Expr{c.C.Peer, c.C.Tag, c.C.CommX, c.C.If} {
		if x != nil && !exists(a.u, x) {
			return nil, false
		}
	}
	for _, s := range c.C.Sections {
		x := s.X
		elem, isApply := x.(*ast.Apply)
		if isApply {
			x = elem.X
		}
		id, isName := x.(*ast.Ident)
		if !isName || s.Count != nil && !exists(a.u, s.Count) {
			return nil, false
		}
		v := a.u.Lookup(id.Name)
		switch {
		case v.What != access.Variable || v.Pointer: // it may point nowhere
			return nil, false
		case v.Optional:
			list = append(list, "present("+id.Name+")")
		}
		if v.Allocatable {
			list = append(list, "allocated("+id.Name+")")
		}
		if !isApply {
			continue
		}
		more, ok := subscriptsIn(a.u, id.Name, elem, v)
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
			ok = ok && !v.Optional && !v.Pointer && !v.Allocatable
		}
		return ok
	})
	return ok
}

// again returns the condition under which a counted loop makes another
// iteration after the current one, "" if it cannot be evaluated in its body.
func (a *analysis) again(n *access.Node) string {
	l := n.Loop
	if l.Do == nil || !l.IntVar || l.Step == 0 {
		return ""
	}
	defer a.u.Enter(n)()
	hi, ok := access.Text(l.HiX)
	e := a.u.Expr(l.HiX)
	if !ok || e.Reach != access.ReachNamed || e.Impure {
		return ""
	}
	body := a.u.Whole(n)
	for _, d := range e.Refs {
		if _, changed := a.u.Alters(body, d); changed {
			return ""
		}
	}
	do, isDo := l.Do.Begin.Body.(*ast.Do)
	if !isDo || do.Var == nil {
		return ""
	}
	step := affineInt(l.Step)
	if l.Step > 0 {
		return do.Var.Name + "<=(" + hi + ")-" + step
	}
	return do.Var.Name + ">=(" + hi + ")+" + affineInt(-l.Step)
}

// lanes takes back what cannot be final: a piece that goes out early must know
// its number on its lane, so every send that the exchange states before it and
// that may use the same lane must be announced with it.
func (a *analysis) lanes() {
	for _, p := range a.f.Places {
		if n := a.nests[p.Node]; n != nil {
			announced(n.ev.Feeds)
		}
	}
	for _, f := range a.out.Fires {
		announced(f.Feeds)
	}
}

func announced(feeds []Feed) {
	stable := map[*regions.Comm]bool{}
	for _, f := range feeds {
		stable[f.Comm.C] = f.Stable
	}
	for i := range feeds {
		f := &feeds[i]
		for _, s := range f.Comm.X.Sends {
			if s == f.Comm.C {
				break
			}
			if f.Final && !stable[s] && !flow.DifferentLanes(s, f.Comm.C) {
				f.Final = false
				f.Why = append(f.Why, Reason{Key: "lane", At: s.Span, Text: "a send that comes before it in the exchange, perhaps to the same rank, is not known early",
					Hint: "give the sends different constant tags"})
			}
		}
		f.Comm.Final = f.Comm.Final || f.Final
	}
}
