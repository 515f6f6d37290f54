package overlap

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Calls stand under conditions: is there a neighbour, is the rank even. A logical IF goes with its call wherever that
// begins. So does the condition of an IF construct that holds nothing but calls, with or without logical IFs: each of them
// is as if it stood in an IF of its own, because none changes what the condition looks at.

// Under is the condition under which a call is executed where the IF construct begins in which it stands.
type Under struct {
	If  *ast.Stmt // IF (...) THEN
	X   ast.Expr
	Not bool // it stands behind ELSE
	at  *access.Node
}

// places finds the calls in IF constructs that hold nothing but calls.
func (f *finder) places() {
	f.tree.Walk(func(n *access.Node) bool {
		if open(n) {
			if calls := f.only(n); len(calls) > 0 {
				f.under(n, calls)
			}
		}
		return true
	})
}

// only lists the calls of an IF construct with one condition if there is nothing else in it.
func (f *finder) only(n *access.Node) []*Call {
	if c, ok := n.Item.(*ast.Construct); !ok || c.Kind != ast.KIfThen || !(len(n.Arms) == 1 && !n.Else || len(n.Arms) == 2 && n.Else) {
		return nil
	}
	var out []*Call
	for _, arm := range n.Arms {
		for _, m := range arm {
			i := slices.IndexFunc(f.calls, func(c *Call) bool { return c.place() == m })
			if i < 0 {
				return nil
			}
			out = append(out, f.calls[i])
		}
	}
	return out
}

// under notes the condition of calls, if it is the same for all of them.
func (f *finder) under(n *access.Node, calls []*Call) {
	begin := n.Item.(*ast.Construct).Begin
	x := begin.Body.(*ast.Cond).X
	e := f.u.At(n).Expr(x)
	if e.Impure || e.Reach != access.ReachNamed {
		return
	}
	for _, c := range calls {
		touched := f.watches(c)
		if c.Error != nil {
			touched = append(touched, all(f.u.At(c.Node), c.Error, false)...)
		}
		if slices.ContainsFunc(touched, func(w watch) bool { _, hit := f.touches(e, w); return hit }) {
			return
		}
	}
	for _, c := range calls {
		c.Under = &Under{If: begin, X: x, Not: len(n.Arms) == 2 && slices.Contains(n.Arms[1], c.place()), at: n}
	}
}

// Instead reports whether one of two calls is executed instead of the other: they stand in the branches of an IF.
func (c *Call) Instead(o *Call) bool {
	return c.Under != nil && o.Under != nil && c.Under.at == o.Under.at && c.Under.Not != o.Under.Not
}

// Brings reports whether a call may bring what another one needs that is behind it in a stage.
func (c *Call) Brings(o *Call) bool { return c.receives() && !c.Instead(o) }

// place is the statement of a list that a call is, or the IF around it.
func (c *Call) place() *access.Node {
	switch {
	case c.Under != nil:
		return c.Under.at
	case c.Node.If != nil && c.Node.Parent != nil:
		return c.Node.Parent
	}
	return c.Node
}

// placeOf is the same for what may not be one of the calls.
func (f *finder) placeOf(n *access.Node) *access.Node {
	for _, c := range f.calls {
		if c.Node == n {
			return c.place()
		}
	}
	return (&Call{Node: n}).place()
}

// calledAt lists the calls that a statement is, or holds and nothing else, if they may be under way.
func (f *finder) calledAt(n *access.Node) []*Call {
	var out []*Call
	for _, c := range f.calls {
		if c.place() == n {
			out = append(out, c)
		}
	}
	return out
}

// beginsAt is where in a list a call begins if it is not moved up.
func (f *finder) beginsAt(c *Call, list []*access.Node) int {
	if at, i := c.place().Siblings(); at[0] == list[0] {
		return i
	}
	return c.stopBegin
}

// conditions are the inputs of a call and what decides whether it is executed; false if that cannot be evaluated
// elsewhere.
func (f *finder) conditions(c *Call) ([]watch, bool) {
	inputs, pure := f.inputs(c), true
	u := f.u.At(c.place())
	for _, x := range c.conditions() {
		e := u.Expr(x)
		inputs, pure = append(inputs, all(u, x, true)...), pure && !e.Impure && e.Reach == access.ReachNamed
	}
	return inputs, pure
}

func (c *Call) conditions() []ast.Expr {
	var out []ast.Expr
	if c.Under != nil {
		out = append(out, c.Under.X)
	}
	if c.Node.If != nil {
		out = append(out, c.Node.If.Body.(*ast.Cond).X)
	}
	return out
}
