package nests

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// sections collects the sections of a statement.
type sections struct {
	u     *access.Unit
	out   *Array
	at    map[access.Span]*Cut
	rank  int  // dimensions that they all run over
	moves bool // values are copied and not computed
	// masked: in a WHERE, which gives no array another shape.
	masked bool
	why    reason.Reason
}

func (w *sections) refuse(x ast.Expr, why *reason.Code) {
	if !w.why.Stands() {
		w.why = why.At(x.Span(), reason.Expr(x))
	}
}

// item walks through a statement or a WHERE construct.
func (w *sections) item(item ast.Item) {
	switch it := item.(type) {
	case *ast.Stmt:
		switch b := it.Body.(type) {
		case *ast.Assign:
			w.assign(b)
			return
		case *ast.Cond:
			if it.Kind == ast.KWhere && it.Inner != nil {
				w.masked = true
				w.item(it.Inner)
				w.moves = false
				w.expr(b.X)
				return
			}
		default: // refused below
		}
		if it.Kind == ast.KCpp {
			return
		}
	case *ast.Construct:
		if it.Kind == ast.KWhereCons {
			w.where(it)
			return
		}
	default: // refused below
	}
	if !w.why.Stands() {
		w.why = reason.ArrayUnknown.At(item.First().Span())
	}
}

func (w *sections) where(c *ast.Construct) {
	w.masked = true
	var masks []ast.Expr
	for _, p := range c.Parts {
		if p.Head != nil {
			if m, ok := p.Head.Body.(*ast.Cond); ok && m.X != nil {
				masks = append(masks, m.X)
			}
		}
		for _, it := range p.Body {
			w.item(it)
		}
	}
	if m, ok := c.Begin.Body.(*ast.Cond); ok && m.X != nil && (len(c.Parts) == 0 || c.Parts[0].Head != c.Begin) {
		masks = append(masks, m.X)
	}
	w.moves = false
	for _, m := range masks {
		w.expr(m)
	}
}

func (w *sections) assign(a *ast.Assign) {
	p, ok := w.u.Part(a.X)
	if !ok {
		w.refuse(a.X, reason.ArrayNoSection)
		return
	}
	first := w.rank == 0
	if first {
		w.rank = len(p.Free)
		w.moves = w.copies(a.Y)
	}
	w.add(p)
	if first && !w.why.Stands() {
		w.out.Lead, w.out.Dim = p, w.out.Cuts[0].Dim
	}
	n := len(w.out.Cuts)
	w.expr(a.Y)
	if p.Args == nil && p.Ref.Obj.Last.Has(scope.Allocatable) && !w.masked {
		if len(w.out.Cuts) == n {
			return // a scalar does not change the shape
		}
		w.out.Shape, w.out.Like = true, w.out.Cuts[n].Part
		for _, c := range w.out.Cuts[n:] {
			if c.Part.Args == nil && sameArray(c.Part, p) {
				w.out.Shape = false // it has the shape of itself
			}
		}
	}
}

// sameArray reports whether two whole arrays are named alike.
func sameArray(a, b access.Part) bool {
	x, ok := access.Text(a.X)
	y, _ := access.Text(b.X)
	return ok && x == y
}

// copies reports whether an assignment from x computes nothing.
func (w *sections) copies(x ast.Expr) bool {
	if p, ok := x.(*ast.Paren); ok {
		return w.copies(p.X)
	}
	if w.u.ScalarExpr(x) {
		return true
	}
	_, ok := w.u.Part(x)
	return ok
}

func (w *sections) add(p access.Part) {
	if len(p.Free) != w.rank {
		w.refuse(p.X, reason.ArrayRank)
		return
	}
	c := Cut{Part: p, Dim: p.Free[len(p.Free)-1]}
	_, _, step, ok := w.u.Bounds(p, c.Dim)
	if !ok {
		w.refuse(p.X, reason.ArrayBounds)
		return
	}
	c.Step = step
	w.out.Cuts = append(w.out.Cuts, c)
	w.at[p.X.Span()] = &w.out.Cuts[len(w.out.Cuts)-1]
}

// expr walks through an expression, element by element.
func (w *sections) expr(x ast.Expr) {
	if x == nil || w.why.Stands() || w.u.ScalarExpr(x) {
		return
	}
	switch x := x.(type) {
	case *ast.Paren:
		w.expr(x.X)
		return
	case *ast.Unary:
		w.expr(x.X)
		return
	case *ast.Binary:
		w.expr(x.X)
		w.expr(x.Y)
		return
	case *ast.Complex:
		return // of constants
	case *ast.Apply:
		if id, ok := x.X.(*ast.Ident); ok && w.u.Elemental(id.Name) {
			for _, a := range x.Args {
				if !w.constant(a.X) {
					w.expr(a.X)
				}
			}
			return
		}
	default: // refused below, unless it is a part of an array
	}
	if p, ok := w.u.Part(x); ok {
		w.add(p)
		return
	}
	w.refuse(x, reason.ArrayNotByParts)
}

// constant recognises a KIND argument that is a name or a number.
func (w *sections) constant(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && w.u.Lookup(id.Name).Class == scope.Constant && w.u.Lookup(id.Name).Rank <= 0
}

// inner reports whether a loop is left inside that the compiler does not unroll.
func (w *sections) inner() bool {
	p := w.out.Lead
	for _, d := range p.Free[:len(p.Free)-1] {
		lo, hi, step, ok := w.u.Bounds(p, d)
		n, ok2 := affine.Sub(hi, lo)
		k, isConst := n.IsConst()
		if !ok || !ok2 || !isConst || k/step >= smallTrip {
			return true
		}
	}
	return false
}
