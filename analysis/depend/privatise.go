package depend

import "github.com/mdmp-fortran/mdmp/analysis/affine"

// Privatisation of arrays that every iteration of the boxed loops defines: whatever it reads of
// them it wrote before. Iterations run one after the other, so they can share the
// array in any order, as they share a private scalar. What the array holds after the
// nest is then another thing: somebody has to know that nobody reads it.
//
// The idea: the body of the boxed loops is followed in the order in which it runs, and
// with it goes a list of what is certainly written by then. For each read it is proved
// that one of these writes has every element that is read.

// Privatisable reports whether array o shares no storage with others of the nest and is defined
// anew by each iteration of its outermost loop.
func (n *Model) Privatisable(o Obj) bool {
	if n.Objects[o].Scalar || int(o) < len(n.Related) && len(n.Related[o]) > 0 {
		return false
	}
	loops := n.Boxed(1)
	return n.privatisable(loops, sites(n.Root), o)
}

// privatisable reports whether array o is defined by each iteration of the boxed loops.
func (n *Model) privatisable(loops []*Loop, all []site, o Obj) bool {
	if n.Irregular {
		return false
	}
	for _, s := range all {
		if s.Obj == o && len(s.loops) < len(loops) {
			return false // a bound of a boxed loop
		}
	}
	f := follower{model: n, of: o, chain: append([]*Loop(nil), loops...), fine: true}
	f.list(loops[len(loops)-1].Body)
	return f.fine && f.read
}

// follower goes through the body of the boxed loops.
type follower struct {
	model   *Model
	of      Obj
	chain   []*Loop // around the current place
	written []site  // what is certainly written here, with the loops around it
	fine    bool    // so far
	read    bool    // something of it: an array that is only written is none of this kind
}

func (f *follower) list(nodes []Node) {
	for _, m := range nodes {
		if !f.fine {
			return
		}
		switch m := m.(type) {
		case *Stmt:
			f.stmt(m)
		case *If:
			f.reads(m.Reads)
			before := len(f.written)
			for _, arm := range m.Arms {
				f.list(arm)
				f.written = f.written[:before] // another arm may be taken, or none
			}
		case *Loop:
			f.reads(m.Bounds)
			f.chain = append(f.chain, m)
			f.list(m.Body)
			f.chain = f.chain[:len(f.chain)-1]
		}
	}
}

func (f *follower) stmt(s *Stmt) {
	if s.Cycle != nil || s.Reduction != nil && s.Reduction.Obj == f.of {
		f.fine = false // what follows is not always reached
		return
	}
	f.reads(s.Acc)
	for _, a := range s.Acc {
		if !a.Write || a.Obj != f.of {
			continue
		}
		if a.Sub == nil && !a.All {
			f.fine = false // it may be other memory from here on
		}
		if a.All || a.Fills && len(a.Sub) > 0 {
			f.written = append(f.written, site{a, append([]*Loop(nil), f.chain...)})
		}
	}
}

func (f *follower) reads(acc []Access) {
	for _, a := range acc {
		if a.Write || a.Obj != f.of || !f.fine {
			continue
		}
		f.fine, f.read = false, true
		for i := len(f.written) - 1; i >= 0 && !f.fine; i-- {
			f.fine = f.model.covers(f.written[i], site{a, f.chain})
		}
	}
}

// covers reports whether it is proved that write w, which is over when r is made, has
// every element that r reads. Loops around both make the same iteration for both.
func (n *Model) covers(w, r site) bool {
	common := 0
	for common < len(w.loops) && common < len(r.loops) && w.loops[common] == r.loops[common] {
		common++
	}
	c := coverage{n: n, w: w, r: r, closed: w.loops[common:], used: map[*Loop]bool{}}
	c.shared, c.own = n.renaming("'", w.loops[:common]), n.renaming("'", r.loops)
	if !w.All && !c.dims() {
		return false
	}
	for _, l := range c.closed {
		if !l.exact() || !c.used[l] && !c.runs(l) {
			return false
		}
	}
	return true
}

// exact reports whether the iterations of a loop are all numbers from one bound to the
// other.
func (l *Loop) exact() bool {
	return (l.Step == 1 || l.Step == -1) && l.LoOK && l.HiOK && len(l.Lo) > 0 && len(l.Hi) > 0
}

// coverage is the state of covers.
type coverage struct {
	n           *Model
	w, r        site
	closed      []*Loop        // loops around the write that are over
	used        map[*Loop]bool // those that stand in a subscript
	shared, own renaming
}

// dims proves that the subscripts of the read lie in those of the write.
func (c *coverage) dims() bool {
	if len(c.w.Sub) != len(c.r.Sub) {
		return false
	}
	for i := range c.w.Sub {
		if !c.dim(i) {
			return false
		}
	}
	return true
}

// dim proves that subscript i of the read lies in that of the write.
func (c *coverage) dim(i int) bool {
	d := c.w.Sub[i]
	if d.Whole || d.Step != 1 || c.r.Sub[i].Whole {
		return false
	}
	low, high := []affine.Form{d.Lo}, []affine.Form{d.Hi}
	for _, l := range c.closed {
		k := d.Lo.Coef(l.Var)
		if k != d.Hi.Coef(l.Var) {
			return false
		}
		if k == 0 {
			continue
		}
		if c.used[l] || !d.Lo.Equal(d.Hi) || k != 1 && k != -1 || !l.exact() {
			return false
		}
		c.used[l] = true
		from, to := l.Lo, l.Hi
		if l.Step*k < 0 {
			from, to = to, from
		}
		var ok1, ok2 bool
		if low, ok1 = ends(low[0], l.Var, from); !ok1 {
			return false
		}
		if high, ok2 = ends(high[0], l.Var, to); !ok2 {
			return false
		}
		for _, m := range c.closed { // one loop for a subscript, and one subscript for a loop
			if m != l && d.Lo.Coef(m.Var) != 0 {
				return false
			}
		}
		break
	}
	for _, f := range low {
		if !c.never(i, f, true) {
			return false
		}
	}
	for _, f := range high {
		if !c.never(i, f, false) {
			return false
		}
	}
	return true
}

// ends puts bounds of a loop in the place of its variable.
func ends(f affine.Form, v affine.Sym, bounds []affine.Form) ([]affine.Form, bool) {
	var out []affine.Form
	for _, b := range bounds {
		g, ok := affine.Subst(f, v, b)
		if !ok {
			return nil, false
		}
		out = append(out, g)
	}
	return out, true
}

// system says when the read is made, and which element in dimension i it may be.
func (c *coverage) system(i int) (*affine.System, affine.Form) {
	var s affine.System
	for _, f := range c.n.Facts {
		s.NonNeg(f)
	}
	c.own.constrain(&s)
	x := affine.Of("#x")
	for k := range c.r.Sub {
		y := x
		if k != i {
			y = affine.Of(inDim("x", k))
		}
		c.own.dim(c.r.Sub[k]).Constrain(&s, y, inDim("p", k))
	}
	return &s, x
}

// never reports whether the element that is read can be shown not to lie below a bound
// of what is written, or above it.
func (c *coverage) never(i int, bound affine.Form, below bool) bool {
	f, ok := c.shared.form(bound)
	if c.n.tests++; !ok || c.n.tests > maxTests {
		return false
	}
	s, x := c.system(i)
	return outside(s, x, f, below)
}

// outside reports whether x < f (below) or x > f is impossible.
func outside(s *affine.System, x, f affine.Form, below bool) bool {
	low, high := x, f
	if !below {
		low, high = f, x
	}
	next, ok := affine.Add(low, affine.Int(1))
	if !ok {
		return false
	}
	d, ok := affine.Sub(high, next)
	if !ok {
		return false // the constraint would be left out, and what is left may be a contradiction of its own
	}
	s.NonNeg(d)
	return s.Impossible()
}

// runs reports whether a loop that is over made an iteration, whenever the read is made.
func (c *coverage) runs(l *Loop) bool {
	from, to := l.Lo, l.Hi
	if l.Step < 0 {
		from, to = to, from
	}
	for _, lo := range from {
		for _, hi := range to {
			f, ok1 := c.shared.form(lo)
			g, ok2 := c.shared.form(hi)
			if c.n.tests++; !ok1 || !ok2 || c.n.tests > maxTests {
				return false
			}
			s, _ := c.system(0)
			if !outside(s, g, f, true) { // hi < lo
				return false
			}
		}
	}
	return true
}
