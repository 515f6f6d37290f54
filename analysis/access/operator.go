package access

import (
	"strings"

	"mdmp/fortran/ast"
)

// Operators and assignments that are procedures.
//
// An operator or an assignment is the language's own if types and ranks of the
// operands are those that it requires (F2018, 10.1.5 and 10.2.1.2): nobody may
// define these anew. For any other types and ranks, those of the language
// included ('a' + 1, matrix*vector, x = 'abc'), it is a procedure that a generic
// interface names. So what is not certainly required is looked for among the
// interfaces that may be seen.

// definer is what Names may know about defined operators and assignments.
type definer interface {
	// MayDefine reports whether an interface for "operator(+)", "assignment(=)"
	// and the like may be seen, other than those that are bound to types.
	MayDefine(spec string) bool
}

func (u *Unit) mayDefine(spec string) bool {
	n, ok := u.Names.(definer)
	return !ok || n.MayDefine(spec)
}

// operation returns the value of an operation; its type is not known if that may
// be a function.
func (u *Unit) operation(op string, args ...value) value {
	if !u.ownOperation(op, args) {
		return unknownValue
	}
	v := args[0]
	if len(args) == 2 {
		v = promoted(args[0], args[1])
	}
	switch op {
	case "==", "/=", "<", "<=", ">", ">=", ".and.", ".or.", ".not.", ".eqv.", ".neqv.":
		v.typ = "logical"
	}
	return v
}

// promoted is the value of an operation of the language on two values.
func promoted(a, b value) value {
	out := either(a, b)
	if a.numeric() && b.numeric() {
		for _, t := range []string{"integer", "real", "complex"} {
			if a.typ == t || b.typ == t {
				out.typ = t
			}
		}
	}
	out.rank = -1
	if a.rank >= 0 && b.rank >= 0 {
		out.rank = max(a.rank, b.rank)
	}
	return out
}

// ownOperation reports whether an operation is certainly one of the language.
func (u *Unit) ownOperation(op string, args []value) bool {
	for _, v := range args {
		if !v.intrinsic() {
			return false
		}
	}
	switch {
	case required(op, args):
		return true
	case namedOperator(op):
		return false
	}
	return !u.mayDefine("operator(" + op + ")")
}

// namedOperator recognises operators that exist only if they are defined.
func namedOperator(op string) bool {
	if !strings.HasPrefix(op, ".") {
		return false
	}
	switch op {
	case ".not.", ".and.", ".or.", ".eqv.", ".neqv.", ".xor.":
		return false // .xor. is .neqv. where it is not defined
	}
	return true
}

// required reports whether types and ranks of the operands are those for which
// the language has the operator.
func required(op string, args []value) bool {
	if len(args) == 1 {
		return op == ".not." && args[0].typ == "logical" || (op == "+" || op == "-") && args[0].numeric()
	}
	x, y := args[0], args[1]
	if !conform(x.rank, y.rank) {
		return false
	}
	characters := x.typ == "character" && y.typ == "character" && x.kind >= 0 && x.kind == y.kind
	switch op {
	case "+", "-", "*", "/", "**":
		return x.numeric() && y.numeric()
	case "==", "/=":
		return x.numeric() && y.numeric() || characters
	case "<", "<=", ">", ">=":
		return x.numeric() && y.numeric() && x.typ != "complex" && y.typ != "complex" || characters
	case "//":
		return characters
	case ".and.", ".or.", ".eqv.", ".neqv.":
		return x.typ == "logical" && y.typ == "logical"
	}
	return false
}

// conform reports whether operands certainly have the same rank, or one is a
// scalar.
func conform(a, b int) bool { return a == 0 || b == 0 || a == b && a > 0 }

// ownAssignment reports whether x = y is certainly the assignment of the language.
func (u *Unit) ownAssignment(x, y value) bool {
	switch {
	case !x.intrinsic() || !y.intrinsic():
		return false
	case y.rank != 0 && (y.rank < 0 || x.rank != y.rank):
	case x.numeric() && y.numeric(), x.typ == "logical" && y.typ == "logical",
		x.typ == "character" && y.typ == "character" && x.kind >= 0 && x.kind == y.kind:
		return true
	}
	return !u.mayDefine("assignment(=)")
}

// operate adds what evaluating an operand of an operator does, operators in it
// included, and returns its value.
func (u *Unit) operate(x ast.Expr, e *Effects) value {
	switch x := x.(type) {
	case *ast.Paren:
		return u.operate(x.X, e)
	case *ast.Unary:
		return u.operated(x, x.Op, e, x.X)
	case *ast.Binary:
		return u.operated(x, x.Op, e, x.X, x.Y)
	}
	u.expr(x, e)
	return u.value(x)
}

func (u *Unit) operated(x ast.Expr, op string, e *Effects, operands ...ast.Expr) value {
	var args []value
	for _, y := range operands {
		args = append(args, u.operate(y, e))
	}
	v := u.operation(op, args...)
	if v.intrinsic() {
		return v
	}
	if namedOperator(op) {
		e.call(x.Span(), "the defined operator "+op)
		return v
	}
	for i, y := range operands {
		if !args[i].intrinsic() {
			text, _ := Text(y)
			e.call(y.Span(), "an operator on "+text+", whose type is not known,")
			return v
		}
	}
	e.call(x.Span(), "operator "+op+", which may be a function here,")
	return v
}
