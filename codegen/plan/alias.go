package plan

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// mentions notes the names that the directives mention, and which of them are marked in all texts.
func (b *builder) mentions() {
	var list []ast.Expr
	for _, c := range b.x.X.All {
		list = append(list, c.Expressions()...)
	}
	b.x.Mentions, b.alias = Mentions(b.names, list)
}

// Mentions returns the names that expressions mention, and the marks of those that are names
// of variables that are called like an intrinsic procedure (many a program has its
// number of ranks in a variable named size): the code that holds them may need the procedure.
func Mentions(names *scope.Scope, list []ast.Expr) (mentions map[string]bool, marks map[string]string) {
	mentions, marks = map[string]bool{}, map[string]string{}
	bare := map[string]bool{}  // mentioned without arguments, so a variable
	asked := map[string]bool{} // whether there is one; a name of an ASSOCIATE cannot be asked
	for _, x := range list {
		var callee ast.Expr
		ast.Inspect(x, func(x ast.Expr) bool {
			switch x := x.(type) {
			case *ast.Apply:
				callee = x.X
				if id, ok := questioned(x); ok {
					asked[id.Name] = true
				}
			case *ast.Ident:
				mentions[x.Name] = true
				bare[x.Name] = bare[x.Name] || ast.Expr(x) != callee
			default: // its parts tell
			}
			return true
		})
	}
	for name := range mentions {
		if scope.IsIntrinsic(name) && !asked[name] && (bare[name] || names.Standing(name) != nil) {
			marks[name] = emit.Marked(name)
		}
	}
	return mentions, marks
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
func (b *builder) aliased(x ast.Expr, subs []emit.Subst) []emit.Subst { return Mark(x, b.alias, subs) }

// Mark adds marks of names in x to replacements that are there, except inside them.
func Mark(x ast.Expr, marks map[string]string, subs []emit.Subst) []emit.Subst {
	if len(marks) == 0 {
		return subs
	}
	all := slices.Clone(subs)
	ast.Inspect(x, func(x ast.Expr) bool {
		for _, s := range subs {
			if s.At == x.Span() {
				return false
			}
		}
		if id, ok := x.(*ast.Ident); ok && marks[id.Name] != "" {
			all = append(all, emit.Subst{At: id.At, Text: marks[id.Name]})
		}
		return true
	})
	slices.SortFunc(all, func(a, b emit.Subst) int { return int(a.At.Start) - int(b.At.Start) })
	return all
}
