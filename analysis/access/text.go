package access

import (
	"strings"

	"mdmp/fortran/ast"
)

// Text prints an expression in one spelling: lower case, no blanks outside of
// strings and word operators. Two expressions with the same text compute the
// same value from the same variables. It is Fortran again; false if the
// expression holds something that is not printed here, or is very long.
func Text(x ast.Expr) (string, bool) {
	var b strings.Builder
	ok := print(&b, x)
	return b.String(), ok
}

// maxPrinted bounds the length of a text.
const maxPrinted = 500

func print(b *strings.Builder, x ast.Expr) bool {
	if b.Len() > maxPrinted {
		return false
	}
	switch x := x.(type) {
	case *ast.Ident:
		b.WriteString(x.Name)
	case *ast.Literal:
		return literal(b, x)
	case *ast.Apply:
		return print(b, x.X) && args(b, x.Args, '(', ')')
	case *ast.Member:
		ok := print(b, x.X)
		b.WriteString("%" + x.Name)
		return ok
	case *ast.Paren:
		b.WriteByte('(')
		ok := print(b, x.X)
		b.WriteByte(')')
		return ok
	case *ast.Unary:
		b.WriteString(operator(x.Op))
		return print(b, x.X)
	case *ast.Binary:
		if !print(b, x.X) {
			return false
		}
		b.WriteString(operator(x.Op))
		return print(b, x.Y)
	case *ast.Range:
		return triplet(b, x)
	case *ast.ArrayCons:
		return constructor(b, x)
	default:
		return false
	}
	return true
}

// operator spells an operator; word operators need no blanks around them, but
// "1.eq.n" would be read as 1. in places, so symbols are printed where there are any.
func operator(op string) string { return op }

func literal(b *strings.Builder, x *ast.Literal) bool {
	if x.Kind == ast.StringLit || x.Kind == ast.HollerithLit {
		return false // never needed in an integer expression; quoting is the lexer's business
	}
	b.WriteString(strings.ToLower(strings.ReplaceAll(x.Text, " ", "")))
	if x.Sub != nil && !strings.Contains(x.Text, "_") {
		b.WriteByte('_')
		return print(b, x.Sub)
	}
	return true
}

func triplet(b *strings.Builder, x *ast.Range) bool {
	for i, part := range []ast.Expr{x.Lo, x.Hi, x.Step} {
		if i == 1 || i == 2 && part != nil {
			b.WriteByte(':')
		}
		if part != nil && !print(b, part) {
			return false
		}
	}
	return true
}

func constructor(b *strings.Builder, x *ast.ArrayCons) bool {
	if x.Type != nil {
		return false
	}
	b.WriteByte('[')
	for i, item := range x.Items {
		if i > 0 {
			b.WriteByte(',')
		}
		if !print(b, item) {
			return false
		}
	}
	b.WriteByte(']')
	return true
}

func args(b *strings.Builder, list []ast.Arg, open, end byte) bool {
	b.WriteByte(open)
	for i, a := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		if a.Keyword != nil {
			b.WriteString(a.Keyword.Name + "=")
		}
		if a.X != nil && !print(b, a.X) {
			return false
		}
	}
	b.WriteByte(end)
	return true
}
