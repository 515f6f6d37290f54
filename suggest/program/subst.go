package program

import (
	"strconv"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Substitute returns an expression with names replaced by other expressions; false if it holds
// something in which that is not understood. Nothing is changed in place.
func Substitute(x ast.Expr, by map[string]ast.Expr) (ast.Expr, bool) {
	switch x := x.(type) {
	case nil:
		return nil, true
	case *ast.Ident:
		if y, ok := by[x.Name]; ok {
			return y, true
		}
		return x, true
	case *ast.Literal, *ast.Star:
		return x, true
	case *ast.Paren:
		in, ok := Substitute(x.X, by)
		return &ast.Paren{X: in}, ok
	case *ast.Unary:
		in, ok := Substitute(x.X, by)
		return &ast.Unary{Op: x.Op, X: operand(in, x.X, false)}, ok
	case *ast.Binary:
		l, ok1 := Substitute(x.X, by)
		r, ok2 := Substitute(x.Y, by)
		return fold(&ast.Binary{Op: x.Op, X: operand(l, x.X, x.Op != "**"), Y: operand(r, x.Y, false)}), ok1 && ok2
	case *ast.Member:
		in, ok := Substitute(x.X, by)
		return &ast.Member{X: in, Name: x.Name}, ok
	case *ast.Range:
		lo, ok1 := Substitute(x.Lo, by)
		hi, ok2 := Substitute(x.Hi, by)
		step, ok3 := Substitute(x.Step, by)
		return &ast.Range{Lo: lo, Hi: hi, Step: step}, ok1 && ok2 && ok3
	case *ast.Apply:
		in, ok := Substitute(x.X, by)
		out := &ast.Apply{X: in}
		for _, a := range x.Args {
			y, fine := Substitute(a.X, by)
			ok = ok && fine
			out.Args = append(out.Args, ast.Arg{Keyword: a.Keyword, X: y})
		}
		return out, ok
	default:
		return nil, false
	}
}

// operand is what has been put in place of an operand: x + -1 is no expression, and -1**2 is another one than (-1)**2.
// At the left of other operators a sign needs no parentheses.
func operand(x, was ast.Expr, left bool) ast.Expr {
	_, name := was.(*ast.Ident)
	switch x.(type) {
	case *ast.Unary:
		if x != was && !left {
			return &ast.Paren{X: x}
		}
	case *ast.Binary:
		if name {
			return &ast.Paren{X: x}
		}
	default: // binds tighter than operators
	}
	return x
}

// fold is the value of a sum, difference or product of two small integers.
func fold(x *ast.Binary) ast.Expr {
	a, ok1 := integer(x.X)
	b, ok2 := integer(x.Y)
	if ok1 && ok2 {
		switch x.Op {
		case "+":
			return ast.Int(a + b)
		case "-":
			return ast.Int(a - b)
		case "*":
			return ast.Int(a * b)
		}
	}
	return x
}

func integer(x ast.Expr) (int64, bool) {
	x = ast.Unparen(x)
	if u, ok := x.(*ast.Unary); ok && u.Op == "-" {
		n, ok := integer(u.X)
		return -n, ok
	}
	l, ok := x.(*ast.Literal)
	if !ok || l.Kind != ast.IntLit || l.Sub != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(l.Text, 10, 32)
	return n, err == nil
}
