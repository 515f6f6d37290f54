package rungs

import (
	"mdmp/analysis/access"
	"mdmp/analysis/flow"
	"mdmp/analysis/nests"
	"mdmp/fortran/ast"
)

// name returns the designator of what a reference touches, as it can be written
// before place p: the section itself in an assignment, else the array.
func (w *cover) name(r access.Ref, p *flow.Place) (Designator, bool) {
	u := w.a.u
	root, ok := rootOf(r.Base)
	if !ok || r.Obj.Root.Shadows || r.Obj.Root.What != access.Variable || u.Lookup(root.Name) != r.Obj.Root {
		return Designator{}, false
	}
	simple := p.Node.Kind == access.Simple
	if !simple && r.Obj.Root.Pointer && u.Own(r.Obj) {
		return Designator{}, false // it may be associated in there
	}
	text, ok := access.Text(r.Base)
	if !ok || !w.early(r, p, simple) {
		return Designator{}, false
	}
	out := Designator{Text: text, Guards: guards(u, nests.Touch{Ref: r})}
	if x := sectionOf(p.Node, r); x != nil && !p.E.Impure && !u.Vector(x) {
		if text, ok := access.Text(x); ok {
			out.Text = text
		}
	}
	return out, true
}

// early reports whether the array of a reference can be named before place p
// and is the same all through it.
func (w *cover) early(r access.Ref, p *flow.Place, simple bool) bool {
	if _, plain := r.Base.(*ast.Ident); plain {
		return true
	}
	e := w.a.u.Expr(r.Base)
	if e.Reach != access.ReachNamed || e.Impure {
		return false
	}
	if simple {
		return true
	}
	if variablePath(r.Base) {
		return false
	}
	for _, d := range e.Refs {
		if d.Obj == r.Obj {
			d.Status = true
		}
		if _, changed := w.a.u.Alters(p.E, d); changed {
			return false
		}
	}
	return true
}

// rootOf returns the variable a designator begins with.
func rootOf(x ast.Expr) (*ast.Ident, bool) {
	for {
		switch y := x.(type) {
		case *ast.Ident:
			return y, true
		case *ast.Member:
			x = y.X
		case *ast.Apply:
			x = y.X
		default:
			return nil, false
		}
	}
}

// sectionOf returns the designator of a reference that an assignment makes,
// subscripts included; nil if there is none.
func sectionOf(n *access.Node, r access.Ref) ast.Expr {
	b, ok := n.Stmt.Body.(*ast.Assign)
	if !ok || n.Kind != access.Simple || n.Stmt.Kind != ast.KAssign {
		return nil
	}
	var found ast.Expr
	for _, side := range []ast.Expr{b.X, b.Y} {
		ast.Inspect(side, func(x ast.Expr) bool {
			if a, isApply := x.(*ast.Apply); isApply && a.Span() == r.At {
				if root, ok := rootOf(a); ok && root.Name == r.Obj.Root.Name {
					found = a
				}
			}
			return found == nil
		})
	}
	return found
}
