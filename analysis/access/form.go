package access

import (
	"strconv"
	"strings"

	"mdmp/analysis/affine"
	"mdmp/fortran/ast"
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
	case v.What == Constant:
		if v.Value == nil || v.Rank > 0 || v.Type != "integer" || u.depth > 20 {
			return u.constant(v, x.Name)
		}
		u.depth++
		f, ok := u.Form(v.Value)
		u.depth--
		if !ok {
			return u.constant(v, x.Name)
		}
		return f, true
	case v.What != Variable && v.What != NotKnown:
		return affine.Form{}, false
	case v.Type != "integer" && v.Type != "" || v.Rank > 0 || v.Volatile:
		return affine.Form{}, false
	case v.Rank < 0 && !u.scalars[x.Name]:
		return affine.Form{}, false
	}
	return u.symbol(x)
}

// constant gives a named constant of unknown value a symbol that never changes.
// name is what the unit calls it.
func (u *Unit) constant(v *Var, name string) (affine.Form, bool) {
	if v.Rank != 0 || v.Type != "integer" {
		return affine.Form{}, false
	}
	s := affine.Sym(name + v.Mark)
	u.Deps[s] = nil
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
	return ok && u.named(id).Type == ""
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
	var e Effects
	u.inSymbol++
	u.expr(x, &e)
	u.inSymbol--
	if e.Reach != ReachNamed || e.Blocks || e.Impure || e.Stops {
		return affine.Form{}, false
	}
	for _, r := range e.Refs {
		if r.Write || r.Obj.Root.Volatile {
			return affine.Form{}, false
		}
	}
	s := affine.Sym(text + u.marks(x))
	idents(x, func(id *ast.Ident) {
		if v := u.named(id); v.entry != nil {
			e.Refs = append(e.Refs, Ref{Obj: u.entry(v), At: id.Span(), Text: id.Name})
		}
	})
	u.Deps[s] = e.Refs
	return affine.Of(s), true
}

// marks tells apart expressions that are spelt alike and mention different
// names of constructs.
func (u *Unit) marks(x ast.Expr) string {
	text := ""
	idents(x, func(id *ast.Ident) { text += u.named(id).Mark })
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
		return u.value(x).rank == 0
	case *ast.Member:
		return u.inquiry(x) || u.scalarMember(x)
	case *ast.Apply:
		return u.scalarApply(x)
	}
	return false
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
		if v := u.named(id); v.What == Intrinsic {
			return u.scalarIntrinsic(id.Name, x.Args)
		}
	}
	d, ok := u.designator(x)
	return ok && d.scalarPath && d.last != nil && d.last.Rank == len(x.Args) && d.last.Rank > 0 && d.element
}

func (u *Unit) scalarIntrinsic(name string, list []ast.Arg) bool {
	switch intrinsic(name) {
	case elemental:
		for _, a := range list {
			if !u.scalar(a.X) {
				return false
			}
		}
		return true
	case inquiry:
		switch name {
		case "lbound", "ubound", "shape", "lcobound", "ucobound":
			return name != "shape" && len(list) >= 2 && list[1].Key() != "kind"
		}
		return true
	}
	return false
}

// Harmless reports whether a symbol can be evaluated anywhere in its scope: it
// is a name, or a name divided by a number.
func Harmless(sym affine.Sym) bool {
	name, number, divided := strings.Cut(string(sym), "/")
	if divided && (number == "" || number[0] == '0' || strings.Trim(number, "0123456789") != "") {
		return false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !(c >= 'a' && c <= 'z' || i > 0 && (c >= '0' && c <= '9' || c == '_')) {
			return false
		}
	}
	return name != ""
}
