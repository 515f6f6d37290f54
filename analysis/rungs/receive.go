package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
)

// maxJumping bounds, where there are jumps to labels, the pairs of a directive and a
// statement of a region: every receive may then be pending at every statement.
const maxJumping = 1 << 20

// maxNamed bounds the names in the completions of everything of a body: each names
// every array into which something may be pending.
const maxNamed = 1 << 18

// receive puts a receive on its rung.
func (a *analysis) receive(c *flow.Message) {
	out := a.messages[c]
	if r, bad := a.hopeless(c); bad {
		out.Why = []access.Reason{r}
		return
	}
	if a.f.Tree.Unclear {
		out.Why = []access.Reason{{Key: "not-understood", At: a.f.Tree.UnclearAt, Text: "something in the procedure is not understood"}}
		return
	}
	if a.f.Tree.Jumps && len(a.f.Places)*len(a.f.Messages) > maxJumping {
		out.Why = []access.Reason{{Key: "too-large", At: c.M.Span, Text: "there are jumps to labels, and the region is too large to look at every statement for every receive"}}
		return
	}
	met := a.f.Follow(c.Node, func(p *flow.Place) bool { _, g := a.guard(p, c); return g })
	for _, p := range a.fixed(met) {
		if x, g := a.guard(p, c); g {
			out.Why = []access.Reason{{Key: "no-place", At: p.Node.Stmt.Span(), Text: uses(p, x) + ", and no call can be put before that: " + p.Fixed}}
			return
		}
	}
	if a.crowded(met) {
		out.Why = []access.Reason{{Key: "too-large", At: c.M.Span, Text: "everything has to be complete at so many places, and so many arrays are received, that naming them all there would take too long"}}
		return
	}
	if !a.worthwhile(c, out) {
		return
	}
	out.Lazy = true
	a.lazy = append(a.lazy, c)
	for _, m := range met {
		p := m.Place
		x, g := a.guard(p, c)
		if !g && p.Callee != nil && p.Callee.Unit == nil {
			a.calls[p] = true
			out.elsewhere(p)
		}
		if g {
			if a.needs[p] == nil {
				if settles(p) {
					a.settled++
				}
				a.needs[p] = map[*flow.Message]access.Ref{}
			}
			a.needs[p][c] = x
		}
	}
}

// crowded reports whether a receive that meets these places is one too many, see
// maxNamed.
func (a *analysis) crowded(met flow.Meetings) bool {
	settled := a.settled
	for _, p := range met {
		if settles(p.Place) && a.needs[p.Place] == nil {
			settled++
		}
	}
	return settled*a.arrays > maxNamed
}

// arraysReceived counts the arrays that are named by receives.
func (a *analysis) arraysReceived() int {
	names := map[string]bool{}
	for _, c := range a.f.Messages {
		for _, s := range c.M.Sections {
			if root, ok := applied(s.X); ok && !c.M.Send {
				names[root.Name] = true
			}
		}
	}
	return len(names)
}

// fixed returns, in order, those of some places before which no call can be put, and
// the first such place that may wait for another process: guard says yes to that.
func (a *analysis) fixed(met flow.Meetings) []*flow.Place {
	set := map[*flow.Place]bool{}
	for _, p := range met {
		if p.Fixed != "" {
			set[p.Place] = true
		}
	}
	if a.stuck != nil {
		set[a.stuck] = true
	}
	return flow.Ordered(set)
}

// worthwhile decides the rung from the places that are met first.
func (a *analysis) worthwhile(c *flow.Message, out *Message) bool {
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
		out.Why = append(out.Why, access.Reason{Key: "nothing-between", Text: "nothing that takes time lies between",
			Hint: "do work that does not need it first"})
	}
	return out.Rung != Plain
}

// meetings is what a pending receive meets.
type meetings struct {
	guards  []access.Reason // why it is complete before a place
	again   []access.Reason // the same, where that place is its own exchange
	touched bool            // something uses what it receives
	late    bool            // and something that takes time lies before that
}

// meetings looks at the places that a receive meets first. Nests that may wait for
// it, in this procedure or one that is called, are noted in out.
func (a *analysis) meetings(c *flow.Message, out *Message) meetings {
	first := a.f.Follow(c.Node, func(p *flow.Place) bool {
		if _, g := a.guard(p, c); g {
			return true
		}
		return a.meets(p, c)
	})
	var m meetings
	for _, at := range first {
		p, worked := at.Place, at.Worked
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
		case a.nests[p.Node].partial(c, false):
			m.touched = true
			a.consumer(out, a.nests[p.Node], c)
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
func (a *analysis) usedBy(p *flow.Place, c *flow.Message) use {
	if p.Callee.Unit == nil {
		return use{at: p, call: p.Callee.Name}
	}
	return a.m.known[p.Callee.Unit].first(through(a.u, p, objects(c)))
}

// meets reports whether a place may touch the sections of c, looking into
// managed procedures.
func (a *analysis) meets(p *flow.Place, c *flow.Message) bool {
	if p.Callee != nil && p.Callee.Unit != nil {
		return a.m.known[p.Callee.Unit].first(through(a.u, p, objects(c))).at != nil
	}
	_, t := a.touches(p, c)
	return t
}

// consumer notes that nest n reads the section piece by piece.
func (a *analysis) consumer(out *Message, n *Nest, c *flow.Message) {
	out.joins(n)
	if n.spread(c) && !slices.Contains(out.Spread, n) {
		out.Spread = append(out.Spread, n)
	}
	n.used = true
}

// callee notes where a managed procedure waits for the section.
func (a *analysis) callee(out *Message, v use, guards []access.Reason) []access.Reason {
	switch {
	case v.at == nil:
	case v.call != "":
		out.Rung = max(out.Rung, Beside)
	case v.nest == nil:
		guards = append(guards, access.Reason{Key: "touched", At: v.at.Node.Stmt.Span(), Text: v.unit.Name + " touches it as a whole"})
	default:
		out.joins(v.nest)
	}
	return guards
}

// elsewhere notes that a procedure of another file is called while the receive
// may be pending.
func (c *Message) elsewhere(p *flow.Place) {
	for _, r := range c.Why {
		if r.Key == "elsewhere" {
			return
		}
	}
	hint := "compile that file with mdmpf90, and write manage into the procedure if it is small"
	if p.Callee.Into != nil {
		hint = "compile that file with mdmpf90, and write manage into the function if it holds no loop nest, or PURE if it is"
	}
	c.Why = append(c.Why, access.Reason{Key: "elsewhere", At: p.Node.Stmt.Span(),
		Text: "complete before the call of " + p.Callee.Name + ", which is in another file, unless that is managed", Hint: hint})
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
	case p.Node.Wait():
		return x.Text + " is waited for"
	case x.Status:
		return x.Text + " may be allocated, freed or pointed elsewhere"
	case p.Node.Kind == access.Loop || p.Node.Kind == access.Exchange:
		return x.Text + " is touched"
	}
	return x.Text + " is touched by a statement that is not a loop nest"
}

// guardReason explains why a place needs the receive to be complete as a whole.
func (a *analysis) guardReason(p *flow.Place, x access.Ref) access.Reason {
	if why, refused := a.f.Refused[p.Node]; refused && p.Callee == nil {
		return why
	}
	if settles(p) {
		r := access.Reason{Key: "blocking", At: x.At, Text: uses(p, x)}
		if p.E.IO && p.E.Reach == access.ReachNamed {
			r.Hint = "put it before the exchange, behind what needs the message, or under an IF"
		}
		return r
	}
	if n := a.nests[p.Node]; n != nil && n.cannot.Text != "" {
		return n.cannot
	}
	return access.Reason{Key: "touched", At: x.At, Text: uses(p, x)}
}
