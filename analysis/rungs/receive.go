package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/diag/reason"
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
		out.Why = []reason.Reason{r}
		return
	}
	if a.m.doubted.Pending[c.M] {
		out.Why = []reason.Reason{reason.Disputed.At(c.M.Span)}
		return
	}
	if a.f.Tree.Unclear {
		out.Why = []reason.Reason{a.f.Tree.WhyUnclear(reason.Unclear)}
		return
	}
	if a.f.Tree.Jumps && len(a.f.Places)*len(a.f.Messages) > maxJumping {
		out.Why = []reason.Reason{reason.JumpsTooLarge.At(c.M.Span)}
		return
	}
	met := a.f.Follow(c.Node, func(p *flow.Place) bool { _, g := a.guard(p, c); return g })
	for _, p := range a.fixed(met) {
		if x, g := a.guard(p, c); g {
			out.Why = []reason.Reason{reason.NoPlace.At(p.Node.Stmt.Span(), uses(p, x), reason.Because(p.Fixed))}
			return
		}
	}
	if a.crowded(met) {
		out.Why = []reason.Reason{reason.TooManyReceived.At(c.M.Span)}
		return
	}
	if !a.worthwhile(c, out) {
		return
	}
	out.Lazy = true
	a.lazy = append(a.lazy, c)
	a.inOpened(c, met)
	for _, m := range met {
		p := m.Place
		x, g := a.guard(p, c)
		if !g {
			a.passes(p, c)
		}
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
		if p.Fixed.Stands() {
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
		out.Why = append(out.Why, reason.NothingBetween.At(access.Span{}))
	}
	return out.Rung != Plain
}

// meetings is what a pending receive meets.
type meetings struct {
	guards  []reason.Reason // why it is complete before a place
	again   []reason.Reason // the same, where that place is its own exchange
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
		case a.opens(p, c):
			m.touched = true
			out.Rung = max(out.Rung, Counted)
			continue
		case a.nests[p.Node].partial(c, false):
			m.touched = true
			a.consumer(out, a.nests[p.Node], c)
			continue
		default:
			x = access.Blamed(nil, reason.EveryIteration.At(p.Node.Stmt.Span()))
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
func (a *analysis) callee(out *Message, v use, guards []reason.Reason) []reason.Reason {
	switch {
	case v.at == nil:
	case v.call != "":
		out.Rung = max(out.Rung, Beside)
	case v.nest == nil:
		guards = append(guards, reason.ProcedureWhole.At(v.at.Node.Stmt.Span(), reason.Name(v.unit.Name)))
	default:
		out.joins(v.nest)
	}
	return guards
}

// elsewhere notes that a procedure of another file is called while the receive
// may be pending.
func (c *Message) elsewhere(p *flow.Place) {
	for _, r := range c.Why {
		if r.Code == reason.ElsewhereCalled || r.Code == reason.ElsewhereValue {
			return
		}
	}
	why := reason.ElsewhereCalled
	if p.Callee.Into != nil {
		why = reason.ElsewhereValue
	}
	c.Why = append(c.Why, why.At(p.Node.Stmt.Span(), reason.Name(p.Callee.Name)))
}

// uses is what a place does with a section, as part of a reason.
func uses(p *flow.Place, x access.Ref) reason.Arg {
	how := reason.TouchedByOther
	switch {
	case x.Why != nil && !x.Why.Stands():
		how = reason.StatementTouches
	case x.Via != "":
		return reason.Because(reason.TouchedByCall.At(x.At, reason.Name(x.Via), x.As()))
	case x.Why != nil && x.Why.Code != reason.LooksAt, p.Callee != nil:
		return x.Does()
	case p.Node.Wait():
		how = reason.WaitedFor
	case x.Status:
		how = reason.AllocatedThere
	case p.Node.Kind == access.Loop || p.Node.Kind == access.Exchange:
		how = reason.TouchedThere
	}
	return reason.Because(how.At(x.At, x.As()))
}

// guardReason explains why a place needs the receive to be complete as a whole.
func (a *analysis) guardReason(p *flow.Place, x access.Ref) reason.Reason {
	if why, refused := a.f.Refused[p.Node]; refused && p.Callee == nil {
		return why
	}
	if settles(p) {
		if p.E.May(access.IO) && p.E.Reach == access.ReachNamed {
			return reason.BlocksIO.At(x.At, uses(p, x))
		}
		return reason.Blocks.At(x.At, uses(p, x))
	}
	if n := a.nests[p.Node]; n != nil && n.cannot.Stands() {
		return n.cannot
	}
	return reason.Touched.At(x.At, uses(p, x))
}
