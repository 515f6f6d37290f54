package scope

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// Leaves says what is known of what expressions are made of: names, other
// designators, references to functions.
type Leaves interface{ Leaf(x ast.Expr) Operand }

// Value finds out what is known of the value of x.
func (s *Scope) Value(x ast.Expr, in Leaves) Operand {
	switch x := x.(type) {
	case *ast.Literal:
		return LiteralOperand(x)
	case *ast.Complex:
		return Operand{Type: "complex"}
	case *ast.Paren:
		return s.Value(x.X, in)
	case *ast.Unary:
		return s.Operation(x.Op, s.Value(x.X, in))
	case *ast.Binary:
		return s.chainValue(x, in)
	case *ast.ArrayCons:
		if x.Type == nil {
			return s.common(x.Items, in).Of(1)
		}
		v := (&DataType{Name: x.Type.Name}).Operand(1)
		if x.Type.Kind != nil {
			v.Kind = -1
		}
		return v
	case *ast.ImpliedDo:
		return s.common(x.Items, in)
	case *ast.CondExpr:
		return Either(s.Value(x.X, in), s.Value(x.Y, in))
	case *ast.Ident, *ast.Member, *ast.Apply, *ast.Coindex:
		return in.Leaf(x)
	default:
		return UnknownOperand()
	}
}

// common is what the values of a list have in common.
func (s *Scope) common(list []ast.Expr, in Leaves) Operand {
	if len(list) == 0 {
		return UnknownOperand()
	}
	v := s.Value(list[0], in)
	for _, x := range list[1:] {
		v = Either(v, s.Value(x, in))
	}
	return v
}

// chainValue goes down a chain of operators without recursion on its left side,
// which may be long.
func (s *Scope) chainValue(b *ast.Binary, in Leaves) Operand {
	var chain []*ast.Binary
	var x ast.Expr = b
	for {
		b, ok := x.(*ast.Binary)
		if !ok {
			break
		}
		chain = append(chain, b)
		x = b.X
	}
	v := s.Value(x, in)
	for i := len(chain) - 1; i >= 0; i-- {
		if !v.Intrinsic() {
			return UnknownOperand()
		}
		v = s.Operation(chain[i].Op, v, s.Value(chain[i].Y, in))
	}
	return v
}
