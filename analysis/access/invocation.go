package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// invocation is what a statement does that calls one procedure and nothing else: a
// CALL, or an assignment of what a function returns, as a whole.
//
// The idea: in x = f(u) the function is over when x is assigned, and nothing else
// is evaluated but the arguments. So it is CALL f(u, x), but that x is assigned
// after the return. A function in a larger expression is none: what stands
// beside it may be evaluated before it or after it.
type invocation struct {
	procedure *ast.Ident
	bound     *scope.Symbol // the procedure where it is called by a name bound to a type
	args      []ast.Arg
	into      ast.Expr // what is assigned, nil for a CALL
	to        desig    // the same
}

// called is the procedure.
func (u *Unit) called(b invocation) *Entity {
	if b.bound != nil {
		return u.program.resolver.entity(b.bound, b.bound.Name)
	}
	return u.named(b.procedure)
}

// calls is the kind of the procedure.
func (b invocation) calls() ast.Kind {
	if b.into != nil {
		return ast.KFunction
	}
	return ast.KSubroutine
}

// invocation returns what a node calls; false if that is not all that it does.
func (u *Unit) invocation(n *Node) (invocation, bool) {
	if n.Kind != Simple {
		return invocation{}, false
	}
	switch b := n.Stmt.Body.(type) {
	case *ast.Call:
		if id, ok := b.X.(*ast.Ident); ok {
			return invocation{procedure: id, args: b.Args}, true
		}
		_, y, args := u.At(n).target(b)
		return invocation{bound: y, args: args}, y != nil
	case *ast.Assign:
		if n.Stmt.Kind == ast.KAssign {
			return u.At(n).stored(b)
		}
	default: // does more than to call
	}
	return invocation{}, false
}

// PureCall returns the name of the procedure that a node calls if it is PURE, so that no call of the run time can stand in it.
// Reasons ask.
func (u *Unit) PureCall(n *Node) (string, bool) {
	b, ok := u.invocation(n)
	if !ok {
		return "", false
	}
	v := u.At(n).called(b)
	return v.Name, v.Has(scope.Pure) || v.Has(scope.Elemental)
}

// stored is invocation for an assignment.
func (u *Unit) stored(b *ast.Assign) (invocation, bool) {
	f, ok := b.Y.(*ast.Apply)
	if !ok || !unsubscripted(b.X) {
		return invocation{}, false
	}
	id, ok := f.X.(*ast.Ident)
	if !ok {
		return invocation{}, false
	}
	if v := u.named(id); v.What() != scope.Procedure || v.elemental() || !numbers(v.Yields) || u.ViaAssociate(b.X) {
		return invocation{}, false
	}
	d, ok := u.designator(b.X)
	if !ok || !d.whole || d.part || !d.scalarPath || d.obj.pointer || !numbers(d.last) ||
		d.obj.Root.Volatile || d.obj.Root.Asynchronous {
		return invocation{}, false
	}
	if !u.here.scope.OwnAssignment(u.value(b.X), u.value(b.Y)) {
		return invocation{}, false
	}
	return invocation{procedure: id, args: f.Args, into: b.X, to: d}, true
}

// unsubscripted reports whether x is a name or components of one, so that nothing is
// evaluated to find it.
func unsubscripted(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return true
	case *ast.Member:
		return unsubscripted(x.X)
	default:
		return false
	}
}

// numbers reports whether v certainly holds numbers or logicals, in storage that is
// neither given nor taken while the program runs.
func numbers(v *scope.Symbol) bool {
	if v == nil || v.Class != scope.Variable || v.Attrs&(scope.Allocatable|scope.Pointer|scope.Volatile|scope.Asynchronous) != 0 {
		return false
	}
	o := v.Value()
	return o.Numeric() || o.Type == "logical"
}

// Returns reports whether the unit is a function that returns numbers or logicals, in a
// variable that no pointer leads to.
func (u *Unit) Returns() bool {
	res := u.program.resolver.result(u.AST)
	if res.Class != scope.Variable {
		return false
	}
	v := u.lookup(res.Name)
	return v.Storage == scope.Result && numbers(v.Symbol) && !v.Volatile && !v.Asynchronous && !v.pointedAt()
}
