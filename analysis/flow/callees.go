package flow

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
)

// findCallees finds the calls of managed procedures outside of nests.
func (f *Region) findCallees(list []*access.Node) {
	for _, n := range list {
		if f.Nests[n] != nil {
			continue
		}
		for _, arm := range n.Arms {
			f.findCallees(arm)
		}
		if f.managed == nil || n.Parallel || n.Kind != access.Simple {
			continue
		}
		c := f.Unit.Callee(n)
		if c == nil || (c.Unit == nil || c.Into != nil) && f.often(n, c) || c.Unit != nil && !f.managed(c.Unit) {
			continue
		}
		f.callees[n] = c
		f.part(n)
	}
}

// often reports whether the call n of a function, or of a procedure that nothing is
// known of, may be one of many small ones: it stands in loops without exchanges and gets
// the variable of one, or c is in another file and the loops are more than one, or not
// counted. A variable that chooses among structures whose components are passed does not
// count. Nor do loops over calls (of tiles, and fields in each; DO WHILE along a list): of those
// in other files that touch no element themselves each costs an instruction or two as
// long as there is nothing to do. One of these may hand its variable on (call lower(u, k), call
// upper(u, k)); two would be a call for each element. The outermost loop of a region is that over the
// steps and does not count, whatever it looks like, unless it holds another loop and nothing else.
func (f *Region) often(n *access.Node, c *access.Callee) bool {
	loops := 0
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Kind != access.Loop || p.Exchanges() || f.R != nil && outermost(p) && (n.Parent == p || !perfect(p)) {
			continue
		}
		loops++
		calls := c.Unit == nil && c.Into == nil && scalars(&c.Shallow) && f.ofCalls(p)
		single := loops == 1 && p.Loop.Counted
		switch {
		case c.Unit == nil && !single && (!calls || f.getsChanged(n, p)):
			return true
		case p.Loop.Counted && f.Unit.Gets(n, p.Loop.Obj) && !(single && calls):
			return true
		}
	}
	return false
}

// getsChanged reports whether a call gets a scalar variable that a loop around it changes, but
// for the variables of loops.
func (f *Region) getsChanged(call, loop *access.Node) bool {
	gets := false
	loop.Walk(func(n *access.Node) bool {
		if n.Kind == access.Simple && f.Unit.Callee(n) != nil {
			return !gets
		}
		for _, r := range n.E.Refs {
			variable := n.Kind == access.Loop && n.Loop.Counted && r.Obj == n.Loop.Obj
			gets = gets || r.Write && !variable && f.Unit.Gets(call, r.Obj)
		}
		return !gets
	})
	return gets
}

// ofCalls reports whether a loop touches elements of arrays only by what it calls:
// nothing else in it has to be told what is pending.
func (f *Region) ofCalls(loop *access.Node) bool {
	known, seen := f.called[loop]
	if seen {
		return known
	}
	only := true
	loop.Walk(func(n *access.Node) bool {
		e := &n.E
		if c := f.Unit.Callee(n); n.Kind == access.Simple && c != nil {
			e = &c.Shallow
		}
		only = only && scalars(e)
		return only
	})
	f.called[loop] = only
	return only
}

// scalars reports whether only scalars are touched by name.
func scalars(e *access.Effects) bool {
	return !slices.ContainsFunc(e.Refs, func(r access.Ref) bool { return !r.Obj.Scalar && !(r.Status && !r.Write) })
}

// perfect reports whether the body of a loop is one loop.
func perfect(n *access.Node) bool {
	return len(n.Arms) == 1 && len(n.Arms[0]) == 1 && n.Arms[0][0].Kind == access.Loop
}

// outermost reports whether no loop stands around n.
func outermost(n *access.Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Kind == access.Loop {
			return false
		}
	}
	return true
}
