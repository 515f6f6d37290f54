package rungs

import (
	"maps"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Claim is something that a proof relies on and that cannot be seen from the names that a statement holds. Whoever looks
// the plan over (package audit) believes it; a run can compare it.
type Claim struct {
	Kind ClaimKind
	At   ast.Item         // the statement or construct, also all that stands in it
	X    ast.Expr         // a variable, by its name there
	M    *regions.Message // the receive; nil: whatever is pending
}

// ClaimKind says what is claimed.
type ClaimKind uint8

// Apart: no element of X that is touched is one of the sections of M. Passed: what is called gets X by its address.
const (
	Apart ClaimKind = iota
	Passed
)

// claimed tells claims apart.
type claimed struct {
	kind ClaimKind
	at   ast.Item
	m    *regions.Message
	of   *access.Object
}

// claim adds a claim about an object, once.
func (b *Body) claim(kind ClaimKind, at ast.Item, of *access.Object, m *regions.Message) {
	k := claimed{kind, at, m, of}
	if b.claimed[k] {
		return
	}
	if b.claimed == nil {
		b.claimed = map[claimed]bool{}
	}
	b.claimed[k] = true
	b.Claims = append(b.Claims, Claim{kind, at, of.Expr(), m})
}

// passes claims that what a place touches of the variables of a receive that may be pending there is none of its sections; of a call that
// looks after it itself, that it gets the variables by their addresses.
func (a *analysis) passes(p *flow.Place, c *flow.Message) {
	_, touched := a.touches(p, c)
	for _, r := range p.E.Refs {
		if r.Status && !r.Write || !slices.ContainsFunc(c.Refs, func(s access.Ref) bool { return access.Relate(r.Obj, s.Obj) != access.Distinct }) {
			continue
		}
		if p.Callee != nil {
			a.out.claim(Passed, p.Node.Item, r.Obj, nil)
		}
		if !touched {
			a.out.claim(Apart, p.Node.Item, r.Obj, c.M)
		}
	}
}

// passes claims that a call which looks after what is pending gets the variables of a managed procedure by their addresses.
func (w *cover) passes(p *flow.Place) {
	var list []*access.Object
	for _, r := range p.E.Refs {
		if _, plain := r.X.(*ast.Ident); !plain && (!r.Status || r.Write) {
			list = append(list, r.Obj)
		}
	}
	if p.Callee.Unit != nil {
		passed := w.a.u.Passed(p.Node)
		for _, dummy := range slices.Sorted(maps.Keys(passed)) {
			list = append(list, passed[dummy])
		}
	}
	for _, o := range list {
		copied := slices.ContainsFunc(p.Callee.Shallow.Refs, func(s access.Ref) bool { return s.Obj == o && (!s.Status || s.Write) })
		if !copied && w.standing(access.Ref{Obj: o}, w.a.u.At(p.Node)) == access.Pendable {
			w.out.claim(Passed, p.Node.Item, o, nil)
		}
	}
}

// between claims of all between the writer of a send and its exchange, or behind the last user of a receive, that what is touched, or
// written, is none of its sections.
func (a *analysis) between(c *flow.Message, nodes []*access.Node) {
	for _, n := range nodes {
		for _, r := range a.f.Effects(n).Refs {
			if c.M.Send && !r.Write || r.Status && !r.Write {
				continue
			}
			if slices.ContainsFunc(c.Refs, func(s access.Ref) bool { return access.Relate(r.Obj, s.Obj) != access.Distinct }) {
				a.out.claim(Apart, n.Item, r.Obj, c.M)
			}
		}
	}
}

// unmet claims that what is sent is none of the sections of receives that may be on their way.
func (a *analysis) unmet(c *flow.Message) {
	for _, d := range slices.Concat(a.unlike(), a.f.Beside(c)) {
		if d.M.Send || d.M.Stmt == nil {
			continue
		}
		for _, r := range c.Refs {
			if slices.ContainsFunc(d.Refs, func(s access.Ref) bool { return access.Relate(r.Obj, s.Obj) != access.Distinct }) {
				a.out.claim(Apart, c.M.Stmt, r.Obj, d.M)
			}
		}
	}
}
