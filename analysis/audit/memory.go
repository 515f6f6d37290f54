package audit

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// frees looks at what frees or moves memory in a procedure that may leave something pending: what was granted to it, by address, holds no longer.
func (p *pendings) frees(s *ast.Stmt, does *acts) {
	if !p.body.Managed() || !p.body.Lends() || slices.ContainsFunc(p.at[s], func(x rungs.Action) bool {
		n, ok := x.(*rungs.Need)
		return ok && (n.Revoke || n.Settle && !n.Grants)
	}) {
		return
	}
	sc := p.scopes.At(s.Span().Start)
	for _, m := range does.list {
		moved := s.Kind == ast.KDeallocate && m.status
		in := sc.Designator(m.x)
		whole := in.Known && in.Whole && in.Last.Has(scope.Allocatable)
		switch b := s.Body.(type) {
		case *ast.Assign:
			moved = whole && m.x == b.X
		case *ast.Call:
			moved = m.dummy != nil && cleared(m.dummy) || whole && ast.String(b.X) == "move_alloc"
		default: // what it does not name it does not move
		}
		if m.write && moved && !p.private(m.v, p.body.Unit) {
			p.dispute(s, 0, "freed")
		}
	}
}

// lookups looks at the arrays in which nests find subscripts: a nest changes none of its own, and what is fixed nothing in the body does.
func (p *pendings) lookups(list []ast.Item) {
	for _, n := range rungs.Of[*rungs.Nest](p.body) {
		for _, x := range n.Arrays {
			for _, f := range x.Prints {
				if f.Lookup == nil {
					continue
				}
				where := []ast.Item{n.Item}
				if f.Lookup.Fixed {
					where = list
				}
				for _, d := range f.Lookup.Arrays() {
					p.unchanged(where, p.variable(d.X, n.Item.First()), p.lent[p.variable(x.X, n.Item.First())])
				}
			}
		}
	}
}

// unchanged disputes some loans if a list of statements changes a variable.
func (p *pendings) unchanged(list []ast.Item, v *scope.Symbol, loans []int) {
	ast.Items(list, func(s *ast.Stmt) bool {
		for ; s != nil; s = s.Inner {
			does := p.fully(s)
			if v == nil || does.any != "" && does.any != "io" && p.reached(v, p.body.Unit) ||
				slices.ContainsFunc(does.list, func(m mention) bool { return m.write && p.mayShare(m.v, v) }) {
				for _, i := range loans {
					p.dispute(s, i, "subscripts")
				}
			}
		}
		return true
	})
}

// byAddress reports whether an argument is certainly passed by its address.
func (p *pendings) byAddress(m mention, s *ast.Stmt) bool {
	sc := p.scopes.At(s.Span().Start)
	in := sc.Designator(m.x)
	switch {
	case m.dummy != nil && m.dummy.Known() && m.dummy.Shape == scope.AssumedShape && !m.dummy.Has(scope.Contiguous) && !in.Vector:
		return true
	case m.x == nil || !in.Known || in.Last == nil || in.Substring:
		return false
	case in.Rank == 0 && in.Type.Basic() == "":
		return true
	}
	return in.Last.IsArray() && in.Last.SideBySide() && (in.Whole || in.Rank == 0 || sideBySide(m.x, sc)) // elements stand for what follows
}

// sideBySide reports whether the elements of a section lie side by side if those of its array do: a(:,:,k), a(:,2:5).
func sideBySide(x ast.Expr, sc *scope.Scope) bool {
	f, ok := x.(*ast.Apply)
	if !ok || !sc.Designator(f.X).Whole {
		return false
	}
	all := true
	for _, a := range f.Args {
		t, triplet := a.X.(*ast.Range)
		rank, known := sc.Rank(a.X)
		if triplet && (!all || t.Step != nil) || !triplet && (!known || rank > 0) {
			return false
		}
		all = triplet && t.Lo == nil && t.Hi == nil
	}
	return true
}
