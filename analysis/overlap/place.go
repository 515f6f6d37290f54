package overlap

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Calls stand under conditions: is there a neighbour, is the rank even. A logical IF goes with its call wherever that
// begins. So does the condition of a branch of an IF construct, or of a SELECT CASE for integers, that holds nothing but calls, with or without logical IFs: each
// of them is as if it stood in a construct of its own, because none changes what the conditions look at. A branch has the
// conditions of those before it, too, one in the other: none is evaluated that was not.

// Under are the conditions under which a call is executed where the construct begins in which it stands.
type Under struct {
	Conditions []Condition
	arm        int // the branch
	at         *access.Node
}

// Condition is a part of it.
type Condition struct {
	Stmt *ast.Stmt // IF (...) THEN, ELSE IF (...) THEN, SELECT CASE (...)
	X    ast.Expr
	Not  bool // it is not true
	// Values of X, each with its CASE statement, that make it true; none for a logical X.
	Values []Value
}

// Value is a value, or a range of values, of a CASE statement.
type Value struct {
	Stmt *ast.Stmt
	X    ast.Expr
}

// places finds the calls in constructs that hold nothing but calls.
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

// only lists the calls of an IF or SELECT CASE construct if there is nothing else in it.
func (f *finder) only(n *access.Node) []*Call {
	if _, ok := n.Item.(*ast.Construct); !ok {
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

// under notes the conditions of calls, if they are the same for all of them.
func (f *finder) under(n *access.Node, calls []*Call) {
	arms, ok := f.branches(n)
	if !ok || !again(&n.E) {
		return
	}
	for _, c := range calls {
		touched := f.watches(c)
		if c.Error != nil {
			touched = append(touched, all(f.u.At(c.Node), c.Error, false)...)
		}
		if f.decides(n, touched) {
			return
		}
	}
	for _, c := range calls {
		i := slices.IndexFunc(n.Arms, func(arm []*access.Node) bool { return slices.Contains(arm, c.place()) })
		c.Under = &Under{Conditions: arms[i], arm: i, at: n}
	}
}

// branches are the conditions of each branch of a construct; false if they cannot be written down.
func (f *finder) branches(n *access.Node) ([][]Condition, bool) {
	c := n.Item.(*ast.Construct)
	parts := c.Parts[max(0, len(c.Parts)-len(n.Arms)):] // nothing stands before the first CASE
	if len(parts) != len(n.Arms) {
		return nil, false
	}
	if c.Kind == ast.KSelectCase {
		return f.cases(n, c.Begin, parts)
	}
	var out [][]Condition
	var before []Condition
	for _, p := range parts {
		this := slices.Clone(before)
		if b, ok := p.Head.Body.(*ast.Cond); ok {
			this = append(this, Condition{Stmt: p.Head, X: b.X})
			before = append(before, Condition{Stmt: p.Head, X: b.X, Not: true})
		}
		out = append(out, this)
	}
	return out, true
}

// cases are the conditions of the branches of a SELECT CASE construct.
func (f *finder) cases(n *access.Node, begin *ast.Stmt, parts []ast.Part) ([][]Condition, bool) {
	x := begin.Body.(*ast.Cond).X
	if !f.u.At(n).Integer(x) {
		return nil, false
	}
	others := Condition{Stmt: begin, X: x, Not: true}
	out := make([][]Condition, len(parts))
	for i, p := range parts {
		b, ok := p.Head.Body.(*ast.Case)
		if !ok {
			return nil, false
		}
		this := Condition{Stmt: begin, X: x}
		for _, y := range b.List {
			this.Values = append(this.Values, Value{p.Head, y})
		}
		others.Values = append(others.Values, this.Values...)
		if !b.Default {
			out[i] = []Condition{this}
		}
	}
	for i, list := range out {
		if list == nil && len(others.Values) > 0 {
			out[i] = []Condition{others}
		}
	}
	return out, true
}

// Instead reports whether one of two calls is executed instead of the other: they stand in different branches of a construct.
func (c *Call) Instead(o *Call) bool {
	return c.Under != nil && o.Under != nil && c.Under.at == o.Under.at && c.Under.arm != o.Under.arm
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
		inputs, pure = append(inputs, all(u, x, true)...), pure && again(e)
	}
	return inputs, pure
}

// again reports whether something can be evaluated in another place, or once more, and nothing is noticed of that.
func again(e *access.Effects) bool {
	return !e.May(access.Impure) && e.Reach == access.ReachNamed && !slices.ContainsFunc(e.Refs, func(r access.Ref) bool { return r.Write })
}

func (c *Call) conditions() []ast.Expr {
	var out []ast.Expr
	if c.Under != nil {
		for _, x := range c.Under.Conditions {
			out = append(out, x.X)
		}
	}
	if c.Node.If != nil {
		out = append(out, c.Node.If.Body.(*ast.Cond).X)
	}
	return out
}
