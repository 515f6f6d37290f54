package regions

import (
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// bounds compares the bounds that a pattern was declared with to those of an array.
func (l *looker) bounds(h *Halo, f *formal, x ast.Expr) {
	in := l.sc.Designator(x)
	if f.dir.Bounds == nil || !in.Known || !in.Whole || in.Last == nil || in.Rank != len(f.dir.Bounds) {
		return
	}
	at := l.sc // the bounds of one of another file are numbers
	if h.Of == "" {
		at = l.scopes.At(h.Line.Span.Start)
	}
	if at == nil {
		return
	}
	for i, b := range f.dir.Bounds {
		lo, hi := limits(b.X)
		haveLo, haveHi := declaredLimits(in.Last, i)
		for _, pair := range [][2]ast.Expr{{lo, haveLo}, {hi, haveHi}} {
			v, ok := at.Int(pair[0])
			w, ok2 := declaring(in.Last, l.sc).Int(pair[1])
			if pair[0] == nil || pair[1] == nil || !ok || !ok2 || v == w || h.mentionsFormal(pair[0]) {
				continue
			}
			l.bad(diag.HaloBounds, x, "the bounds of '"+in.Last.Name+"' are not those of '"+f.dir.Text+"' in the halo pattern",
				"the subscripts of the pattern would mean other elements", in.Last)
			return
		}
	}
}

// declaring is the scope in which the bounds of y are to be read.
func declaring(y *scope.Symbol, at *scope.Scope) *scope.Scope {
	if y.Scope != nil {
		return y.Scope
	}
	return at
}

// limits takes a bound apart as it is written in a declaration: lo:hi, or hi alone.
func limits(x ast.Expr) (lo, hi ast.Expr) {
	one := &ast.Literal{Kind: ast.IntLit, Text: "1"}
	r, ok := x.(*ast.Range)
	switch {
	case !ok:
		return one, x
	default:
		return r.Lo, r.Hi
	}
}

// declaredLimits returns the bounds of dimension i of y, nil for what its declaration
// leaves open.
func declaredLimits(y *scope.Symbol, i int) (lo, hi ast.Expr) {
	if i >= len(y.Bounds) {
		return nil, nil
	}
	switch y.Shape {
	case scope.ExplicitShape:
		return limits(y.Bounds[i])
	case scope.AssumedShape:
		if r, ok := y.Bounds[i].(*ast.Range); ok && !y.Has(scope.Allocatable|scope.Pointer) {
			if r.Lo == nil {
				return &ast.Literal{Kind: ast.IntLit, Text: "1"}, nil
			}
			return r.Lo, nil
		}
	}
	return nil, nil
}
