package nests

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
)

// smallTrip is the number of iterations up to which compilers unroll a loop
// completely, so that the loop around it becomes the innermost one.
const smallTrip = 16

// grid reports whether the compiler may vectorise a loop that is cut: then
// it is cut only on multiples of 64. That is so if no real loop is left inside
// it, or if its variable runs along the first dimension of an array, where
// interchanging loops or vectorising the outer one pays. Of several boxed loops
// the last one keeps to the grid if it is an innermost one and the compiler was
// found to compute the same bits; else it is given up if it would need the grid.
// Where any last bits will do all are boxed, anywhere.
func (nest *Nest) grid() bool {
	first := slices.IndexFunc(nest.Boxed(), nest.vectorised)
	if first < 0 || nest.relaxed(nest.piecewise()) {
		return false
	}
	if first > 0 && first == len(nest.Cut)-1 && nest.lines() {
		return true
	}
	nest.Cut = nest.Cut[:max(first, 1)]
	return first == 0
}

// vectorised reports whether the compiler may do so with a boxed loop.
func (nest *Nest) vectorised(l *depend.Loop) bool { return !hasReal(l.Body) || nest.unitStride(l) }

// innermost reports whether a loop may be boxed with those around it though there is no
// loop in it, or two around it are boxed. It is not where boxes of those alone do as well.
func (nest *Nest) innermost(l *depend.Loop) bool {
	r := nest.unit.Rounding()
	if r.Relaxed {
		return true
	}
	across := nest.around.Across
	return (across == nil || across(l, nest.Touched)) && nest.cutsLines()
}

// lines reports whether pieces of the last boxed loop on the grid give the same
// bits: it is an innermost loop that remains one, of a kind that was tried.
func (nest *Nest) lines() bool {
	l := nest.Boxed()[len(nest.Cut)-1]
	return !depend.HasLoop(l.Body) && !small(l) && nest.cutsLines()
}

// hasReal reports whether there is a loop that stays one after optimisation.
func hasReal(nodes []depend.Node) bool {
	for _, n := range nodes {
		switch n := n.(type) {
		case *depend.Loop:
			if !small(n) || hasReal(n.Body) {
				return true
			}
		case *depend.If:
			for _, arm := range n.Arms {
				if hasReal(arm) {
					return true
				}
			}
		case *depend.Stmt:
			if n.Loops && !smallStmt(n) {
				return true
			}
		}
	}
	return false
}

// hasSections reports whether there is an array statement, which may become loops in any order.
func hasSections(nodes []depend.Node) bool {
	return slices.ContainsFunc(nodes, func(n depend.Node) bool {
		switch n := n.(type) {
		case *depend.Loop:
			return hasSections(n.Body)
		case *depend.If:
			return slices.ContainsFunc(n.Arms, hasSections)
		case *depend.Stmt:
			return n.Loops
		}
		return false
	})
}

// small reports whether a loop makes at most smallTrip iterations.
func small(l *depend.Loop) bool {
	if l.Step == 0 || len(l.Lo) == 0 || len(l.Hi) == 0 {
		return false
	}
	d, ok := affine.Sub(l.Hi[0], l.Lo[0])
	n, isConst := d.IsConst()
	return ok && isConst && n/l.Step < smallTrip
}

// smallStmt reports whether an array statement touches few elements.
func smallStmt(s *depend.Stmt) bool {
	for _, a := range s.Acc {
		if !a.Write {
			continue
		}
		elements := int64(1)
		for _, d := range a.Sub {
			if d.Whole {
				return false
			}
			w, ok := affine.Sub(d.Hi, d.Lo)
			n, isConst := w.IsConst()
			if !ok || !isConst || n >= smallTrip {
				return false
			}
			elements *= n + 1
		}
		if a.Sub == nil || elements > smallTrip {
			return false
		}
	}
	return true
}

// unitStride reports whether a loop runs along the first dimension of an
// array that is written, or of one of rank 2 or more that is read, but to copy what
// loops inside it compute.
func (nest *Nest) unitStride(l *depend.Loop) bool {
	v := l.Var
	for _, t := range nest.Touched {
		rank, ok := Rank(t.Ref)
		own, all := t.Own(rank)
		if !ok || rank == 0 || !all {
			continue
		}
		d := own[0]
		if !d.Whole && (d.Lo.Coef(v) != 0 || d.Hi.Coef(v) != 0) && (t.Write || rank > 1) && !nest.carries(t, l) {
			return true
		}
	}
	return false
}

// Rank returns the rank of the array a reference is to, its Base; false if not known.
func Rank(r access.Ref) (int, bool) {
	if r.Spread {
		return 0, false
	}
	if r.Obj.Last != nil && r.Obj.Last.Rank >= 0 {
		return r.Obj.Last.Rank, true
	}
	return 0, r.Obj.Scalar
}

// carries reports whether a reference stands in a copy, beside loops that stay ones, of what they compute or
// of what is computed before the nest. However the compiler takes such copies out of l, all bits are the same.
func (nest *Nest) carries(t Touch, l *depend.Loop) bool {
	if t.Copy == 0 || within(t.Loops, l) {
		return false
	}
	for _, from := range nest.Touched {
		if from.Copy != t.Copy || from.Write {
			continue
		}
		for _, w := range nest.Touched {
			if w.Write && access.Relate(w.Obj, from.Obj) != access.Distinct && !within(w.Loops, l) {
				return false
			}
		}
	}
	return true
}

// within reports whether there is a loop inside l among these that stays one.
func within(loops []*depend.Loop, l *depend.Loop) bool {
	i := slices.Index(loops, l)
	return i >= 0 && slices.ContainsFunc(loops[i+1:], func(m *depend.Loop) bool { return !small(m) })
}
