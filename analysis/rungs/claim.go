package rungs

import (
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

// claim adds a claim, once.
func (b *Body) claim(c Claim) {
	if !slices.ContainsFunc(b.Claims, func(x Claim) bool {
		return x.Kind == c.Kind && x.At == c.At && x.M == c.M && ast.String(x.X) == ast.String(c.X)
	}) {
		b.Claims = append(b.Claims, c)
	}
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
			a.out.claim(Claim{Kind: Passed, At: p.Node.Item, X: r.Obj.Expr()})
		}
		if !touched {
			a.out.claim(Claim{Kind: Apart, At: p.Node.Item, X: r.Obj.Expr(), M: c.M})
		}
	}
}

// passes claims that a call which looks after what is pending gets the variables of a managed procedure by their addresses.
func (w *cover) passes(p *flow.Place) {
	for _, r := range p.E.Refs {
		_, plain := r.X.(*ast.Ident)
		copied := slices.ContainsFunc(p.Callee.Shallow.Refs, func(s access.Ref) bool { return s.Obj == r.Obj && (!s.Status || s.Write) })
		if !plain && !copied && (!r.Status || r.Write) && w.standing(r, w.a.u.At(p.Node)) == access.Pendable {
			w.out.claim(Claim{Kind: Passed, At: p.Node.Item, X: r.Obj.Expr()})
		}
	}
}
