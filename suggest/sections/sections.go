// Package sections turns buffer, count and type of an MPI call into the section that a
// directive names.
//
// The idea: an MPI call says where a message begins and how many elements follow in
// memory; a directive can say just that (first element and count), so that nothing needs to be
// proved of the shape of an array. It must be proved that an element of the MPI type is an
// element of the array, and that memory order is element order: the array is
// contiguous. Where a section is passed, its size must be the count.
package sections

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Section is what a directive says of the data.
type Section struct {
	X     ast.Expr
	Count ast.Expr // nil: X and nothing else
	// Check is what rests on code that was not seen, "" if nothing does.
	Check string

	size poly // how many elements it has, nil: not known
}

// Size is how many elements a section has, if that is a number.
func (s Section) Size() (int64, bool) {
	n, ok := s.size.constant()
	return n, ok && s.size != nil
}

// Like reports whether a section certainly has as many elements as another one, if all names of their sizes
// mean the same.
func (s Section) Like(o Section) bool { return s.size != nil && o.size != nil && s.size.equal(o.size) }

// Text is the section as it stands in a directive.
func (s Section) Text() string {
	if s.Count == nil {
		return ast.String(s.X)
	}
	return ast.String(s.X) + ", " + ast.String(s.Count)
}

// Request is what is asked for.
type Request struct {
	Scope *scope.Scope
	Unit  *access.Unit
	Buf   ast.Expr
	Count ast.Expr
	Type  string // a constant of MPI, or of the program if there are Ways
	Ways  []Way
	// Layout, if not nil, is what the program makes of elements of that type.
	Layout *Layout
	Index  *calls.Index
	// Blocking: the call is over when the statement is, so that a copy that the
	// compiler makes of a section does no harm.
	Blocking bool
}

// Of returns the section that is sent or received.
func Of(r Request) (Section, *program.Refusal) {
	s, why := of(r)
	if why == nil {
		s.size = r.size()
	}
	return s, why
}

// size is how many elements are sent, nil if that is not known.
func (r Request) size() poly {
	parts := []ast.Expr{r.Count}
	if r.Layout != nil {
		parts = r.Layout.Sizes()
	}
	n := number(1)
	for _, x := range parts {
		var ok bool
		if n, ok = n.times(r.poly(x)); !ok {
			return nil
		}
	}
	return n
}

func of(r Request) (Section, *program.Refusal) {
	x := ast.Unparen(r.Buf)
	if x != r.Buf {
		return Section{}, program.Refuse("send the variable itself", "the buffer %s is an expression", ast.String(r.Buf))
	}
	if root := ast.Root(x); root == nil {
		return Section{}, program.Refuse("send a variable", "the buffer %s is not a variable", ast.String(x))
	}
	info := r.Scope.Designator(x)
	switch {
	case !info.Known:
		return Section{}, program.Refuse("give the files of its modules, too, or name their folder with -I", "what %s is is not known", ast.String(x))
	case info.Call || info.Coindexed || info.Vector || info.Substring:
		return Section{}, program.Refuse("send a variable, an array element or a section", "the buffer %s is not a plain variable", ast.String(x))
	}
	if why := r.fits(info.Type, x); why != nil {
		return Section{}, why
	}
	if r.Layout != nil {
		return layout(r, x, info)
	}
	switch {
	case info.Last != nil && info.Last.Rank == 0 && info.Rank == 0, info.Last == nil && info.Rank == 0:
		return scalar(r, x)
	case info.Rank > 0 && !info.Whole:
		return section(r, x, info)
	}
	return first(r, x, info)
}

// scalar is a variable without dimensions, of which one can be sent.
func scalar(r Request, x ast.Expr) (Section, *program.Refusal) {
	if n, ok := r.Scope.Int(r.Count); ok && n == 1 {
		return Section{X: x}, nil
	}
	return Section{}, program.Refuse("send an array", "%s is a scalar, and %s elements are sent from it", ast.String(x), ast.String(r.Count))
}

// first is an element, or a whole array for its first one, with those that follow in
// memory.
func first(r Request, x ast.Expr, info scope.Info) (Section, *program.Refusal) {
	s := Section{X: x, Count: r.Count}
	if info.Last == nil {
		return s, program.Refuse("", "what %s is is not known", ast.String(x))
	}
	n, known := r.Scope.Int(r.Count)
	if known && n == 1 && info.Rank == 0 {
		s.Count = nil
	} else if why := contiguous(&s, info.Last, x); why != nil {
		return s, why
	}
	return s, r.allThere(info.Last, x)
}

// contiguous says whether elements that follow in memory are those that follow in the
// array.
func contiguous(s *Section, y *scope.Symbol, x ast.Expr) *program.Refusal {
	switch {
	case y.SideBySide():
	case y.Shape == scope.AssumedShape:
		s.Check = ast.String(ast.Root(x)) + " has an assumed shape: all callers pass contiguous arrays"
	case y.Has(scope.Pointer):
		s.Check = ast.String(access.ArrayOf(x)) + " is a pointer: it is associated with contiguous arrays"
	default:
		return program.Refuse("declare it CONTIGUOUS", "whether the elements of %s lie side by side is not known", ast.String(x))
	}
	return nil
}

// section is an array section. If its size is the count it is sent itself. Else, if it lies
// in one piece, what is sent is what follows its first element in memory.
func section(r Request, x ast.Expr, info scope.Info) (Section, *program.Refusal) {
	piece := leading(r.Scope, x, info)
	if !r.Blocking && !piece {
		return Section{}, program.Refuse("the compiler may pass a copy, which is gone when the message goes", "the section %s, of a nonblocking call, may not be contiguous", ast.String(x))
	}
	size, ok := r.sizeOf(x, info)
	if ok && size.equal(r.poly(r.Count)) {
		return Section{X: x}, nil
	}
	if !piece {
		return Section{}, program.Refuse("pass the first element instead of the section", "it is not proved that %s has %s elements", ast.String(x), ast.String(r.Count))
	}
	if !r.intrinsic("lbound") {
		return Section{}, program.Refuse("pass the first element instead of the section", "the program calls something else lbound")
	}
	s := Section{X: begin(x.(*ast.Apply)), Count: r.Count}
	return s, r.allThere(info.Last, s.X)
}

// begin is the first element of a section.
func begin(a *ast.Apply) ast.Expr {
	args := append([]ast.Arg(nil), a.Args...)
	for i, arg := range args {
		t, ok := arg.X.(*ast.Range)
		switch {
		case !ok:
		case t.Lo != nil:
			args[i].X = t.Lo
		default:
			args[i].X = &ast.Apply{X: ast.Named("lbound"), Args: []ast.Arg{{X: a.X}, {X: ast.Int(int64(i + 1))}}}
		}
	}
	return &ast.Apply{X: a.X, Args: args}
}

// sizeOf is the number of elements of a section.
func (r Request) sizeOf(x ast.Expr, info scope.Info) (poly, bool) {
	a, ok := x.(*ast.Apply)
	if !ok || info.Last == nil {
		return nil, false
	}
	sh, known := r.shapeOf(info.Last)
	size := number(1)
	for i, arg := range a.Args {
		t, ranged := arg.X.(*ast.Range)
		if !ranged {
			continue
		}
		if t.Step != nil || (t.Lo == nil || t.Hi == nil) && (!known || i >= len(sh.hi) || sh.hi[i] == nil) {
			return nil, false
		}
		var lo, hi poly
		if lo = nil; t.Lo != nil {
			lo = r.poly(t.Lo)
		} else {
			lo = sh.lo[i]
		}
		if t.Hi != nil {
			hi = r.poly(t.Hi)
		} else {
			hi = sh.hi[i]
		}
		var ok bool
		if size, ok = size.times(hi.plus(lo, -1).plus(number(1), 1)); !ok {
			return nil, false
		}
	}
	return size, true
}

// leading reports whether a section certainly lies in one piece: dimensions that are
// whole, then at most one range, then single subscripts.
func leading(s *scope.Scope, x ast.Expr, info scope.Info) bool {
	a, ok := x.(*ast.Apply)
	if !ok || info.Last == nil || !info.Last.SideBySide() || info.Last.Rank != len(a.Args) {
		return false
	}
	whole := true
	for _, arg := range a.Args {
		t, ranged := arg.X.(*ast.Range)
		switch {
		case ranged && (!whole || t.Step != nil):
			return false
		case ranged && t.Lo == nil && t.Hi == nil:
		default:
			whole = false
		}
		if !ranged {
			if rank, ok := s.Rank(arg.X); !ok || rank != 0 {
				return false
			}
		}
	}
	return true
}
