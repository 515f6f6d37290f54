package rungs

import (
	"maps"

	"mdmp/analysis/access"
	"mdmp/analysis/flow"
)

// maxJumping bounds, where there are jumps to labels, the pairs of a directive and a
// statement of a region: every receive may then be pending at every statement.
const maxJumping = 1 << 20

// receive puts a receive on its rung.
func (a *analysis) receive(c *flow.Comm) {
	out := a.comms[c]
	if r, bad := a.hopeless(c); bad {
		out.Why = []Reason{r}
		return
	}
	if a.f.Tree.Unclear {
		out.Why = []Reason{{Key: "not-understood", At: a.f.Tree.UnclearAt, Text: "something in the procedure is not understood"}}
		return
	}
	if a.f.Tree.Jumps && len(a.f.Places)*len(a.f.Comms) > maxJumping {
		out.Why = []Reason{{Key: "too-large", At: c.C.Span, Text: "there are jumps to labels, and the region is too large to look at every statement for every receive"}}
		return
	}
	met := a.f.Follow(c.Node, func(p *flow.Place) bool { _, g := a.guard(p, c); return g })
	for _, p := range a.fixed(met) {
		if _, ok := met[p]; p.Fixed == "" || !ok && (!waits(p) || p.Node.Kind == access.Exchange) {
			continue
		}
		if x, g := a.guard(p, c); g {
			out.Why = []Reason{{Key: "no-place", At: p.Node.Stmt.Span(), Text: uses(p, x) + ", and no call can be put before that: " + p.Fixed}}
			return
		}
	}
	if !a.worthwhile(c, out) {
		return
	}
	out.Lazy = true
	a.lazy = append(a.lazy, c)
	for _, p := range flow.Ordered(met) {
		x, g := a.guard(p, c)
		if !g && p.Callee != nil && p.Callee.Unit == nil {
			a.calls[p] = true
			out.elsewhere(p)
		}
		if g {
			if a.needs[p] == nil {
				a.needs[p] = map[*flow.Comm]access.Ref{}
			}
			a.needs[p][c] = x
		}
	}
}

// fixed returns, in order, the places of a set and those before which no call can
// be put although they may wait for another process.
func (a *analysis) fixed(met map[*flow.Place]bool) []*flow.Place {
	if a.stuck == nil {
		a.stuck = map[*flow.Place]bool{}
		for _, p := range a.f.Places {
			if p.Fixed != "" && waits(p) {
				a.stuck[p] = true
			}
		}
	}
	if len(a.stuck) == 0 {
		return flow.Ordered(met)
	}
	all := maps.Clone(a.stuck)
	maps.Copy(all, met)
	return flow.Ordered(all)
}

// worthwhile decides the rung from the places that are met first.
func (a *analysis) worthwhile(c *flow.Comm, out *Comm) bool {
	met := a.meetings(c, out)
	if len(met.guards) == 0 && len(out.Nests) == 0 {
		met.guards = met.again // nothing else stands in the way
	}
	switch {
	case len(out.Nests) > 0 || out.Rung > Plain:
	case met.late || !met.touched:
		out.Rung = Beside
	default:
		out.Rung = Plain
	}
	out.Why = append(out.Why, met.guards...)
	if len(out.Why) > 4 {
		out.Why = out.Why[:4]
	}
	if out.Rung == Plain {
		out.Why = append(out.Why, Reason{Key: "nothing-between", Text: "nothing that takes time lies between",
			Hint: "do work that does not need it first"})
	}
	return out.Rung != Plain
}

// meetings is what a pending receive meets.
type meetings struct {
	guards  []Reason // why it is complete before a place
	again   []Reason // the same, where that place is its own exchange
	touched bool     // something uses what it receives
	late    bool     // and something that takes time lies before that
}

// meetings looks at the places that a receive meets first. Nests that may wait for
// it, in this procedure or one that is called, are noted in out.
func (a *analysis) meetings(c *flow.Comm, out *Comm) meetings {
	first := a.f.Follow(c.Node, func(p *flow.Place) bool {
		if _, g := a.guard(p, c); g {
			return true
		}
		return a.meets(p, c)
	})
	var m meetings
	for _, p := range flow.Ordered(first) {
		worked := first[p]
		x, guard := a.guard(p, c)
		switch {
		case guard:
		case !a.meets(p, c):
			continue
		case p.Callee != nil:
			v := a.usedBy(p, c)
			m.touched = true
			m.late = m.late || worked || v.late
			m.guards = a.callee(out, v, m.guards)
			continue
		case a.nests[p.Node].partial(a.u, c, false):
			m.touched = true
			a.consumer(out, a.nests[p.Node])
			continue
		default:
			x = access.Ref{At: p.Node.Stmt.Span(), Text: everyIteration}
		}
		m.touched = true
		m.late = m.late || worked
		if p.Node == c.Node {
			m.again = append(m.again, a.guardReason(p, x))
		} else {
			m.guards = append(m.guards, a.guardReason(p, x))
		}
	}
	return m
}

// usedBy is the first use that the procedure called at p makes of a receive.
func (a *analysis) usedBy(p *flow.Place, c *flow.Comm) use {
	if p.Callee.Unit == nil {
		return use{at: p, call: p.Callee.Name}
	}
	return a.m.known[p.Callee.Unit].first(through(a.u, p, objects(c)))
}

// meets reports whether a place may touch the sections of c, looking into
// managed procedures.
func (a *analysis) meets(p *flow.Place, c *flow.Comm) bool {
	if p.Callee != nil && p.Callee.Unit != nil {
		return a.m.known[p.Callee.Unit].first(through(a.u, p, objects(c))).at != nil
	}
	_, t := a.touches(p, c)
	return t
}

// consumer notes that nest n reads the section piece by piece.
func (a *analysis) consumer(out *Comm, n *nest) {
	out.joins(n.ev)
	n.used = true
}

// callee notes where a managed procedure waits for the section.
func (a *analysis) callee(out *Comm, v use, guards []Reason) []Reason {
	switch {
	case v.at == nil:
	case v.call != "":
		out.Rung = max(out.Rung, Beside)
	case v.nest == nil:
		guards = append(guards, Reason{Key: "touched", At: v.at.Node.Stmt.Span(), Text: v.proc.Name + " touches it as a whole"})
	default:
		out.joins(v.nest)
	}
	return guards
}

// elsewhere notes that a procedure of another file is called while the receive
// may be pending.
func (c *Comm) elsewhere(p *flow.Place) {
	for _, r := range c.Why {
		if r.Key == "elsewhere" {
			return
		}
	}
	c.Why = append(c.Why, Reason{Key: "elsewhere", At: p.Node.Stmt.Span(),
		Text: "complete before the call of " + p.Callee.Name + ", which is in another file, unless that is managed",
		Hint: "compile that file with -mdmp-manage, or write manage into the procedure"})
}

// everyIteration says of a loop that no part of it can run before the receive is
// complete.
const everyIteration = "every iteration of the loop may touch all of it"

// uses says what a place does with a section.
func uses(p *flow.Place, x access.Ref) string {
	switch {
	case x.Text == "":
		return "the statement may touch it"
	case x.Via != "":
		return x.Via + " is called, which touches " + x.Text
	case x.Text == p.E.Why, x.Text == everyIteration, p.Callee != nil:
		return x.Does()
	case x.Status:
		return x.Text + " may be allocated, freed or pointed elsewhere"
	case p.Node.Kind == access.Loop || p.Node.Kind == access.Exchange:
		return x.Text + " is touched"
	}
	return x.Text + " is touched by a statement that is not a loop nest"
}

// guardReason explains why a place needs the receive to be complete as a whole.
func (a *analysis) guardReason(p *flow.Place, x access.Ref) Reason {
	if why, refused := a.f.Refused[p.Node]; refused {
		return Reason{Key: why.Key, Text: why.Text, Hint: why.Hint, At: why.At}
	}
	if settles(p) {
		r := Reason{Key: "blocking", At: x.At, Text: uses(p, x)}
		if p.E.IO && p.E.Reach == access.ReachNamed {
			r.Hint = "put it before the exchange, behind what needs the message, or under an IF"
		}
		return r
	}
	if n := a.nests[p.Node]; n != nil && n.cannot.Text != "" {
		return n.cannot
	}
	return Reason{Key: "touched", At: x.At, Text: uses(p, x)}
}
