package plan

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// mentions notes the names that the directives mention, and which of them are those
// of variables that are called like an intrinsic procedure (many a program has its
// number of ranks in a variable named size): they are marked in all texts, since the
// code that holds them may need the procedure.
func (b *builder) mentions() {
	bare := map[string]bool{}  // mentioned without arguments, so a variable
	asked := map[string]bool{} // whether there is one; a name of an ASSOCIATE cannot be asked
	for _, c := range b.x.X.All {
		for _, x := range c.Expressions() {
			var callee ast.Expr
			ast.Inspect(x, func(x ast.Expr) bool {
				switch x := x.(type) {
				case *ast.Apply:
					callee = x.X
					if id, ok := questioned(x); ok {
						asked[id.Name] = true
					}
				case *ast.Ident:
					b.x.Mentions[x.Name] = true
					bare[x.Name] = bare[x.Name] || ast.Expr(x) != callee
				}
				return true
			})
		}
	}
	for name := range b.x.Mentions {
		if scope.IsIntrinsic(name) && !asked[name] && (bare[name] || b.names.Standing(name) != nil) {
			b.alias[name] = emit.Marked(name)
		}
	}
}

// questioned returns the variable that a reference to an intrinsic function asks whether it is there.
func questioned(x *ast.Apply) (*ast.Ident, bool) {
	f, ok := x.X.(*ast.Ident)
	if !ok || len(x.Args) == 0 || f.Name != "allocated" && f.Name != "associated" && f.Name != "present" {
		return nil, false
	}
	id, ok := x.Args[0].X.(*ast.Ident)
	return id, ok
}

// aliased adds the marks of names in x to the replacements that are there, except
// inside them.
func (b *builder) aliased(x ast.Expr, subs []emit.Subst) []emit.Subst {
	if len(b.alias) == 0 {
		return subs
	}
	all := slices.Clone(subs)
	ast.Inspect(x, func(x ast.Expr) bool {
		for _, s := range subs {
			if s.At == x.Span() {
				return false
			}
		}
		if id, ok := x.(*ast.Ident); ok && b.alias[id.Name] != "" {
			all = append(all, emit.Subst{At: id.At, Text: b.alias[id.Name]})
		}
		return true
	})
	slices.SortFunc(all, func(a, b emit.Subst) int { return int(a.At.Start) - int(b.At.Start) })
	return all
}
