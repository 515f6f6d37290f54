package access

import (
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// operate adds what evaluating an operand of an operator does, operators in it
// included, and returns its value.
func (u *Unit) operate(x ast.Expr, e *Effects) scope.Operand {
	switch x := x.(type) {
	case *ast.Paren:
		return u.operate(x.X, e)
	case *ast.Unary:
		return u.operated(x, x.Op, e, x.X)
	case *ast.Binary:
		return u.operated(x, x.Op, e, x.X, x.Y)
	default:
		u.expr(x, e)
		return u.value(x)
	}
}

func (u *Unit) operated(x ast.Expr, op string, e *Effects, operands ...ast.Expr) scope.Operand {
	var args []scope.Operand
	for _, y := range operands {
		args = append(args, u.operate(y, e))
	}
	v := u.here.scope.Operation(op, args...)
	if v.Intrinsic() {
		return v
	}
	if scope.NamedOperator(op) {
		e.call(x.Span(), reason.DefinedOperator, reason.Name(op))
		return v
	}
	for i, y := range operands {
		if !args[i].Intrinsic() {
			e.call(y.Span(), reason.OperandUnknown, reason.Expr(y))
			return v
		}
	}
	e.call(x.Span(), reason.OperatorFunction, reason.Name(op))
	return v
}
