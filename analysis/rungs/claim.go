package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Claim is what a proof relies on and cannot be seen from the names that a statement holds: no element of X that is touched at At is one of
// the sections of M. Whoever looks the plan over (package audit) believes it; MDMP_VERIFY compares it (Apart).
type Claim struct {
	At ast.Item         // the statement or construct, also all that stands in it
	X  ast.Expr         // a variable, by its name there
	M  *regions.Message // a receive; or, of what is written, a send that leaves for good
}

// claimed tells claims apart.
type claimed struct {
	at ast.Item
	m  *regions.Message
	of *access.Object
}

// claim adds a claim about an object, once.
func (b *Body) claim(at ast.Item, of *access.Object, m *regions.Message) {
	k := claimed{at, m, of}
	if b.claimed[k] {
		return
	}
	if b.claimed == nil {
		b.claimed = map[claimed]bool{}
	}
	b.claimed[k] = true
	b.Claims = append(b.Claims, Claim{at, of.Expr(), m})
}

// passes claims that what a place touches of the variables of a receive that may be pending there is none of its sections.
func (a *analysis) passes(p *flow.Place, c *flow.Message) {
	_, touched := a.touches(p, c)
	for _, r := range p.E.Refs {
		if r.Status && !r.Write || !shared(r.Obj, c.Refs) {
			continue
		}
		if !touched {
			a.out.claim(p.Node.Item, r.Obj, c.M)
			a.compare(p, r, false)
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
			if shared(r.Obj, c.Refs) {
				a.out.claim(n.Item, r.Obj, c.M)
				if !c.M.Send {
					a.compare(&flow.Place{Node: n, E: a.f.Effects(n), Fixed: a.f.Fixed(n)}, r, true)
				}
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
			if shared(r.Obj, d.Refs) {
				a.out.claim(c.M.Stmt, r.Obj, d.M)
			}
		}
	}
}

// shared reports whether something that is referred to may hold elements of an object.
func shared(o *access.Object, refs []access.Ref) bool {
	return slices.ContainsFunc(refs, func(r access.Ref) bool { return access.Relate(o, r.Obj) != access.Distinct })
}
