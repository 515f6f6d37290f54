package apart

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// What a thread leaves in a private variable in one loop it may find there in the next
// one. In regions of their own it would not: so each loop has to give such a variable a
// value before it looks at it.

// keeps reports whether a loop takes no value of the region's private variables along.
func (b *block) keeps(l loop) bool {
	for _, name := range b.private {
		if !l.own[name] && mentions(l.do, name) && !defined([]ast.Item{l.do}, name) {
			return false
		}
	}
	for name := range b.implied {
		if slices.Contains(b.private, name) || l.own[name] || !mentions(l.do, name) {
			continue
		}
		// Nothing makes it private here but a loop of its own.
		if !counts(l.do, name) || !defined([]ast.Item{l.do}, name) {
			return false
		}
	}
	return true
}

// counts reports whether a construct holds, or is, a DO loop of that variable.
func counts(c *ast.Construct, name string) bool {
	return !ast.Items([]ast.Item{c}, func(s *ast.Stmt) bool {
		do, ok := s.Body.(*ast.Do)
		return !ok || do.Var == nil || do.Var.Name != name
	})
}

// mentions reports whether a name stands anywhere in an item.
func mentions(it ast.Item, name string) bool {
	return !ast.Items([]ast.Item{it}, func(s *ast.Stmt) bool {
		if w, ok := s.Body.(*ast.Unknown); ok && slices.ContainsFunc(w.Mentions, func(id *ast.Ident) bool { return id.Name == name }) {
			return false
		}
		return !inStmt(s, name)
	})
}

func inStmt(s *ast.Stmt, name string) bool {
	return found(name, func(f func(ast.Expr) bool) { ast.InspectStmt(s, f) })
}

func inExpr(x ast.Expr, name string) bool {
	return x != nil && found(name, func(f func(ast.Expr) bool) { ast.Inspect(x, f) })
}

// found reports whether a name is among the expressions that inspect visits.
func found(name string, inspect func(func(ast.Expr) bool)) bool {
	found := false
	inspect(func(x ast.Expr) bool {
		id, ok := x.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

// defined reports whether in a list of items a variable is always given a value before
// it is mentioned otherwise: by an assignment, or as the variable of a DO loop. What
// stands in a loop or a branch defines nothing behind it.
func defined(items []ast.Item, name string) bool {
	for _, it := range items {
		if !mentions(it, name) {
			continue
		}
		switch it := it.(type) {
		case *ast.Stmt:
			return assigns(it, name)
		case *ast.Construct:
			if done, ok := loopVariable(it, name); ok {
				return done
			}
			if it.Kind != ast.KDo && it.Kind != ast.KIfThen {
				return false
			}
			for _, part := range it.Parts {
				if inStmt(part.Head, name) || !defined(part.Body, name) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// loopVariable reports whether a construct is a DO loop of that variable, and whether
// its bounds are free of it.
func loopVariable(c *ast.Construct, name string) (done, ok bool) {
	do, isLoop := c.Begin.Body.(*ast.Do)
	if c.Kind != ast.KDo || !isLoop || do.Var == nil || do.Var.Name != name {
		return false, false
	}
	return !inExpr(do.Lo, name) && !inExpr(do.Hi, name) && !inExpr(do.Step, name), true
}

// assigns reports whether a statement gives a variable a value without looking at it.
func assigns(s *ast.Stmt, name string) bool {
	b, ok := s.Body.(*ast.Assign)
	if !ok || s.Kind != ast.KAssign {
		return false
	}
	if id, plain := b.X.(*ast.Ident); !plain || id.Name != name {
		return false
	}
	return !inExpr(b.Y, name)
}
