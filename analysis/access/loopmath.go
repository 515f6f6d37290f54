package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// A loop with functions that may be computed for several elements at once keeps its bits only if all that stands
// around it stays, too, since that decides whether they are. So a procedure that holds one is left as it is.

// LoopMath returns where something that a procedure repeats, in a loop or in a statement about arrays, may be computed by
// such a function, and its name; "" if nothing is, or other bits will do. A loop is what its text says and what is expanded in it; subroutines
// with loops that it calls are procedures of their own.
func (u *Unit) LoopMath() (Span, string) {
	if r := u.program.Rounding; !r.VectorMath || !r.Exact() {
		return Span{}, ""
	}
	m := mathSearch{u: u, seen: map[*ast.Unit]bool{}, own: true}
	jumps := !u.alive(u.AST.Exec, func(s *ast.Stmt) bool {
		for ; s != nil; s = s.Inner {
			if _, is := s.Body.(*ast.Goto); is {
				return false
			}
		}
		return true
	})
	if jumps { // anything may be a loop
		m.items(u.AST.Exec)
	} else {
		m.repeated(u.AST.Exec)
	}
	return m.at, m.name
}

// repeated looks at loops and array statements.
func (m *mathSearch) repeated(items []ast.Item) {
	for _, it := range items {
		if m.name != "" {
			return
		}
		switch it := it.(type) {
		case *ast.Stmt:
			m.once(it)
		case *ast.Construct:
			m.construct(it)
		case *ast.InterfaceBody: // executes nothing
		default:
			ast.Unlisted(it)
		}
	}
}

func (m *mathSearch) construct(c *ast.Construct) {
	switch c.Kind {
	case ast.KIfThen, ast.KSelectCase:
		for _, p := range c.Parts {
			if m.u.program.dead[p.Head] {
				continue
			}
			m.once(p.Head)
			m.repeated(p.Body)
		}
	default: // loops, and constructs in which names may mean something else
		m.items([]ast.Item{c})
	}
}

// once looks at a statement outside of loops: what it computes of arrays.
func (m *mathSearch) once(s *ast.Stmt) {
	if m.u.program.dead[s] {
		return
	}
	if s.Kind == ast.KForall || s.Kind == ast.KWhere {
		m.items([]ast.Item{s})
		return
	}
	for t := s; t != nil; t = t.Inner {
		if c, ok := t.Body.(*ast.Call); ok && m.u.rankOf(c.Args) != 0 && !m.whole(c.X) {
			m.expr(c.X)
		}
	}
	ast.InspectStmt(s, func(x ast.Expr) bool {
		switch y := x.(type) {
		case *ast.Binary:
			if m.u.value(y.X).Rank != 0 || m.u.value(y.Y).Rank != 0 {
				m.expr(y)
			}
		case *ast.Apply:
			if m.u.rankOf(y.Args) != 0 && !m.whole(y.X) {
				m.expr(y.X)
			}
		default: // of other kinds none calls anything for elements
		}
		return m.name == ""
	})
}

// whole reports whether a name is that of a procedure that is executed once, whatever it is given.
func (m *mathSearch) whole(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	v := m.u.named(id)
	return v.What() == scope.Procedure && !v.elemental()
}

// passes returns the name of the subroutine that a statement calls, if what it holds is no part of the loop around the
// statement: it has loops of its own, or which one it is depends on a type.
func (m *mathSearch) passes(s *ast.Stmt) ast.Expr {
	for ; s != nil && m.own; s = s.Inner {
		c, ok := s.Body.(*ast.Call)
		if !ok {
			continue
		}
		switch x := ArrayOf(c.X).(type) {
		case *ast.Ident:
			if body := m.u.named(x).Body; body != nil && loops(body) {
				return x
			}
		case *ast.Member:
			if body, sure := m.u.boundBody(x); !sure || body != nil && loops(body) {
				return x
			}
		default: // calls nothing that is known
		}
	}
	return nil
}

// loops reports whether a procedure holds a DO loop.
func loops(au *ast.Unit) bool {
	return !ast.Items(au.Exec, func(s *ast.Stmt) bool { return s.Kind != ast.KDo })
}
