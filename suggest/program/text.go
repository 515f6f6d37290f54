package program

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Same reports whether two expressions read the same.
func Same(x, y ast.Expr) bool {
	if x == nil || y == nil {
		return x == nil && y == nil
	}
	return strings.EqualFold(ast.String(ast.Unparen(x)), ast.String(ast.Unparen(y)))
}

// List returns the list of statements in which one stands, and its place; -1 if in none.
func List(items []ast.Item, s *ast.Stmt) ([]ast.Item, int) {
	for i, it := range items {
		switch it := it.(type) {
		case *ast.Stmt:
			if it == s {
				return items, i
			}
		case *ast.Construct:
			for _, p := range it.Parts {
				if list, at := List(p.Body, s); at >= 0 {
					return list, at
				}
			}
		default:
			ast.Unlisted(it)
		}
	}
	return nil, -1
}

// Loop returns the innermost DO construct that holds a statement, nil if none does.
func Loop(items []ast.Item, s *ast.Stmt) *ast.Construct {
	for _, it := range items {
		c, ok := it.(*ast.Construct)
		if !ok || ast.Items([]ast.Item{it}, func(t *ast.Stmt) bool { return t != s && t.Inner != s }) {
			continue // it is not in there
		}
		for _, p := range c.Parts {
			if d := Loop(p.Body, s); d != nil {
				return d
			}
		}
		if c.Kind == ast.KDo {
			return c
		}
	}
	return nil
}
