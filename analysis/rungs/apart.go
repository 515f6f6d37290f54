package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Apart says before a statement or construct what that touches of arrays into which something is on its way, or may come: that it is
// nothing of what is to be received is claimed, and MDMP_VERIFY compares it.
type Apart struct {
	Before
	Touched []Part
	// Ahead: only what is posted before its exchange is none of it; of what is pending, something may be completed inside.
	Ahead bool

	n *access.Node
}

func (x *Apart) place() (source.Pos, int) { return x.start(), 2 }

// Part is a section of an array.
type Part struct {
	Guarded          // the array; or, without Dims, the section itself
	Dims    []Bounds // in each dimension; those of the array hold, too
}

// Bounds are lower and upper bound; nil, nil: all.
type Bounds struct{ Lo, Hi ast.Expr }

// compare notes what a place touches of an array, if it can be said before it without changing the text of a branch. Exchanges complete what
// they touch themselves, and so do procedures that are called.
func (a *analysis) compare(p *flow.Place, r access.Ref, ahead bool) {
	if p.Fixed.Stands() || p.Node.If != nil || p.Node.Kind == access.Exchange || r.Status || !ahead && p.Callee != nil {
		return
	}
	x, ok := a.part(p, r)
	if !ok {
		return
	}
	i := slices.IndexFunc(a.apart, func(y *Apart) bool { return y.n == p.Node })
	if i < 0 {
		i = len(a.apart)
		a.apart = append(a.apart, &Apart{Before: before(p), Ahead: true, n: p.Node})
	}
	y := a.apart[i]
	y.Ahead = y.Ahead && ahead
	if !slices.ContainsFunc(y.Touched, func(z Part) bool { return z.text() == x.text() }) {
		y.Touched = append(y.Touched, x)
	}
}

// part is what a reference touches, as it can be written before a place.
func (a *analysis) part(p *flow.Place, r access.Ref) (Part, bool) {
	d, ok := (&cover{a: a, out: a.out}).name(r, p)
	if !ok || d.X != r.Base {
		return Part{Guarded: d}, ok
	}
	v := r.Obj.Last
	if r.Before > 0 || r.Spread || v.Rank == 0 || len(r.Sub) != v.Rank || v.Shape == scope.AssumedSize {
		return Part{}, false
	}
	out := Part{Guarded: d}
	said := false
	for _, s := range r.Sub {
		b := Bounds{}
		if !s.Whole {
			if b.Lo, b.Hi = a.bound(s.Lo, p.Node), a.bound(s.Hi, p.Node); b.Lo == nil || b.Hi == nil || s.Step != 1 {
				return Part{}, false
			}
			said = true
		}
		out.Dims = append(out.Dims, b)
	}
	return out, said
}

// bound is a form as it can be evaluated before a node, nil if it cannot.
func (a *analysis) bound(f affine.Form, n *access.Node) ast.Expr {
	for _, t := range f.Terms {
		if !a.u.Harmless(t.Sym) {
			return nil
		}
	}
	x := a.u.ExprOf(f)
	if x == nil || !a.u.Plainly(x, n) {
		return nil
	}
	return x
}

// text tells parts apart.
func (x Part) text() string {
	s := text(x.Guarded)
	for _, d := range x.Dims {
		s += "," + ast.String(d.Lo) + ":" + ast.String(d.Hi)
	}
	return s
}

// emitApart writes what is compared: not before what asks the run time itself.
func (a *analysis) emitApart() {
	asks := map[*access.Node]bool{}
	for p := range a.asking {
		asks[p.Node] = true
	}
	for _, x := range a.apart {
		if n := a.nests[x.n]; x.Ahead || (n == nil || !n.used) && !asks[x.n] {
			a.out.add(x)
		}
	}
}
