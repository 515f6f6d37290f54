package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Loops that are no nests: DO WHILE, loops that are left, loops that call.
//
// Nothing can be put round their iterations, and nobody knows how many there will be. But at the beginning
// of an iteration a section can be stated as it is there, and the run time may look at it: the iterations
// that are over are units that it counts. Which of them writes what last is learnt in one execution of the loop;
// in later ones what is counted leaves while the loop goes on. The loop keeps its text.

// Units is a loop whose iterations are counted for the sends whose sections it writes.
type Units struct {
	Before
	Do    *ast.Construct
	Feeds []Feed
}

func (x *Units) place() (source.Pos, int) { return x.start(), 4 }

// countsUnits notes that the iterations of a loop are counted for a send. Reports whether that is so.
func (a *analysis) countsUnits(c *flow.Message, w flow.Writer, out *Message) bool {
	n := w.Place.Node
	if !a.hasUnits(n) {
		return false
	}
	feed := a.feed(c, w, out)
	if !feed.Stable {
		return false
	}
	feed.Counted, feed.Final, feed.FinalIf, feed.Packed = true, false, nil, false
	x := a.units[n]
	if x == nil {
		x = &Units{Before: Before{Item: n.Before}, Do: n.Loop.Do}
		a.units[n] = x
		a.out.add(x)
	}
	x.Feeds = append(x.Feeds, feed)
	out.Units = append(out.Units, x)
	if out.Rung == Plain {
		out.Rung = Counted
	}
	return true
}

// hasUnits reports whether a call may stand at the beginning of each iteration of a loop, and is worth it: an iteration
// has a loop or an array statement in it, or mode(counted) asks for it.
func (a *analysis) hasUnits(n *access.Node) bool {
	if n.Kind != access.Loop || a.f.Tree.Unclear || !a.ownLoop(n) || a.rounds(n) {
		return false
	}
	works, ok := a.counted, true
	n.Walk(func(m *access.Node) bool {
		ok = ok && m.Kind != access.Exchange && m.Kind != access.Mark && m.Kind != access.Opaque && !m.Parallel
		works = works || m != n && m.Kind == access.Loop
		return ok
	})
	return ok && works
}

// ownLoop reports whether the text of a loop is its own: something may be put round it, and at the beginning of each iteration.
func (a *analysis) ownLoop(n *access.Node) bool {
	do := n.Loop.Do
	if do == nil || n.Loop.Concurrent || n.Parallel || len(n.OMP) > 0 || do.End == nil || do.SharedEnd || sharedOutside(n) ||
		do.Begin.Label() != "" || do.Begin.Line.Shared || do.End.Line.Shared || a.u.PragmaBefore(n.Before.First()) != "" {
		return false
	}
	_, is := do.Begin.Body.(*ast.Do)
	return is
}

// rounds reports whether the compiler may round otherwise in the loop if something else stands in it.
func (a *analysis) rounds(n *access.Node) bool {
	r := a.u.Rounding()
	if r.Relaxed {
		return false
	}
	if _, name := a.u.VectorMath(n.Item); name != "" {
		return true
	}
	if _, fused := a.u.Fused(n.Item); fused {
		return true
	}
	_, computes := a.u.Computes(n.Item)
	return computes && r.Single && r.Loose
}
