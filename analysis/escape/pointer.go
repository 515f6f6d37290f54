package escape

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// associated is p => y.
func (w *walker) associated(b *ast.Assign) {
	x := b.X
	if a, ok := x.(*ast.Apply); ok { // bounds
		w.args(a.Args)
		x = a.X
	}
	w.value(x)
	w.value(b.Y)
	if id, ok := x.(*ast.Ident); ok && w.goes(w.sc.Lookup(id.Name)) {
		w.target(b.Y, w.f.variable(w.sc.Lookup(id.Name)))
		return
	}
	w.target(b.Y, nil)
}

// pointedAt: a pointer that may last gets what x leads to.
func (w *walker) pointedAt(x ast.Expr) {
	w.value(x)
	w.target(x, nil)
}

// goes reports whether y is a pointer that goes with the procedure: what it leads to escapes only if it does itself.
func (w *walker) goes(y *scope.Symbol) bool {
	return y != nil && y.Unsure == "" && y.Class == scope.Variable && y.Has(scope.Pointer) && y.Storage == scope.Local && !y.Saved() &&
		y.Scope != nil && y.Scope.Unit == w.unit && y.Scope.Construct == nil && y.Attrs&(scope.Equivalenced|scope.InNamelist) == 0
}

// target: pointer, nil if that may last, leads to x from now on.
func (w *walker) target(x ast.Expr, pointer *variable) {
	root := ast.Root(x)
	if root == nil {
		return // null(), or what a function returns
	}
	y, _ := w.begins(root)
	p := w.placeOf(x)
	if p.v == nil || p.pointed && !y.Has(scope.Target) && !y.Has(scope.Pointer) {
		return // what a component leads to, which is not the variable itself
	}
	if pointer == nil || !y.Has(scope.Target) && !y.Has(scope.Pointer) {
		w.f.escape(p, Pointer)
		return
	}
	w.f.edge(pointer, p)
}
