package plan

import (
	"slices"
	"strconv"

	"mdmp/analysis/regions"
	"mdmp/codegen/verbatim"
	"mdmp/fortran/ast"
)

// aliases notes the names that the directives mention, and gives other names to
// variables that are called like an intrinsic procedure (many a program has its
// number of ranks in a variable named size): the exchange stands in an ASSOCIATE
// with these names, so that inside the old ones are the intrinsics.
func (b *builder) aliases() {
	bare := map[string]bool{} // mentioned without arguments, so a variable
	for _, c := range b.x.X.All {
		for _, x := range Expressions(c) {
			var callee ast.Expr
			ast.Inspect(x, func(x ast.Expr) bool {
				switch x := x.(type) {
				case *ast.Apply:
					callee = x.X
				case *ast.Ident:
					b.x.Mentions[x.Name] = true
					bare[x.Name] = bare[x.Name] || ast.Expr(x) != callee
				}
				return true
			})
		}
	}
	b.alias = map[string]string{}
	for _, name := range b.opt.Hidden {
		v := b.facts.Var(name)
		if !b.x.Mentions[name] || !bare[name] && !(v.Known && v.Variable) {
			continue
		}
		local := b.used.Name("mdmp_n" + strconv.Itoa(len(b.alias)+1))
		b.alias[name] = local
		b.x.Aliases = append(b.x.Aliases, local+" => "+name)
		delete(b.x.Mentions, name)
	}
}

// Expressions returns all expressions of a message.
func Expressions(c *regions.Comm) []ast.Expr {
	var list []ast.Expr
	for _, x := range []ast.Expr{c.Peer, c.Tag, c.CommX, c.If} {
		if x != nil {
			list = append(list, x)
		}
	}
	for _, s := range c.Sections {
		list = append(list, s.X)
		if s.Count != nil {
			list = append(list, s.Count)
		}
	}
	return list
}

// aliased adds the replacements of aliased names in x to those that are there,
// except inside them.
func (b *builder) aliased(x ast.Expr, subs []verbatim.Subst) []verbatim.Subst {
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
			all = append(all, verbatim.Subst{At: id.At, Text: b.alias[id.Name]})
		}
		return true
	})
	slices.SortFunc(all, func(a, b verbatim.Subst) int { return int(a.At.Start) - int(b.At.Start) })
	return all
}
