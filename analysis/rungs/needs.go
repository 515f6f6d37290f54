package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// emitNeeds turns places into calls that complete receives.
func (a *analysis) emitNeeds() {
	settled := map[*Need]*flow.Place{}
	a.deliver()
	w := &cover{a: a, out: a.out}
	tells := slices.ContainsFunc(a.f.Places, func(p *flow.Place) bool { return p.Callee != nil && p.Callee.Unit == nil })
	for _, p := range a.f.Places {
		if a.calls[p] {
			a.out.add(callAt(p))
		}
		list := a.needs[p]
		need := &Need{Before: before(p)}
		if len(list) == 0 && !a.delivers[p] {
			if tells {
				w.tell(p, need)
			}
			continue
		}
		if tells {
			w.stays(p, need)
		}
		if settles(p) {
			need.Settle = true
		}
		seen := map[string]bool{}
		for _, c := range a.inOrder(list) {
			x := list[c]
			if !need.Why.Stands() {
				need.Why = a.guardReason(p, x)
			}
			if need.Settle {
				break
			}
			for i, s := range c.M.Sections {
				names := a.name(s.X, c.Refs[i].Obj, p)
				if len(names) == 0 || a.displaced(c) {
					need.Settle, need.Arrays = true, nil
					break
				}
				for _, d := range names {
					if !seen[text(d)] {
						seen[text(d)] = true
						need.Arrays = append(need.Arrays, d)
					}
				}
			}
		}
		if len(list) == 0 {
			need.Why = reason.Blocks.At(p.E.Why.At, reason.Because(p.E.Why))
		}
		a.out.add(need)
		if need.Settle && len(list) > 0 {
			settled[need] = p
		}
	}
	a.keep(settled)
}

// inOrder lists the receives of a set as pendable does.
func (a *analysis) inOrder(set map[*flow.Message]access.Ref) []*flow.Message {
	if a.order == nil {
		a.order = map[*flow.Message]int{}
		for i, c := range a.pendable() {
			a.order[c] = i
		}
	}
	var list []*flow.Message
	for c := range set {
		if _, ok := a.order[c]; ok {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(x, y *flow.Message) int { return a.order[x] - a.order[y] })
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
	return len(a.lazy) > 0 || len(Of[*Grant](a.out)) > 0
}

// waits reports whether a place may wait for something outside of MPI, which
// does not let messages move on.
func waits(p *flow.Place) bool {
	if p.Callee != nil && p.Callee.Unit != nil {
		return p.Callee.Shallow.May(access.Outside)
	}
	return p.E.May(access.Outside)
}

// keep lists, for completions of everything, the variables that a receive may go
// into and that their names mean there.
func (a *analysis) keep(settled map[*Need]*flow.Place) {
	var all []Guarded
	seen := map[designated]bool{}
	add := func(d Guarded) {
		if d.obj != nil && d.Plain() && !seen[key(d)] {
			seen[key(d)] = true
			all = append(all, d)
		}
	}
	for _, n := range Of[*Nest](a.out) {
		for _, x := range n.Arrays {
			if x.Received {
				add(x.Guarded)
			}
		}
	}
	for _, n := range Of[*Need](a.out) {
		for _, d := range n.Arrays {
			add(d)
		}
	}
	for _, g := range Of[*Grant](a.out) {
		for _, d := range g.Arrays {
			add(d)
		}
	}
	for need, p := range settled {
		need.Arrays = a.received(p)
		have := map[string]bool{}
		for _, d := range need.Arrays {
			have[text(d)] = true
		}
		for _, d := range all {
			for _, d := range a.name(d.X, d.obj, p) {
				if !have[text(d)] {
					have[text(d)] = true
					need.Arrays = append(need.Arrays, d)
				}
			}
		}
	}
}

// key tells apart plain names and what they stand for.
func key(d Guarded) designated { return designated{d.obj, text(d)} }

// received lists the variables of the sections that may be pending before p, by
// the names that they have there.
func (a *analysis) received(p *flow.Place) []Guarded {
	var list []Guarded
	seen := map[string]bool{}
	for _, x := range a.receivedNames() {
		for _, d := range a.name(x.X, x.obj, p) {
			if !seen[text(d)] {
				seen[text(d)] = true
				list = append(list, d)
			}
		}
	}
	return list
}

// receivedNames lists what is received, of sections of one variable under one name the
// first: name looks at nothing else.
func (a *analysis) receivedNames() []Guarded {
	if a.names != nil {
		return a.names
	}
	a.names = []Guarded{}
	seen := map[designated]bool{}
	for _, c := range a.pendable() {
		for i, s := range c.M.Sections {
			if root, ok := applied(s.X); ok && !c.M.Send && i < len(c.Refs) {
				d := Guarded{X: root, obj: c.Refs[i].Obj}
				if !seen[key(d)] {
					seen[key(d)] = true
					a.names = append(a.names, d)
				}
			}
		}
	}
	return a.names
}

// callAt is the call of a procedure of another file at a place.
func callAt(p *flow.Place) *Call {
	return &Call{Before: before(p), Name: p.Callee.Name}
}

// before is the place before p.
func before(p *flow.Place) Before {
	if p.Node.If != nil {
		return Before{Item: p.Node.Stmt, If: p.Node.If}
	}
	return Before{Item: p.Node.Before}
}

// displaced reports whether a name may not lead to the section any more: a
// managed procedure may have pointed it elsewhere.
func (a *analysis) displaced(c *flow.Message) bool {
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

// name returns the designators before place p of the array of a section x, which is
// that of o: a plain variable, and an ASSOCIATE name that it has there; none if it has
// no name.
func (a *analysis) name(x ast.Expr, o *access.Object, p *flow.Place) []Guarded {
	u, v := a.u.At(p.Node), o.Root
	var list []Guarded
	if id, ok := applied(x); ok && len(o.Path) == 0 && !v.Shadows() && v.Class == scope.Variable && !v.Has(scope.Optional) {
		if u.Lookup(o.Name) == v {
			list = append(list, Guarded{X: ast.Named(o.Name), Guards: rootGuards(o.Name, v.Symbol), obj: o})
		}
		if alias := u.Lookup(id.Name); alias != v && u.StandsFor(alias, o) {
			list = append(list, Guarded{X: id, obj: o})
		}
	}
	return list
}
