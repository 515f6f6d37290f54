package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// header is what must be there when a nest begins, before any of its boxes can
// wait: the bounds of all its loops and of its sections, the scalars that they
// and the footprints hold, the subscripts that choose an array among several, and all
// of which no footprint says anything.
func (n *Nest) header(u *access.Unit) *access.Effects {
	if n.head != nil {
		return n.head
	}
	e := access.Touching()
	n.Node.Walk(func(m *access.Node) bool {
		if m.Kind == access.Loop && !m.Loop.Concurrent { // there the mask is among the effects
			e.Merge(&m.E)
		}
		return true
	})
	for _, r := range u.Whole(n.Node).Refs {
		if len(n.described.of[r.Obj]) == 0 {
			e.Refs = append(e.Refs, r)
		}
	}
	u = u.At(n.Node)
	expr := func(x ast.Expr) {
		if x != nil {
			e.Merge(u.Expr(x))
		}
	}
	for _, t := range n.Touched {
		if t.Obj.Scalar && !n.loopVar(t.Obj) {
			e.Refs = append(e.Refs, t.Ref)
		}
		chosen(t.Base, expr)
	}
	for _, q := range n.Assumed {
		expr(q.Of)
		expr(q.Is)
	}
	if n.Index != nil {
		expr(n.Index.Lo)
		expr(n.Index.Hi)
		expr(n.Index.Step)
	}
	if n.Array != nil {
		for _, c := range n.Array.Cuts {
			for _, a := range c.Part.Args {
				bounds(a.X, expr)
			}
		}
	}
	n.head = e
	return e
}

// chosen calls f for the subscripts in the path to an array.
func chosen(x ast.Expr, f func(ast.Expr)) {
	switch x := x.(type) {
	case *ast.Member:
		chosen(x.X, f)
	case *ast.Apply:
		for _, a := range x.Args {
			bounds(a.X, f)
		}
		chosen(x.X, f)
	case *ast.Ident:
	default: // no designator that is understood
		f(x)
	}
}

// bounds calls f for the expressions of a subscript.
func bounds(x ast.Expr, f func(ast.Expr)) {
	if r, ok := x.(*ast.Range); ok {
		f(r.Lo)
		f(r.Hi)
		f(r.Step)
		return
	}
	f(x)
}
