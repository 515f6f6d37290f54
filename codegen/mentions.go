package codegen

import (
	"sort"

	"mdmp/analysis/rungs"
	"mdmp/codegen/plain"
	"mdmp/fortran/ast"
	"mdmp/fortran/scope"
)

// bodyMentions adds the names that the statements of a nest use: the BLOCK round
// the nest must not declare one of them INTRINSIC that means something else.
// Names of intrinsic procedures mean the same inside.
func (t *translator) bodyMentions(n *rungs.Nest, out *plain.Nest) {
	for _, st := range t.statements(n) {
		ast.InspectStmt(st, func(x ast.Expr) bool {
			if id, ok := x.(*ast.Ident); ok {
				out.Mentions[id.Name] = true
			}
			return true
		})
	}
	f, ok := out.Facts.(facts)
	if !ok {
		return
	}
	for name := range out.Mentions {
		if f.intrinsic(name) {
			delete(out.Mentions, name)
		}
	}
}

// intrinsic reports whether the program uses a name for nothing else than the
// intrinsic procedure.
func (f facts) intrinsic(name string) bool {
	y := f.s.Lookup(name)
	return y == nil || y.Unsure == "" && (y.Class == scope.Intrinsic || y.Class == scope.Unknown)
}

// tested reports whether the compiler computes the same bits when a nest that is
// cut on the grid is cut.
func (t *translator) tested(n *rungs.Nest) bool {
	return n.Grid64 && n.Flat && t.opt.CutLines != nil && t.opt.CutLines()
}

// statements lists the statements of a nest.
func (t *translator) statements(n *rungs.Nest) []*ast.Stmt {
	from, to := n.First.Span().Start, lastOf(n).Span().End
	all := t.tree.Stmts
	var list []*ast.Stmt
	for i := sort.Search(len(all), func(i int) bool { return all[i].Span().Start >= from }); i < len(all) && all[i].Span().End <= to; i++ {
		list = append(list, &all[i])
		if all[i].Inner != nil {
			list = append(list, all[i].Inner)
		}
	}
	return list
}

// lastOf returns the statement that ends a nest.
func lastOf(n *rungs.Nest) *ast.Stmt {
	switch {
	case n.Index != nil:
		return n.Index.Last
	case n.Array != nil:
		return n.Array.Last
	}
	return n.Do.End
}
