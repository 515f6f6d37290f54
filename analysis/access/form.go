package access

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Form returns the affine form of a scalar integer expression. What is not a
// sum of multiples is a symbol of its own (n/2, mod(k,2), nx(t)), if it can be
// evaluated without being noticed.
func (u *Unit) Form(x ast.Expr) (affine.Form, bool) {
	switch x := x.(type) {
	case *ast.Literal:
		return intLiteral(x)
	case *ast.Ident:
		return u.nameForm(x)
	case *ast.Paren:
		return u.Form(x.X)
	case *ast.Unary:
		f, ok := u.Form(x.X)
		switch {
		case !ok:
		case x.Op == "+":
			return f, true
		case x.Op == "-":
			return affine.Scale(f, -1)
		}
		return affine.Form{}, false
	case *ast.Binary:
		if f, ok := u.binaryForm(x); ok {
			return f, true
		}
	case *ast.Apply, *ast.Member:
	default:
		return affine.Form{}, false
	}
	return u.opaque(x)
}

func intLiteral(x *ast.Literal) (affine.Form, bool) {
	if x.Kind != ast.IntLit {
		return affine.Form{}, false
	}
	text, _, _ := strings.Cut(strings.ReplaceAll(x.Text, " ", ""), "_")
	n, err := strconv.ParseInt(text, 10, 64)
	return affine.Int(n), err == nil
}

func (u *Unit) nameForm(x *ast.Ident) (affine.Form, bool) {
	v := u.named(x)
	switch {
	case v.What() == scope.Constant:
		val := v.ConstantValue()
		if val == nil || v.Rank > 0 || v.Type.Word() != "integer" || u.depth > 20 {
			return u.constant(v, x.Name)
		}
		u.depth++
		f, ok := u.Form(val)
		u.depth--
		if !ok {
			return u.constant(v, x.Name)
		}
		return f, true
	case v.What() != scope.Variable && v.What() != scope.Unknown:
		return affine.Form{}, false
	case v.Type.Word() != "integer" && v.Type.Word() != "" || v.Rank > 0 || v.Volatile:
		return affine.Form{}, false
	case v.Rank < 0 && !u.scalars[x.Name]:
		return affine.Form{}, false
	}
	return u.symbol(x)
}

// constant gives a named constant of unknown value a symbol that never changes.
// name is what the unit calls it.
func (u *Unit) constant(v *Entity, name string) (affine.Form, bool) {
	if v.Rank != 0 || v.Type.Word() != "integer" {
		return affine.Form{}, false
	}
	s := affine.Sym(name + v.Mark())
	u.Deps[s] = nil
	if v.Mark() == "" {
		u.trees[s] = ast.Named(name)
	}
	return affine.Of(s), true
}

func (u *Unit) binaryForm(x *ast.Binary) (affine.Form, bool) {
	if x.Op != "+" && x.Op != "-" && x.Op != "*" || u.untyped(x.X) || u.untyped(x.Y) {
		return affine.Form{}, false
	}
	a, ok1 := u.Form(x.X)
	b, ok2 := u.Form(x.Y)
	if !ok1 || !ok2 {
		return affine.Form{}, false
	}
	switch x.Op {
	case "+":
		return affine.Add(a, b)
	case "-":
		return affine.Sub(a, b)
	}
	return affine.Mul(a, b)
}

// untyped reports whether x is a name of which not even the type is known: an
// operator on it may be a function.
func (u *Unit) untyped(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && u.named(id).Type.Word() == ""
}

// opaque makes the value of a scalar expression a symbol.
func (u *Unit) opaque(x ast.Expr) (affine.Form, bool) {
	if !u.scalar(x) {
		return affine.Form{}, false
	}
	return u.symbol(x)
}

// maxInner bounds what becomes a symbol: to find out what an expression is
// computed from, the expressions in it are looked at once more, and so on
// inwards.
const maxInner = 3 // symbols in symbols

// symbol makes a symbol of an expression whose evaluation has no effects.
func (u *Unit) symbol(x ast.Expr) (affine.Form, bool) {
	if u.inSymbol >= maxInner {
		return affine.Form{}, false
	}
	text, ok := Text(x)
	if !ok {
		return affine.Form{}, false
	}
	e := Nothing()
	u.inSymbol++
	u.expr(x, &e)
	u.inSymbol--
	if e.Reach != ReachNamed || e.May(Blocks|Impure|Stops) {
		return affine.Form{}, false
	}
	for _, r := range e.Refs {
		if r.Write || r.Obj.Root.Volatile {
			return affine.Form{}, false
		}
	}
	formal := false
	idents(x, func(id *ast.Ident) {
		v := u.named(id)
		if formal = formal || v.formal; v.entry != nil {
			e.Refs = append(e.Refs, Ref{Obj: u.entry(v), At: id.Span()})
		}
	})
	if formal { // another value in each reference to the function
		return affine.Form{}, false
	}
	marks := u.marks(x)
	s := affine.Sym(text + marks)
	if marks == "" {
		u.trees[s] = x
	}
	u.Deps[s] = e.Refs
	return affine.Of(s), true
}

// ElementOf returns the reference to the element of an array of integers that a symbol stands for; false if
// it stands for something else.
func (u *Unit) ElementOf(s affine.Sym) (Ref, bool) {
	x, ok := u.trees[s].(*ast.Apply)
	if !ok {
		return Ref{}, false
	}
	for _, r := range u.Deps[s] {
		if r.At == x.Span() && !r.Status && r.Obj.Last != nil && r.Obj.Last.Type.Word() == "integer" && len(r.Sub) > 0 {
			return r, true
		}
	}
	return Ref{}, false
}

// marks tells apart expressions that are spelt alike and mention different
// names of constructs.
func (u *Unit) marks(x ast.Expr) string {
	text := ""
	idents(x, func(id *ast.Ident) { text += u.named(id).Mark() })
	return text
}

// scalar reports whether x is certainly of rank 0.
func (u *Unit) scalar(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Literal:
		return true
	case *ast.Ident:
		v := u.named(x)
		return v.Rank == 0 || v.Rank < 0 && u.scalars[x.Name]
	case *ast.Paren:
		return u.scalar(x.X)
	case *ast.Unary, *ast.Binary:
		return u.value(x).Rank == 0
	case *ast.Member:
		return u.inquiry(x) || u.scalarMember(x)
	case *ast.Apply:
		return u.scalarApply(x)
	default:
		return false
	}
}

func (u *Unit) scalarMember(x *ast.Member) bool {
	d, ok := u.designator(x)
	return ok && d.scalarPath && d.last != nil && d.last.Rank == 0
}

func (u *Unit) scalarApply(x *ast.Apply) bool {
	for _, a := range x.Args {
		if _, isRange := a.X.(*ast.Range); isRange || a.X == nil {
			return false
		}
	}
	if id, ok := x.X.(*ast.Ident); ok {
		if v := u.named(id); v.What() == scope.Intrinsic {
			return u.scalarIntrinsic(id.Name, x.Args)
		}
	}
	d, ok := u.designator(x)
	return ok && d.scalarPath && d.last != nil && d.last.Rank == len(x.Args) && d.last.Rank > 0 && d.element
}

func (u *Unit) scalarIntrinsic(name string, list []ast.Arg) bool {
	f := scope.BuiltinOf(name)
	rank, ok := f.Rank(list, func(x ast.Expr) (int, bool) { return 0, u.scalar(x) })
	return ok && rank == 0 && (f.Does == scope.Elementwise || f.Does == scope.Inquires)
}

// Harmless reports whether a symbol can be evaluated anywhere in its scope: it
// is a name, or a name divided by a number.
func (u *Unit) Harmless(s affine.Sym) bool { return u.HarmlessName(s) != nil }

// HarmlessName returns the name in a symbol that is Harmless, nil if it is not.
func (u *Unit) HarmlessName(s affine.Sym) *ast.Ident {
	x := u.trees[s]
	if d, ok := x.(*ast.Binary); ok && d.Op == "/" {
		if n, ok := d.Y.(*ast.Literal); ok && n.Kind == ast.IntLit && n.Sub == nil && n.Text[0] != '0' {
			x = d.X
		}
	}
	id, _ := x.(*ast.Ident)
	return id
}

// ExprOf returns the expression that a form is the value of; nil if it holds a
// symbol that stands for none.
func (u *Unit) ExprOf(f affine.Form) ast.Expr {
	var sum ast.Expr
	add := func(n int64, x ast.Expr) {
		minus := n < 0
		switch {
		case x == nil:
			x = magnitude(n, sum == nil)
		case n != 1 && n != -1:
			x = ast.Op(magnitude(n, false), "*", x)
		}
		switch {
		case sum == nil && minus:
			sum = &ast.Unary{Op: "-", X: x}
		case sum == nil:
			sum = x
		case minus:
			sum = ast.Op(sum, "-", x)
		default:
			sum = ast.Op(sum, "+", x)
		}
	}
	for _, minus := range []bool{false, true} { // without a sign in front, if possible
		for _, t := range f.Terms {
			if t.Coef < 0 != minus {
				continue
			}
			x := u.wide(u.trees[t.Sym])
			switch x.(type) {
			case nil:
				return nil
			case *ast.Ident, *ast.Literal, *ast.Apply, *ast.Member, *ast.Paren:
			default:
				x = &ast.Paren{X: x}
			}
			add(t.Coef, x)
		}
	}
	if f.Const != 0 || sum == nil {
		add(f.Const, nil)
	}
	return sum
}

// magnitude is n without its sign. If it is large and something is counted with it, or does not fit, it has 64 bits: a
// program may have counted with so many, and the kinds of its numbers are not kept.
func magnitude(n int64, alone bool) ast.Expr {
	large := int64(1000)
	if alone {
		large = math.MaxInt32
	}
	x := ast.Int(n)
	if m, ok := x.(*ast.Unary); ok {
		x = m.X
	}
	if lit, ok := x.(*ast.Literal); ok && (n >= large || n <= -large) {
		lit.Text += "_8"
	}
	return x
}

// wide is x, and if it asks for the bound of an array, that with 64 bits.
func (u *Unit) wide(x ast.Expr) ast.Expr {
	a, ok := x.(*ast.Apply)
	if !ok || len(a.Args) != 2 || a.Args[1].Keyword != nil {
		return x
	}
	if id, ok := a.X.(*ast.Ident); !ok || id.Name != "lbound" && id.Name != "ubound" || u.lookup(id.Name).What() != scope.Intrinsic {
		return x
	}
	b := *a
	b.Args = append(slices.Clone(a.Args), ast.Arg{X: ast.Int(8)})
	return &b
}
