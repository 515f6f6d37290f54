package codegen

import (
	"slices"
	"sort"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// bodyMentions adds the names that the statements of a nest use: the BLOCK round
// the nest must not declare one of them INTRINSIC that means something else.
// Names of intrinsic procedures mean the same inside.
func (t *translator) bodyMentions(from, to source.Pos, mentions map[string]bool) {
	for _, st := range t.between(from, to) {
		for id := range ast.StmtIdents(st) {
			mentions[id.Name] = true
		}
	}
	names := t.scopes.At(from)
	for name := range mentions {
		if isIntrinsic(names, name) {
			delete(mentions, name)
		}
	}
}

// printMentions adds the names in footprints: those of what procedures touch that are called need not stand in
// the nest.
func printMentions(list []*rungs.Array, mentions map[string]bool) {
	for _, a := range list {
		list := []ast.Expr{a.X}
		for _, p := range a.Prints {
			for _, d := range p.Dims {
				list = slices.Concat(list, d.Lo, d.Hi)
			}
		}
		for _, x := range list {
			for id := range ast.Idents(x) {
				mentions[id.Name] = true
			}
		}
	}
}

// condMentions adds the names in conditions, but for those of intrinsic procedures.
func condMentions(names *scope.Scope, conds []ast.Expr, mentions map[string]bool) {
	for _, x := range conds {
		for id := range ast.Idents(x) {
			if !isIntrinsic(names, id.Name) {
				mentions[id.Name] = true
			}
		}
	}
}

// isIntrinsic reports whether the program uses a name for nothing else than the
// intrinsic procedure.
func isIntrinsic(names *scope.Scope, name string) bool {
	y := names.Lookup(name)
	return y == nil || y.Unsure == "" && (y.Class == scope.Intrinsic || y.Class == scope.Unknown)
}

// tested reports whether the compiler computes the same bits when a nest that is
// cut on the grid is cut.
func (t *translator) tested(n *rungs.Nest) bool {
	return n.Grid64 && n.Tried && t.opt.Rounding.CutsLines()
}

// statements lists the statements of a nest.
func (t *translator) statements(n *rungs.Nest) []*ast.Stmt { return t.between(textOf(n)) }

// textOf is from where to where the statements of a nest stand.
func textOf(n *rungs.Nest) (from, to source.Pos) { return n.Node.Stmt.Span().Start, n.Last.Span().End }

// between lists the statements from one place to another, and those inside logical IFs.
func (t *translator) between(from, to source.Pos) []*ast.Stmt {
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
