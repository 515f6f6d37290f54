package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// VectorMath returns where something in an item may be computed by such a
// function, and its name; "" if nothing is. Whether a compiler takes it depends on
// all that stands around.
func (u *Unit) VectorMath(item ast.Item) (Span, string) {
	if !u.program.Rounding.VectorMath {
		return Span{}, ""
	}
	m := mathSearch{u: u, seen: map[*ast.Unit]bool{}}
	m.items([]ast.Item{item})
	return m.at, m.name
}

// mathSearch looks for functions, also in procedures of the file that are called.
type mathSearch struct {
	u    *Unit
	seen map[*ast.Unit]bool
	at   Span
	name string
	own  bool // not in subroutines with loops of their own, see LoopMath
}

func (m *mathSearch) items(items []ast.Item) {
	m.u.alive(items, func(s *ast.Stmt) bool {
		called := m.passes(s)
		ast.InspectStmt(s, func(x ast.Expr) bool {
			if x != called {
				m.expr(x)
			}
			return m.name == ""
		})
		return m.name == ""
	})
}

func (m *mathSearch) expr(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Binary:
		if x.Op == "**" && !m.u.Integer(x.Y) {
			m.at, m.name = x.Span(), "**"
		}
	case *ast.Member:
		m.bound(x)
	case *ast.Ident:
		v := m.u.named(x)
		switch {
		case v.What() == scope.StatementFunc:
			ast.Inspect(v.Expr.Y, func(y ast.Expr) bool {
				if y != ast.Expr(x) {
					m.expr(y)
				}
				return m.name == ""
			})
		case v.What() == scope.Procedure && v.Body != nil:
			m.body(v.Body)
		case m.u.expands(v), v.What() != scope.Variable && scope.BuiltinOf(x.Name).Vector:
			m.at, m.name = x.Span(), x.Name
		}
	case *ast.Literal, *ast.Complex, *ast.Apply, *ast.Coindex, *ast.Range, *ast.Star, *ast.DoubleDot, *ast.AltReturn,
		*ast.Unary, *ast.Paren, *ast.ArrayCons, *ast.ImpliedDo, *ast.CondExpr: // call nothing themselves
	default:
		m.at, m.name = x.Span(), "?"
	}
}

// bound looks into a procedure of the file that is called by a name bound to a type. One that may be
// overridden may be any.
func (m *mathSearch) bound(x *ast.Member) {
	switch body, sure := m.u.boundBody(x); {
	case !sure:
		m.at, m.name = x.Span(), x.Name
	case body != nil:
		m.body(body)
	}
}

// body looks into a procedure of the file, which may be expanded in place.
func (m *mathSearch) body(au *ast.Unit) {
	inner := m.u.program.Unit(au)
	if m.seen[au] || inner == nil {
		return
	}
	m.seen[au] = true
	was, at := m.u, m.at
	m.u = inner
	m.items(au.Exec)
	m.u = was
	if m.name == "" {
		m.at = at
	}
}
