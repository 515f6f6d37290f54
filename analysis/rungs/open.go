package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Open grants: a procedure of another file may leave receives pending into arrays
// that its caller does not name.
//
// The idea: an exchange routine may reach its arrays by way of modules and common
// blocks, and the procedures that use them may do the same, so that the time loop
// between them names none of them. If a region holds calls, and touches itself
// nothing that others can reach but what it grants by name (and scalars), it has
// nothing to look after: the procedures that it calls do, or everything is complete
// before them. So it grants all memory. Excepted is what it passes that is not of
// this kind (access.Unsheltered). A managed procedure covers all that others can reach,
// and hands on an open grant, with exceptions of its own.

// maxShared bounds the arrays that are granted although they are not passed.
const maxShared = 16

// lends reports whether a procedure that is called may leave receives pending; nil is
// one of another file.
func (m *manager) lends(au *ast.Unit) bool {
	if au == nil {
		return true
	}
	g := m.known[au]
	return g != nil && g.body != nil && g.body.Lends()
}

// far reports whether a procedure that is called may hand on to one of another file what
// it is granted; nil is one of another file itself.
func (m *manager) far(au *ast.Unit) bool {
	return m.lends(au) && (au == nil || slices.ContainsFunc(Of[*Grant](m.known[au].body), func(g *Grant) bool { return m.far(g.Unit) }))
}

// reached are the objects that a region touches itself and that others can reach.
type reached struct {
	arrays []*access.Object
	other  bool // there is more, which cannot be granted
}

// reach finds them. Where everything is complete anyway nothing counts, and of a call
// only what passing the arguments does.
func (a *analysis) reach() reached {
	out := reached{other: a.u.Blocks()}
	seen := map[*access.Object]bool{}
	for _, p := range a.f.Places {
		if settles(p) {
			continue
		}
		e := p.E
		if p.Callee != nil {
			e = &p.Callee.Shallow
		}
		for _, r := range e.Refs {
			if seen[r.Obj] || r.Trusted || r.Status && !r.Write || a.u.Standing(r.Obj) == access.Private {
				continue
			}
			seen[r.Obj] = true
			if outliving(a.u, r) && len(out.arrays) < maxShared {
				out.arrays = append(out.arrays, r.Obj)
			} else {
				out.other = true
			}
		}
	}
	return out
}

// shared lists the arrays that the region touches itself as something that a
// procedure of another file, called at p or from there, may leave pending although it does not get them.
func (a *analysis) shared(p *flow.Place, in reached) []*lease {
	if !a.m.far(p.Callee.Unit) {
		return nil
	}
	var list []*lease
	for _, o := range in.arrays {
		if a.u.Reachable(o) {
			list = append(list, &lease{x: o.Expr()})
		}
	}
	return list
}

// open decides whether everything may be left pending by the procedure called at p,
// where list is what is granted by name.
func (a *analysis) open(p *flow.Place, list []*flow.Message, in reached) (except []Guarded, ok bool) {
	if in.other || p.Callee.Into != nil || !a.m.far(p.Callee.Unit) || len(a.lent) == maxLent {
		return nil, false
	}
	loose, ok := a.u.Unsheltered(p.Node, p.Callee)
	if !ok {
		return nil, false
	}
	granted := func(o *access.Object) bool {
		return slices.ContainsFunc(list, func(c *flow.Message) bool { return c.Refs[0].Obj == o })
	}
	kept := func(o *access.Object) bool { // from the procedure
		return !a.u.Reachable(o) && !slices.ContainsFunc(p.E.Refs, func(r access.Ref) bool { return access.Relate(r.Obj, o) != access.Distinct })
	}
	for _, o := range in.arrays {
		if !granted(o) && !kept(o) {
			return nil, false
		}
	}
	if !a.anything(p) {
		return nil, false
	}
	for _, r := range loose {
		if !granted(r.Obj) {
			except = append(except, a.designated(p, r))
		}
	}
	return except, true
}

// anything looks at what the procedure called at p leaves pending in memory that the
// region does not touch, as if it was received there; false if that may not be.
func (a *analysis) anything(p *flow.Place) bool {
	at := p.Node.Stmt.Span()
	why := reason.ReceivedBy.At(at, reason.Name(p.Callee.Name))
	c := &flow.Message{M: &regions.Message{Span: at, Stmt: p.Node.Stmt}, Node: p.Node,
		Refs: []access.Ref{{Obj: access.Unnamed(), At: at, Why: &why}}}
	a.messages[c] = &Message{M: c.M}
	a.lent = append(a.lent, c)
	a.receive(c)
	return a.messages[c].Lazy
}

// pass hands on, over a call in a managed procedure, what was granted to it; nil if
// memory of the procedure's own may go with it. That is so for arrays that were granted
// by name, too: their addresses are those of the procedure's own variables if one is a pointer
// that leads to what was freed.
func (g *managed) pass(p *flow.Place) *Grant {
	out := grantAt(p)
	loose, ok := g.a.u.Unsheltered(p.Node, p.Callee)
	if !ok || g.sheds() {
		return nil
	}
	out.Open = p.Callee.Into == nil
	for _, r := range loose {
		out.Except = append(out.Except, g.a.designated(p, r))
	}
	return out
}

// sheds is Unit.Sheds, found once.
func (g *managed) sheds() bool {
	if g.shed == nil {
		shed := g.a.u.Sheds()
		g.shed = &shed
	}
	return *g.shed
}

// designated is what the run time is given for a reference, which has no subscripts at
// its end.
func (a *analysis) designated(p *flow.Place, r access.Ref) Guarded {
	return Guarded{X: r.Base, Guards: guards(a.u.At(p.Node), nests.Touch{Ref: r}), obj: r.Obj}
}
