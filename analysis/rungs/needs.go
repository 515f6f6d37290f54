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
		for _, c := range a.inOrder(list) {
			x := list[c]
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

// inOrder lists the receives of a set as pendable does.
func (a *analysis) inOrder(set map[*flow.Comm]access.Ref) []*flow.Comm {
	if a.order == nil {
		a.order = map[*flow.Comm]int{}
		for i, c := range a.pendable() {
			a.order[c] = i
		}
	}
	var list []*flow.Comm
	for c := range set {
		if _, ok := a.order[c]; ok {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(x, y *flow.Comm) int { return a.order[x] - a.order[y] })
	return list
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
		have := map[*access.Var]bool{}
		for _, d := range need.Arrays {
			have[d.root] = true
		}
		leave := a.u.Enter(p.Node)
		for _, d := range all {
			if a.u.Lookup(d.root.Name) == d.root && !have[d.root] {
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
	seen := map[*access.Var]bool{}
	for _, x := range a.receivedNames() {
		d, ok := a.name(x, p)
		if ok && !seen[d.root] {
			seen[d.root] = true
			list = append(list, d)
		}
	}
	return list
}

// receivedNames lists what is received, of sections of one name the first: name
// looks at nothing else.
func (a *analysis) receivedNames() []ast.Expr {
	if a.names != nil {
		return a.names
	}
	a.names = []ast.Expr{}
	seen := map[string]bool{}
	for _, c := range a.pendable() {
		for _, s := range c.C.Sections {
			if root, ok := applied(s.X); ok && !c.C.Send && !seen[root.Name] {
				seen[root.Name] = true
				a.names = append(a.names, s.X)
			}
		}
	}
	return a.names
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
	return a.callees
}

// applied returns the name that a section begins with, if it has no components.
func applied(x ast.Expr) (*ast.Ident, bool) {
	for {
		y, ok := x.(*ast.Apply)
		if !ok {
			break
		}
		x = y.X
	}
	id, ok := x.(*ast.Ident)
	return id, ok
}

// name returns the designator of the array of a section if it means the same
// before place p: a plain variable.
func (a *analysis) name(x ast.Expr, p *flow.Place) (Designator, bool) {
	id, ok := applied(x)
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
