package access

import (
	"strconv"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Of +0 and -0, which are equal, a maximum keeps the one that came first (or
// last), so the order of iterations shows in the sign. Where -0 cannot come, equal
// values have equal bits. (A NaN is never kept by "if (x > v) v = x"; what MAX makes
// of one, and which of two zeros it gives, is left open by the language: gfortran
// 12.2 takes the one or the other operand of minsd by what registers are free.)

// Order reports whether the maximum or minimum of values of x in a variable of
// some type is the same, to the last bit, in whatever order they come.
func (u *Unit) Order(typ string, x ast.Expr) bool {
	switch typ {
	case "integer":
		return u.Integer(x)
	case "real":
		return u.Integer(x) || u.unsigned(x) || u.converts(x)
	}
	return false
}

// converts reports whether x is an integer made real.
func (u *Unit) converts(x ast.Expr) bool {
	a, ok := x.(*ast.Apply)
	if !ok || len(a.Args) == 0 || a.Args[0].Keyword != nil {
		return false
	}
	id, ok := a.X.(*ast.Ident)
	if !ok || u.named(id).What() != scope.Intrinsic {
		return false
	}
	switch id.Name {
	case "real", "dble", "float", "dfloat":
		return u.Integer(a.Args[0].X)
	}
	return false
}

// unsigned reports whether the sign of a number is never set: it is a positive
// one, +0 or no number.
func (u *Unit) unsigned(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Literal:
		return x.Kind == ast.IntLit || x.Kind == ast.RealLit
	case *ast.Paren:
		return u.unsigned(x.X)
	case *ast.Unary:
		return x.Op == "+" && u.unsigned(x.X)
	case *ast.Binary:
		switch x.Op {
		case "+", "/":
			return u.unsigned(x.X) && u.unsigned(x.Y)
		case "*":
			return u.square(x) || u.unsigned(x.X) && u.unsigned(x.Y)
		case "**":
			return u.unsigned(x.X) || even(x.Y) && u.noComplex(x.X)
		}
	case *ast.Apply:
		return u.unsignedFunction(x)
	default: // may have a sign
	}
	return false
}

func (u *Unit) unsignedFunction(x *ast.Apply) bool {
	id, ok := x.X.(*ast.Ident)
	if !ok || u.named(id).What() != scope.Intrinsic || len(x.Args) == 0 || x.Args[0].Keyword != nil {
		return false
	}
	switch id.Name {
	case "abs", "dabs", "cabs", "cdabs":
		return true
	case "exp", "dexp":
		return u.noComplex(x.Args[0].X)
	case "sqrt", "dsqrt", "real", "dble", "sngl":
		return u.unsigned(x.Args[0].X)
	case "max", "min", "amax1", "amin1", "dmax1", "dmin1", "hypot":
		for _, a := range x.Args {
			if !u.unsigned(a.X) {
				return false
			}
		}
		return true
	}
	return false
}

// square reports whether x is a*a for a real variable a.
func (u *Unit) square(x *ast.Binary) bool {
	a, ok1 := Text(ast.Unparen(x.X))
	b, ok2 := Text(ast.Unparen(x.Y))
	return ok1 && ok2 && a == b && u.noComplex(x.X)
}

// noComplex reports whether x is computed from integers and reals alone, without
// calling anything.
func (u *Unit) noComplex(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Literal:
		return x.Kind == ast.IntLit || x.Kind == ast.RealLit
	case *ast.Paren:
		return u.noComplex(x.X)
	case *ast.Unary:
		return u.noComplex(x.X) && !scope.NamedOperator(x.Op)
	case *ast.Binary:
		return u.noComplex(x.X) && u.noComplex(x.Y) && !scope.NamedOperator(x.Op)
	default: // a designator may be one
	}
	if id, ok := x.(*ast.Ident); ok {
		v := u.named(id)
		return (v.Class == scope.Variable || v.Class == scope.Constant) && numeric(v.Symbol)
	}
	d, ok := u.designator(x)
	return ok && d.last != nil && numeric(d.last)
}

// numeric reports whether v is an integer or a real.
func numeric(v *scope.Symbol) bool {
	word := v.Type.Word()
	return word == "integer" || word == "real"
}

// even reports whether an exponent is an even number.
func even(x ast.Expr) bool {
	l, ok := x.(*ast.Literal)
	if !ok || l.Kind != ast.IntLit {
		return false
	}
	n, err := strconv.Atoi(l.Text)
	return err == nil && n%2 == 0
}
