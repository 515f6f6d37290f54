package flow

import "mdmp/analysis/access"

// Dead reports whether nobody reads scalar o after node n, until it is assigned
// again or the procedure ends.
func (f *Region) Dead(n *access.Node, o *access.Object) bool {
	u := f.Unit
	if u.Hidden(o.Root, n) {
		return true
	}
	if f.Tree.Jumps || f.Tree.Unclear || u.Reachable(o) || !u.Own(o) ||
		o.Root.Result || o.Root.Saved && !u.Main || len(o.Path) > 0 {
		return false
	}
	sc := scanner{f: f, skip: n, way: wayTo(n)}
	for {
		list, i := n.Siblings()
		switch sc.list(list[i+1:], o) {
		case reads:
			return false
		case kills:
			return true
		}
		p := n.Parent
		if p == nil {
			return true // the end of the procedure
		}
		if p.Kind == access.Loop {
			// Round again: the head, then the body from its start.
			if sc.node(p, o) == reads {
				return false
			}
		}
		n = p
	}
}

// fate is what a list does to a scalar first.
type fate uint8

const (
	passes fate = iota
	reads
	kills
)

// scanner looks for the next access to a scalar. Once a jump may have been
// taken, assignments no longer prove anything: control may have gone round
// them.
type scanner struct {
	f    *Region
	skip *access.Node // the nest itself: its reads are covered by its own assignments
	way  way          // to skip
	weak bool
}

// list finds out what a list does to o first, on any path.
func (sc *scanner) list(list []*access.Node, o *access.Object) fate {
	i := sc.way.in(list)
	if i < 0 {
		return sc.rest(list, o)
	}
	before := sc.f.start(list, o, sc.weak)
	if before.stop < i {
		return before.fate
	}
	sc.weak = sc.weak || i >= before.weakFrom
	if out := sc.step(list[i], o); out != passes {
		return out
	}
	return sc.rest(list[i+1:], o)
}

func (sc *scanner) node(n *access.Node, o *access.Object) fate {
	if n == sc.skip {
		return passes
	}
	sure := false
	for _, r := range n.E.Refs {
		if access.Relate(r.Obj, o) == access.Distinct {
			continue
		}
		if !r.Write {
			return reads
		}
		sure = sure || r.Sure && r.Obj == o
	}
	if g := n.E.Gather; g != nil && g.Obj == o {
		return reads
	}
	if sc.f.Unit.Looks(&n.E, o) {
		return reads
	}
	if sure && n.Kind != access.Opaque {
		return kills
	}
	all := n.Kind == access.Block || n.Kind == access.Branch && n.Else
	for _, arm := range n.Arms {
		switch sc.list(arm, o) {
		case reads:
			return reads
		case passes:
			all = false
		}
	}
	if all && len(n.Arms) > 0 && !sc.weak {
		return kills
	}
	return passes
}
