package flow

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Scratch reports whether the values that nest n leaves in an array are of no use to
// anybody: the array belongs to the procedure, goes when it returns, and is read
// in other places only by nests of which each iteration writes first what it reads. No
// path is looked at, so nothing is said of what a compiler keeps from call to call.
func (f *Region) Scratch(n *access.Node, o *access.Object) bool {
	u := f.Unit
	if f.Tree.Unclear || u.Reachable(o) || u.Requested(o) || !u.Own(o) || o.Root.Storage == scope.Result || o.Root.Saved() && !u.Main || len(o.Path) > 0 {
		return false
	}
	return !f.reads(f.Tree.Nodes, n, o)
}

// reads reports whether o may be read in a list, but in a nest that defines it anew.
func (f *Region) reads(list []*access.Node, besides *access.Node, o *access.Object) bool {
	t := f.Tree
	for i := t.Next(list, 0, o, false); i < len(list); i = t.Next(list, i+1, o, false) {
		n := list[i]
		if n == besides || n.Kind == access.Loop && !n.Holds(besides) && nests.Privatisable(f.Unit, n, f.Around(n), o) {
			continue
		}
		if f.readsItself(n, o) || slices.ContainsFunc(n.Arms, func(arm []*access.Node) bool { return f.reads(arm, besides, o) }) {
			return true
		}
	}
	return false
}

// readsItself is reads for what a node does itself.
func (f *Region) readsItself(n *access.Node, o *access.Object) bool {
	if g := n.E.Reduction; g != nil && access.Relate(g.Obj, o) != access.Distinct || f.Unit.Looks(&n.E, o) {
		return true
	}
	return slices.ContainsFunc(n.E.Refs, func(r access.Ref) bool {
		return !r.Write && !r.Status && access.Relate(r.Obj, o) != access.Distinct
	})
}
