package sections

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// subarrayArgs are the sizes, subsizes and starts of MPI_Type_create_subarray, one after the other:
// what the elements of those arrays are where the call stands.
func (t *Types) subarrayArgs(c *calls.Call, args []ast.Arg) ([]ast.Expr, string) {
	n, ok := c.File.Scope(c.Stmt).Int(args[0].X)
	if !ok || n < 1 || n > 15 {
		return nil, "the number of dimensions is not a constant"
	}
	if calls.Constant(c.File.Table, c.File.Scope(c.Stmt), args[4].X) != "mpi_order_fortran" {
		return nil, "its order is not MPI_ORDER_FORTRAN"
	}
	var out []ast.Expr
	for _, a := range args[1:4] {
		e := t.Index.Elements(c, a.X, int(n))
		if e == nil {
			return nil, "what " + ast.String(a.X) + " holds is not followed"
		}
		out = append(out, e...)
	}
	return out, ""
}

// subarray is a message of a type that MPI_Type_create_subarray makes: a section, if all sizes but
// the last are those of the array, so that its elements lie as MPI counts them.
func subarray(r Request, x ast.Expr, info scope.Info) (Section, *program.Refusal) {
	no := func(why string) (Section, *program.Refusal) {
		return Section{}, program.Refuse("send a section of the array by hand", "MPI_Type_create_subarray of %s is no section of it that is understood: %s", ast.String(x), why)
	}
	y, n := info.Last, len(r.Layout.Args)/3
	if y.Rank != n {
		return no("the array has another number of dimensions")
	}
	sh, ok := r.shapeOf(y)
	if !ok {
		return no("the bounds of the array are not known")
	}
	array, from, ok := corner(x, sh, info)
	if !ok {
		return no("it does not begin at an element of an array")
	}
	sizes, subs, starts := r.Layout.Args[:n], r.Layout.Args[n:2*n], r.Layout.Args[2*n:]
	args := make([]ast.Arg, n)
	for d := range n {
		if e, ok := sh.extent(d); d < n-1 && (!ok || !e.equal(r.poly(sizes[d]))) {
			return no("its size in dimension " + ast.String(ast.Int(int64(d+1))) + " is not that of the array")
		}
		first := plusOf(from[d], starts[d], r.Scope)
		if !r.within(sh, d, r.poly(first), r.poly(subs[d]), n) {
			return no("it is not proved that it ends in dimension " + ast.String(ast.Int(int64(d+1))))
		}
		args[d].X = rangeOf(first, subs[d], r.Scope)
		if e, ok := sh.extent(d); ok && e.equal(r.poly(subs[d])) && r.poly(first).equal(sh.lo[d]) {
			args[d].X = &ast.Range{}
		}
	}
	return Section{X: &ast.Apply{X: array, Args: args}}, nil
}

// corner takes a buffer apart into the array and the subscripts of the element where it begins.
func corner(x ast.Expr, sh shape, info scope.Info) (ast.Expr, []ast.Expr, bool) {
	var from []ast.Expr
	if info.Whole && info.Rank > 0 {
		for _, lo := range sh.loX {
			if lo == nil {
				lo = ast.Int(1)
			}
			from = append(from, lo)
		}
		return x, from, true
	}
	a, ok := x.(*ast.Apply)
	if !ok || info.Rank != 0 || len(a.Args) != len(sh.lo) {
		return nil, nil, false
	}
	for _, arg := range a.Args {
		from = append(from, arg.X)
	}
	return a.X, from, true
}

// plusOf is x + y, as short as it can be said.
func plusOf(x, y ast.Expr, s *scope.Scope) ast.Expr {
	a, ok1 := s.Int(x)
	b, ok2 := s.Int(y)
	switch {
	case ok2 && b == 0:
		return x
	case ok1 && a == 0:
		return y
	case ok1 && ok2:
		return ast.Int(a + b)
	case ok2 && b > 0:
		return less(ast.Op(x, "+", ast.Int(b+1)))
	}
	return ast.Op(x, "+", grouped(y))
}
