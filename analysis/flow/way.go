package flow

import (
	"slices"

	"mdmp/analysis/access"
)

// way leads from the outermost list of nodes to one node: what follows a message
// does nothing where it is not on its way, and looks only where that begins.
type way map[*access.Node]*access.Node // by parent

func wayTo(n *access.Node) way {
	w := way{}
	for ; n != nil; n = n.Parent {
		w[n.Parent] = n
	}
	return w
}

// in returns the index of the node in a list that leads on, -1 if none does.
func (w way) in(nodes []*access.Node) int {
	if len(nodes) == 0 {
		return -1
	}
	n := w[nodes[0].Parent]
	if n == nil {
		return -1
	}
	_, first := nodes[0].Siblings()
	_, i := n.Siblings()
	if i -= first; i < 0 || i >= len(nodes) || nodes[i] != n {
		return -1 // another arm
	}
	return i
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
