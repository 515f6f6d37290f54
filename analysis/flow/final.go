package flow

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Path is what lies between a writer and the exchange that it feeds.
type Path struct {
	// Seen: the exchange follows on every path, and Between is all there is.
	Seen    bool
	Between []*access.Node
	// Round is the loop whose end lies between, nil if none.
	Round *access.Node
	Why   reason.Reason
}

// maxBetween bounds the references that are looked at, in one region, on the ways
// from writers to exchanges: thousands of exchanges may lie far from theirs.
const maxBetween = 1 << 20

// short reports whether a way from w may still be looked at.
func (f *Region) short(w *access.Node, nodes []*access.Node) bool {
	f.looked += 1 + f.Tree.Mentions(w)
	for _, n := range nodes {
		f.looked += 1 + f.Tree.Mentions(n)
	}
	return f.looked <= maxBetween
}

// Between finds the path from the end of node w to exchange x.
func (f *Region) Between(w, x *access.Node) Path {
	var p Path
	list, xi := x.Siblings()
	a := w
	for {
		siblings, i := a.Siblings()
		if sameList(siblings, list) {
			break
		}
		p.Between = append(p.Between, siblings[i+1:]...)
		up := a.Parent
		if up == nil || up.Kind == access.Loop {
			p.Why = reason.PathMissed.At(w.Stmt.Span())
			return p
		}
		a = up
	}
	_, ai := a.Siblings()
	if ai < xi {
		p.Between = append(p.Between, list[ai+1:xi]...)
	} else {
		loop := x.Parent
		if loop == nil || loop.Kind != access.Loop || !loop.Loop.Counted {
			p.Why = reason.PathAgain.At(w.Stmt.Span())
			return p
		}
		p.Round = loop
		p.Between = append(p.Between, list[ai+1:]...)
		p.Between = append(p.Between, list[:xi]...)
	}
	if !f.short(w, p.Between) {
		return Path{Why: reason.PathsTooLong.At(x.Stmt.Span())}
	}
	for _, n := range append([]*access.Node{w}, p.Between...) {
		at, known := f.leaves[n]
		if !known {
			at = leaves(n)
			f.leaves[n] = at
		}
		if at != nil {
			p.Why = reason.PathLeaves.At(*at)
			return p
		}
	}
	p.Seen = true
	return p
}

func sameList(a, b []*access.Node) bool {
	return len(a) > 0 && len(b) > 0 && a[0] == b[0]
}

// leaves returns what may take control out of n other than at its end; nil if
// nothing does.
func leaves(n *access.Node) *access.Span {
	var at *access.Span
	n.Walk(func(m *access.Node) bool {
		span := m.Stmt.Span()
		switch {
		case at != nil:
		case m.Jump == access.Leaves || m.Jump == access.Gotos:
			at = &span
		case (m.Jump == access.Cycles || m.Jump == access.Exits) && !n.Holds(m.Target):
			at = &span
		case m.E.May(access.Stops):
			at = &m.E.Why.At
		}
		return at == nil
	})
	return at
}

// Constant tells which expressions of a send keep their value from before node
// w up to the exchange.
type Constant struct {
	Section, Peer, Tag, Comm, Cond bool
	// Plain: all of them can be evaluated where the exchange may not be reached.
	Plain bool
	Why   reason.Reason
}

// All reports whether everything keeps its value.
func (c Constant) All() bool { return c.Section && c.Peer && c.Tag && c.Comm && c.Cond }

// Constancy looks at what the expressions of a send depend on. Between is what
// may run in between (w itself included); nil means anything in the region.
func (f *Region) Constancy(c *Message, between []*access.Node, round *access.Node) Constant {
	u := f.Unit.At(c.Node)
	alters := f.Written.Alters
	if between != nil {
		e := access.Touching()
		for _, n := range between {
			e.Merge(f.Unit.Whole(n))
		}
		if round != nil {
			e.Refs = append(e.Refs, access.Ref{Obj: round.Loop.Obj, Write: true, At: round.Stmt.Span()})
		}
		alters = func(d access.Ref) (access.Ref, bool) { return f.Unit.Alters(e, d) }
	}
	out := Constant{Section: true, Plain: true}
	for _, s := range c.M.Sections {
		out.Section = keeps(u, s.X, true, alters, &out) && out.Section
		if s.Count != nil {
			out.Section = keeps(u, s.Count, false, alters, &out) && out.Section
		}
		out.Plain = out.Plain && plainSection(s.X)
	}
	out.Peer = keeps(u, c.M.Peer, false, alters, &out)
	out.Tag = keeps(u, c.M.Tag, false, alters, &out)
	out.Comm = keeps(u, c.M.Comm, false, alters, &out)
	out.Cond = true
	for _, x := range c.M.Conditions() {
		out.Cond = keeps(u, x, false, alters, &out) && out.Cond
	}
	for _, x := range c.M.Controls() {
		out.Plain = out.Plain && plain(x)
	}
	return out
}

// Means reports whether all that a message says means at n what it means at its exchange: names that
// constructs around either declare are others.
func (f *Region) Means(c *Message, n *access.Node) bool {
	list := slices.Concat(c.M.Controls(), c.M.Conditions())
	for _, s := range c.M.Sections {
		list = append(list, s.X, s.Count)
	}
	return !slices.ContainsFunc(list, func(x ast.Expr) bool { return !f.Unit.Alike(x, c.Node, n) })
}

// keeps reports whether x has no side effects and nothing alters what it is
// computed from. Of a section only status and subscripts matter.
func keeps(u *access.Unit, x ast.Expr, section bool, alters func(access.Ref) (access.Ref, bool), out *Constant) bool {
	if x == nil {
		return true
	}
	own := u.Expr(x)
	if own.Reach != access.ReachNamed || own.May(access.Impure|access.Blocks) {
		out.because(reason.Impure.At(x.Span(), reason.Expr(x), reason.Because(own.Why)))
		return false
	}
	for _, d := range own.Refs {
		if d.Obj.Root.Volatile {
			out.because(reason.Volatile.At(x.Span(), d.Obj.As()))
			return false
		}
		if section && d.At == x.Span() {
			d.Status = true // the elements may change, the array may not
		}
		if w, changed := alters(d); changed {
			out.because(reason.Changes.At(w.At, reason.Expr(x), w.Does()))
			return false
		}
	}
	return true
}

func (c *Constant) because(r reason.Reason) {
	if !c.Why.Stands() {
		c.Why = r
	}
}

// plain reports whether x is a name or a number, so that evaluating it does no
// harm anywhere.
func plain(x ast.Expr) bool {
	switch x := x.(type) {
	case nil, *ast.Ident, *ast.Literal:
		return true
	case *ast.Unary:
		return plain(x.X)
	case *ast.Paren:
		return plain(x.X)
	default:
		return false
	}
}

// plainSection reports whether a section has only numbers as subscripts.
func plainSection(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return true
	case *ast.Apply:
		if _, ok := x.X.(*ast.Ident); !ok {
			return false
		}
		for _, a := range x.Args {
			r, isRange := a.X.(*ast.Range)
			if isRange && r.Lo == nil && r.Hi == nil && r.Step == nil {
				continue
			}
			if _, isLit := a.X.(*ast.Literal); !isLit {
				return false
			}
		}
		return true
	default:
		return false
	}
}

// Final proves that pieces of send c that writer w has completed need no
// comparison at the exchange. lazy are the receives that may be pending (those of
// Unlike suffice). The proof may need conditions that can be tested before w.
func (f *Region) Final(w *access.Node, c *Message, p Path, lazy []*Message) (reason.Reason, []ast.Expr, bool) {
	if !p.Seen {
		return p.Why, nil, false
	}
	if f.Tree.Unclear { // the way there may be another one
		return f.Tree.WhyUnclear(reason.Unclear), nil, false
	}
	for _, r := range c.Refs {
		if f.Unit.Requested(r.Obj) || r.Obj.Root.Volatile {
			return reason.Asynchronous.At(r.At, r.Obj.As()), nil, false
		}
	}
	var conds []ast.Expr
	for _, pending := range [][]*Message{lazy, f.here[c.Node]} {
		for _, d := range pending {
			if d.M.Send {
				continue
			}
			more, ok := f.apart(c, d)
			if !ok {
				return reason.OnItsWay.At(d.M.Span), nil, false
			}
			for _, m := range more {
				if !slices.ContainsFunc(conds, func(x ast.Expr) bool { return ast.String(x) == ast.String(m) }) {
					conds = append(conds, m)
				}
			}
		}
	}
	for _, n := range p.Between {
		if r, ok := f.harmless(n, c); !ok {
			return r, nil, false
		}
	}
	return reason.Reason{}, conds, true
}

// harmless reports whether n may run between a final piece and its exchange.
func (f *Region) harmless(n *access.Node, c *Message) (reason.Reason, bool) {
	if r, ok := f.seen(n); !ok {
		return r, false
	}
	for _, r := range c.Refs {
		if x, writes := f.Unit.MayWrite(f.Effects(n), r); writes {
			return reason.WrittenLater.At(x.At, x.Does()), false
		}
	}
	s := laneOf(n, c, func(x *regions.Exchange) []*regions.Message { return x.Sends })
	if s != nil {
		return reason.LaneBefore.At(s.Span), false
	}
	return reason.Reason{}, true
}

// seen reports whether it is known all that n may do, and that it goes on to its end
// and waits for nobody.
func (f *Region) seen(n *access.Node) (reason.Reason, bool) {
	e := f.Effects(n)
	if e.Sent.Beyond(access.ReachLook) || e.May(access.Blocks|access.MPI|access.Stops) {
		return reason.WrittenBy.At(e.Why.At, reason.Because(e.Why)), false
	}
	return reason.Reason{}, true
}

// laneOf returns a message of exchanges in n that may be on the lane of c; nil if there is
// none.
func laneOf(n *access.Node, c *Message, list func(*regions.Exchange) []*regions.Message) *regions.Message {
	var found *regions.Message
	n.Walk(func(m *access.Node) bool {
		if m.Kind == access.Exchange {
			for _, s := range list(m.X) {
				if found == nil && !DifferentLanes(s, c.M) {
					found = s
				}
			}
		}
		return found == nil
	})
	return found
}

// DifferentLanes reports whether two messages certainly use different lanes: their
// tags are different numbers. One that is asked for may be any number.
func DifferentLanes(a, b *regions.Message) bool {
	x, ok1 := tag(a)
	y, ok2 := tag(b)
	return ok1 && ok2 && x != y
}

func tag(c *regions.Message) (string, bool) {
	if c.Tag == nil {
		return "0", !c.InheritsTag()
	}
	l, ok := c.Tag.(*ast.Literal)
	if !ok || l.Kind != ast.IntLit || l.Sub != nil {
		return "", false
	}
	t := l.Text
	for len(t) > 1 && t[0] == '0' {
		t = t[1:]
	}
	return t, true
}
