package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
)

// The bounds of an assumed-size array are not all known: how much memory there is has to be
// concluded from what is certainly touched.

// filled reports whether the last element of the footprint dims is certainly written if the
// boxed loops make an iteration and no range is empty.
func filled(t nests.Touch, dims []Dim, boxed []*depend.Loop) bool {
	if !t.Write || !t.Filled || t.Before != 0 {
		return false
	}
	in, ok := atEnds(t, dims, boxed)
	return ok && len(in) == len(t.Loops)
}

// atEnds reports whether all dimensions of a footprint come to their ends in one iteration of the loops of a touch, if the
// boxed loops make one and no range is empty. So each loop makes the same iterations whatever those around it do, and stands
// in one dimension only; at most one range stands in a dimension, or its being empty could not be seen. Boxed loops may be in none. It returns
// the loops that are in one.
func atEnds(t nests.Touch, dims []Dim, boxed []*depend.Loop) (map[*depend.Loop]bool, bool) {
	in := map[*depend.Loop]bool{}
	if len(t.Sub) != len(dims) {
		return in, false
	}
	for i, d := range t.Sub {
		if d.Whole || dims[i].Whole || len(dims[i].lo) != 1 || len(dims[i].hi) != 1 {
			return in, false
		}
		ranges := 0
		for _, l := range t.Loops {
			lo, hi := d.Lo.Coef(l.Var), d.Hi.Coef(l.Var)
			if lo == 0 && hi == 0 {
				continue
			}
			if lo != hi || in[l] {
				return in, false
			}
			in[l] = true
			if k := isBoxed(l, boxed); k > 0 && k == dims[i].Loop {
				continue // the run time has its iterations
			}
			ranges++
			if !plainLoop(l, t.Loops) {
				return in, false
			}
		}
		if ranges > 1 {
			return in, false
		}
	}
	for _, l := range t.Loops {
		if !in[l] && isBoxed(l, boxed) == 0 {
			return in, false
		}
	}
	return in, true
}

// plainLoop reports whether a loop goes from one bound to another one in steps of one,
// and the bounds are the same in all iterations of the others.
func plainLoop(l *depend.Loop, all []*depend.Loop) bool {
	if l.Step != 1 && l.Step != -1 || !l.LoOK || !l.HiOK || len(l.Lo) != 1 || len(l.Hi) != 1 {
		return false
	}
	for _, m := range all {
		if l.Lo[0].Coef(m.Var) != 0 || l.Hi[0].Coef(m.Var) != 0 {
			return false
		}
	}
	return true
}
