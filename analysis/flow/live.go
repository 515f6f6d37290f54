package flow

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Dead reports whether nobody reads scalar o after node n, until it is assigned
// again or the procedure ends.
func (f *Region) Dead(n *access.Node, o *access.Object) bool {
	u := f.Unit
	if u.Hidden(o.Root, n) {
		return true
	}
	if f.Tree.Jumps || f.Tree.Unclear || u.Reachable(o) || u.Requested(o) || !u.Own(o) ||
		o.Root.Storage == scope.Result || o.Root.Saved() && !u.Main || len(o.Path) > 0 {
		return false
	}
	sc := scanner{f: f, skip: n, held: map[spot]scanned{}}
	for {
		if sc.settled(n, o) {
			n = f.Tree.Alone(n, o)
		}
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
			if sc.holder(p, o) == reads {
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
	held map[spot]scanned
	weak bool
}

// holder is node for one that holds skip. The loops around a nest hold each other:
// what is found in one is kept until the next one is looked at. What is found depends
// on the node, the scalar and weak only, as skip stays the same.
func (sc *scanner) holder(n *access.Node, o *access.Object) fate {
	at := spot{n, o, sc.weak}
	s, known := sc.held[at]
	if !known {
		s.fate = sc.node(n, o)
		s.weak = sc.weak
		sc.held[at] = s
	}
	sc.weak = s.weak
	return s.fate
}

// settled reports whether what is around n and holds nothing else that matters need
// not be looked at: it would do to o what n does, and n was looked at just like that.
func (sc *scanner) settled(n *access.Node, o *access.Object) bool {
	if n == sc.skip {
		return n.Jump == access.Falls
	}
	s, known := sc.held[spot{n, o, sc.weak}]
	return known && s.weak == sc.weak
}

// list finds out what a list does to o first, on any path.
func (sc *scanner) list(list []*access.Node, o *access.Object) fate {
	i := sc.f.Tree.Holder(list, sc.skip)
	if i < 0 {
		return sc.rest(list, o)
	}
	before := sc.f.start(list, o, sc.weak)
	if before.stop < i {
		return before.fate
	}
	sc.weak = sc.weak || i >= before.weakFrom
	if out := sc.after(list[i], sc.holder(list[i], o)); out != passes {
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
	if g := n.E.Reduction; g != nil && g.Obj == o {
		return reads
	}
	if sc.f.Unit.Looks(&n.E, o) {
		return reads
	}
	if sure && n.Kind != access.Opaque {
		return kills
	}
	killed, t := 0, sc.f.Tree
	for arm := t.NextArm(n, 0, o, !sc.weak); arm < len(n.Arms); arm = t.NextArm(n, arm+1, o, !sc.weak) {
		switch sc.list(n.Arms[arm], o) {
		case reads:
			return reads
		case kills:
			killed++
		}
	}
	every := n.Kind == access.Block || n.Kind == access.Branch && n.Else
	if every && len(n.Arms) > 0 && killed == len(n.Arms) && !sc.weak {
		return kills
	}
	return passes
}
