package sections

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
)

// shape is what is known of the bounds of an array where a call stands.
type shape struct {
	lo, hi []poly
	loX    []ast.Expr // the lower bounds as they are written, nil: 1
}

// shapeOf finds the bounds of a variable: as declared, or as allocated if that is done at
// one place. What they are made of must have one value in all of the program.
func (r Request) shapeOf(y *scope.Symbol) (shape, bool) {
	bounds := y.Bounds
	if y.Shape == scope.DeferredShape {
		bounds = r.allocated(y)
	} else if y.Shape != scope.ExplicitShape && y.Shape != scope.AssumedSize {
		return shape{}, false
	}
	if len(bounds) != y.Rank || y.Rank < 1 || y.Scope == nil && y.Shape == scope.ExplicitShape && !constants(r.Scope, bounds) {
		return shape{}, false
	}
	var s shape
	for _, b := range bounds {
		lo, hi := ast.Expr(nil), b
		if rg, ok := b.(*ast.Range); ok {
			lo, hi = rg.Lo, rg.Hi
		}
		if _, star := hi.(*ast.Star); star || hi == nil {
			s.hi = append(s.hi, nil)
		} else if !r.steady(hi) {
			return s, false
		} else {
			s.hi = append(s.hi, r.poly(hi))
		}
		s.loX = append(s.loX, lo)
		if lo == nil {
			s.lo = append(s.lo, number(1))
			continue
		}
		if !r.steady(lo) {
			return s, false
		}
		s.lo = append(s.lo, r.poly(lo))
	}
	return s, true
}

func constants(s *scope.Scope, bounds []ast.Expr) bool {
	for _, b := range bounds {
		rg, ok := b.(*ast.Range)
		if !ok {
			rg = &ast.Range{Hi: b}
		}
		for _, x := range []ast.Expr{rg.Lo, rg.Hi} {
			if x == nil {
				continue
			}
			if _, ok := s.Int(x); !ok {
				return false
			}
		}
	}
	return true
}

// steady reports whether an expression has the same value wherever it stands: each of
// its names is set at one place at most.
func (r Request) steady(x ast.Expr) bool { return r.fixed(x, r.lasting()) }

func (r Request) fixed(x ast.Expr, lasting bool) bool {
	for id := range ast.Idents(x) {
		if y := r.Scope.Lookup(id.Name); (y == nil || y.Class != scope.Intrinsic) && !r.Index.Steady(r.Scope, id.Name, lasting) {
			return false
		}
	}
	return true
}

// lasting reports whether the layout of a message may have been made in an execution of the
// procedure before this one.
func (r Request) lasting() bool { return r.Layout != nil && r.Layout.Lasting }

// allocated returns the bounds that an array is allocated with, nil if that is done at
// several places or in none that is seen.
func (r Request) allocated(y *scope.Symbol) []ast.Expr {
	var bounds []ast.Expr
	for _, m := range r.Index.Of(r.Scope, y.Name) {
		switch {
		case m.Stmt.Kind == ast.KAllocate:
			if bounds != nil || len(m.Stmt.Body.(*ast.Allocate).Opts) > 1 {
				return nil
			}
			for _, o := range m.Stmt.Body.(*ast.Allocate).Objects {
				a, ok := o.(*ast.Apply)
				if !ok || ast.Root(o) == nil || ast.Root(o).Name != y.Name {
					continue
				}
				for _, arg := range a.Args {
					if !r.means(m, arg.X) || !r.fixed(arg.X, !calls.Passing(y.Root())) {
						return nil
					}
					bounds = append(bounds, arg.X)
				}
			}
		case m.Set != nil && y.Has(scope.Allocatable) && r.Scope.Lookup(y.Name) != nil && reshapes(r.Scope, m.Set):
			return nil // an assignment may give it another shape
		case y.Has(scope.Pointer):
			return nil
		}
	}
	return bounds
}

// means reports whether an expression means here what it means where a statement stands.
func (r Request) means(m calls.Mention, x ast.Expr) bool {
	there := m.File.Scope(m.Stmt)
	for id := range ast.Idents(x) {
		if calls.Key(there, id.Name) != calls.Key(r.Scope, id.Name) {
			return false
		}
	}
	return true
}

// reshapes reports whether an assignment may give an allocatable array another shape: its
// right side is no scalar.
func reshapes(s *scope.Scope, x ast.Expr) bool {
	rank, ok := s.Rank(x)
	return !ok || rank != 0
}

// extent is how many elements dimension d has.
func (s shape) extent(d int) (poly, bool) {
	if s.hi[d] == nil {
		return nil, false
	}
	return s.hi[d].plus(s.lo[d], -1).plus(number(1), 1), true
}
