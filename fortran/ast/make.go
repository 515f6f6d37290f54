package ast

import "strconv"

// Expressions that stand nowhere in a file; their spans are empty.

// Named returns a name, in lower case.
func Named(name string) *Ident { return &Ident{Name: name} }

// Int returns a number; a negative one is an operation.
func Int(n int64) Expr {
	text := strconv.FormatInt(n, 10)
	if n < 0 {
		return &Unary{Op: "-", X: &Literal{Kind: IntLit, Text: text[1:]}}
	}
	return &Literal{Kind: IntLit, Text: text}
}

// Op returns x op y. The operands are taken as they are: what binds weaker than op
// has to be in parentheses.
func Op(x Expr, op string, y Expr) Expr { return &Binary{Op: op, X: x, Y: y} }
