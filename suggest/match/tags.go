package match

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
)

// tagged returns a call with numbers for its tags, where they are variables that a statement before
// it in the same list sets to one: such a variable often has another value at the next call, and
// would at the directive.
func (w *walker) tagged(c *calls.Call, n *access.Node) *calls.Call {
	for _, arg := range []string{"tag", "sendtag", "recvtag"} {
		id, ok := c.Arg(arg).(*ast.Ident)
		if !ok || w.index.Sets(w.scopeOf(n), id.Name) <= 1 {
			continue
		}
		if x := w.before(id, n); x != nil {
			c, _ = c.With(func(y ast.Expr) (ast.Expr, bool) {
				if y == ast.Expr(id) {
					return x, true
				}
				return y, true
			})
		}
	}
	return c
}

// before returns the number that an integer variable is set to before a node, nil if that is not
// certain.
func (w *walker) before(id *ast.Ident, n *access.Node) ast.Expr {
	y := w.scopeOf(n).Lookup(id.Name)
	if y == nil || y.Class != scope.Variable || y.Type == nil || y.Type.Basic() != "integer" {
		return nil
	}
	list, i := n.Siblings()
	for k := i; k > 0; k-- {
		if list[k].Item.First().Label() != "" {
			return nil // something may jump here
		}
		m := list[k-1]
		if a, ok := m.Stmt.Body.(*ast.Assign); ok && m.Kind == access.Simple && m.Stmt.Kind == ast.KAssign {
			if to, ok := a.X.(*ast.Ident); ok && to.Name == id.Name {
				if v, ok := w.scopeOf(m).Int(a.Y); ok && m.Stmt.Inner == nil {
					return ast.Int(v)
				}
				return nil
			}
		}
		if c := w.call(m); c != nil && apartOf(c, id) && calls.Passing(y.Root()) {
			continue
		}
		f := w.access.Whole(m)
		for _, r := range w.access.Expr(id).Refs {
			if _, hit := w.access.MayWrite(f, r); hit {
				return nil
			}
		}
	}
	return nil
}

// apartOf reports whether a variable is none of what a call writes.
func apartOf(c *calls.Call, id *ast.Ident) bool {
	p := mpi.Of(c.Name)
	for name, x := range c.Parts() {
		if root := ast.Root(x); root != nil && root.Name == id.Name && p.Use(-1, name) != mpi.Value {
			return false
		}
	}
	return c.Known()
}
