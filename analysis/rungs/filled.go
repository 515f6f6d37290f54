package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
)

// The bounds of an assumed-size array are not all known: how much memory there is has to be
// concluded from what is certainly written.

// filled reports whether the last element of the footprint dims, of which path dimensions
// of the reference are no part, is certainly written if the boxed loops make an iteration
// and no range is empty. Each loop must make the same iterations whatever those around it
// do, and stand in one dimension only, as its only one: then some iteration is at the end
// of all dimensions at once.
func filled(t nests.Touch, dims []Dim, path int) bool {
	if !t.Write || !t.Filled || path != 0 {
		return false
	}
	in := map[*depend.Loop]int{}
	for i, d := range t.Sub {
		if d.Whole || dims[i].Whole || len(dims[i].lo) != 1 || len(dims[i].hi) != 1 {
			return false
		}
		vars := 0
		for _, l := range t.Loops {
			lo, hi := d.Lo.Coef(l.Var), d.Hi.Coef(l.Var)
			if lo == 0 && hi == 0 {
				continue
			}
			if lo != hi {
				return false
			}
			vars++
			in[l]++
		}
		if vars > 1 {
			return false
		}
	}
	for _, l := range t.Loops {
		if in[l] != 1 || !plainLoop(l, t.Loops) {
			return false
		}
	}
	return true
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
