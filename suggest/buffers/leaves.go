package buffers

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/suggest/match"
	"github.com/mdmp-fortran/mdmp/suggest/sections"
)

// leaf is a statement around an exchange, or the head of a construct; in the order in
// which they are executed, those of loops once.
type leaf struct {
	node  *access.Node
	top   int            // the place in the list of what it is, or stands in
	head  bool           // the conditions or bounds of a construct alone
	guard []match.Cond   // of the IF constructs around it
	in    []*access.Node // the loops around it, the outermost first
	from  int            // the leaf that is the head of the first of these, else itself
	deep  bool           // it stands in something that is not understood
}

// loops are those around a leaf.
func (l leaf) loops() []sections.Loop {
	var out []sections.Loop
	for _, n := range l.in {
		out = append(out, sections.Loop{Var: n.Loop.Name, Lo: n.Loop.LoX, Hi: n.Loop.HiX})
	}
	return out
}

// list lists the leaves of the list of statements in which the exchange stands.
func (u *unpacking) list() {
	u.begin = -1
	for top, n := range u.x.Nodes {
		if top == u.x.Top {
			u.begin = len(u.leaves)
		}
		u.add(leaf{node: n, top: top, from: -1})
	}
}

// add adds a node and what stands in it.
func (u *unpacking) add(l leaf) {
	if l.from < 0 {
		l.from = len(u.leaves)
	}
	n := l.node
	switch n.Kind {
	case access.Branch:
		l.head = true
		u.leaves = append(u.leaves, l)
		u.branches(l)
	case access.Loop:
		l.head = true
		u.leaves = append(u.leaves, l)
		if !n.Loop.Counted || n.Loop.StepX != nil || !n.Loop.IntVar || len(n.OMP) > 0 || len(n.Arms) != 1 {
			l.deep = true
		}
		l.in, l.head = append(slices.Clone(l.in), n), false
		for _, m := range n.Arms[0] {
			l.node = m
			u.add(l)
		}
	default:
		l.deep = l.deep || n.Kind != access.Simple || len(n.OMP) > 0 || n.Parallel
		u.leaves = append(u.leaves, l)
	}
}

// branches adds what stands in the branches of an IF.
func (u *unpacking) branches(l leaf) {
	n, guard := l.node, l.guard
	l.head = false
	if len(l.in) == 0 {
		l.from = -1
	}
	l.deep = l.deep || len(l.in) > 0 // under a condition in a loop
	conds, understood := match.Conditions(n)
	l.deep = l.deep || !understood
	for i, arm := range n.Arms {
		l.guard = slices.Clone(guard)
		if understood && conds[i] != nil {
			l.guard = append(l.guard, match.Cond{X: conds[i]})
			guard = append(slices.Clone(guard), match.Cond{X: conds[i], Not: true})
		}
		for _, m := range arm {
			l.node = m
			u.add(l)
		}
	}
}

// enclosing are the conditions of the branch of an IF that the list of statements is, but for those whose variables
// something in it may change.
func (u *unpacking) enclosing() []match.Cond {
	p := u.x.Nodes[u.x.Top].Parent
	if p == nil || p.Kind != access.Branch {
		return nil
	}
	conds, understood := match.Conditions(p)
	if !understood {
		return nil
	}
	var out []match.Cond
	for i, arm := range p.Arms {
		here := len(arm) > 0 && arm[0] == u.x.Nodes[0]
		if conds[i] != nil {
			out = append(out, match.Cond{X: conds[i], Not: !here})
		}
		if here {
			break
		}
	}
	return slices.DeleteFunc(out, func(c match.Cond) bool {
		return slices.ContainsFunc(u.x.Nodes, func(n *access.Node) bool {
			f := u.x.Access.Whole(n)
			return n.Item.First().Label() != "" || slices.ContainsFunc(u.x.Access.Expr(c.X).Refs, func(r access.Ref) bool {
				_, hit := u.x.Access.MayWrite(f, r)
				return hit
			})
		})
	})
}
