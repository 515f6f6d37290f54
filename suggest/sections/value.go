package sections

import (
	"strconv"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Value returns a section as what can stand in an assignment: a variable, or a part of an array without a count. Elements
// that follow each other in memory are a part of their array if they end in the dimension in which they begin, or fill
// whole ones.
func (r Request) Value(s Section) (Section, *program.Refusal) {
	if s.Count == nil {
		return s, nil
	}
	x, ok := r.run(s.X, s.Count)
	if !ok {
		return s, program.Refuse("pass a section of the array", "it has to be copied, and that %s elements from %s on are a section of the array is not proved", ast.String(s.Count), ast.String(s.X))
	}
	s.X, s.Count = x, nil
	return s, nil
}

// run is the part of an array that n elements from x on are: x is one, or the whole array for its first one.
func (r Request) run(x, n ast.Expr) (ast.Expr, bool) {
	info := r.Scope.Designator(x)
	y := info.Last
	if !info.Known || y == nil || y.Rank < 1 {
		return nil, false
	}
	sh, known := r.shapeOf(y)
	whole := info.Whole && info.Rank == y.Rank
	if whole && (r.countsAll(x, n) || known && r.fills(sh, n)) {
		return x, true
	}
	if whole && y.Rank == 1 && !known {
		return r.beginning(x, y, n)
	}
	if !whole && info.Rank != 0 || !known && y.Rank > 1 {
		return nil, false
	}
	if !known {
		a, ok := x.(*ast.Apply)
		if !ok || len(a.Args) != 1 {
			return nil, false
		}
		return &ast.Apply{X: a.X, Args: []ast.Arg{{X: rangeOf(a.Args[0].X, n, r.Scope)}}}, true
	}
	array, from, ok := corner(x, sh, info)
	if !ok || len(from) != y.Rank {
		return nil, false
	}
	out := &ast.Apply{X: array}
	for _, first := range from {
		out.Args = append(out.Args, ast.Arg{X: first})
	}
	return out, r.piece(out.Args, sh, 0, y.Rank, n) && r.inside(sh, from[0], n)
}

// inside reports whether n elements of an array of one dimension do not certainly end behind it.
func (r Request) inside(sh shape, first, n ast.Expr) bool {
	if len(sh.hi) != 1 || sh.hi[0] == nil {
		return true
	}
	room, known := sh.hi[0].plus(r.poly(first), -1).plus(r.poly(n), -1).constant()
	return !known || room >= -1
}

// beginning are the first n elements of an array of one dimension.
func (r Request) beginning(x ast.Expr, y *scope.Symbol, n ast.Expr) (ast.Expr, bool) {
	a := &ast.Apply{X: x, Args: []ast.Arg{{X: &ast.Range{}}}}
	if y.Shape == scope.AssumedShape && len(y.Bounds) == 1 {
		if rg, ok := y.Bounds[0].(*ast.Range); ok && rg.Lo == nil {
			a.Args[0].X = rangeOf(ast.Int(1), n, r.Scope)
			return a, true
		}
	}
	if !r.intrinsic("lbound") {
		return nil, false
	}
	a = begin(a).(*ast.Apply)
	a.Args[0].X = rangeOf(a.Args[0].X, n, r.Scope)
	return a, true
}

// countsAll reports whether n is the size of an array, as the language says it: size(x).
func (r Request) countsAll(x, n ast.Expr) bool {
	a, ok := ast.Unparen(n).(*ast.Apply)
	if !ok || len(a.Args) != 1 || a.Args[0].Keyword != nil || !program.Same(a.Args[0].X, x) {
		return false
	}
	id, ok := a.X.(*ast.Ident)
	return ok && id.Name == "size" && r.intrinsic("size")
}

// fills reports whether n is the number of elements of an array.
func (r Request) fills(sh shape, n ast.Expr) bool {
	all, ok := sh.elements()
	return ok && all.equal(r.poly(n))
}

// intrinsic reports whether a name is that of the intrinsic procedure here.
func (r Request) intrinsic(name string) bool {
	y := r.Scope.Lookup(name)
	return y == nil || y.Class == scope.Intrinsic && y.Unsure == ""
}

// Declared is the type of a variable as a declaration where the call stands can say it, and its rank; false if none can.
func (r Request) Declared(x ast.Expr) (typ string, rank int, ok bool) {
	info := r.Scope.Designator(x)
	d := info.Type
	if !info.Known || d == nil || info.Rank < 0 || d.Basic() == "" {
		return "", 0, false
	}
	switch {
	case d.Star, d.Kind == nil && d.KindValue == 0, d.Kind != nil && r.sameNames(d):
		return d.String(), info.Rank, true
	case r.intrinsic("kind"): // whatever flags make of default kinds
		return d.Name + "(kind(" + ast.String(access.ArrayOf(x)) + "))", info.Rank, true
	}
	return d.Name + "(" + strconv.Itoa(d.KindValue) + ")", info.Rank, d.KindValue > 0
}

// sameNames reports whether the kind of a type can be written here as it is where the type stands.
func (r Request) sameNames(d *scope.DataType) bool {
	for id := range ast.Idents(d.Kind) {
		if d.Scope == nil || r.Scope.Lookup(id.Name) == nil || !r.alike(d.Scope, id.Name) {
			return false
		}
	}
	return true
}
