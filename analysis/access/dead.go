package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Branches that are never taken, because their conditions are made of constants: what stands there
// is not executed, and compilers leave it out.

// dead finds the branches of an IF construct that are never taken. One that holds directives
// counts as taken: they are to be told about.
func (b *builder) dead(c *ast.Construct) map[int]bool {
	var out map[int]bool
	if c.Kind != ast.KIfThen {
		return nil
	}
	taken := false // a branch before, always
	for i, p := range c.Parts {
		value, known := true, p.Head.Kind == ast.KElse
		if cond, ok := p.Head.Body.(*ast.Cond); ok {
			value, known = b.u.truth(cond.X)
		}
		if (taken || known && !value) && !directives(p.Body) {
			if out == nil {
				out = map[int]bool{}
			}
			out[i] = true
			b.u.program.dead[p.Head] = true
		}
		taken = taken || known && value
	}
	return out
}

// deadLine reports whether the action of a logical IF is never executed.
func (b *builder) deadLine(s *ast.Stmt) bool {
	cond, ok := s.Body.(*ast.Cond)
	if s.Kind != ast.KIf || !ok {
		return false
	}
	value, known := b.u.truth(cond.X)
	if known && !value {
		b.u.program.dead[s] = true
	}
	return known && !value
}

func directives(items []ast.Item) bool {
	return !ast.Items(items, func(s *ast.Stmt) bool { return s.Kind != ast.KDirective })
}

// alive is ast.Items without the branches that are known to be never taken.
func (u *Unit) alive(items []ast.Item, f func(*ast.Stmt) bool) bool {
	return ast.ItemsBut(items, func(s *ast.Stmt) bool { return u.program.dead[s] }, f)
}

// truth is the value of a condition, if constants tell it.
func (u *Unit) truth(x ast.Expr) (value, known bool) {
	switch x := x.(type) {
	case *ast.Paren:
		return u.truth(x.X)
	case *ast.Unary:
		value, known = u.truth(x.X)
		return !value, known && x.Op == ".not."
	case *ast.Binary:
		if x.Op == ".and." || x.Op == ".or." {
			return u.both(x)
		}
		return u.compared(x)
	default:
		return false, false
	}
}

// both is truth for .and. and .or., of which one side may decide.
func (u *Unit) both(x *ast.Binary) (value, known bool) {
	a, aKnown := u.truth(x.X)
	b, bKnown := u.truth(x.Y)
	decides := x.Op == ".or." // the value of one side that decides
	switch {
	case aKnown && a == decides, bKnown && b == decides:
		return decides, true
	}
	return !decides, aKnown && bKnown
}

// compared is truth for integers that are compared.
func (u *Unit) compared(x *ast.Binary) (value, known bool) {
	if !u.Integer(x.X) || !u.Integer(x.Y) {
		return false, false
	}
	f, ok1 := u.Form(x.X)
	g, ok2 := u.Form(x.Y)
	a, ok3 := f.IsConst()
	b, ok4 := g.IsConst()
	if !ok1 || !ok2 || !ok3 || !ok4 {
		return false, false
	}
	return ast.Compare(x.Op, a, b)
}
