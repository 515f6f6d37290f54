package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Fused products.
//
// A processor that multiplies and adds in one instruction rounds once instead of
// twice. Fortran leaves it to the compiler where it is used (F2018, 10.1.5.2.4),
// and compilers decide by what stands around: which of two products is fused, and
// whether a product is that has a second use, can change when a loop gets another
// one around it. So a loop in which a sum may have a product as a term is not
// cut where the compiler may fuse.

// Fused returns where something in an item may be fused; false if nothing is.
func (u *Unit) Fused(item ast.Item) (Span, bool) {
	may := u.program.Rounding
	if !may.Fuses && !may.FusesPairs {
		return Span{}, false
	}
	items := []ast.Item{item}
	f := fuseSearch{u: u, products: map[*Entity]bool{}, pairs: !may.Fuses, single: assignments(items) <= 1}
	if !f.collect(items) {
		return f.at, true
	}
	u.alive(items, func(s *ast.Stmt) bool {
		ast.InspectStmt(s, func(x ast.Expr) bool { return f.look(x) })
		return !f.found
	})
	return f.at, f.found
}

// fuseSearch looks for sums with products.
type fuseSearch struct {
	u *Unit
	// products are the variables that hold a product: stored and used again in
	// one loop, it need not be rounded in between.
	products map[*Entity]bool
	// pairs: only sums of products matter that are added and subtracted in turn.
	pairs        bool
	single       bool // there is one assignment alone
	added, taken bool
	found        bool
	at           Span
}

// maxFuseRounds bounds how far products are followed from variable to variable.
const maxFuseRounds = 4

// collect finds the variables that hold products; false if that is not clear.
func (f *fuseSearch) collect(items []ast.Item) bool {
	for range maxFuseRounds {
		before := len(f.products)
		clear := true
		f.u.alive(items, func(s *ast.Stmt) bool {
			for t := s; t != nil && clear; t = t.Inner {
				if a, ok := t.Body.(*ast.Assign); ok && f.product(a.Y) {
					clear = f.holds(a.X)
				}
			}
			return clear
		})
		if !clear {
			return false
		}
		if len(f.products) == before {
			return true
		}
	}
	return false
}

// holds remembers the variable of which a product is assigned to a part.
func (f *fuseSearch) holds(x ast.Expr) bool {
	f.at = x.Span()
	v := f.root(x)
	if v == nil || v.Equiv > 0 {
		return false
	}
	f.products[v] = true
	return true
}

// root is the variable of which x is a part, by whatever name, nil if there is none.
func (f *fuseSearch) root(x ast.Expr) *Entity {
	id := ast.Root(x)
	if id == nil {
		return nil
	}
	v := f.u.named(id)
	if sel, is := f.u.assoc[v]; is {
		return f.root(sel)
	}
	if v.What() != scope.Variable {
		return nil
	}
	return v
}

// product reports whether the value of x may be one of a multiplication.
func (f *fuseSearch) product(x ast.Expr) bool {
	if f.u.Integer(x) {
		return false
	}
	switch x := x.(type) {
	case *ast.Literal:
		return false
	case *ast.Paren:
		return f.product(x.X)
	case *ast.Unary:
		return f.product(x.X) || scope.NamedOperator(x.Op)
	case *ast.Binary:
		return x.Op == "*" || x.Op == "**" || scope.NamedOperator(x.Op)
	case *ast.Ident:
		v := f.u.named(x)
		return v.What() == scope.Variable && f.products[f.root(x)] || v.What() != scope.Variable && v.What() != scope.Constant
	case *ast.Member:
		v := f.root(x)
		return v == nil || f.products[v]
	case *ast.Apply:
		if f.u.boundTo(x.X) != nil {
			return true
		}
		if v := f.root(x); v != nil {
			return f.products[v]
		}
		return f.called(x)
	default:
		return true
	}
}

// called is product for a function: one of the file may be expanded in place.
func (f *fuseSearch) called(x *ast.Apply) bool {
	id, ok := x.X.(*ast.Ident)
	if !ok || f.u.named(id).What() != scope.Intrinsic {
		return true
	}
	switch id.Name {
	case "sqrt", "dsqrt", "mod", "amod", "dmod", "aint", "dint", "anint", "dnint":
		return false
	}
	for _, a := range x.Args {
		if f.product(a.X) {
			return true
		}
	}
	return multiplies(id.Name)
}

// multiplies reports whether the result of an intrinsic function may be a product
// whatever its arguments are.
func multiplies(name string) bool {
	switch name {
	case "product", "dprod", "cmplx", "dcmplx", "conjg", "transfer":
		return true
	}
	return adds(name)
}

// adds reports whether an intrinsic function adds or subtracts products itself.
func adds(name string) bool {
	switch name {
	case "sum", "norm2", "hypot", "modulo", "dim", "ddim":
		return true
	}
	return addsPairs(name)
}

// addsPairs is adds where only products count that are added and subtracted in
// turn, as those of complex numbers are.
func addsPairs(name string) bool { return name == "dot_product" || name == "matmul" }

// look reports whether the search goes on below x.
func (f *fuseSearch) look(x ast.Expr) bool {
	if f.found {
		return false
	}
	switch x := x.(type) {
	case *ast.Binary:
		switch x.Op {
		case "+", "-":
			f.found = !f.u.Integer(x) && (f.product(x.X) || f.product(x.Y)) && f.counts(x.Op)
		case "*", "/", "**":
			f.found = f.complex(x.X) || f.complex(x.Y)
		default: // a function may be expanded in place
			f.found = scope.NamedOperator(x.Op)
		}
	case *ast.Unary:
		f.found = scope.NamedOperator(x.Op)
	case *ast.Member:
		body, sure := f.u.boundBody(x)
		f.found = body != nil || !sure
	case *ast.Ident:
		v := f.u.named(x)
		f.found = v.What() == scope.StatementFunc || v.What() == scope.Procedure && v.Body != nil || f.u.expands(v) ||
			v.What() == scope.Intrinsic && (addsPairs(x.Name) || !f.pairs && adds(x.Name))
	case *ast.Literal, *ast.Complex, *ast.Apply, *ast.Coindex, *ast.Range, *ast.Star, *ast.DoubleDot, *ast.AltReturn,
		*ast.Paren, *ast.ArrayCons, *ast.ImpliedDo, *ast.CondExpr: // add nothing themselves
	default:
		f.found = true
	}
	if f.found {
		f.at = x.Span()
	}
	return !f.found
}

// assignments counts the statements that assign.
func assignments(items []ast.Item) int {
	n := 0
	ast.Items(items, func(s *ast.Stmt) bool {
		for t := s; t != nil; t = t.Inner {
			if _, ok := t.Body.(*ast.Assign); ok {
				n++
			}
		}
		return true
	})
	return n
}

// counts reports whether a sum or difference with a product is one too many. One of
// each in turn are elements of one vector only if they are of two statements: those
// of one statement are the same operation for each iteration.
func (f *fuseSearch) counts(op string) bool {
	f.added = f.added || op == "+"
	f.taken = f.taken || op == "-"
	return !f.pairs || f.added && f.taken && !f.single
}

// complex reports whether x may be complex: its products hold sums of products.
func (f *fuseSearch) complex(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Literal:
		return false
	case *ast.Paren:
		return f.complex(x.X)
	case *ast.Unary:
		return f.complex(x.X)
	case *ast.Binary:
		return f.complex(x.X) || f.complex(x.Y)
	case *ast.Apply:
		if id, ok := x.X.(*ast.Ident); ok && f.u.named(id).What() == scope.Intrinsic {
			return f.complexCall(id.Name, x.Args)
		}
	default: // its type tells
	}
	if f.u.Integer(x) {
		return false
	}
	d, ok := f.u.designator(x)
	if !ok || d.last == nil {
		return true
	}
	return d.last.Type.Word() != "real"
}

func (f *fuseSearch) complexCall(name string, args []ast.Arg) bool {
	switch name {
	case "real", "dble", "sngl", "float", "abs", "aimag", "dimag", "int", "nint", "floor", "ceiling":
		return false
	case "cmplx", "dcmplx":
		return true
	}
	for _, a := range args {
		if f.complex(a.X) {
			return true
		}
	}
	return false
}
