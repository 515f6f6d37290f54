package regions

import (
	"mdmp/fortran/ast"
	"mdmp/fortran/scope"
)

// kindOf returns the intrinsic type that an expression certainly has:
// "integer", "real", "complex", "logical" or "character"; "" if that is not
// certain. Operators may be the program's own wherever the language leaves
// room for that; intrinsic functions other than conversions are not looked
// into.
func (l *looker) kindOf(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Literal:
		return literalKinds[x.Kind]
	case *ast.Complex:
		return "complex"
	case *ast.Paren:
		return l.kindOf(x.X)
	case *ast.Unary:
		return unaryKind(x.Op, l.kindOf(x.X))
	case *ast.Binary:
		return l.binaryKind(x)
	case *ast.Apply:
		if k := l.callKind(x); k != "" {
			return k
		}
	}
	in := l.sc.Designator(x)
	if !in.Known {
		return ""
	}
	return intrinsicKind(in.Type)
}

var literalKinds = map[ast.LitKind]string{
	ast.IntLit: "integer", ast.RealLit: "real", ast.LogicalLit: "logical", ast.StringLit: "character",
}

// intrinsicKind is the name of an intrinsic type, without its precision.
func intrinsicKind(t *scope.DataType) string {
	if t == nil {
		return ""
	}
	switch t.Name {
	case "integer", "real", "complex", "logical", "character":
		return t.Name
	case "double precision":
		return "real"
	case "double complex":
		return "complex"
	}
	return ""
}

func unaryKind(op, of string) string {
	switch {
	case (op == "+" || op == "-") && numeric(of) > 0:
		return of
	case op == ".not." && of == "logical":
		return of
	}
	return ""
}

// numeric orders the numeric types: an operation has the greater one of its
// operands. It is 0 for the others.
func numeric(kind string) int {
	switch kind {
	case "integer":
		return 1
	case "real":
		return 2
	case "complex":
		return 3
	}
	return 0
}

// binaryKind goes down a chain of operators without recursion on its left
// side, which may be long.
func (l *looker) binaryKind(b *ast.Binary) string {
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
	kind := l.kindOf(x)
	for i := len(chain) - 1; i >= 0 && kind != ""; i-- {
		kind = operationKind(chain[i].Op, kind, l.kindOf(chain[i].Y))
	}
	return kind
}

// operationKind is the type of an operation that is the language's own.
func operationKind(op, x, y string) string {
	both := numeric(x) > 0 && numeric(y) > 0
	switch op {
	case "+", "-", "*", "/", "**":
		switch {
		case both && numeric(y) > numeric(x):
			return y
		case both:
			return x
		}
	case "==", "/=", "<", "<=", ">", ">=":
		if both || x == "character" && y == "character" {
			return "logical"
		}
	case ".and.", ".or.", ".eqv.", ".neqv.":
		if x == "logical" && y == "logical" {
			return "logical"
		}
	case "//":
		if x == "character" && y == "character" {
			return "character"
		}
	}
	return ""
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
		return intrinsicKind(r.Type)
	}
	if y.Has(scope.Typed) && y.Iface == "" {
		return intrinsicKind(y.Type)
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
