package sections

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
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
	for _, a := range l.Args {
		if !r.steady(a) {
			return Section{}, program.Refuse("", "%s, of which the type is made, may have changed", ast.String(a))
		}
	}
	if info.Last == nil {
		return Section{}, program.Refuse("", "what %s is is not known", ast.String(x))
	}
	var side Section
	if why := contiguous(&side, info.Last, x); why != nil {
		return side, why
	}
	var s Section
	var why *program.Refusal
	switch l.Kind {
	case "mpi_type_contiguous":
		r.Count, r.Layout = l.Args[0], nil
		return first(r, x, info)
	case "mpi_type_create_subarray":
		s, why = subarray(r, x, info)
	default:
		s, why = vector(r, x, info)
	}
	s.Check = cmp.Or(s.Check, side.Check)
	return s, why
}

// vector is a message of a type that MPI_Type_vector makes.
func vector(r Request, x ast.Expr, info scope.Info) (Section, *program.Refusal) {
	no := func(why string) (Section, *program.Refusal) {
		return Section{}, program.Refuse("send a section of the array by hand", "MPI_Type_vector of %s is no section of it that is understood: %s", ast.String(x), why)
	}
	a, ok := x.(*ast.Apply)
	y := info.Last
	if !ok || info.Rank != 0 || len(a.Args) != y.Rank || y.Rank < 2 {
		return no("it does not begin at an element of an array")
	}
	sh, ok := r.shapeOf(y)
	if !ok {
		return no("the bounds of the array are not known")
	}
	stride := r.poly(r.Layout.Args[2])
	below := number(1) // elements in the dimensions before d
	for d := 1; d < y.Rank; d++ {
		e, ok := sh.extent(d - 1)
		if ok {
			below, ok = below.times(e)
		}
		if !ok {
			return no("the bounds of the array are not known")
		}
		if stride.equal(below) {
			return r.blocks(a, y, sh, d)
		}
	}
	return no("its stride is not the number of elements in the first dimensions")
}

// blocks is the section of blocks that lie one above the other in dimension d. A block is a
// piece of the dimensions before that: all of the first ones, a range of one more. It must
// not go on behind the end of that, nor the blocks behind the end of theirs.
func (r Request) blocks(a *ast.Apply, y *scope.Symbol, sh shape, d int) (Section, *program.Refusal) {
	args := append([]ast.Arg(nil), a.Args...)
	no := func(what ast.Expr) (Section, *program.Refusal) {
		return Section{}, program.Refuse("send a section of the array by hand", "it is not proved that %s from %s on are a section of %s", ast.String(what), ast.String(a), y.Name)
	}
	n, block := r.Layout.Args[0], r.Layout.Args[1]
	if !r.piece(args, sh, 0, d, block) {
		return no(block)
	}
	if !r.piece(args, sh, d, y.Rank, n) {
		return no(n)
	}
	return Section{X: &ast.Apply{X: a.X, Args: args}}, nil
}

// piece makes n elements in the dimensions from d to end of the subscripts: whole ones first,
// then a range in one: so many of them.
func (r Request) piece(args []ast.Arg, sh shape, d, end int, n ast.Expr) bool {
	count := r.poly(n)
	whole := number(1)
	for i := d; i < end; i++ {
		first := r.poly(args[i].X)
		if c, ok := count.constant(); ok && c == 1 && i == d {
			return true
		}
		if i == d {
			if r.within(sh, i, first, count, end) {
				args[i].X = rangeOf(args[i].X, n, r.Scope)
				return true
			}
		}
		e, ok := sh.extent(i)
		if !ok || !first.equal(sh.lo[i]) {
			return false
		}
		if whole, ok = whole.times(e); !ok {
			return false
		}
		args[i].X = &ast.Range{}
		if whole.equal(count) {
			return true
		}
		if i+1 == end {
			return false
		}
		if times, ok := r.quotient(n, whole); ok && !sh.fills(i+1, r.poly(times)) && r.within(sh, i+1, r.poly(args[i+1].X), r.poly(times), end) {
			args[i+1].X = rangeOf(args[i+1].X, times, r.Scope)
			return true
		}
	}
	return false
}

// fills reports whether n elements are all of a dimension.
func (s shape) fills(d int, n poly) bool {
	e, ok := s.extent(d)
	return ok && e.equal(n)
}

// most is how many factors a count has that are looked at.
const most = 6

// quotient is by what a number must be multiplied to give n, as it is written there: a number, or a product of some of its
// factors.
func (r Request) quotient(n ast.Expr, by poly) (ast.Expr, bool) {
	a, ok1 := r.poly(n).constant()
	b, ok2 := by.constant()
	if ok1 && ok2 {
		if b < 1 || a%b != 0 {
			return nil, false
		}
		return ast.Int(a / b), true
	}
	factors := factorsOf(n)
	if len(factors) > most {
		return nil, false
	}
	for chosen := range 1 << len(factors) {
		in, left, ok := number(1), ast.Expr(nil), true
		for i, f := range factors {
			switch {
			case chosen>>i&1 == 1:
				if ok {
					in, ok = in.times(r.poly(f))
				}
			case left == nil:
				left = f
			default:
				left = ast.Op(left, "*", f)
			}
		}
		if ok && left != nil && in.equal(by) {
			return left, true
		}
	}
	return nil, false
}

// factorsOf are those of a product.
func factorsOf(x ast.Expr) []ast.Expr {
	if b, ok := ast.Unparen(x).(*ast.Binary); ok && b.Op == "*" {
		return append(factorsOf(b.X), factorsOf(b.Y)...)
	}
	return []ast.Expr{x}
}

// within reports whether count subscripts from first on certainly stay within dimension d: behind
// the last of an array there is nothing that a call may send.
func (r Request) within(sh shape, d int, first, count poly, end int) bool {
	if d == len(sh.hi)-1 && end == len(sh.hi) {
		return true
	}
	if sh.hi[d] == nil {
		return false
	}
	room, ok := sh.hi[d].plus(first, -1).plus(count, -1).constant()
	return ok && room >= -1
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
		return &ast.Range{Lo: lo, Hi: less(n)}
	}
	return &ast.Range{Lo: lo, Hi: less(ast.Op(lo, "+", grouped(n)))}
}

// less is x - 1, as short as it can be said.
func less(x ast.Expr) ast.Expr { return tidy(ast.Op(grouped(x), "-", ast.Int(1))) }

// tidy is a sum of names and numbers as short as it can be said, anything else as it is.
func tidy(x ast.Expr) ast.Expr {
	terms := sumOf(x)
	var out ast.Expr
	for _, t := range slices.Sorted(maps.Keys(terms)) {
		n := terms[t]
		if t == "" {
			continue
		}
		if strings.ContainsAny(t, "(*/%-+. ") || n != 1 {
			return x // not a plain sum of names
		}
		if out == nil {
			out = ast.Named(t)
		} else {
			out = ast.Op(out, "+", ast.Named(t))
		}
	}
	switch c := terms[""]; {
	case out == nil:
		return ast.Int(c)
	case c > 0:
		return ast.Op(out, "+", ast.Int(c))
	case c < 0:
		return ast.Op(out, "-", ast.Int(-c))
	}
	return out
}

// sumOf is polyOf with the names of constants left.
func sumOf(x ast.Expr) poly {
	switch x := ast.Unparen(x).(type) {
	case *ast.Literal:
		if n, err := strconv.ParseInt(x.Text, 10, 64); err == nil {
			return number(n)
		}
	case *ast.Unary:
		switch x.Op {
		case "+":
			return sumOf(x.X)
		case "-":
			return number(0).plus(sumOf(x.X), -1)
		}
	case *ast.Binary:
		switch x.Op {
		case "+":
			return sumOf(x.X).plus(sumOf(x.Y), 1)
		case "-":
			return sumOf(x.X).plus(sumOf(x.Y), -1)
		}
	default: // one term
	}
	return poly{ast.String(x): 1}
}

// grouped is x in parentheses if it is an operation that binds weaker than a sum.
func grouped(x ast.Expr) ast.Expr {
	if b, ok := x.(*ast.Binary); ok && b.Op != "+" && b.Op != "*" {
		return &ast.Paren{X: x}
	}
	if _, ok := x.(*ast.Unary); ok {
		return &ast.Paren{X: x}
	}
	return x
}
