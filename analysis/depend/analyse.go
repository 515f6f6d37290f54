package depend

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
)

// Result says in which orders a nest may run.
type Result struct {
	// Any is the number of outer loops (0 to MostBoxed) whose iterations may run in
	// any order.
	Any int
	// Assumed are the equations on which Any rests: of those that Model.Known gave, those without which Any would be less.
	Assumed []affine.Equation
	// RunTime holds pairs of objects that must not overlap for Any to hold.
	RunTime [][2]Obj
	// LastValues are private scalars that must be given the value of the last
	// iteration, MustBeDead private ones, and arrays, whose last value is not known:
	// Any holds only if nobody reads them after the nest.
	LastValues, MustBeDead []Obj
	// Reductions are the variables of reductions.
	Reductions []Obj
	// Why holds what stood against Any > 0, Why2 what stood against one loop more than Any.
	Why, Why2 []Blocker
}

// What stands against a better order.
type What uint8

// The kinds of blocker.
const (
	Carried     What = iota // two iterations touch the same element
	Exposed                 // a scalar is read before the iteration assigns it
	LiveOut                 // a conditionally assigned scalar, or an array that every iteration defines, is read after the nest
	Aliased                 // two objects may share storage
	Jumps                   // gotos in the nest
	NotRect                 // the next loop's bounds depend on those around it
	NotPerfect              // the body of the last loop is not just a loop
	NoInnerLoop             // the next loop is the innermost one
)

// Blocker is one thing that stands against a better order.
type Blocker struct {
	What What
	A, B Access // Carried, Aliased: both; Exposed, LiveOut: A
	Loop *Loop  // the loop that carries it
	// Distance in iterations if it is the same for all, else 0.
	Distance int64
}

// maxBlockers bounds the reports: the first few are enough for a user.
const maxBlockers = 4

// MostBoxed is the number of loops of a nest that are boxed together at most.
const MostBoxed = 3

// Analyse decides how the nest may be run. What is known of scalars is only used where an order rests on it.
func (n *Model) Analyse() Result {
	plain := n.analyse()
	if n.Known == nil || !plain.carried() {
		return plain
	}
	known := n.Known()
	best := n.assuming(known)
	if best.Any <= plain.Any {
		return plain
	}
	for i := 0; i < len(known); {
		less := slices.Delete(slices.Clone(known), i, i+1)
		if r := n.assuming(less); r.Any == best.Any {
			known, best = less, r
		} else {
			i++
		}
	}
	best.Assumed = known
	return best
}

// carried reports whether what stands against a better order may go with more knowledge of scalars.
func (r *Result) carried() bool {
	of := func(b Blocker) bool { return b.What == Carried || b.What == LiveOut }
	return slices.ContainsFunc(r.Why, of) || slices.ContainsFunc(r.Why2, of)
}

// assuming decides under some equations.
func (n *Model) assuming(list []affine.Equation) Result {
	m := *n
	m.Facts, m.tests = slices.Clone(n.Facts), 0
	for _, q := range list {
		if f, fits := q.Facts(); fits {
			m.Facts = append(m.Facts, f...)
		}
	}
	return m.analyse()
}

func (n *Model) analyse() Result {
	loops := []*Loop{n.Root}
	best := n.level(loops)
	if len(best.Why) > 0 {
		return best
	}
	for best.Any = 1; best.Any < MostBoxed; best.Any++ {
		next, why := n.next(loops)
		if next == nil {
			best.Why2 = why
			return best
		}
		loops = append(loops, next)
		more := n.level(loops)
		if len(more.Why) > 0 {
			best.Why2 = more.Why
			return best
		}
		more.Any = best.Any
		best = more
	}
	return best
}

// Boxed returns so many outer loops of a perfect nest.
func (n *Model) Boxed(depth int) []*Loop {
	out := []*Loop{n.Root}
	for len(out) < depth {
		out = append(out, out[len(out)-1].Body[0].(*Loop))
	}
	return out
}

// next returns the loop inside of the last of some boxed loops if it may be boxed
// together with them.
func (n *Model) next(loops []*Loop) (*Loop, []Blocker) {
	last := loops[len(loops)-1]
	if len(last.Body) != 1 {
		return nil, []Blocker{{What: NotPerfect, Loop: last}}
	}
	l, ok := last.Body[0].(*Loop)
	if !ok {
		return nil, []Blocker{{What: NotPerfect, Loop: last}}
	}
	if (len(loops) > 1 || !HasLoop(l.Body)) && (n.Inner == nil || !n.Inner(l)) {
		return nil, []Blocker{{What: NoInnerLoop, Loop: l}}
	}
	if !l.LoOK || !l.HiOK || l.Step == 0 || varies(l, loops) {
		return nil, []Blocker{{What: NotRect, Loop: l}}
	}
	for _, b := range l.Bounds {
		for _, w := range sites(n.Root) {
			if w.Write && w.Obj == b.Obj {
				return nil, []Blocker{{What: NotRect, Loop: l, A: w.Access}}
			}
		}
	}
	for _, around := range loops {
		if cycles(l.Body, around) {
			return nil, []Blocker{{What: Jumps, Loop: around}}
		}
	}
	return l, nil
}

// varies reports whether the bounds of l depend on loops around it.
func varies(l *Loop, loops []*Loop) bool {
	for _, bounds := range [][]affine.Form{l.Lo, l.Hi} {
		for _, f := range bounds {
			for _, around := range loops {
				if f.Coef(around.Var) != 0 {
					return true
				}
			}
		}
	}
	return false
}

// HasLoop reports whether there is a loop, or a statement that is one.
func HasLoop(nodes []Node) bool {
	for _, m := range nodes {
		switch m := m.(type) {
		case *Loop:
			return true
		case *Stmt:
			if m.Loops {
				return true
			}
		case *If:
			for _, arm := range m.Arms {
				if HasLoop(arm) {
					return true
				}
			}
		}
	}
	return false
}

func cycles(nodes []Node, of *Loop) bool {
	for _, m := range nodes {
		switch m := m.(type) {
		case *Loop:
			if cycles(m.Body, of) {
				return true
			}
		case *Stmt:
			if m.Cycle == of {
				return true
			}
		case *If:
			for _, arm := range m.Arms {
				if cycles(arm, of) {
					return true
				}
			}
		}
	}
	return false
}

// level decides whether the iterations of the boxed loops may run in any order.
func (n *Model) level(loops []*Loop) Result {
	c := check{nest: n, loops: loops, sites: sites(n.Root), new: map[Obj]bool{}, pairs: map[[2]Obj]bool{}}
	c.scalars()
	c.elements()
	return c.out
}
