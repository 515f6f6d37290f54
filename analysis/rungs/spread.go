package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
)

// spread reports whether every box of a nest needs a part of what c receives, though
// that is thin: it is so along a dimension that is not cut (a column, where the rows
// are cut). Then hardly anything can run before it has come.
func (n *Nest) spread(c *flow.Message) bool {
	across := false
	for d := range n.described.concerned(c) {
		if d.array == nil {
			continue
		}
		for _, r := range c.Refs {
			for _, p := range d.array.Prints {
				if r.Obj != d.obj || !p.Read {
					continue
				}
				own, _ := r.Own(len(p.Dims))
				for k, s := range own {
					if !narrow(s) {
						continue
					}
					if p.Dims[k].Loop > 0 {
						return false
					}
					across = true
				}
			}
		}
	}
	return across
}

// mostHalo is the width up to which a section counts as a halo.
const mostHalo = 8

// narrow reports whether a dimension of a section is that of a halo.
func narrow(d affine.Dim) bool {
	if d.Whole {
		return false
	}
	w, ok := affine.Sub(d.Hi, d.Lo)
	k, isConst := w.IsConst()
	return ok && isConst && k < mostHalo
}
