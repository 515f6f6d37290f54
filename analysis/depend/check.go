package depend

import "slices"

// check is the state of level.
type check struct {
	nest  *Model
	loops []*Loop
	sites []site
	done  map[Obj]bool // objects that need no pair test
	new   map[Obj]bool // whether arrays are defined anew by each iteration, as far as that was asked
	pairs map[[2]Obj]bool
	out   Result
}

func (c *check) block(b Blocker) {
	if len(c.out.Why) < maxBlockers {
		c.out.Why = append(c.out.Why, b)
	}
}

// scalars sorts the scalars that the nest writes into private ones, reductions
// and obstacles.
func (c *check) scalars() {
	c.done = map[Obj]bool{}
	l := c.nest.trace(c.loops)
	shared := c.overlapping()
	for o := range c.nest.Objects {
		o := Obj(o)
		if c.isBoxed(o) && !shared[o] {
			c.done[o] = true
			continue
		}
		if !l.written[o] {
			continue
		}
		if shared[o] {
			continue // the pair test below finds it
		}
		c.done[o] = true
		read, exposed := l.exposed[o]
		switch {
		case c.nest.Irregular:
			c.block(Blocker{What: Jumps, A: c.first(o), Loop: c.loops[0]})
		case exposed && !l.ordinary[o] && oneOp(l.reductions[o]):
			c.out.Reductions = append(c.out.Reductions, o)
		case exposed:
			c.block(Blocker{What: Exposed, A: read, Loop: c.loops[0]})
		case l.final.sure.has(o) || l.final.steady.has(o) && !l.unsteady[o]:
			c.out.LastValues = append(c.out.LastValues, o)
		case c.nest.Dead != nil && c.nest.Dead(o):
			c.out.MustBeDead = append(c.out.MustBeDead, o)
		default:
			c.block(Blocker{What: LiveOut, A: c.first(o), Loop: c.loops[0]})
		}
	}
}

func (c *check) isBoxed(o Obj) bool {
	for _, l := range c.loops {
		if l.Obj == o {
			return true
		}
	}
	return false
}

// first returns a write of o for a report.
func (c *check) first(o Obj) Access {
	for _, s := range c.sites {
		if s.Obj == o && s.Write {
			return s.Access
		}
	}
	return Access{Obj: o, At: c.loops[0].At}
}

func oneOp(gs []*Reduction) bool {
	for _, g := range gs {
		if g.Op != gs[0].Op {
			return false
		}
	}
	return len(gs) > 0
}

// overlapping finds scalars that another object of the nest may share storage
// with.
func (c *check) overlapping() map[Obj]bool {
	used := map[Obj]bool{}
	for _, s := range c.sites {
		used[s.Obj] = true
	}
	for _, l := range c.loops {
		if l.Obj >= 0 {
			used[l.Obj] = true
		}
	}
	out := map[Obj]bool{}
	for a, list := range c.nest.Related {
		for _, r := range list {
			if used[Obj(a)] && used[r.Obj] {
				out[Obj(a)] = true
			}
		}
	}
	return out
}

// unlike returns the accesses, and of those that are alike in all that the tests
// look at the first, if there are many.
func (c *check) unlike() []site {
	const many = 64
	if len(c.sites) <= many {
		return c.sites
	}
	type key struct {
		obj   Obj
		write bool
		any   bool
		sub   string
		loop  *Loop
	}
	seen := map[key]bool{}
	var out []site
	for _, s := range c.sites {
		k := key{obj: s.Obj, write: s.Write, any: s.Sub == nil, sub: s.Sub.String(), loop: s.loops[len(s.loops)-1]}
		if !seen[k] {
			seen[k] = true
			out = append(out, s)
		}
	}
	return out
}

// elements runs the pair tests.
func (c *check) elements() {
	all := c.unlike()
	of := map[Obj][]int{}
	for i, s := range all {
		of[s.Obj] = append(of[s.Obj], i)
	}
	for i, a := range all {
		if len(c.out.Why) == maxBlockers {
			return
		}
		related := map[Obj]Relation{}
		after := func(o Obj) []int {
			k, _ := slices.BinarySearch(of[o], i)
			return of[o][k:]
		}
		var with []int // the accesses from a on that may touch the same
		if !c.done[a.Obj] {
			with = append(with, after(a.Obj)...)
		}
		if int(a.Obj) < len(c.nest.Related) {
			for _, r := range c.nest.Related[a.Obj] {
				related[r.Obj] = r.How
				with = append(with, after(r.Obj)...)
			}
		}
		slices.Sort(with)
		for _, k := range with {
			b := all[k]
			switch {
			case !a.Write && !b.Write:
			case a.Obj == b.Obj:
				c.pair(a, b)
			case related[b.Obj] == RunTime:
				c.runTime(a.Obj, b.Obj)
			case related[b.Obj] == MayOverlap:
				c.block(Blocker{What: Aliased, A: a.Access, B: b.Access, Loop: c.loops[0]})
			}
		}
	}
}

func (c *check) runTime(a, b Obj) {
	if a > b {
		a, b = b, a
	}
	if key := [2]Obj{a, b}; !c.pairs[key] {
		c.pairs[key] = true
		c.out.RunTime = append(c.out.RunTime, key)
	}
}

// pair tests two accesses to one object for every way in which they can belong
// to different iterations of the boxed loops.
func (c *check) pair(a, b site) {
	for level := range c.loops {
		dirs := make([]direction, level+1)
		for i := 0; i < level; i++ {
			dirs[i] = equal
		}
		dirs[level] = before
		for _, p := range [2][2]site{{a, b}, {b, a}} {
			if len(p[0].loops) <= level || len(p[1].loops) <= level {
				continue // an access outside the second boxed loop: perfect nests have none but its bounds
			}
			if !c.nest.impossible(p[0], p[1], dirs) {
				if c.scratch(p[0]) {
					return
				}
				c.block(Blocker{What: Carried, A: p[0].Access, B: p[1].Access, Loop: c.loops[level],
					Distance: c.nest.distance(p[0], p[1], dirs)})
				return
			}
		}
	}
}

// scratch reports whether the array that a touches is one that each iteration defines
// anew, so that pairs of accesses to it need not be looked at. If somebody reads
// it after the nest that is what stands against another order.
func (c *check) scratch(a site) bool {
	private, asked := c.new[a.Obj]
	if !asked {
		private = !c.nest.Objects[a.Obj].Scalar && c.nest.privatisable(c.loops, c.sites, a.Obj)
		c.new[a.Obj] = private
	}
	if !private || c.done[a.Obj] {
		return private
	}
	c.done[a.Obj] = true
	if c.nest.Scratch != nil && c.nest.Scratch(a.Obj) {
		c.out.MustBeDead = append(c.out.MustBeDead, a.Obj)
	} else {
		c.block(Blocker{What: LiveOut, A: c.first(a.Obj), Loop: c.loops[0]})
	}
	return true
}

// distance returns 1 if the dependence is only between neighbouring iterations
// (what users call a recurrence), else 0.
func (n *Model) distance(a, b site, dirs []direction) int64 {
	far := append([]direction(nil), dirs...)
	far[len(far)-1] = beforeBy
	if n.impossible(a, b, far) {
		return 1
	}
	return 0
}
