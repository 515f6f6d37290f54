package rungs

import (
	"slices"
	"strings"

	"mdmp/analysis/access"
	"mdmp/analysis/flow"
	"mdmp/fortran/ast"
)

// emitNeeds turns places into calls that complete receives.
func (a *analysis) emitNeeds() {
	settled := map[*Need]*flow.Place{}
	a.deliver()
	for _, p := range a.f.Places {
		if a.calls[p] {
			a.out.Calls = append(a.out.Calls, callAt(p))
		}
		list := a.needs[p]
		if len(list) == 0 && !a.delivers[p] {
			continue
		}
		need := &Need{Before: p.Node.Before, If: p.Node.If}
		if p.Node.If != nil {
			need.Before = p.Node.Stmt
		}
		if settles(p) {
			need.Settle = true
		}
		seen := map[string]bool{}
		for _, c := range a.pendable() {
			x, ok := list[c]
			if !ok {
				continue
			}
			if need.Why.Text == "" {
				need.Why = a.guardReason(p, x)
			}
			if need.Settle {
				break
			}
			for _, s := range c.C.Sections {
				d, ok := a.name(s.X, p)
				if !ok || a.displaced(c) {
					need.Settle, need.Arrays = true, nil
					break
				}
				if !seen[d.Text] {
					seen[d.Text] = true
					need.Arrays = append(need.Arrays, d)
				}
			}
		}
		if len(list) == 0 {
			need.Why = Reason{Key: "blocking", At: p.E.WhyAt, Text: p.E.Why}
		}
		a.out.Needs = append(a.out.Needs, need)
		if need.Settle && len(list) > 0 {
			settled[need] = p
		}
	}
	a.keep(settled)
}

// deliver finds the places that may wait for something that another rank does
// outside of MPI. What was sent in exchanges that leave receives pending is out
// of the hands of this process before them, whether a receive is pending there
// or not: the other rank may need it to come so far.
func (a *analysis) deliver() {
	if !a.mayWait() {
		return
	}
	for _, p := range a.f.Places {
		switch {
		case p.Node.Kind == access.Exchange || !waits(p):
		case p.Callee != nil && p.Callee.Unit == nil:
			a.calls[p] = true
		default:
			a.delivers[p] = true
		}
	}
}

// mayWait reports whether receives of the region may stay pending.
func (a *analysis) mayWait() bool {
	return len(a.lazy) > 0 || len(a.out.Grants) > 0
}

// waits reports whether a place may wait for something outside of MPI, which
// does not let messages move on.
func waits(p *flow.Place) bool {
	if p.Callee != nil && p.Callee.Unit != nil {
		return p.Callee.Shallow.Outside
	}
	return p.E.Outside
}

// keep lists, for completions of everything, the variables that a receive may go
// into and that their names mean there.
func (a *analysis) keep(settled map[*Need]*flow.Place) {
	var all []Designator
	seen := map[*access.Var]bool{}
	add := func(d Designator) {
		if d.root != nil && !strings.ContainsAny(d.Text, "(%") && !seen[d.root] {
			seen[d.root] = true
			all = append(all, d)
		}
	}
	for _, n := range a.out.Nests {
		for _, x := range n.Arrays {
			if x.Received {
				add(x.Designator)
			}
		}
	}
	for _, n := range a.out.Needs {
		for _, d := range n.Arrays {
			add(d)
		}
	}
	for _, g := range a.out.Grants {
		for _, d := range g.Arrays {
			add(d)
		}
	}
	for need, p := range settled {
		need.Arrays = a.received(p)
		leave := a.u.Enter(p.Node)
		for _, d := range all {
			same := func(x Designator) bool { return x.root == d.root }
			if a.u.Lookup(d.root.Name) == d.root && !slices.ContainsFunc(need.Arrays, same) {
				need.Arrays = append(need.Arrays, d)
			}
		}
		leave()
	}
}

// received lists the variables of the sections that may be pending before p, by
// the names that they have there.
func (a *analysis) received(p *flow.Place) []Designator {
	var list []Designator
	for _, c := range a.pendable() {
		for _, s := range c.C.Sections {
			d, ok := a.name(s.X, p)
			if ok && !c.C.Send && !slices.ContainsFunc(list, func(x Designator) bool { return x.root == d.root }) {
				list = append(list, d)
			}
		}
	}
	return list
}

// callAt is the call of a procedure of another file at a place.
func callAt(p *flow.Place) *Call {
	c := &Call{Before: p.Node.Before, If: p.Node.If, Name: p.Callee.Name}
	if p.Node.If != nil {
		c.Before = p.Node.Stmt
	}
	return c
}

// displaced reports whether a name may not lead to the section any more: a
// managed procedure may have pointed it elsewhere.
func (a *analysis) displaced(c *flow.Comm) bool {
	indirect := false
	for _, r := range c.Refs {
		indirect = indirect || r.Obj.Indirect()
	}
	if !indirect {
		return false
	}
	for _, p := range a.f.Places {
		if p.Callee != nil {
			return true
		}
	}
	return false
}

// name returns the designator of the array of a section if it means the same
// before place p: a plain variable.
func (a *analysis) name(x ast.Expr, p *flow.Place) (Designator, bool) {
	for {
		if y, ok := x.(*ast.Apply); ok {
			x = y.X
			continue
		}
		break
	}
	id, ok := x.(*ast.Ident)
	if !ok {
		return Designator{}, false
	}
	out := a.u.Lookup(id.Name)
	defer a.u.Enter(p.Node)()
	v := a.u.Lookup(id.Name)
	if v != out || v.Shadows || v.What != access.Variable {
		return Designator{}, false
	}
	d := Designator{Text: id.Name, root: v}
	switch {
	case v.Optional:
		return d, false
	case v.Allocatable:
		d.Guards = []string{"allocated(" + id.Name + ")"}
	case v.Pointer:
		d.Guards = []string{"associated(" + id.Name + ")"}
	}
	return d, true
}
