package rungs

import (
	"slices"

	"mdmp/analysis/access"
	"mdmp/analysis/flow"
	"mdmp/analysis/nests"
	"mdmp/analysis/regions"
	"mdmp/fortran/ast"
	"mdmp/lang"
)

// Receives that outlive the procedure that states them.
//
// The idea: in a managed procedure every access to memory that others can reach
// is covered, whoever left a receive pending there. So its own receives into such
// memory may be pending for the rest of it, and after it has returned, if the
// caller covers the array from there on. That is for the caller to say, array by
// array, right before the call (Grant). The procedure that holds a region is
// looked at as if the receive stood where the call stands; a managed procedure
// in between covers everything anyway and hands on what was granted to it.

// lease is an array that a managed procedure may leave pending receives into, as
// the procedure names it.
type lease struct {
	x ast.Expr
	// comms are the receives; none if a procedure of another file is called that
	// may hold some.
	comms []*Comm
}

// maxLent bounds the arrays that are granted in one region.
const maxLent = 64

// lender reports whether an exchange that stands in no region may outlive its
// procedure.
func (m *manager) lender(x *regions.Exchange) bool {
	u := m.program.Unit(x.Unit)
	return u != nil && slices.ContainsFunc(x.Recvs, func(c *regions.Comm) bool {
		return !slices.ContainsFunc(u.CommRefs(c), func(r access.Ref) bool { return !outliving(u, r) })
	})
}

// outliving reports whether what a receive goes into is looked after everywhere
// in a managed procedure, and by its caller.
func outliving(u *access.Unit, r access.Ref) bool {
	return r.Obj.Root.Name != "?" && !r.Obj.Root.Shadows && !r.Obj.Scalar && u.Standing(r.Obj) == access.Pendable &&
		!r.Obj.Root.Volatile
}

// lend finds out what the procedure may leave pending.
func (g *managed) lend(out *Procedure) {
	g.receives(out)
	for _, p := range g.a.f.Places {
		if p.Callee == nil || p.Fixed != "" || g.copies(p) {
			continue
		}
		list := g.m.leased(g.a.u, p)
		if len(list) == 0 {
			continue
		}
		for _, l := range list {
			if r, ok := g.whole(p, l.x); ok && outliving(g.a.u, r) {
				g.lease(l)
			}
		}
		out.Grants = append(out.Grants, grantAt(p))
	}
}

// lease adds an array to what the procedure may leave pending, once for each
// name: procedures that call each other twice have as many paths as there are
// subsets of them. No name in leases is hidden by another (see outliving), so
// the text says which array it is.
func (g *managed) lease(l *lease) {
	text, ok := access.Text(l.x)
	if !ok {
		return // what nobody grants is complete when the procedure returns
	}
	for _, had := range g.leases {
		if t, _ := access.Text(had.x); t != text {
			continue
		}
		for _, c := range l.comms {
			if !slices.Contains(had.comms, c) {
				had.comms = append(had.comms, c)
			}
		}
		return
	}
	g.leases = append(g.leases, &lease{l.x, slices.Clone(l.comms)})
}

// receives looks at the receives that stand in the procedure.
func (g *managed) receives(out *Procedure) {
	for _, c := range g.a.f.Comms {
		if c.C.Send {
			continue
		}
		x := &Comm{C: c.C, X: c.Node.X}
		out.Comms = append(out.Comms, x)
		if why, bad := g.a.hopeless(c); bad {
			x.Why = []Reason{why}
			continue
		}
		k := slices.IndexFunc(c.Refs, func(r access.Ref) bool { return !outliving(g.a.u, r) })
		if k >= 0 {
			x.Why = []Reason{{Key: "private", At: c.C.Span, Text: c.Refs[k].Text + " is not an array of the caller or of a module"}}
			continue
		}
		x.Lazy, x.Outlives = true, true
		for _, s := range c.C.Sections {
			g.lease(&lease{access.ArrayOf(s.X), []*Comm{x}})
		}
	}
}

// copies reports whether a call may copy memory that others can reach in and
// out: the procedure returns before it is copied back.
func (g *managed) copies(p *flow.Place) bool {
	e := &p.Callee.Shallow
	return e.Reach != access.ReachNamed || slices.ContainsFunc(e.Refs, func(r access.Ref) bool {
		return r.Write && !r.Contents && g.a.u.Standing(r.Obj) == access.Pendable
	})
}

// leased lists the arrays, as they are named by caller, that the procedure
// called at p may leave pending.
func (m *manager) leased(caller *access.Unit, p *flow.Place) []*lease {
	defer caller.Enter(p.Node)()
	if p.Callee.Unit == nil {
		var list []*lease
		for _, x := range caller.CallArguments(p.Node) {
			list = append(list, &lease{x: access.ArrayOf(x)})
		}
		return list
	}
	inner := m.known[p.Callee.Unit]
	if inner == nil || inner.proc == nil {
		return nil
	}
	arguments := caller.Arguments(p.Node)
	var list []*lease
	for _, l := range inner.leases {
		root, ok := rootOf(l.x)
		if !ok {
			continue
		}
		v := inner.a.u.Lookup(root.Name)
		switch {
		case v.Storage == access.Dummy && v.Owner == p.Callee.Unit:
			if x, ok := access.Instead(l.x, access.ArrayOf(arguments[root.Name])); ok {
				list = append(list, &lease{x, l.comms})
			}
		case sameVariable(caller.Lookup(root.Name), v):
			list = append(list, l)
		}
	}
	return list
}

// sameVariable reports whether what a caller calls a is worth granting for a
// receive into b of the procedure: the same variable, or one of the same name
// and common block. (What is granted goes by address, so it need not be the
// same storage: what lies elsewhere is complete when the procedure returns.)
func sameVariable(a, b *access.Var) bool {
	return a == b || b.Storage == access.InCommon && a.Storage == access.InCommon && a.Block == b.Block
}

// whole returns the reference to an array that is named as a whole at a place.
func (g *managed) whole(p *flow.Place, x ast.Expr) (access.Ref, bool) {
	defer g.a.u.Enter(p.Node)()
	return g.a.u.WholeArray(x)
}

func grantAt(p *flow.Place) *Grant {
	g := &Grant{Before: p.Node.Before, If: p.Node.If, Unit: p.Callee.Unit, Name: p.Callee.Name}
	if p.Node.If != nil {
		g.Before = p.Node.Stmt
	}
	return g
}

// grants decides what procedures that a region calls may leave pending: each
// array is looked at as if it was received where the call stands.
func (a *analysis) grants() {
	for _, p := range a.f.Places {
		if p.Callee == nil || p.Fixed != "" || p.Callee.Unit == nil && len(a.f.Comms) > 0 {
			continue
		}
		seen := map[*access.Object]*flow.Comm{}
		var granted []*flow.Comm
		for _, l := range a.m.leased(a.u, p) {
			c, why := a.lentAt(p, l)
			if c == nil {
				a.m.blame(l, p, why)
				continue
			}
			if seen[c.Refs[0].Obj] == nil && len(a.lent) < maxLent {
				seen[c.Refs[0].Obj] = c
				a.comms[c] = &Comm{C: c.C}
				a.lent = append(a.lent, c)
				a.receive(c)
				if a.comms[c].Lazy {
					granted = append(granted, c)
				}
			}
			if first := seen[c.Refs[0].Obj]; first != nil {
				a.m.note(l, a.comms[first])
			}
		}
		if len(granted) > 0 {
			a.grant(p, granted)
		}
	}
}

// lentAt makes of an array that the procedure called at p may leave pending a
// receive that stands there; nil if it is not to be granted.
func (a *analysis) lentAt(p *flow.Place, l *lease) (*flow.Comm, Reason) {
	defer a.u.Enter(p.Node)()
	at := p.Node.Stmt.Span()
	text, _ := access.Text(l.x)
	r, ok := a.u.WholeArray(l.x)
	if !ok {
		return nil, Reason{Key: "not-whole", At: at, Text: text + " is not passed as a whole array"}
	}
	if _, touched := a.u.MayTouch(&p.Callee.Shallow, r); touched {
		return nil, Reason{Key: "copied", At: at, Text: text + " may be passed as a copy"}
	}
	r.At, r.Text = at, text
	c := &regions.Comm{Sections: []lang.Section{{X: l.x}}, Span: at, Stmt: p.Node.Stmt}
	return &flow.Comm{C: c, Node: p.Node, Refs: []access.Ref{r}}, Reason{}
}

// grant puts the grant before a call into the evidence.
func (a *analysis) grant(p *flow.Place, list []*flow.Comm) {
	g := grantAt(p)
	for _, c := range list {
		text, _ := access.Text(c.C.Sections[0].X)
		g.Arrays = append(g.Arrays, Designator{Text: text, Guards: guards(a.u, nests.Touch{Ref: c.Refs[0]}), root: c.Refs[0].Obj.Root})
	}
	a.out.Grants = append(a.out.Grants, g)
}

// pendable lists what may be pending in the region.
func (a *analysis) pendable() []*flow.Comm { return slices.Concat(a.f.Comms, a.lent) }

// note remembers what became of a receive in one caller; blame, why it is not
// granted there.
func (m *manager) note(l *lease, out *Comm) {
	for _, c := range l.comms {
		m.noted[c] = append(m.noted[c], out)
	}
}

func (m *manager) blame(l *lease, p *flow.Place, why Reason) {
	m.note(l, &Comm{C: &regions.Comm{Span: p.Node.Stmt.Span()}, Why: []Reason{why}})
}

// explain puts receives that may outlive their procedure on the lowest of the
// rungs that they have in the callers of this file.
func (m *manager) explain() {
	for _, g := range m.order {
		for _, c := range g.proc.Comms {
			if c.Lazy {
				c.asIn(m.noted[c])
			}
		}
	}
}

func (c *Comm) asIn(callers []*Comm) {
	if len(callers) == 0 {
		c.Why = []Reason{{Key: "no-caller", At: c.C.Span, Text: "no region of this file calls the procedure and names the array; one of another file may leave it pending when it returns"}}
		return
	}
	c.Rung = Scheduled
	for _, v := range callers {
		c.called(v)
		c.Rung = min(c.Rung, v.Rung)
		for _, n := range v.Nests {
			if !slices.Contains(c.Nests, n) {
				c.Nests = append(c.Nests, n)
			}
		}
		for _, why := range v.Why {
			if !slices.Contains(c.Why, why) && len(c.Why) < 4 {
				c.Why = append(c.Why, why)
			}
		}
	}
}

// called notes the call at which v says what becomes of the receive.
func (c *Comm) called(v *Comm) {
	list := &c.Refused
	if v.Lazy {
		list = &c.Granted
	}
	if !slices.Contains(*list, v.C.Span) {
		*list = append(*list, v.C.Span)
	}
}
