package flow

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
)

// arms returns the arms of n that matter in a state: all of them, or only the one
// that leads on to node to where there is nothing to follow yet.
func (f *Region) arms(n, to *access.Node, s state) [][]*access.Node {
	if s != gone {
		return n.Arms
	}
	if arm := f.Tree.ArmTo(n, to); arm >= 0 {
		return n.Arms[arm : arm+1]
	}
	return nil
}

// siblings is Siblings within the region.
func (f *Region) siblings(n *access.Node) ([]*access.Node, int) {
	list, i := n.Siblings()
	if _, first := f.Nodes[0].Siblings(); n.Parent == f.Nodes[0].Parent {
		return f.Nodes, i - first
	}
	return list, i
}

// Ordered returns the places of a set as they stand in the region.
func Ordered[T any](set map[*Place]T) []*Place {
	out := make([]*Place, 0, len(set))
	for p := range set {
		out = append(out, p)
	}
	slices.SortFunc(out, func(p, q *Place) int { return p.number - q.number })
	return out
}
