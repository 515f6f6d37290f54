package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Receives that outlive the procedure that states them.
//
// The idea: a managed procedure covers every access to memory that others can
// reach. Its own receives into such memory may therefore stay pending up to its
// end. They may stay pending after it has returned if its caller covers the array
// from there on, and the caller says so, array by array, right before the call: a
// Grant. A caller with a region decides as if the receive stood where the call
// stands. A caller that is managed itself covers everything; it hands on what was
// granted to it.

// lease is an array that a managed procedure may leave pending receives into, as
// the procedure names it.
type lease struct {
	x ast.Expr
	// root is the variable that x names in a procedure called from this one; nil: what it
	// names here. So an array of a common block or a module reaches callers that
	// know it over one that does not.
	root *access.Entity
	// comms are the receives; none if a procedure of another file is called that
	// may hold some.
	messages []*Message
}

// maxLent bounds the arrays that are granted in one region.
const maxLent = 64

// lender reports whether an exchange that stands in no region may outlive its
// procedure.
func (m *manager) lender(x *regions.Exchange) bool {
	u := m.program.Unit(x.Unit)
	return u != nil && slices.ContainsFunc(x.Recvs, func(c *regions.Message) bool {
		return !slices.ContainsFunc(u.MessageRefs(c), func(r access.Ref) bool { return !outliving(u, r) })
	})
}

// outliving reports whether what a receive goes into is looked after everywhere
// in a managed procedure, and by its caller.
func outliving(u *access.Unit, r access.Ref) bool {
	return r.Obj.Root.Name != "?" && !r.Obj.Root.Shadows() && !r.Obj.Scalar && u.Standing(r.Obj) == access.Pendable &&
		!r.Obj.Root.Volatile && !r.Obj.Root.Has(scope.Value)
}

// lend finds out what the procedure may leave pending.
func (g *managed) lend(out *Body) {
	g.receives(out)
	for _, p := range g.a.f.Places {
		if p.Callee == nil || p.Fixed.Stands() || g.copies(p) {
			continue
		}
		if !g.m.lends(p.Callee.Unit) {
			continue
		}
		pass := g.pass(p)
		if pass == nil {
			continue
		}
		for _, l := range g.m.leased(g.a.u, p) {
			if l.root != nil {
				g.lease(l)
			} else if r, ok := g.whole(p, l.x); ok && outliving(g.a.u, r) && !g.a.u.Goes(r.Obj) {
				g.lease(&lease{x: r.Obj.Expr(), messages: l.messages})
			}
		}
		out.add(pass)
	}
}

// lease adds an array to what the procedure may leave pending. The array is listed
// once, however many calls lead to it: if each procedure calls the next one twice,
// the calls double with every step. Its text says which array it is: none has a
// name that is declared in a construct (see outliving), or subscripts.
func (g *managed) lease(l *lease) {
	text, ok := access.Text(l.x)
	if !ok {
		return // what nobody grants is complete when the procedure returns
	}
	if l.root != nil {
		text = l.root.Module + "/" + l.root.Block + "/" + text
	}
	if had := g.named[text]; had != nil {
		for _, c := range l.messages {
			if !slices.Contains(had.messages, c) {
				had.messages = append(had.messages, c)
			}
		}
		return
	}
	g.named[text] = &lease{l.x, l.root, slices.Clone(l.messages)}
	g.leases = append(g.leases, g.named[text])
}

// receives looks at the receives that stand in the procedure.
func (g *managed) receives(out *Body) {
	for _, c := range g.a.f.Messages {
		if c.M.Send {
			continue
		}
		x := &Message{M: c.M, X: c.Node.X}
		out.Messages = append(out.Messages, x)
		if why, bad := g.a.hopeless(c); bad {
			x.Why = []reason.Reason{why}
			continue
		}
		k := slices.IndexFunc(c.Refs, func(r access.Ref) bool { return !outliving(g.a.u, r) || g.a.u.Goes(r.Obj) })
		if k >= 0 {
			x.Why = []reason.Reason{reason.Private.At(c.M.Span, c.Refs[k].As())}
			continue
		}
		if k := slices.IndexFunc(c.Refs, func(r access.Ref) bool { return r.Obj.Indirect() }); k >= 0 && g.sheds() {
			x.Why = []reason.Reason{reason.PointsInside.At(c.M.Span, c.Refs[k].As())}
			continue
		}
		x.Lazy, x.Outlives = true, true
		for _, r := range c.Refs {
			g.lease(&lease{x: r.Obj.Expr(), messages: []*Message{x}})
		}
	}
}

// copies reports whether a call may copy memory that others can reach in and
// out, or assign to it what a function returned: the procedure returns before that.
func (g *managed) copies(p *flow.Place) bool {
	e := &p.Callee.Shallow
	if o := p.Callee.Into; o != nil && (g.a.u.Standing(o) != access.Private || o.Root.Has(scope.Target)) {
		return true
	}
	return e.Reach != access.ReachNamed || slices.ContainsFunc(e.Refs, func(r access.Ref) bool {
		return r.Write && !r.Contents && g.a.u.Standing(r.Obj) == access.Pendable
	})
}

// leased lists the arrays, as they are named by caller, that the procedure
// called at p may leave pending; those of common blocks and modules that caller does not
// know keep the names that they have there.
func (m *manager) leased(caller *access.Unit, p *flow.Place) []*lease {
	if p.Callee.Unit == nil {
		var list []*lease
		for _, x := range caller.PassedArrays(p.Node) {
			list = append(list, &lease{x: x})
		}
		return list
	}
	inner := m.known[p.Callee.Unit]
	if inner == nil || inner.body == nil {
		return nil
	}
	arguments := caller.Arguments(p.Node)
	var list []*lease
	for _, l := range inner.leases {
		root := ast.Root(l.x)
		if root == nil {
			continue
		}
		v := l.root
		if v == nil {
			v = inner.a.u.Lookup(root.Name)
		}
		switch {
		case v.Storage == scope.Dummy && v.DeclaredBy(p.Callee.Unit):
			if x, ok := access.Instead(l.x, arguments[root.Name]); ok {
				list = append(list, &lease{x: x, messages: l.messages})
			}
		case sameVariable(caller.At(p.Node).Lookup(root.Name), v):
			list = append(list, &lease{x: l.x, messages: l.messages})
		case v.Block != "" || v.Storage == scope.ModuleStorage:
			list = append(list, &lease{l.x, v, l.messages})
		}
	}
	return list
}

// sameVariable reports whether what a caller calls a is worth granting for a
// receive into b of the procedure: the same variable, or one of the same name
// and common block. (What is granted goes by address, so it need not be the
// same storage: what lies elsewhere is complete when the procedure returns.)
func sameVariable(a, b *access.Entity) bool {
	return a == b || b.Block != "" && a.Block == b.Block
}

// whole returns the reference to an array that is named as a whole at a place.
func (g *managed) whole(p *flow.Place, x ast.Expr) (access.Ref, bool) {
	return g.a.u.At(p.Node).WholeArray(x)
}

func grantAt(p *flow.Place) *Grant {
	return &Grant{Before: before(p), Unit: p.Callee.Unit, Name: p.Callee.Name}
}

// lending is a call with what its procedure may leave pending.
type lending struct {
	p       *flow.Place
	granted []*flow.Message
	seen    map[*access.Object]*flow.Message
}

// grants decides what procedures that a region calls may leave pending: each
// array is looked at as if it was received where the call stands. Only so many are: first
// those of procedures of this file, which are known to receive into them, then what is passed.
func (a *analysis) grants() {
	if a.m.doubted.Grants[a.out.Region] {
		return
	}
	var calls []*lending
	for _, p := range a.f.Places {
		if p.Callee == nil || p.Fixed.Stands() {
			continue
		}
		if p.Callee.Unit == nil && len(a.f.Messages) > 0 {
			a.out.Alone = true
			continue
		}
		calls = append(calls, &lending{p: p, seen: map[*access.Object]*flow.Message{}})
	}
	if len(calls) == 0 {
		return
	}
	for _, far := range []bool{false, true} {
		for _, l := range calls {
			if far == (l.p.Callee.Unit == nil) {
				a.lend(l, a.m.leased(a.u, l.p))
			}
		}
	}
	in := a.reach()
	for _, l := range calls {
		a.lend(l, a.shared(l.p, in))
	}
	for _, l := range calls {
		a.grant(l, in)
	}
}

// lend looks at some arrays that may be left pending over a call.
func (a *analysis) lend(to *lending, list []*lease) {
	for _, l := range list {
		if l.root != nil {
			continue // of another name here, or none
		}
		c, why := a.lentAt(to.p, l)
		if c == nil {
			a.m.blame(l, to.p, why)
			a.withhold(to.p, l, why)
			continue
		}
		first := to.seen[c.Refs[0].Obj]
		if first == nil && len(a.lent) < maxLent {
			first, to.seen[c.Refs[0].Obj] = c, c
			a.messages[c] = &Message{M: c.M}
			a.lent = append(a.lent, c)
			a.receive(c)
		}
		if first == nil {
			continue
		}
		out := a.messages[first]
		a.m.note(l, out)
		if !out.Lazy && len(out.Why) > 0 {
			a.withhold(to.p, l, out.Why[0])
		}
		if out.Lazy && !slices.ContainsFunc(to.granted, func(g *flow.Message) bool { return sameText(g, c) }) {
			to.granted = append(to.granted, c)
		}
	}
}

// withhold notes that the procedure called at p may leave nothing pending into an array, if
// it is one of another file: of others their receives say so.
func (a *analysis) withhold(p *flow.Place, l *lease, why reason.Reason) {
	at := p.Node.Stmt.Span()
	_, named := access.Text(l.x)
	if id, ok := l.x.(*ast.Ident); ok && a.u.At(p.Node).Lookup(id.Name).Rank == 0 {
		return // a scalar
	}
	if p.Callee.Unit != nil || !named || slices.ContainsFunc(a.out.Kept, func(k Kept) bool { return k.At == at && ast.String(k.Array) == ast.String(l.x) }) {
		return
	}
	a.out.Kept = append(a.out.Kept, Kept{At: at, Name: p.Callee.Name, Array: l.x, Why: why})
}

// sameText reports whether two arrays that are granted are named alike. Others may
// be elements of one object.
func sameText(a, b *flow.Message) bool {
	x, ok := access.Text(a.M.Sections[0].X)
	y, _ := access.Text(b.M.Sections[0].X)
	return ok && x == y
}

// lentAt makes of an array that the procedure called at p may leave pending a
// receive that stands there; nil if it is not to be granted.
func (a *analysis) lentAt(p *flow.Place, l *lease) (*flow.Message, reason.Reason) {
	u, at, array := a.u.At(p.Node), p.Node.Stmt.Span(), reason.Expr(l.x)
	r, ok := u.WholeArray(l.x)
	if !ok {
		return nil, reason.NotWhole.At(at, array)
	}
	if !visible(u, r.Obj) {
		return nil, reason.PrivateComponent.At(at, array)
	}
	if !handable(r.Obj.Last) {
		return nil, reason.TypeUnhandable.At(at, array)
	}
	if x, touched := u.MayTouch(&p.Callee.Shallow, r); touched {
		if p.Callee.Into != nil && x.Obj == p.Callee.Into {
			return nil, reason.MayBeResult.At(at, array)
		}
		return nil, reason.MayBeCopy.At(at, array)
	}
	r.At, r.X = at, l.x
	c := &regions.Message{Sections: []lang.Section{{X: l.x}}, Span: at, Stmt: p.Node.Stmt}
	return &flow.Message{M: c, Node: p.Node, Refs: []access.Ref{r}}, reason.Reason{}
}

// grant puts the grant before a call into the evidence, if there is anything to grant.
func (a *analysis) grant(l *lending, in reached) {
	g := grantAt(l.p)
	for _, c := range l.granted {
		g.Arrays = append(g.Arrays, Guarded{X: c.M.Sections[0].X, Guards: guards(a.u.At(l.p.Node), nests.Touch{Ref: c.Refs[0]}), obj: c.Refs[0].Obj})
	}
	g.Except, g.Open = a.open(l.p, l.granted, in)
	if g.Open || len(g.Arrays) > 0 {
		a.out.add(g)
	}
}

// pendable lists what may be pending in the region.
func (a *analysis) pendable() []*flow.Message { return slices.Concat(a.f.Messages, a.lent) }

// note remembers what became of a receive in one caller; blame, why it is not
// granted there.
func (m *manager) note(l *lease, out *Message) {
	for _, c := range l.messages {
		m.noted[c] = append(m.noted[c], out)
	}
}

func (m *manager) blame(l *lease, p *flow.Place, why reason.Reason) {
	m.note(l, &Message{M: &regions.Message{Span: p.Node.Stmt.Span()}, Why: []reason.Reason{why}})
}

// explain puts receives that may outlive their procedure on the lowest of the
// rungs that they have in the callers of this file.
func (m *manager) explain() {
	for _, g := range m.order {
		for _, c := range g.body.Messages {
			if c.Lazy {
				c.asIn(m.noted[c])
			}
		}
	}
}

func (c *Message) asIn(callers []*Message) {
	if len(callers) == 0 {
		c.Why = []reason.Reason{reason.NoCaller.At(c.M.Span)}
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
			if !reason.Among(c.Why, why) && len(c.Why) < 4 {
				c.Why = append(c.Why, why)
			}
		}
	}
}

// called notes the call at which v says what becomes of the receive.
func (c *Message) called(v *Message) {
	list := &c.Refused
	if v.Lazy {
		list = &c.Granted
	}
	if !slices.Contains(*list, v.M.Span) {
		*list = append(*list, v.M.Span)
	}
}
