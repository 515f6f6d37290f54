package rungs

import (
	"mdmp/analysis/access"
	"mdmp/analysis/flow"
)

// swaps finds sends whose array becomes another one in the region, and the
// arrays written by nests that it may become.
func (a *analysis) swaps() {
	for _, c := range a.f.Comms {
		if !c.C.Send || !a.changesPlace(c) {
			continue
		}
		a.comms[c].Swaps = true
		for _, p := range a.f.Places {
			n := a.nests[p.Node]
			if n == nil {
				continue
			}
			for _, d := range n.arrays {
				if d.array != nil && writes(d.array) && mayBecome(d.obj, c) {
					d.array.Swapped, n.used = true, true
				}
			}
		}
	}
}

// changesPlace reports whether something in the region changes the allocation
// or association of the array of c.
func (a *analysis) changesPlace(c *flow.Comm) bool {
	for _, r := range c.Refs {
		if a.f.Written.Places(r.Obj) {
			return true
		}
	}
	return false
}

func writes(x *Array) bool {
	for _, p := range x.Prints {
		if p.Write {
			return true
		}
	}
	return false
}

// mayBecome reports whether o is an array of the same type and rank that can
// change places with that of c.
func mayBecome(o *access.Object, c *flow.Comm) bool {
	for _, r := range c.Refs {
		x, y := o.Last, r.Obj.Last
		if x != nil && y != nil && x.Type == y.Type && x.Rank == y.Rank && (x.Allocatable || x.Pointer || x.Target) {
			return true
		}
	}
	return false
}
