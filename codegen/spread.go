package codegen

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
)

// spread says of a receive that all of its nests need it from the start that little
// can be hidden. It is no reason against its rung: there is none better.
func (v *verdict) spread(r *rungs.Message, cut []*rungs.Nest) {
	for _, n := range cut {
		if !slices.Contains(r.Spread, n) {
			return
		}
	}
	n := cut[0]
	each := "every piece"
	if len(n.Loops) > 0 {
		each = "every iteration of the loop over " + n.Loops[len(n.Loops)-1].Name
	}
	v.text += ", where " + each + " needs a part of it, so that little can be hidden"
	if len(n.Result.Why2) > 0 && n.Result.Why2[0].What == depend.NoInnerLoop {
		v.hint = "compile with -mdmp-bits=relaxed if other last bits will do: then the inner loop is cut, too"
	}
}
