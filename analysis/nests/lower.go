package nests

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// builder lowers a tree to the terms of package depend.
type builder struct {
	nest      *Nest
	u         *access.Unit
	objs      []*access.Object
	ids       map[*access.Object]depend.Obj
	chain     []*depend.Loop
	nodes     map[*access.Node]*depend.Loop
	env       map[*access.Object]affine.Form // scalars whose value is known here
	set       map[*access.Object]bool        // objects the nest may change
	constants map[*access.Object]string      // scalars that are only ever assigned this literal
	touched   []Touch
	copies    int // assignments that compute nothing, so far
	cond      int // > 0: under a condition
	irregular bool
	unknowns  int
}

func newBuilder(nest *Nest) *builder {
	b := &builder{nest: nest, u: nest.unit, ids: map[*access.Object]depend.Obj{},
		nodes: map[*access.Node]*depend.Loop{}, env: map[*access.Object]affine.Form{}, set: map[*access.Object]bool{}}
	for _, r := range nest.total.Refs {
		if r.Write {
			b.set[r.Obj] = true
		}
	}
	b.flags()
	nest.Node.Walk(func(m *access.Node) bool {
		if m.Jump == access.Gotos || m.Jump == access.Exits && m.Target.Kind != access.Loop {
			b.irregular = true // known from the start: a jump may lead back to what was walked before
		}
		return true
	})
	return b
}

func (b *builder) id(o *access.Object) depend.Obj {
	id, ok := b.ids[o]
	if !ok {
		id = depend.Obj(len(b.objs))
		b.ids[o] = id
		b.objs = append(b.objs, o)
	}
	return id
}

func (b *builder) objects() []depend.Object {
	out := make([]depend.Object, len(b.objs))
	for i, o := range b.objs {
		out[i] = depend.Object{Scalar: o.Scalar}
	}
	return out
}

// related finds the objects of the nest that may share storage.
func (b *builder) related() [][]depend.Related {
	near := access.NewNear(b.objs)
	out := make([][]depend.Related, len(b.objs))
	for i, o := range b.objs {
		for x := range near.All(o) {
			how := depend.MayOverlap
			if access.Relate(o, x) == access.Pointers {
				how = depend.RunTime
			}
			if x != o {
				out[i] = append(out[i], depend.Related{Obj: b.ids[x], How: how})
			}
		}
	}
	return out
}

// loop lowers a loop with its body.
func (b *builder) loop(n *access.Node) *depend.Loop {
	l := n.Loop
	out := &depend.Loop{At: n.Stmt.Span(), Obj: -1}
	b.nodes[n] = out
	if !l.Counted { // DO WHILE, DO without a limit
		b.unknowns++
		out.Var = affine.Sym("#while" + string(rune('0'+b.unknowns%10)))
		b.forgetBody(n)
		b.chain = append(b.chain, out)
		b.cond++
		out.Body = append([]depend.Node{&depend.If{Reads: b.accesses(n.E.Refs)}}, b.list(n.Arms[0])...)
		b.cond--
		b.chain = b.chain[:len(b.chain)-1]
		b.forgetBody(n)
		return out
	}
	var bounds []access.Ref
	for _, r := range n.E.Refs {
		if own := r.Write && (r.Sure || l.Concurrent); !own && !b.nest.named(n, r) { // not the variable
			bounds = append(bounds, r)
		}
	}
	out.Bounds = b.accessesOf(n, bounds)
	out.Var, out.Step = l.Var, l.Step
	out.Obj = b.id(l.Obj)
	out.Lo, out.LoOK = b.bounds(l.Lo, l.LoOK)
	out.Hi, out.HiOK = b.bounds(l.Hi, l.HiOK)
	b.rows(l, out)
	if b.exits(n) {
		out.HiOK = false // its iterations are not known in advance
	}
	b.forgetBody(n)
	b.forget(l.Obj)
	b.chain = append(b.chain, out)
	early := b.exits(n) || b.irregular
	if early {
		b.cond++ // not all iterations are certain
	}
	out.Body = b.list(n.Arms[0])
	if early {
		b.cond--
	}
	b.chain = b.chain[:len(b.chain)-1]
	b.forgetBody(n)
	b.forget(l.Obj)
	return out
}

// exits reports whether something leaves the loop early: by EXIT, or to the next iteration of a loop around it.
func (b *builder) exits(n *access.Node) bool {
	found := false
	n.Walk(func(m *access.Node) bool {
		found = found || m.Jump == access.Exits && m.Target == n || m.Target != nil && !n.Holds(m.Target)
		return true
	})
	return found
}

func (b *builder) bounds(fs []affine.Form, ok bool) ([]affine.Form, bool) {
	var out []affine.Form
	for _, f := range fs {
		if g, known := b.resolve(f); known {
			out = append(out, g)
		} else {
			ok = false
		}
	}
	return out, ok
}

// resolve expresses f, as it is meant at the current place, by variables of the
// loops around and invariants.
func (b *builder) resolve(f affine.Form) (affine.Form, bool) {
	out := affine.Int(f.Const)
next:
	for _, t := range f.Terms {
		for _, l := range b.chain {
			if l.Var == t.Sym {
				out = plus(out, affine.Of(t.Sym), t.Coef)
				continue next
			}
		}
		if g, ok := b.value(t.Sym); ok {
			out = plus(out, g, t.Coef)
			continue
		}
		if _, changed := b.nest.Writes().Changes(t.Sym); changed {
			return f, false
		}
		out = plus(out, affine.Of(t.Sym), t.Coef)
	}
	if len(out.Terms) == 1 && out.Terms[0].Sym == overflow {
		return f, false
	}
	return out, true
}

// overflow marks a sum that did not fit.
const overflow = affine.Sym("#overflow")

func plus(f, g affine.Form, k int64) affine.Form {
	h, ok1 := affine.Scale(g, k)
	out, ok2 := affine.Add(f, h)
	if !ok1 || !ok2 || f.Coef(overflow) != 0 {
		return affine.Of(overflow)
	}
	return out
}

// value returns what a symbol that names a scalar set in the nest is here.
func (b *builder) value(s affine.Sym) (affine.Form, bool) {
	deps := b.u.Deps[s]
	if len(deps) != 1 || !deps[0].Obj.Scalar || deps[0].Obj.Sym() != s {
		return affine.Form{}, false
	}
	f, ok := b.env[deps[0].Obj]
	return f, ok
}

// forget drops what is known about o and what was computed from it.
func (b *builder) forget(o *access.Object) {
	delete(b.env, o)
	for k, f := range b.env {
		for _, t := range f.Terms {
			for _, d := range b.u.Deps[t.Sym] {
				if d.Obj == o {
					delete(b.env, k)
				}
			}
		}
	}
}

// forgetBody drops what n, a loop, and the nodes below it may change.
func (b *builder) forgetBody(n *access.Node) {
	b.forgetWrites(n.E.Refs)
	for _, arm := range n.Arms {
		for _, m := range arm {
			m.Walk(func(x *access.Node) bool {
				b.forgetWrites(x.E.Refs)
				return true
			})
		}
	}
}

func (b *builder) forgetWrites(refs []access.Ref) {
	for _, r := range refs {
		if !r.Write {
			continue
		}
		b.forget(r.Obj)
		for o := range b.env {
			if o != r.Obj && access.Relate(o, r.Obj) != access.Distinct {
				b.forget(o)
			}
		}
	}
}

func (b *builder) list(nodes []*access.Node) []depend.Node {
	var out []depend.Node
	conds := 0
	for _, n := range nodes {
		switch n.Kind {
		case access.Loop:
			out = append(out, b.loop(n))
		case access.Branch:
			out = append(out, b.branch(n))
		case access.Block:
			out = append(out, &depend.Stmt{Acc: b.accesses(n.E.Refs)})
			b.forgetWrites(n.E.Refs)
			out = append(out, b.list(n.Arms[0])...)
		default:
			out = append(out, b.stmt(n))
		}
		if jumps(n) {
			b.cond++ // what follows is not always reached
			conds++
		}
	}
	b.cond -= conds
	return out
}

// jumps reports whether something in n may skip what follows n.
func jumps(n *access.Node) bool {
	found := false
	n.Walk(func(m *access.Node) bool {
		found = found || m.Jump != access.Falls
		return true
	})
	return found
}

// stmt lowers a simple statement or something that is not looked into.
func (b *builder) stmt(n *access.Node) depend.Node {
	s := &depend.Stmt{Loops: loops(n)}
	switch n.Jump {
	case access.Cycles:
		s.Cycle = b.nodes[n.Target]
		if s.Cycle == nil {
			b.irregular = true
		}
	case access.Exits:
		s.Cycle = b.nodes[n.Target]
		if n.Target.Kind != access.Loop {
			b.irregular = true
			s.Cycle = nil
		}
	case access.Gotos:
		b.irregular = true
	}
	refs := n.E.Refs
	if g := b.reduction(n); g != nil {
		s.Reduction = &depend.Reduction{Obj: b.id(g.Obj), Op: g.Op, At: n.Stmt.Span()}
		refs = b.others(refs, g.Obj)
	}
	if n.Kind == access.Opaque {
		b.cond++ // masks are not looked at
	}
	first := len(b.touched)
	s.Acc = b.accessesOf(n, refs)
	b.copied(n, b.touched[first:])
	b.fills(n, s.Acc)
	if n.Kind == access.Opaque {
		b.cond--
	}
	var known *affine.Form
	if set := n.E.Set; set != nil {
		if f, ok := b.resolve(set.Form); ok {
			known = &f
		}
	}
	b.forgetWrites(n.E.Refs)
	if known != nil && !b.irregular {
		b.env[n.E.Set.Obj] = *known
	}
	if b.irregular {
		clear(b.env)
	}
	return s
}

// copied marks the references of an assignment that computes nothing. Under a condition the
// compiler may compute that otherwise in pieces.
func (b *builder) copied(n *access.Node, touched []Touch) {
	if _, ok := n.Stmt.Body.(*ast.Assign); !ok || b.cond > 0 || n.Jump != access.Falls || loops(n) {
		return
	}
	if _, computes := b.u.Computes(n.Item); computes {
		return
	}
	b.copies++
	for i := range touched {
		touched[i].Copy = b.copies
	}
}

// loops reports whether a statement is a loop in itself.
func loops(n *access.Node) bool {
	if n.Kind == access.Opaque {
		return true
	}
	a, ok := n.Stmt.Body.(*ast.Assign)
	if !ok {
		return false
	}
	for _, r := range n.E.Refs {
		if r.Write && r.At == a.X.Span() && !r.Obj.Scalar {
			for _, d := range r.Sub {
				if d.Whole || !d.Lo.Equal(d.Hi) {
					return true
				}
			}
			return r.Sub == nil
		}
	}
	return false
}

func (b *builder) branch(n *access.Node) depend.Node {
	if s := b.selection(n); s != nil {
		return s
	}
	b.forgetWrites(n.E.Refs) // by functions in the conditions
	out := &depend.If{Reads: b.accessesOf(n, n.E.Refs), Else: n.Else}
	before := b.env
	var after map[*access.Object]affine.Form
	b.cond++
	for _, arm := range n.Arms {
		b.env = copyEnv(before)
		out.Arms = append(out.Arms, b.list(arm))
		after = meet(after, b.env)
	}
	b.cond--
	if !n.Else || after == nil {
		after = meet(after, before)
	}
	b.env = after
	return out
}

func copyEnv(m map[*access.Object]affine.Form) map[*access.Object]affine.Form {
	out := make(map[*access.Object]affine.Form, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

// meet keeps what both environments agree on; nil stands for "no path".
func meet(a, b map[*access.Object]affine.Form) map[*access.Object]affine.Form {
	if a == nil {
		return copyEnv(b)
	}
	out := map[*access.Object]affine.Form{}
	for k, f := range a {
		if g, ok := b[k]; ok && f.Equal(g) {
			out[k] = f
		}
	}
	return out
}
