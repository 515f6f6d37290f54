package overlap

import (
	"iter"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
)

// Most programs have nothing to do between an exchange and the loop nest that needs it. The nest is
// cut then: the iterations that touch no element of any message, a box, come first, the others
// behind the waits. Which box that is the program finds out when it runs, from the ranges of
// subscripts of nest and messages; it may be empty. Iterations may be put into another order only if
// package depend has proved that nobody sees it (or the nest is cut into strips, which keep their order).
//
// Behind a nest that writes what is sent (above.go) it is the other way round: the box comes last.
//
// Several exchanges in a row, each complete before the next one begins, stay so. They share the box: part
// of it is executed while the first is under way, then that is waited for and the second one begins,
// and so on. So the later calls go down into the nest, over nothing that matters to them.

// Cut is a nest in which messages are under way.
type Cut struct {
	Node *access.Node
	Nest *nests.Nest
	// Loops are those of which boxes are made, none in an array assignment: boxes of that are made along the dimension
	// that Nest.Array names.
	Loops []*access.LoopInfo
	// Ordered: the box must hold the first iteration, or the last one.
	Ordered bool
	// Last: the box comes behind the other iterations, and the calls of the first stage begin between them.
	Last bool
	// Stages are the calls that are under way in each part of the box, and waited for behind it. Those of all but
	// the first stage begin there, too, if they are Late.
	Stages [][]*Call
	// Apart is what the box must not touch.
	Apart []Pair
	// LastValues are scalars that have the values of the last iteration behind the nest.
	LastValues []*access.Object
	// Certain are those of them that each iteration assigns, as far as constant bounds tell.
	Certain []*access.Object
}

// Pair is a footprint of the nest and a message that it may meet.
type Pair struct {
	Print   rungs.Print
	Message *Message
}

// cuttable reports whether a statement may be one that is cut: a loop nest or an array assignment.
func cuttable(n *access.Node) bool {
	return n.Kind == access.Loop || n.Stmt.Kind == ast.KAssign && nests.IsArray(n)
}

// nest returns a loop nest, or an array assignment, that can be cut, nil if it cannot.
func (f *finder) nest(n *access.Node) *nests.Nest {
	if known, seen := f.nests[n]; seen {
		return known
	}
	f.nests[n] = nil
	if !cuttable(n) || n.Parallel || n.Stmt.Label() != "" {
		return nil
	}
	if f.flow == nil {
		f.flow = flow.Procedure(f.u, f.tree, nil)
	}
	around := f.flow.Around(n)
	around.Across = f.across
	var nest *nests.Nest
	if n.Kind == access.Loop {
		nest = nests.Build(f.u, n, around)
	} else {
		nest = nests.BuildArray(f.u, n, around.Known)
	}
	if !nest.OK || nest.Array != nil && nest.Array.Shape || nest.Index != nil || nest.Grid64 && !nest.Tried || len(nest.Result.RunTime) > 0 {
		return nil
	}
	if !f.opt.Writable(nest) {
		return nil
	}
	f.nests[n] = nest
	return nest
}

// across reports whether it may pay to cut a loop: it runs over an array in another dimension than the first, along
// which messages lie.
func (f *finder) across(l *depend.Loop, touched []nests.Touch) bool {
	return slices.ContainsFunc(touched, func(t nests.Touch) bool {
		rank, ok := nests.Rank(t.Ref)
		own, _ := t.Own(rank)
		for i, d := range own {
			if ok && i > 0 && (d.Whole || d.Lo.Coef(l.Var) != 0) {
				return true
			}
		}
		return false
	})
}

// cut lets messages be under way in nests that touch them, and calls that follow each other in nests
// behind them: in loop nests, and, if they are in none, in array assignments, which mostly are less work.
func (f *finder) cut() {
	if f.opt.Writable == nil {
		return
	}
	var list []*access.Node
	for _, c := range f.calls {
		if c.stop != nil {
			list = append(list, c.stop)
		}
		list = append(list, c.Crossed...)
	}
	slices.SortStableFunc(list, func(x, y *access.Node) int { return int(x.Stmt.Span().Start) - int(y.Stmt.Span().Start) })
	list = slices.Compact(list)
	for _, loop := range []bool{true, false} {
		for _, n := range list {
			if (n.Kind == access.Loop) == loop && cuttable(n) {
				f.cutAt(n)
			}
		}
	}
}

// cutAt does so with one nest.
func (f *finder) cutAt(n *access.Node) {
	list, at := n.Siblings()
	if !bears(list, at) || !bears(list, at+1) {
		return
	}
	met := f.meeting(n)
	if chain := f.chain(f.lastAt(n), n); len(chain) > 0 && f.tryCut(n, met, chain) {
		return
	}
	if len(met) > 0 {
		f.tryCut(n, met, nil)
	}
}

// meeting lists the calls that are waited for before a nest only because it touches their messages.
func (f *finder) meeting(n *access.Node) []*Call {
	var out []*Call
	for _, c := range f.calls {
		if c.In == nil && f.meets(c, n) {
			out = append(out, c)
		}
	}
	return out
}

// meets reports whether nothing but its messages stands against a call's being under way in a nest. One that crosses
// something in its branch is complete at the end of that.
func (f *finder) meets(c *Call, n *access.Node) bool {
	return c.stop == n && !c.elsewhere(n.Arm()) && !f.obstacle(n, f.outcome(c), !c.receives()).Stands()
}

// lastAt is the last call before a nest in its list of statements, if it is under way there or meets it.
func (f *finder) lastAt(n *access.Node) *Call {
	list, at := n.Siblings()
	for i := at - 1; i >= 0; i-- {
		if all := f.calledAt(list[i]); len(all) > 0 {
			c := all[len(all)-1]
			if c.Late != nil || c.In != nil || c.elsewhere(list) || !f.meets(c, n) && !slices.Contains(c.Crossed, n) {
				return nil
			}
			return c
		}
	}
	return nil
}

// chain lists calls, the last one of which is given, that can be under way in a nest one after the other; nil if
// there is only one of them.
func (f *finder) chain(last *Call, n *access.Node) []*Call {
	if last == nil {
		return nil
	}
	out, late := []*Call{last}, f.canBeLate(last, n)
	first := 0 // of out, the first one that has to be complete before the next one begins
	for c := range f.callsBefore(last) {
		list, i := c.place().Siblings()
		under := f.meets(c, n) || slices.Contains(c.Crossed, n)
		c.closes = c.receives() || !under
		if c.In != nil || c.Late != nil || c.elsewhere(list) || c.closes && !late || !under && (len(c.Crossed) > 0 || !f.crosses(c, list[i+1:], n, out)) {
			break
		}
		out, first = append([]*Call{c}, out...), first+1
		if c.closes {
			first = 0
		}
		late = late && f.canBeLate(c, n)
	}
	if out = out[first:]; len(out) == 1 {
		return nil
	}
	return out
}

// callsBefore are the calls before one, backwards, up to where something is waited for.
func (f *finder) callsBefore(last *Call) iter.Seq[*Call] {
	return func(yield func(*Call) bool) {
		list, i := last.place().Siblings()
		here := f.calledAt(list[i])
		here = here[:slices.Index(here, last)]
		for {
			for _, c := range slices.Backward(here) {
				if !yield(c) {
					return
				}
			}
			if i--; i < 0 {
				return
			}
			if here = f.calledAt(list[i]); len(here) == 0 && (f.callAt(list[i]) != nil || f.waits[list[i]]) {
				return
			}
		}
	}
}

// canBeLate reports whether a call can begin in a nest behind it: nothing up to that matters to it. A wait
// of the program that is under way there can.
func (f *finder) canBeLate(c *Call, n *access.Node) bool {
	if c.Kind == mpi.Wait {
		return true
	}
	inputs, ok := f.conditions(c)
	if !ok {
		return false
	}
	list, i := c.place().Siblings()
	_, end := n.Siblings()
	for i++; i < end; i++ {
		if len(f.calledAt(list[i])) == 0 && f.obstacle(list[i], append(memory(c), inputs...), false).Stands() {
			return false
		}
	}
	return !f.obstacle(n, inputs, false).Stands()
}

// crosses reports whether the messages of a call can be under way over statements up to a nest, but for
// calls that begin behind them, and in the nest as far as it does not touch them.
func (f *finder) crosses(c *Call, list []*access.Node, n *access.Node, later []*Call) bool {
	for _, m := range list {
		if m == n {
			break
		}
		if i := slices.IndexFunc(later, func(o *Call) bool { return o.place() == m }); i >= 0 {
			if later[i].Under != nil && f.decides(m, f.watches(c)) {
				return false
			}
			continue
		}
		if f.obstacle(m, f.watches(c), false).Stands() {
			return false
		}
	}
	return !f.obstacle(n, f.outcome(c), false).Stands()
}

// decides reports whether a condition of a construct looks at what is watched: they are evaluated in its place, too.
func (f *finder) decides(n *access.Node, list []watch) bool {
	return slices.ContainsFunc(list, func(w watch) bool { _, hit := f.touches(&n.E, w); return hit })
}

// tryCut cuts a nest for the calls that meet it and for those that are to begin in it, if what it touches is known.
func (f *finder) tryCut(n *access.Node, met, chain []*Call) bool {
	nest := f.nest(n)
	if nest == nil {
		return false
	}
	cut := &Cut{Node: n, Nest: nest, Stages: stages(met, chain)}
	if !f.fits(cut) {
		return false
	}
	f.settleCut(cut, chain)
	return true
}

// fits finds out how a nest is cut; false if it cannot be.
func (f *finder) fits(cut *Cut) bool {
	cut.Ordered = cut.Nest.Result.Any == 0
	for _, l := range cut.Nest.Cut {
		if l.Loop != nil {
			cut.Loops = append(cut.Loops, l.Loop)
		}
	}
	if cut.Ordered {
		cut.Loops = cut.Loops[:1]
	}
	return f.lastValues(cut) && f.apart(cut)
}

// reached says how far the calls up to a place are: to which stage, and whether it is closed, so that another call begins in
// the next one. Waits of the program begin nothing.
type reached struct {
	stage  int
	closed bool
}

// or is what is reached behind both of two branches.
func (r reached) or(o reached) reached {
	switch {
	case r.stage > o.stage:
		return r
	case r.stage < o.stage:
		return o
	}
	return reached{r.stage, r.closed || o.closed}
}

// stages puts calls into the stages of a cut: what receives, or may not be under way beside the next call, is complete before
// that begins. Only one branch of a construct is executed, so those of all share stages.
func stages(met, chain []*Call) [][]*Call {
	out := [][]*Call{nil}
	put := func(c *Call, at int) {
		for len(out) <= at {
			out = append(out, nil)
		}
		out[at] = append(out[at], c)
	}
	var here, begin, end reached // before a call, before the construct that it stands in, and behind the branches before
	for i, c := range chain {
		switch {
		case i == 0 || c.Under == nil || chain[i-1].Under == nil || chain[i-1].Under.at != c.Under.at:
			here, end = here.or(end), reached{}
			begin = here
		case chain[i-1].Instead(c):
			here, end = begin, end.or(here)
		}
		if here.closed && c.Kind != mpi.Wait {
			here = reached{stage: here.stage + 1}
		}
		put(c, here.stage)
		here.closed = here.closed || c.closes
	}
	for _, c := range met {
		if !slices.Contains(chain, c) {
			put(c, len(out)-1)
		}
	}
	return out
}

// settleCut notes in the calls that they are under way in a nest. Those of the chain begin there, unless they are of the
// first stage; a send that stands in a branch with something else has begun where it stands.
func (f *finder) settleCut(cut *Cut, chain []*Call) {
	list, at := cut.Node.Siblings()
	for i, stage := range cut.Stages {
		for _, c := range stage {
			if len(c.Crossed) == 0 {
				c.List, c.Begin = list, f.beginsAt(c, list)
			}
			if i > 0 && c.Kind != mpi.Wait && slices.Contains(chain, c) {
				c.Late = cut
			}
			if !slices.Contains(c.Crossed, cut.Node) {
				c.In, c.End = cut, at+1
				c.Crossed = append(c.Crossed, cut.Node)
			}
		}
	}
	if at+1 < len(list) {
		f.waits[list[at+1]] = true
	}
	f.cuts = append(f.cuts, cut)
}
