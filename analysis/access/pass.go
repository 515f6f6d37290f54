package access

import "mdmp/fortran/ast"

// Arguments returns, for a call of a procedure of this file, the argument that
// each dummy gets; nil if they do not fit.
func (u *Unit) Arguments(n *Node) map[string]ast.Expr {
	b, ok := n.Stmt.Body.(*ast.Call)
	if !ok {
		return nil
	}
	id, ok := b.X.(*ast.Ident)
	if !ok {
		return nil
	}
	v := u.named(id)
	if v.Unit == nil {
		return nil
	}
	dummies, ok := dummiesFor(v.Unit, b.Args)
	if !ok {
		return nil
	}
	out := map[string]ast.Expr{}
	for i, a := range b.Args {
		if a.X != nil {
			out[dummies[i]] = a.X
		}
	}
	return out
}

// CallArguments returns the arguments of a call statement.
func (u *Unit) CallArguments(n *Node) []ast.Expr {
	b, ok := n.Stmt.Body.(*ast.Call)
	if !ok {
		return nil
	}
	return argExprs(b.Args)
}

// WholeArray returns the reference to an array that x names without subscripts
// anywhere: a variable, or an array component of scalars.
func (u *Unit) WholeArray(x ast.Expr) (Ref, bool) {
	if !bare(x) || u.viaAssociate(x) {
		return Ref{}, false
	}
	d, ok := u.designator(x)
	if !ok || !d.whole || !d.scalarPath || d.last == nil || d.last.Careful() || d.last.Rank <= 0 || d.obj.Root.Shadows ||
		d.obj.Root.Optional || d.base == nil {
		return Ref{}, false
	}
	r := u.ref(d, x, true)
	r.Sub = nil
	return r, true
}

// bare reports whether x is a name or components of one, without subscripts.
func bare(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return true
	case *ast.Member:
		return bare(x.X)
	}
	return false
}

// Instead returns x, a name or components of one, with its root replaced.
func Instead(x ast.Expr, by ast.Expr) (ast.Expr, bool) {
	root, _, _, ok := segments(x)
	if !ok || !bare(x) || !bare(by) {
		return nil, false
	}
	return replaceRoot(x, root, by), true
}

// ArrayOf strips the subscripts that choose an element or section of an array
// at the end of x.
func ArrayOf(x ast.Expr) ast.Expr {
	if a, ok := x.(*ast.Apply); ok {
		return a.X
	}
	return x
}
