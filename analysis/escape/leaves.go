package escape

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// leaves says what is known of the types of what expressions are made of.
type leaves struct{ *walker }

// Leaf is what is known of a designator, or of a reference to a function.
func (l leaves) Leaf(x ast.Expr) scope.Operand {
	if a, ok := x.(*ast.Apply); ok {
		if id, ok := a.X.(*ast.Ident); ok && l.sc.Resolve(a) == scope.RefCall {
			return l.result(l.sc.Lookup(id.Name), id.Name, a)
		}
	}
	in := l.sc.Designator(x)
	if !in.Known {
		return in.Type.Operand(scope.RankUnknown)
	}
	return in.Type.Operand(in.Rank)
}

// result is the value of a reference to a function.
func (l leaves) result(y *scope.Symbol, name string, x *ast.Apply) scope.Operand {
	unknown := scope.UnknownOperand()
	switch {
	case y == nil || y.Unsure != "" || l.table.MPIName(y, name) != "":
		return unknown
	case y.Class == scope.Intrinsic:
		b := scope.BuiltinOf(name)
		if b.Does != scope.Elementwise && b.Does != scope.Transforms && b.Does != scope.Inquires || len(x.Args) == 0 {
			return unknown
		}
		v := l.sc.Value(x.Args[0].X, l)
		if b.Type != "" {
			v.Type = b.Type
		}
		if r, ok := l.sc.Rank(x); ok {
			return v.Of(r)
		}
		return v.Of(scope.RankUnknown)
	case y.Class == scope.Procedure && l.sc.Result(y) != nil:
		v := l.sc.Result(y).Value()
		if r, ok := l.sc.Rank(x); ok {
			return v.Of(r)
		}
		return v.Of(scope.RankUnknown)
	case y.Class == scope.Procedure && y.Unit == nil && y.Iface == "" && y.Module == "" && y.Type != nil:
		return y.Type.Operand(0)
	}
	return unknown
}
