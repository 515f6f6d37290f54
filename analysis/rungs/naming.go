package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// name returns the designator of what a reference touches, as it can be written
// before place p: the section itself in an assignment, else the array.
func (w *cover) name(r access.Ref, p *flow.Place) (Guarded, bool) {
	u := w.a.u.At(p.Node)
	root := ast.Root(r.Base)
	if root == nil || r.Obj.Root.Shadows() || r.Obj.Root.Class != scope.Variable || u.Lookup(root.Name) != r.Obj.Root {
		return Guarded{}, false
	}
	if r.Obj.Last == nil || !handable(r.Obj.Last) || !visible(u, r.Obj) {
		return Guarded{}, false
	}
	simple := p.Node.Kind == access.Simple
	if !simple && p.Node.Kind != access.Branch && r.Obj.Root.Has(scope.Pointer) && u.Own(r.Obj) {
		return Guarded{}, false // it may be associated in there
	}
	if _, ok := access.Text(r.Base); !ok || !w.early(r, p, simple) {
		return Guarded{}, false
	}
	out := Guarded{X: r.Base, Guards: guards(u, nests.Touch{Ref: r})}
	if x := sectionOf(p.Node, r); x != nil && !p.E.May(access.Impure) && u.Twice(x) {
		if _, ok := access.Text(x); ok {
			out.X = x
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
	e := w.a.u.At(p.Node).Expr(r.Base)
	if e.Reach != access.ReachNamed || e.May(access.Impure) {
		return false
	}
	if simple {
		return true
	}
	if variablePath(r.Base) && p.Node.Kind != access.Branch { // of a branch these are the conditions, evaluated once
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

// sectionOf returns the designator of a reference that an assignment makes,
// subscripts included; nil if there is none.
func sectionOf(n *access.Node, r access.Ref) *ast.Apply {
	b, ok := n.Stmt.Body.(*ast.Assign)
	if !ok || n.Kind != access.Simple || n.Stmt.Kind != ast.KAssign {
		return nil
	}
	var found *ast.Apply
	for _, side := range []ast.Expr{b.X, b.Y} {
		ast.Inspect(side, func(x ast.Expr) bool {
			if a, isApply := x.(*ast.Apply); isApply && a.Span() == r.At {
				if root := ast.Root(a); root != nil && root.Name == r.Obj.Name {
					found = a
				}
			}
			return found == nil
		})
	}
	return found
}
