package overlap

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Box says which elements of an array a message may touch: Count of them, in the order of the
// elements, from one on. The program finds out when it runs in which ranges of subscripts these
// are, for it knows how long the dimensions are.
type Box struct {
	Array ast.Expr // a designator without subscripts
	// First is the first element, nil in a dimension that begins with its lower bound.
	First []ast.Expr
	Count ast.Expr
	syms  []affine.Sym // what First and Count are computed from
}

// box finds out which elements a message touches, nil if that is not known.
func (f *finder) box(m *Message) *Box {
	o := m.Ref.Obj
	last := o.Last
	if m.fit != fits || m.older || last == nil || last.Rank < 1 || o.Through != "" || len(o.Path) > 0 || o.Root.Has(scope.Optional) {
		return nil
	}
	u := f.u.At(m.From)
	out := &Box{Array: m.Variable, First: make([]ast.Expr, last.Rank)}
	var ok bool
	if out.Count, ok = out.evaluated(u, m.Args[1].X); !ok {
		return nil
	}
	a, isPart := m.Args[0].X.(*ast.Apply)
	if !isPart {
		return out
	}
	if len(a.Args) != last.Rank {
		return nil
	}
	for i, arg := range a.Args {
		x := arg.X
		if r, isRange := x.(*ast.Range); isRange {
			if x = r.Lo; x == nil {
				continue
			}
		}
		if out.First[i], ok = out.evaluated(u, x); !ok {
			return nil
		}
	}
	return out
}

// evaluated returns an expression that can be evaluated later on in place of x without harm.
func (b *Box) evaluated(u *access.Unit, x ast.Expr) (ast.Expr, bool) {
	form, ok := u.Form(x)
	if !ok {
		return nil, false
	}
	for _, t := range form.Terms {
		id := u.HarmlessName(t.Sym)
		if id == nil {
			return nil, false
		}
		if v := u.Lookup(id.Name); v == nil || v.Has(scope.Optional) || v.Has(scope.Pointer) || v.Has(scope.Allocatable) {
			return nil, false
		}
		b.syms = append(b.syms, t.Sym)
	}
	y := u.ExprOf(form)
	return y, y != nil
}

// kept reports whether what a box is computed from has the same value all through a nest and where the call
// stands.
func (f *finder) kept(m *Message, cut *Cut) bool {
	changed := func(e *access.Effects) bool {
		return slices.ContainsFunc(m.Box.syms, func(s affine.Sym) bool {
			_, is := f.u.Changes(e, s)
			return is
		})
	}
	call, nest := f.placeOf(m.From), cut.Node
	if (call != m.From || call.Parent != nest.Parent) && m.Ref.Obj.Root.Has(scope.Allocatable) {
		return false // it need not have bounds
	}
	if cut.Last {
		return f.between(nest, call, changed)
	}
	return f.between(call, nest, changed) && !changed(f.u.Whole(nest))
}
