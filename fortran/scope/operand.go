package scope

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Operators and assignments that are procedures.
//
// An operator or an assignment is the language's own if types and ranks of the
// operands are those that it requires (F2018, 10.1.5 and 10.2.1.2): nobody may
// define these anew. For any other types and ranks, those of the language
// included ('a' + 1, matrix*vector, x = 'abc'), it is a procedure that a generic
// interface names. So what is not certainly required is looked for among the
// interfaces that may be seen.

// Operand is what is known of the value of an expression: as much as decides
// whether an operator or an assignment is the language's own.
type Operand struct {
	// Type is "integer", "real", "complex", "logical", "character", "intrinsic"
	// (one of these), "type" (a derived one), "" if it is not known.
	Type string
	Rank int // -1 if not known
	Kind int // of characters: 0 for the default kind, -1 if not known
}

// UnknownOperand is one of which nothing is known.
func UnknownOperand() Operand { return Operand{Rank: -1, Kind: -1} }

// Intrinsic reports whether the type is certainly one of the language's own.
func (v Operand) Intrinsic() bool { return v.Type != "" && v.Type != "type" }

// Numeric reports whether the type is certainly a numeric one.
func (v Operand) Numeric() bool {
	return v.Type == "integer" || v.Type == "real" || v.Type == "complex"
}

// Of returns v with another rank.
func (v Operand) Of(rank int) Operand {
	v.Rank = rank
	return v
}

// Either is one of two values.
func Either(a, b Operand) Operand {
	switch {
	case !a.Intrinsic() || !b.Intrinsic():
		a.Type = ""
	case a.Type != b.Type:
		a.Type = "intrinsic"
	}
	if a.Rank != b.Rank {
		a.Rank = -1
	}
	if a.Kind != b.Kind {
		a.Kind = -1
	}
	return a
}

// Operand is the value of a variable or function of a type.
func (d *DataType) Operand(rank int) Operand {
	v := Operand{Type: d.Basic(), Rank: rank}
	if v.Type == "character" && d.KindValue != 1 { // 1 is the default kind
		v.Kind = d.KindValue
	}
	if d.IsDerived() {
		v.Type = "type"
	}
	return v
}

// LiteralOperand is the value of a literal.
func LiteralOperand(x *ast.Literal) Operand {
	switch x.Kind {
	case ast.IntLit, ast.BOZLit:
		return Operand{Type: "integer"}
	case ast.RealLit:
		return Operand{Type: "real"}
	case ast.LogicalLit:
		return Operand{Type: "logical"}
	case ast.StringLit:
		if x.Sub != nil {
			return Operand{Type: "character", Kind: -1}
		}
		return Operand{Type: "character"}
	}
	return Operand{Type: "intrinsic"}
}

// Operation returns the value of an operation; its type is not known if that may
// be a function.
func (s *Scope) Operation(op string, args ...Operand) Operand {
	if !s.ownOperation(op, args) {
		return UnknownOperand()
	}
	v := args[0]
	if len(args) == 2 {
		v = promoted(args[0], args[1])
	}
	switch op {
	case "==", "/=", "<", "<=", ">", ">=", ".and.", ".or.", ".not.", ".eqv.", ".neqv.":
		v.Type = "logical"
	}
	return v
}

// promoted is the value of an operation of the language on two values.
func promoted(a, b Operand) Operand {
	out := Either(a, b)
	if a.Numeric() && b.Numeric() {
		for _, t := range []string{"integer", "real", "complex"} {
			if a.Type == t || b.Type == t {
				out.Type = t
			}
		}
	}
	out.Rank = -1
	if a.Rank >= 0 && b.Rank >= 0 {
		out.Rank = max(a.Rank, b.Rank)
	}
	return out
}

// ownOperation reports whether an operation is certainly one of the language.
func (s *Scope) ownOperation(op string, args []Operand) bool {
	for _, v := range args {
		if !v.Intrinsic() {
			return false
		}
	}
	switch {
	case required(op, args):
		return true
	case NamedOperator(op):
		return false
	}
	return !s.MayOverload(op)
}

// NamedOperator recognises operators that exist only if they are defined.
func NamedOperator(op string) bool {
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
func required(op string, args []Operand) bool {
	if len(args) == 1 {
		return op == ".not." && args[0].Type == "logical" || (op == "+" || op == "-") && args[0].Numeric()
	}
	x, y := args[0], args[1]
	if !conform(x.Rank, y.Rank) {
		return false
	}
	characters := x.Type == "character" && y.Type == "character" && x.Kind >= 0 && x.Kind == y.Kind
	switch op {
	case "+", "-", "*", "/", "**":
		return x.Numeric() && y.Numeric()
	case "==", "/=":
		return x.Numeric() && y.Numeric() || characters
	case "<", "<=", ">", ">=":
		return x.Numeric() && y.Numeric() && x.Type != "complex" && y.Type != "complex" || characters
	case "//":
		return characters
	case ".and.", ".or.", ".eqv.", ".neqv.":
		return x.Type == "logical" && y.Type == "logical"
	}
	return false
}

// conform reports whether operands certainly have the same rank, or one is a
// scalar.
func conform(a, b int) bool { return a == 0 || b == 0 || a == b && a > 0 }

// OwnAssignment reports whether x = y is certainly the assignment of the language.
func (s *Scope) OwnAssignment(x, y Operand) bool {
	switch {
	case !x.Intrinsic() || !y.Intrinsic():
		return false
	case y.Rank != 0 && (y.Rank < 0 || x.Rank != y.Rank):
	case x.Numeric() && y.Numeric(), x.Type == "logical" && y.Type == "logical",
		x.Type == "character" && y.Type == "character" && x.Kind >= 0 && x.Kind == y.Kind:
		return true
	}
	return !s.MayDefine("assignment(=)")
}
