package access

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Arguments returns, for a call of a procedure of this file, the argument that
// each dummy gets; nil if they do not fit.
func (u *Unit) Arguments(n *Node) map[string]ast.Expr {
	b, ok := u.invocation(n)
	if !ok {
		return nil
	}
	v := u.At(n).called(b)
	if v.Body == nil {
		return nil
	}
	dummies, ok := dummiesFor(v.Body, b.args)
	if !ok {
		return nil
	}
	out := map[string]ast.Expr{}
	for i, a := range b.args {
		if a.X != nil {
			out[dummies[i]] = a.X
		}
	}
	return out
}

// Gets reports whether an invocation passes a scalar, or something of which the scalar
// decides what it is. It does not if the scalar only chooses the structure of which a
// component is passed.
func (u *Unit) Gets(n *Node, o *Object) bool {
	b, ok := u.invocation(n)
	if !ok {
		return true
	}
	u = u.At(n)
	return slices.ContainsFunc(argExprs(b.args), func(x ast.Expr) bool { return u.depends(x, o) })
}

func (u *Unit) depends(x ast.Expr, o *Object) bool {
	found := false
	ast.Inspect(x, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.Member:
			return false
		case *ast.Ident:
			v := u.named(x)
			found = found || v == o.Root || !v.Known()
		default: // its parts tell
		}
		return !found
	})
	return found
}

// maxPassed bounds the arrays that are looked for in one call.
const maxPassed = 32

// PassedArrays returns the arrays that an invocation passes and of which it may change the elements: arguments without
// their last subscripts, and array components of arguments of derived type, also of
// elements of arrays, as far as they can be named. The value of an expression is none, and what an
// interface says to be INTENT(IN) stays as it is, but for what pointers in it lead to.
func (u *Unit) PassedArrays(n *Node) []ast.Expr {
	b, ok := u.invocation(n)
	if !ok {
		return nil
	}
	p := passing{in: u.program.resolver.table.At(n.Stmt.Span().Start)}
	var how []use
	if v := u.At(n).called(b); v != nil && v.Iface != nil {
		how, _ = matchArgs(v.Iface.names, v.Iface.args, b.args) // nil if they do not fit
	}
	for i, x := range argExprs(b.args) {
		if d, ok := u.At(n).designator(x); !ok || how != nil && !how[i].may(writes) && d.last.OwnType() {
			continue
		}
		p.add(x, nil)
	}
	return p.found
}

// passing collects what a call passes.
type passing struct {
	in    *scope.Scope // in which it stands, nil if there is none
	found []ast.Expr
}

// add adds x and its components; around are the types that hold it.
func (p *passing) add(x ast.Expr, around []*scope.DerivedType) {
	if len(p.found) == maxPassed {
		return
	}
	var d *scope.DerivedType
	if p.in != nil {
		d = structure(p.in, x)
	}
	if d == nil {
		p.found = append(p.found, ArrayOf(x))
		return
	}
	if slices.Contains(around, d) {
		return // a list
	}
	around = append(slices.Clip(around), d)
	for _, c := range d.Visible(p.in) {
		p.add(&ast.Member{Node: ast.Node{At: x.Span()}, X: x, Name: c.Name, Sel: x.Span()}, around)
	}
}

// structure returns the definition of the type of x if that is a scalar of derived
// type: a variable, a component, an element.
func structure(s *scope.Scope, x ast.Expr) *scope.DerivedType {
	if in := s.Designator(x); in.Known && in.Rank == 0 && !in.Call {
		return in.Type.Definition()
	}
	return nil
}

// WholeArray returns the reference to an array that x names without subscripts at
// its end: a variable, an array component of scalars and of elements that can be
// chosen once more, an ASSOCIATE name of one of these.
func (u *Unit) WholeArray(x ast.Expr) (Ref, bool) {
	if !u.chosen(x) {
		return Ref{}, false
	}
	d, ok := u.designator(x)
	if !ok || !d.whole || !d.scalarPath || d.last == nil || !d.last.Known() || d.last.Rank <= 0 || d.obj.Root.Shadows() ||
		d.obj.Root.Has(scope.Optional) || d.base == nil {
		return Ref{}, false
	}
	r := u.ref(d, x, true)
	r.Sub = nil
	return r, true
}

// chosen reports whether x is a name or components of one, with no subscripts but
// those that choose one element and can be evaluated twice.
func (u *Unit) chosen(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return true
	case *ast.Member:
		return u.chosen(x.X)
	case *ast.Apply:
		for _, a := range x.Args {
			if a.Keyword != nil || a.X == nil || !u.scalar(a.X) {
				return false
			}
			if e := u.Expr(a.X); e.Reach != ReachNamed || e.May(Impure|Stops|Outside|Finalises) {
				return false
			}
		}
		return u.chosen(x.X)
	default:
		return false
	}
}

// bare reports whether x is a name or components of one, without subscripts.
func bare(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return true
	case *ast.Member:
		return bare(x.X)
	default:
		return false
	}
}

// Instead returns x, a name or components of one, as a caller names it: its root is
// a dummy that gets the argument by. An array is named without the subscripts that
// choose where the dummy begins in it.
func Instead(x ast.Expr, by ast.Expr) (ast.Expr, bool) {
	if !bare(x) || by == nil {
		return nil, false
	}
	root := ast.Root(x)
	if root == x {
		by = ArrayOf(by)
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
