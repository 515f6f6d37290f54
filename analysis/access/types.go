package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// reduction recognises x = x op e for a scalar x that e does not mention.
func (u *Unit) reduction(b *ast.Assign) *Reduction {
	id, ok := b.X.(*ast.Ident)
	if !ok {
		return nil
	}
	o := u.plain(id.Name)
	v := o.Root
	if !o.Scalar || !v.Known() || v.Volatile {
		return nil
	}
	op, rest := accumulation(id.Name, b.Y, v.Type.Word(), u)
	if op == "" {
		return nil
	}
	e := Nothing()
	for _, x := range rest {
		if (op == "max" || op == "min") && !u.Order(v.Type.Word(), x) {
			return nil
		}
		u.expr(x, &e)
		if v.Type.Word() == "integer" && !u.Integer(x) {
			return nil
		}
	}
	for _, r := range e.Refs {
		if Relate(r.Obj, o) != Distinct {
			return nil
		}
	}
	if e.Reach != ReachNamed || e.May(Impure) {
		return nil
	}
	return &Reduction{o, op}
}

// accumulation returns the operation and the other operands of x op … in y.
// Sums and products of reals round, so only integers qualify for them; see zero.go
// for maxima.
func accumulation(name string, y ast.Expr, typ string, u *Unit) (string, []ast.Expr) {
	isX := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && id.Name == name
	}
	switch y := y.(type) {
	case *ast.Binary:
		switch {
		case y.Op == "+" && typ == "integer" && isX(y.X):
			return "+", []ast.Expr{y.Y}
		case y.Op == "+" && typ == "integer" && isX(y.Y):
			return "+", []ast.Expr{y.X}
		case y.Op == "-" && typ == "integer" && isX(y.X):
			return "+", []ast.Expr{y.Y}
		case (y.Op == ".and." || y.Op == ".or.") && typ == "logical" && isX(y.X):
			return y.Op, []ast.Expr{y.Y}
		case (y.Op == ".and." || y.Op == ".or.") && typ == "logical" && isX(y.Y):
			return y.Op, []ast.Expr{y.X}
		}
	case *ast.Apply:
		f, ok := y.X.(*ast.Ident)
		if !ok || u.named(f).What() != scope.Intrinsic || len(y.Args) != 2 || typ == "character" {
			return "", nil
		}
		op := map[string]string{"max": "max", "amax1": "max", "dmax1": "max", "max0": "max",
			"min": "min", "amin1": "min", "dmin1": "min", "min0": "min"}[f.Name]
		switch {
		case op != "" && isX(y.Args[0].X):
			return op, []ast.Expr{y.Args[1].X}
		case op != "" && isX(y.Args[1].X):
			return op, []ast.Expr{y.Args[0].X}
		}
	default: // no accumulation
	}
	return "", nil
}
