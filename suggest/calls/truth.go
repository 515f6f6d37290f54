package calls

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Truth is the value of a condition that is made of constants; false if it is not known.
func Truth(sc *scope.Scope, x ast.Expr) (value, known bool) {
	if sc == nil {
		return false, false
	}
	switch x := ast.Unparen(x).(type) {
	case *ast.Literal:
		t := strings.ToLower(x.Text)
		return t == ".true.", t == ".true." || t == ".false."
	case *ast.Ident:
		y := sc.Lookup(x.Name)
		if y == nil || y.Class != scope.Constant || y.Root().Init == nil || y.Root().Scope == nil {
			return false, false
		}
		return Truth(y.Root().Scope, y.Root().Init)
	case *ast.Unary:
		v, ok := Truth(sc, x.X)
		return !v, ok && x.Op == ".not."
	case *ast.Binary:
		return both(sc, x)
	default:
		return false, false
	}
}

// both is Truth of an operation.
func both(sc *scope.Scope, x *ast.Binary) (value, known bool) {
	if x.Op == ".and." || x.Op == ".or." {
		a, ok1 := Truth(sc, x.X)
		b, ok2 := Truth(sc, x.Y)
		if x.Op == ".and." {
			return a && b, ok1 && ok2
		}
		return a || b, ok1 && ok2
	}
	a, ok1 := sc.Int(x.X)
	b, ok2 := sc.Int(x.Y)
	if !ok1 || !ok2 {
		return false, false
	}
	return ast.Compare(x.Op, a, b)
}

// Dead reports whether a statement is never executed: it stands in a branch of an IF whose condition, made of constants, is
// false, or behind one that is true.
func Dead(f *program.File, u *ast.Unit, s *ast.Stmt) bool {
	return dead(f, u.Exec, s)
}

func dead(f *program.File, items []ast.Item, s *ast.Stmt) bool {
	for _, it := range items {
		switch it := it.(type) {
		case *ast.Stmt:
			if c, ok := it.Body.(*ast.Cond); ok && it.Kind == ast.KIf && it.Inner == s {
				is, known := Truth(f.Scope(it), c.X)
				return known && !is
			}
		case *ast.Construct:
			taken := false // by a branch before
			for _, p := range it.Parts {
				is, known := true, true
				if it.Kind != ast.KIfThen {
					known = false
				} else if c, ok := p.Head.Body.(*ast.Cond); ok {
					is, known = Truth(f.Scope(p.Head), c.X)
				}
				if holds(p.Body, s) {
					return taken || known && !is || dead(f, p.Body, s)
				}
				taken = taken || known && is
			}
		default:
			ast.Unlisted(it)
		}
	}
	return false
}

// holds reports whether a statement is among items, or in them.
func holds(items []ast.Item, s *ast.Stmt) bool {
	return !ast.Items(items, func(t *ast.Stmt) bool { return t != s && t.Inner != s })
}
