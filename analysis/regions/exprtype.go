package regions

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// kindOf returns the intrinsic type that an expression certainly has:
// "integer", "real", "complex", "logical" or "character"; "" if that is not
// certain.
func (l *looker) kindOf(x ast.Expr) string {
	if c, ok := ast.Unparen(x).(*ast.Literal); ok && c.Kind == ast.BOZLit {
		return "" // compilers take it for more than an integer
	}
	switch k := l.sc.Value(x, l).Type; k {
	case "integer", "real", "complex", "logical", "character":
		return k
	}
	return ""
}

// Leaf is what is known of the value of a designator or a function reference;
// intrinsic functions other than conversions are not looked into.
func (l *looker) Leaf(x ast.Expr) scope.Operand {
	if a, ok := x.(*ast.Apply); ok {
		if k := l.callKind(a); k != "" {
			rank, ok := l.sc.Rank(x)
			if !ok {
				rank = -1
			}
			return scope.Operand{Type: k, Rank: rank, Kind: -1}
		}
	}
	in := l.sc.Designator(x)
	if !in.Known {
		return in.Type.Operand(-1)
	}
	return in.Type.Operand(in.Rank)
}

// callKind is the type of a function reference.
func (l *looker) callKind(x *ast.Apply) string {
	id, ok := x.X.(*ast.Ident)
	if !ok || l.sc.Resolve(x) != scope.RefCall {
		return ""
	}
	y := l.sc.Lookup(id.Name)
	switch {
	case y == nil || y.Unsure != "":
		return ""
	case y.Class == scope.Intrinsic:
		return l.conversion(id.Name, x.Args)
	case y.Class != scope.Procedure:
		return ""
	}
	if r := l.sc.Result(y); r != nil {
		if r.Unsure != "" {
			return ""
		}
		return r.Type.Basic()
	}
	if y.Has(scope.Typed) && y.Iface == "" {
		return y.Type.Basic()
	}
	return ""
}

// conversion is the type of an intrinsic function that is there for its type.
func (l *looker) conversion(name string, args []ast.Arg) string {
	if len(args) == 0 || l.kindOf(args[0].X) == "" {
		return ""
	}
	switch name {
	case "int", "nint", "floor", "ceiling":
		return "integer"
	case "real", "dble":
		return "real"
	case "cmplx":
		return "complex"
	case "logical":
		return "logical"
	}
	return ""
}
