package depend

import (
	"github.com/mdmp-fortran/mdmp/analysis/affine"
)

// Result says in which orders a nest may run.
type Result struct {
	// Any is the number of outer loops (0, 1 or 2) whose iterations may run in
	// any order.
	Any int
	// RunTime holds pairs of objects that must not overlap for Any to hold.
	RunTime [][2]Obj
	// LastValues are private scalars that must be given the value of the last
	// iteration, MustBeDead private ones, and arrays, whose last value is not known:
	// Any holds only if nobody reads them after the nest.
	LastValues, MustBeDead []Obj
	// Gathers are the reductions.
	Gathers []Obj
	// Why holds what stood against Any > 0, Why2 what stood against two loops.
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
	NotRect                 // the second loop's bounds depend on the first
	NotPerfect              // the first loop's body is not just a loop
	NoInnerLoop             // the second loop is the innermost one
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

// Analyse decides how the nest may be run.
func (n *Model) Analyse() Result {
	one := n.level(boxed(n.Root, 1))
	if len(one.Why) > 0 {
		return one
	}
	one.Any = 1
	second, why := n.second()
	if second == nil {
		one.Why2 = why
		return one
	}
	two := n.level([]*Loop{n.Root, second})
	if len(two.Why) > 0 {
		one.Why2 = two.Why
		return one
	}
	two.Any = 2
	return two
}

func boxed(l *Loop, depth int) []*Loop {
	out := []*Loop{l}
	for len(out) < depth {
		l = l.Body[0].(*Loop)
		out = append(out, l)
	}
	return out
}

// second returns the second loop if it may be boxed together with the first.
func (n *Model) second() (*Loop, []Blocker) {
	if len(n.Root.Body) != 1 {
		return nil, []Blocker{{What: NotPerfect, Loop: n.Root}}
	}
	l, ok := n.Root.Body[0].(*Loop)
	if !ok {
		return nil, []Blocker{{What: NotPerfect, Loop: n.Root}}
	}
	if !HasLoop(l.Body) && (n.Inner == nil || !n.Inner()) {
		return nil, []Blocker{{What: NoInnerLoop, Loop: l}}
	}
	if !l.LoOK || !l.HiOK || l.Step == 0 {
		return nil, []Blocker{{What: NotRect, Loop: l}}
	}
	for _, f := range append(append([]affine.Form(nil), l.Lo...), l.Hi...) {
		if f.Coef(n.Root.Var) != 0 {
			return nil, []Blocker{{What: NotRect, Loop: l}}
		}
	}
	for _, b := range l.Bounds {
		for _, w := range sites(n.Root) {
			if w.Write && w.Obj == b.Obj {
				return nil, []Blocker{{What: NotRect, Loop: l, A: w.Access}}
			}
		}
	}
	if cycles(l.Body, n.Root) {
		return nil, []Blocker{{What: Jumps, Loop: n.Root}}
	}
	return l, nil
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
