package sections

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Older programs let a message go on behind the end of its array: into the next variable of a common block, or into what a caller passes
// for a dummy argument x(1), as one wrote before there was x(*). What a directive names lies in its array: the run time ends the program
// if it does not.

// allThere says why elements that follow x in memory may not all be in its array.
func (r Request) allThere(y *scope.Symbol, x ast.Expr) *program.Refusal {
	beyond, known := r.beyond(y, x)
	switch {
	case known && beyond > 0:
		return program.Refuse("declare all of it as one array", "%s elements from %s on reach beyond the array", ast.String(r.Count), ast.String(x))
	case !known && single(y):
		return program.Refuse("declare it with (*) if its callers pass more", "%s may be declared with fewer elements than %s", ast.String(access.ArrayOf(x)), ast.String(r.Count))
	}
	return nil
}

// beyond is by how many elements a message that begins at x ends behind its array; false if that is not known.
func (r Request) beyond(y *scope.Symbol, x ast.Expr) (int64, bool) {
	sh, ok := r.shapeOf(y)
	if !ok {
		return 0, false
	}
	end := r.poly(r.Count)
	if a, part := x.(*ast.Apply); part {
		at, ranges, ok := r.index(a)
		if !ok || len(ranges) > 0 {
			return 0, false
		}
		end = end.plus(at, 1)
	}
	room, ok := sh.elements()
	if !ok {
		return 0, false
	}
	return end.plus(room, -1).constant()
}

// single reports whether an array is declared with one element in its last dimension.
func single(y *scope.Symbol) bool {
	if y.Shape != scope.ExplicitShape || y.Scope == nil || len(y.Bounds) == 0 {
		return false
	}
	lo, hi := ends(y.Bounds[len(y.Bounds)-1])
	if lo == nil {
		lo = ast.Int(1)
	}
	first, ok1 := y.Scope.Int(lo)
	last, ok2 := y.Scope.Int(hi)
	return ok1 && ok2 && first == last
}
