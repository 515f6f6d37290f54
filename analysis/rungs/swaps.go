package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// shape is what arrays must have in common to change places.
type shape struct {
	kind string
	rank int
}

// shapeOf returns that of an object, false if it is not known.
func shapeOf(o *access.Object) (shape, bool) {
	if o.Last == nil {
		return shape{}, false
	}
	return shape{o.Last.Type.Word(), o.Last.Rank}, true
}

// swaps finds sends whose array becomes another one in the region, and the
// arrays written by nests that it may become.
func (a *analysis) swaps() {
	sent := map[shape]bool{}
	for _, c := range a.f.Messages {
		if !c.M.Send || !a.changesPlace(c) {
			continue
		}
		a.messages[c].Swaps = true
		for _, r := range c.Refs {
			if s, ok := shapeOf(r.Obj); ok {
				sent[s] = true
			}
		}
	}
	if len(sent) == 0 {
		return
	}
	for _, p := range a.f.Places {
		n := a.nests[p.Node]
		if n == nil {
			continue
		}
		for _, d := range n.described.list {
			if d.array != nil && writes(d.array) && mayBecome(d.obj, sent) {
				d.array.Swapped, n.used = true, true
			}
		}
	}
}

// changesPlace reports whether something in the region changes the allocation
// or association of the array of c.
func (a *analysis) changesPlace(c *flow.Message) bool {
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

// mayBecome reports whether o is an array of one of the shapes that can change places
// with others.
func mayBecome(o *access.Object, sent map[shape]bool) bool {
	s, ok := shapeOf(o)
	return ok && sent[s] && (o.Last.Has(scope.Allocatable) || o.Last.Has(scope.Pointer) || o.Last.Has(scope.Target))
}
