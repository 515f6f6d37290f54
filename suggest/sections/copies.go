package sections

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Piece is a run of elements of an array in memory order: n of them, behind the first at.
type Piece struct{ at, n poly }

// Apart reports whether two pieces of one array certainly have no element in common.
func (p Piece) Apart(q Piece) bool {
	for range 2 {
		if gap, ok := q.at.plus(p.at, -1).plus(p.n, -1).constant(); ok && gap >= 0 {
			return true
		}
		p, q = q, p
	}
	return false
}

// Copy is a piece of a packing buffer that an assignment fills from a section, or gives to
// one, element by element in the order in which the section is sent.
type Copy struct {
	Piece
	Section ast.Expr
	// From are the expressions that say which elements these are.
	From []ast.Expr
}

// Loop is a loop around an assignment, with step 1.
type Loop struct {
	Var    string
	Lo, Hi ast.Expr
}

// Buffer returns the piece of its array that a message is.
func (r Request) Buffer() (Piece, bool) {
	n := r.poly(r.Count)
	x := ast.Unparen(r.Buf)
	if _, ok := x.(*ast.Ident); ok {
		return Piece{number(0), n}, true
	}
	a, ok := x.(*ast.Apply)
	if !ok {
		return Piece{}, false
	}
	at, ranges, ok := r.index(a)
	if !ok {
		return Piece{}, false
	}
	at, size, ok := r.dense(at, ranges)
	return Piece{at, n}, ok && (len(ranges) == 0 || size.equal(n))
}

// sweep is a variable with its bounds: of a loop, or one that stands for a range.
type sweep struct {
	name   string
	lo, hi poly
}

// index is where the designator of an element lies in its array, counted from 0; for each range the
// first dimension first, there is a variable in it.
func (r Request) index(a *ast.Apply) (poly, []sweep, bool) {
	info := r.Scope.Designator(a.X)
	if info.Last == nil || info.Last.Rank != len(a.Args) {
		return nil, nil, false
	}
	sh, ok := r.shapeOf(info.Last)
	if !ok {
		return nil, nil, false
	}
	var ranges []sweep
	at, stride := number(0), number(1)
	for d, arg := range a.Args {
		sub := poly(nil)
		if t, ranged := arg.X.(*ast.Range); ranged {
			v := sweep{"#" + strconv.Itoa(len(ranges)+1), sh.lo[d], sh.hi[d]}
			if t.Lo != nil {
				v.lo = r.poly(t.Lo)
			}
			if t.Hi != nil {
				v.hi = r.poly(t.Hi)
			}
			if t.Step != nil || v.hi == nil {
				return nil, nil, false
			}
			ranges, sub = append(ranges, v), poly{v.name: 1}
		} else {
			sub = r.poly(arg.X)
		}
		step, ok := sub.plus(sh.lo[d], -1).times(stride)
		if !ok {
			return nil, nil, false
		}
		at = at.plus(step, 1)
		if d == len(a.Args)-1 {
			break
		}
		e, ok := sh.extent(d)
		if ok {
			stride, ok = stride.times(e)
		}
		if !ok {
			return nil, nil, false
		}
	}
	return at, ranges, true
}

// dense says whether an index takes successive values while variables sweep, the first of
// them fastest: from which on, and how many.
func (r Request) dense(at poly, vars []sweep) (first, n poly, ok bool) {
	n = number(1)
	for _, v := range vars {
		step, ok := poly{v.name: 1}.plus(v.lo, -1).times(n)
		if !ok {
			return nil, nil, false
		}
		at = at.plus(step, -1)
		if n, ok = n.times(v.hi.plus(v.lo, -1).plus(number(1), 1)); !ok {
			return nil, nil, false
		}
	}
	for _, v := range vars {
		if at.names(v.name) || n.names(v.name) {
			return nil, nil, false
		}
	}
	return at, n, true
}

// names reports whether a variable stands in p, in whatever way.
func (p poly) names(v string) bool {
	for t := range p {
		words := strings.FieldsFunc(t, func(c rune) bool { return c != '#' && c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
		if slices.Contains(words, v) {
			return true
		}
	}
	return false
}

// Copy takes an assignment apart in which one side is a part of a buffer and the other a section,
// under loops, the outermost first. The type of the message is r.Type.
func (r Request) Copy(buf, section ast.Expr, loops []Loop) (Copy, *program.Refusal) {
	no := func(why string) (Copy, *program.Refusal) {
		return Copy{}, program.Refuse("", "%s and %s: %s", ast.String(buf), ast.String(section), why)
	}
	b, s := r.Scope.Designator(buf), r.Scope.Designator(section)
	switch {
	case !s.Known || s.Call || s.Coindexed || s.Vector || s.Substring || ast.Root(section) == nil:
		return no("what is copied is not a plain variable")
	case ast.Root(section).Name == ast.Root(buf).Name:
		return no("the buffer is copied in itself")
	case b.Rank != s.Rank || b.Rank < 0:
		return no("not the same shape")
	}
	for _, t := range []*scope.DataType{b.Type, s.Type} {
		if why := r.fits(t, section); why != nil {
			return Copy{}, why
		}
	}
	a, ok := r.subscripted(buf, b)
	if !ok {
		return no("the bounds of the buffer are not known")
	}
	at, vars, ok := r.index(a)
	if !ok {
		return no("the place in the buffer is not understood")
	}
	if b.Whole && b.Last.Has(scope.Allocatable) && !r.sameSize(a, section, s) {
		return no("an assignment may give the buffer another size")
	}
	out := Copy{From: Subscripts(a)}
	for _, l := range slices.Backward(loops) {
		vars = append(vars, sweep{l.Var, r.poly(l.Lo), r.poly(l.Hi)})
		out.From = append(out.From, l.Lo, l.Hi)
	}
	for i, v := range vars {
		for _, o := range vars[i+1:] {
			if v.lo.names(o.name) || v.hi.names(o.name) {
				return no("not a rectangle")
			}
		}
	}
	if out.at, out.n, ok = r.dense(at, vars); !ok {
		return no("the elements do not follow each other in the buffer")
	}
	x, from, ok := r.swept(section, s, loops)
	if !ok {
		return no("the section is not copied in the order of its elements")
	}
	out.Section, out.From = x, r.with(append(out.From, from...), loops)
	return out, nil
}

// subscripted is a designator with the ranges that a whole array stands for.
func (r Request) subscripted(x ast.Expr, info scope.Info) (*ast.Apply, bool) {
	if a, ok := x.(*ast.Apply); ok {
		return a, true
	}
	if info.Last == nil || !info.Whole || info.Rank < 1 {
		return nil, false
	}
	a := &ast.Apply{X: x}
	for range info.Rank {
		a.Args = append(a.Args, ast.Arg{X: &ast.Range{}})
	}
	return a, true
}

// sameSize reports whether a section has the shape of a buffer of one dimension.
func (r Request) sameSize(buf *ast.Apply, section ast.Expr, info scope.Info) bool {
	a, ok := r.subscripted(section, info)
	if !ok || len(buf.Args) != 1 {
		return false
	}
	n, ok1 := r.sizeOf(buf, r.Scope.Designator(buf))
	m, ok2 := r.sizeOf(a, r.Scope.Designator(a))
	return ok1 && ok2 && n.equal(m)
}

// swept is the section that a designator goes through while loops run: each loop drives one
// subscript, one by one, inner loops and ranges those of lower dimensions.
func (r Request) swept(x ast.Expr, info scope.Info, loops []Loop) (ast.Expr, []ast.Expr, bool) {
	if len(loops) == 0 {
		return x, Subscripts(x), true
	}
	a, ok := x.(*ast.Apply)
	if !ok || info.Last == nil || len(a.Args) != info.Last.Rank || mentions(a.X, loops) {
		return nil, nil, false
	}
	out := &ast.Apply{X: a.X}
	left := slices.Clone(loops) // those whose subscript is still to come; the last of them is the innermost
	for _, arg := range a.Args {
		if _, ranged := arg.X.(*ast.Range); ranged {
			if len(left) < len(loops) || mentions(arg.X, loops) {
				return nil, nil, false
			}
			out.Args = append(out.Args, arg)
			continue
		}
		if !mentions(arg.X, loops) {
			out.Args = append(out.Args, arg)
			continue
		}
		if len(left) == 0 {
			return nil, nil, false
		}
		l := left[len(left)-1]
		left = left[:len(left)-1]
		rest := r.poly(arg.X).plus(poly{l.Var: 1}, -1)
		lo, ok1 := program.Substitute(arg.X, map[string]ast.Expr{l.Var: grouped(l.Lo)})
		hi, ok2 := program.Substitute(arg.X, map[string]ast.Expr{l.Var: grouped(l.Hi)})
		for _, o := range loops {
			ok1 = ok1 && !rest.names(o.Var)
		}
		if !ok1 || !ok2 {
			return nil, nil, false
		}
		out.Args = append(out.Args, ast.Arg{X: &ast.Range{Lo: tidy(lo), Hi: tidy(hi)}})
	}
	return out, Subscripts(out), len(left) == 0
}

func mentions(x ast.Expr, loops []Loop) bool {
	for id := range ast.Idents(x) {
		for _, l := range loops {
			if id.Name == l.Var {
				return true
			}
		}
	}
	return false
}

// Subscripts lists what is evaluated for a designator: its subscripts and the ends of its ranges, those before its last
// component, too.
func Subscripts(x ast.Expr) []ast.Expr {
	var out []ast.Expr
	ast.Inspect(x, func(x ast.Expr) bool {
		if a, ok := x.(*ast.Apply); ok {
			for _, arg := range a.Args {
				if t, ok := arg.X.(*ast.Range); ok {
					out = append(out, t.Lo, t.Hi, t.Step)
				} else {
					out = append(out, arg.X)
				}
			}
		}
		return true
	})
	return slices.DeleteFunc(out, func(x ast.Expr) bool { return x == nil })
}

// with replaces the variables of loops in expressions by where they begin.
func (r Request) with(list []ast.Expr, loops []Loop) []ast.Expr {
	by := map[string]ast.Expr{}
	for _, l := range loops {
		by[l.Var] = l.Lo
	}
	var out []ast.Expr
	for _, x := range list {
		if y, ok := program.Substitute(x, by); ok {
			x = y
		}
		out = append(out, x)
	}
	return out
}

// Opposite reports whether two sections of an array are apart in some dimension, or lie at opposite ends of it: one
// begins at a fixed distance from the upper bound, the other ends at a fixed distance from the lower one. Then only
// an array that is hardly larger than its halos brings them together.
func (r Request) Opposite(x, y ast.Expr) bool {
	a, ok1 := x.(*ast.Apply)
	b, ok2 := y.(*ast.Apply)
	if !ok1 || !ok2 || len(a.Args) != len(b.Args) || !program.Same(a.X, b.X) {
		return false
	}
	info := r.Scope.Designator(a.X)
	if info.Last == nil || info.Last.Rank != len(a.Args) {
		return false
	}
	sh, ok := r.shapeOf(info.Last)
	if !ok {
		return false
	}
	for d := range a.Args {
		if sh.hi[d] == nil {
			continue
		}
		lo1, hi1 := r.ends(a.Args[d].X, sh, d)
		lo2, hi2 := r.ends(b.Args[d].X, sh, d)
		if behind(lo1, hi2) || behind(lo2, hi1) {
			return true
		}
		_, fixed := sh.hi[d].plus(sh.lo[d], -1).constant()
		if !fixed && (sh.ends(d, lo1, hi2) || sh.ends(d, lo2, hi1)) {
			return true
		}
	}
	return false
}

// behind reports whether p is certainly greater than q.
func behind(p, q poly) bool {
	n, ok := p.plus(q, -1).constant()
	return ok && n > 0
}

// ends are the first and the last subscript.
func (r Request) ends(x ast.Expr, sh shape, d int) (lo, hi poly) {
	t, ranged := x.(*ast.Range)
	if !ranged {
		return r.poly(x), r.poly(x)
	}
	lo, hi = sh.lo[d], sh.hi[d]
	if t.Lo != nil {
		lo = r.poly(t.Lo)
	}
	if t.Hi != nil {
		hi = r.poly(t.Hi)
	}
	return lo, hi
}

// ends reports whether up is at a fixed distance from the upper bound, and low from the lower one.
func (s shape) ends(d int, up, low poly) bool {
	_, ok1 := s.hi[d].plus(up, -1).constant()
	_, ok2 := low.plus(s.lo[d], -1).constant()
	return ok1 && ok2
}

// Chain finds the copies of which a message is made, one behind the other, of several for the same place the first in the list;
// false if they are not exactly its elements.
func Chain(message Piece, copies []Copy) ([]int, bool) {
	var out []int
	end := message.at.plus(message.n, 1)
	for at := message.at; !at.equal(end); {
		next := slices.IndexFunc(copies, func(c Copy) bool { return c.at.equal(at) })
		if next < 0 || slices.Contains(out, next) {
			return nil, false
		}
		out, at = append(out, next), at.plus(copies[next].n, 1)
	}
	return out, len(out) > 0
}
