package sections

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// layout is a message of one element of a type that the program makes.
//
// A vector is a section if its stride is the number of elements in the first
// dimensions: the blocks then lie one above the other.
func layout(r Request, x ast.Expr, info scope.Info) (Section, *program.Refusal) {
	l := r.Layout
	if n, ok := r.Scope.Int(r.Count); !ok || n != 1 {
		return Section{}, program.Refuse("send one", "%s elements of a type that %s makes are sent", ast.String(r.Count), l.Call.Spoken())
	}
	if why := l.steady(r); why != nil {
		return Section{}, why
	}
	if info.Last == nil || !info.Last.SideBySide() {
		return Section{}, program.Refuse("", "whether the elements of %s lie side by side is not known", ast.String(x))
	}
	if l.Kind == "mpi_type_contiguous" {
		r.Count, r.Layout = l.Args[0], nil
		return first(r, x, info)
	}
	return vector(r, x, info)
}

// steady says why the arguments of the type may have meant something else where it was
// made, nil if they mean the same.
func (l *Layout) steady(r Request) *program.Refusal {
	for _, x := range l.Args {
		for id := range ast.Idents(x) {
			made := l.Call.File.Scope(l.Call.Stmt)
			if y := made.Lookup(id.Name); y != nil && y.Class == scope.Constant {
				continue
			}
			if calls.Key(made, id.Name) != calls.Key(r.Scope, id.Name) {
				return program.Refuse("make the type where it is used, or of variables of a module", "%s, of which the type is made, means something else at the call", id.Name)
			}
			if l.sets(r.Index, made, id.Name) > 1 {
				return program.Refuse("", "%s, of which the type is made, may have changed", id.Name)
			}
		}
	}
	return nil
}

// sets counts what may give a variable a value. One that is set once has that value
// wherever it is used.
func (l *Layout) sets(x *calls.Index, s *scope.Scope, name string) int {
	y := s.Lookup(name)
	if y != nil && y.Storage == scope.Dummy && y.Intent == "in" {
		return 0
	}
	n := 0
	if y == nil || y.Storage == scope.Dummy {
		n = 1
	}
	for _, m := range x.Of(s, name) {
		switch m.Stmt.Kind {
		case ast.KRead, ast.KDo, ast.KUnknown, ast.KAllocate:
			n++
		default:
			if m.Set != nil || m.Passed || m.Call != nil && m.Call.Kind == calls.Other && written(m.Call.Name) {
				n++
			}
		}
	}
	return n
}

// written reports whether an MPI procedure that moves no message from point to point may write what
// it gets. Those that make types do not write what they are made of.
func written(name string) bool { return len(name) < 9 || name[:9] != "mpi_type_" }

// vector is a message of a type that MPI_Type_vector makes.
func vector(r Request, x ast.Expr, info scope.Info) (Section, *program.Refusal) {
	no := func(why string) (Section, *program.Refusal) {
		return Section{}, program.Refuse("send a section of the array by hand", "MPI_Type_vector of %s is no section of it that is understood: %s", ast.String(x), why)
	}
	a, ok := x.(*ast.Apply)
	y := info.Last
	if !ok || info.Rank != 0 || len(a.Args) != y.Rank || y.Rank < 2 || len(y.Bounds) != y.Rank {
		return no("it does not begin at an element of an array with declared bounds")
	}
	n, block, stride := r.Layout.Args[0], r.Layout.Args[1], r.Layout.Args[2]
	st, ok := r.Unit.Form(stride)
	if !ok {
		return no("its stride is not known")
	}
	below := affine.Int(1) // elements in the dimensions before d
	for d := 1; d < y.Rank; d++ {
		extent, ok := extentOf(r.Unit, y, d-1)
		var ok2 bool
		if below, ok2 = affine.Mul(below, extent); !ok || !ok2 {
			return no("the bounds of the array are not known")
		}
		if st.Equal(below) {
			return blocks(r, a, y, d, n, block)
		}
	}
	return no("its stride is not the number of elements in the first dimensions")
}

// extentOf is the extent of dimension d as it is declared.
func extentOf(u *access.Unit, y *scope.Symbol, d int) (affine.Form, bool) {
	lower := affine.Int(1)
	x := y.Upper(d)
	if rg, ok := y.Bounds[d].(*ast.Range); ok && rg.Lo != nil {
		var ok bool
		if lower, ok = u.Form(rg.Lo); !ok {
			return lower, false
		}
	}
	if x == nil {
		return lower, false
	}
	hi, ok := u.Form(x)
	if !ok {
		return hi, false
	}
	e, ok1 := affine.Sub(hi, lower)
	e, ok2 := affine.Add(e, affine.Int(1))
	return e, ok1 && ok2
}

// blocks is the section of n blocks, one above the other in dimension d. A block is a
// piece of the first dimension, or of the second if the first is whole; it must not go on
// behind the end of that, nor the blocks behind the end of theirs.
func blocks(r Request, a *ast.Apply, y *scope.Symbol, d int, n, block ast.Expr) (Section, *program.Refusal) {
	args := append([]ast.Arg(nil), a.Args...)
	no := func(what ast.Expr, dim string) (Section, *program.Refusal) {
		return Section{}, program.Refuse("send a section of the array by hand", "it is not proved that %s from %s on stay in the %s dimension of %s", ast.String(what), ast.String(a), dim, y.Name)
	}
	if !r.within(y, 0, a.Args[0].X, block) {
		return no(block, "first")
	}
	args[0].X = rangeOf(args[0].X, block, r.Scope)
	switch {
	case d == y.Rank-1, r.within(y, d, a.Args[d].X, n):
		args[d].X = rangeOf(args[d].X, n, r.Scope)
	case r.fills(y, d, a.Args, n):
		for i := d; i < y.Rank; i++ {
			args[i].X = &ast.Range{}
		}
	default:
		return no(n, [...]string{"first", "second", "third"}[min(d, 2)])
	}
	return Section{X: &ast.Apply{X: a.X, Args: args}}, nil
}

// bounds returns the declared bounds of dimension d.
func (r Request) bounds(y *scope.Symbol, d int) (lo, hi affine.Form, ok bool) {
	lo = affine.Int(1)
	if rg, is := y.Bounds[d].(*ast.Range); is && rg.Lo != nil {
		if lo, ok = r.Unit.Form(rg.Lo); !ok {
			return lo, hi, false
		}
	}
	if y.Upper(d) == nil {
		return lo, hi, false
	}
	hi, ok = r.Unit.Form(y.Upper(d))
	return lo, hi, ok
}

// within reports whether n subscripts from first on certainly stay within dimension d.
func (r Request) within(y *scope.Symbol, d int, first, n ast.Expr) bool {
	if v, ok := r.Scope.Int(n); ok && v == 1 {
		return true
	}
	_, hi, ok := r.bounds(y, d)
	f, ok1 := r.Unit.Form(first)
	count, ok2 := r.Unit.Form(n)
	last, ok3 := affine.Add(f, count)
	room, ok4 := affine.Sub(hi, last)
	c, isConst := room.IsConst()
	return ok && ok1 && ok2 && ok3 && ok4 && isConst && c >= -1
}

// fills reports whether n is all there is from dimension d on, and the subscripts are the first.
func (r Request) fills(y *scope.Symbol, d int, args []ast.Arg, n ast.Expr) bool {
	all := affine.Int(1)
	for i := d; i < y.Rank; i++ {
		lo, _, ok := r.bounds(y, i)
		first, ok1 := r.Unit.Form(args[i].X)
		e, ok2 := extentOf(r.Unit, y, i)
		var ok3 bool
		if all, ok3 = affine.Mul(all, e); !ok || !ok1 || !ok2 || !ok3 || !first.Equal(lo) {
			return false
		}
	}
	count, ok := r.Unit.Form(n)
	return ok && count.Equal(all)
}

// rangeOf is n subscripts from lo on.
func rangeOf(lo, n ast.Expr, s *scope.Scope) ast.Expr {
	if v, ok := s.Int(n); ok && v == 1 {
		return lo
	}
	if v, ok := s.Int(lo); ok && v == 1 {
		return &ast.Range{Lo: lo, Hi: n}
	}
	if v, ok := s.Int(lo); ok && v == 0 {
		return &ast.Range{Lo: lo, Hi: ast.Op(grouped(n), "-", ast.Int(1))}
	}
	return &ast.Range{Lo: lo, Hi: ast.Op(ast.Op(lo, "+", grouped(n)), "-", ast.Int(1))}
}

// grouped is x in parentheses if it is an operation.
func grouped(x ast.Expr) ast.Expr {
	switch x.(type) {
	case *ast.Ident, *ast.Literal, *ast.Apply, *ast.Paren, *ast.Member:
		return x
	}
	return &ast.Paren{X: x}
}
