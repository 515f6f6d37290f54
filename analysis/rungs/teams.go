package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
)

// teams lists the loops of OpenMP regions that are not looked into: what a team
// does in them is one statement here.
func teams(tree *access.Tree, items []ast.Item) []Uncut {
	closed := map[ast.Item]bool{}
	tree.Walk(func(n *access.Node) bool {
		if n.Kind == access.Opaque && n.Stmt != nil && n.Stmt.Kind == ast.KDirective {
			closed[n.Item] = true
		}
		return true
	})
	var list []Uncut
	var find func([]ast.Item)
	find = func(items []ast.Item) {
		for i := 0; i < len(items); i++ {
			end := -1
			if closed[items[i]] {
				end = omp.End(items, i)
			}
			if end > i {
				list = append(list, outermost(items[i+1:end])...)
				i = end
				continue
			}
			if c, ok := items[i].(*ast.Construct); ok {
				for _, p := range c.Parts {
					find(p.Body)
				}
			}
		}
	}
	if len(closed) > 0 {
		find(items)
	}
	return list
}

// outermost lists the loops among items, but for those in other loops.
func outermost(items []ast.Item) []Uncut {
	var list []Uncut
	for _, it := range items {
		c, ok := it.(*ast.Construct)
		switch {
		case !ok:
		case c.Kind == ast.KDo:
			list = append(list, Uncut{At: c.Begin.Span(), Why: reason.OMPRegion.At(c.Begin.Span())})
		default:
			for _, p := range c.Parts {
				list = append(list, outermost(p.Body)...)
			}
		}
	}
	return list
}
