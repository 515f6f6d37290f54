package sections

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// shape is what is known of the bounds of an array where a call stands.
type shape struct {
	lo, hi []poly
	loX    []ast.Expr // the lower bounds as they are written, nil: 1
}

// shapeOf finds the bounds of a variable: as declared, or as allocated if that is done at
// one place. What they are made of must have one value in all of the program.
func (r Request) shapeOf(y *scope.Symbol) (shape, bool) {
	bounds, there := y.Bounds, y.Scope // where their names are those of the declaration
	if y.Shape == scope.DeferredShape {
		bounds, there = r.allocated(y), nil
	} else if y.Shape != scope.ExplicitShape && y.Shape != scope.AssumedSize {
		return shape{}, false
	}
	if len(bounds) != y.Rank || y.Rank < 1 || y.Scope == nil && y.Shape == scope.ExplicitShape && !constants(r.Scope, bounds) {
		return shape{}, false
	}
	var s shape
	for _, b := range bounds {
		lo, hi := ends(b)
		if _, star := hi.(*ast.Star); star || hi == nil {
			s.hi = append(s.hi, nil)
		} else if _, p, ok := r.bound(there, hi); !ok {
			return s, false
		} else {
			s.hi = append(s.hi, p)
		}
		if lo == nil {
			s.lo, s.loX = append(s.lo, number(1)), append(s.loX, nil)
			continue
		}
		x, p, ok := r.bound(there, lo)
		if !ok {
			return s, false
		}
		s.lo, s.loX = append(s.lo, p), append(s.loX, x)
	}
	return s, true
}

// ends are the lower and the upper bound of a dimension as it is declared, each nil if it is left out.
func ends(b ast.Expr) (lo, hi ast.Expr) {
	if rg, ok := b.(*ast.Range); ok {
		return rg.Lo, rg.Hi
	}
	return nil, b
}

// bound is a bound as it can be written here, and its value: names may mean something else where the array is declared.
func (r Request) bound(there *scope.Scope, x ast.Expr) (ast.Expr, poly, bool) {
	if there != nil && !r.means(there, x) {
		n, ok := there.Int(x)
		return ast.Int(n), number(n), ok
	}
	return x, r.poly(x), r.steady(x)
}

func constants(s *scope.Scope, bounds []ast.Expr) bool {
	for _, b := range bounds {
		lo, hi := ends(b)
		for _, x := range []ast.Expr{lo, hi} {
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
	if t, ok := component(y); ok {
		return r.allocatedIn(t, y)
	}
	if known := r.Scope.Lookup(y.Name); known == nil || known.Root() != y.Root() || y.Storage == scope.Dummy {
		return nil // another variable has its name here, or a caller may have allocated it
	}
	var bounds []ast.Expr
	for _, m := range r.Index.Of(r.Scope, y.Name) {
		switch {
		case m.Stmt.Kind == ast.KAllocate:
			if bounds != nil {
				return nil
			}
			var ok bool
			if bounds, ok = r.bounds(m.File, m.Stmt, !calls.Passing(y.Root()), func(x ast.Expr) bool {
				id, isName := x.(*ast.Ident)
				return isName && id.Name == y.Name
			}); !ok {
				return nil
			}
		case m.Set != nil && y.Has(scope.Allocatable) && reshapes(m.File.Scope(m.Stmt), m.Set):
			return nil // an assignment may give it another shape
		case m.Passed && r.reallocates(m, y), y.Has(scope.Pointer):
			return nil
		}
	}
	return bounds
}

// reallocates reports whether a procedure that gets an array may allocate it anew: that takes an interface which says so.
func (r Request) reallocates(m calls.Mention, y *scope.Symbol) bool {
	sc := m.File.Scope(m.Stmt)
	whole := slices.ContainsFunc(m.ViaArgs, func(a ast.Arg) bool {
		id, ok := a.X.(*ast.Ident)
		return ok && calls.Key(sc, id.Name) == calls.Key(r.Scope, y.Name)
	})
	if !whole {
		return false
	}
	if list := r.Index.Called(m.Via); len(list) > 0 {
		return gets(list, scope.Allocatable)
	}
	p := sc.Lookup(m.Via)
	switch {
	case m.Via == "" || m.Via == "move_alloc":
		return true
	case p == nil || p.Class == scope.Intrinsic:
		return false
	case p.Unsure != "" || p.Class != scope.Procedure && p.Class != scope.Unknown:
		return true
	}
	dummies := sc.Dummies(p)
	return p.Origin() != "" && len(dummies) == 0 || slices.ContainsFunc(dummies, func(d *scope.Symbol) bool { return d.Has(scope.Allocatable) })
}

// component returns the name of the type that a variable is a component of; false if it is none.
func component(y *scope.Symbol) (string, bool) {
	if y.Scope == nil || y.Scope.Construct == nil {
		return "", false
	}
	t, ok := y.Scope.Construct.Begin.Body.(*ast.TypeDef)
	if !ok {
		return "", false
	}
	return t.Name, true
}

// allocatedIn is allocated of a component, of whatever variable of the type. A pointer must not be seen to get another
// target, nor be passed as a whole to something that might do that.
func (r Request) allocatedIn(typ string, y *scope.Symbol) []ast.Expr {
	var bounds []ast.Expr
	is := func(x ast.Expr) bool {
		m, ok := ast.Unparen(x).(*ast.Member)
		return ok && m.Name == y.Name
	}
	for _, u := range r.Index.Component(typ, y.Name) {
		switch b := u.Stmt.Body.(type) {
		case *ast.Allocate:
			if u.Stmt.Kind != ast.KAllocate || !slices.ContainsFunc(b.Objects, func(x ast.Expr) bool { return is(arrayIn(x)) }) {
				continue
			}
			if bounds != nil {
				return nil
			}
			var ok bool
			if bounds, ok = r.bounds(u.File, u.Stmt, false, is); !ok {
				return nil
			}
		case *ast.Assign:
			to := b.X
			if u.Stmt.Kind == ast.KPointerAssign {
				to = arrayIn(to) // without new bounds
			}
			if is(to) && (u.Stmt.Kind == ast.KPointerAssign || y.Has(scope.Allocatable) && reshapes(u.File.Scope(u.Stmt), b.Y)) {
				return nil
			}
		case *ast.Call:
			if slices.ContainsFunc(b.Args, func(a ast.Arg) bool { return is(a.X) }) && calls.Of(u.File, nil, u.Stmt) == nil && !r.keepsTargets(b) {
				return nil
			}
		default:
			if u.Stmt.Kind == ast.KUnknown {
				return nil
			}
		}
	}
	return bounds
}

// keepsTargets reports whether a call is of procedures of the program that have no dummy argument that is a pointer or
// allocatable: what they get stays where it is.
func (r Request) keepsTargets(b *ast.Call) bool {
	id, ok := b.X.(*ast.Ident)
	if !ok {
		return false
	}
	list := r.Index.Called(id.Name)
	return len(list) > 0 && !gets(list, scope.Pointer, scope.Allocatable)
}

// gets reports whether one of some procedures has a dummy argument with one of some attributes, or that is not known.
func gets(list []*calls.Procedure, attrs ...scope.Attr) bool {
	for _, p := range list {
		h, ok := p.Unit.Heading()
		s := p.File.Table.Unit(p.Unit)
		if !ok || s == nil {
			return true
		}
		for _, a := range h.Args {
			if y := s.Lookup(a.Name); y == nil || slices.ContainsFunc(attrs, y.Has) {
				return true
			}
		}
	}
	return false
}

// arrayIn is what an object of ALLOCATE is, without its bounds.
func arrayIn(x ast.Expr) ast.Expr {
	if a, ok := x.(*ast.Apply); ok {
		return a.X
	}
	return x
}

// bounds are those with which a statement allocates what is asked for; false if they are not known, or mean
// something else here.
func (r Request) bounds(f *program.File, s *ast.Stmt, lasting bool, is func(ast.Expr) bool) ([]ast.Expr, bool) {
	b := s.Body.(*ast.Allocate)
	if len(b.Opts) > 1 {
		return nil, false
	}
	var out []ast.Expr
	for _, o := range b.Objects {
		if !is(arrayIn(o)) {
			continue
		}
		a, ok := o.(*ast.Apply)
		if !ok || out != nil {
			return nil, false // with the bounds of something else, or twice
		}
		for _, arg := range a.Args {
			if !r.means(f.Scope(s), arg.X) || !r.fixed(arg.X, lasting) {
				return nil, false
			}
			out = append(out, arg.X)
		}
	}
	return out, true
}

// means reports whether an expression means here what it means there.
func (r Request) means(there *scope.Scope, x ast.Expr) bool {
	for id := range ast.Idents(x) {
		if !r.alike(there, id.Name) {
			return false
		}
	}
	return true
}

// alike reports whether a name means here what it means there.
func (r Request) alike(there *scope.Scope, name string) bool {
	y, z := there.Lookup(name), r.Scope.Lookup(name)
	both := y != nil && z != nil && y.Class == scope.Intrinsic && z.Class == scope.Intrinsic
	return both || calls.Key(there, name) == calls.Key(r.Scope, name)
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

// elements is how many elements an array has.
func (s shape) elements() (poly, bool) {
	all := number(1)
	for d := range s.hi {
		e, ok := s.extent(d)
		if ok {
			all, ok = all.times(e)
		}
		if !ok {
			return nil, false
		}
	}
	return all, true
}
