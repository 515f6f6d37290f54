package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// intrinsicType reports whether x is certainly of an intrinsic type.
func (u *Unit) intrinsicType(x ast.Expr) bool { return u.value(x).Intrinsic() }

// Integer reports whether x is certainly of type integer.
func (u *Unit) Integer(x ast.Expr) bool { return u.value(x).Type == "integer" }

// value finds out what is known of the value of x.
func (u *Unit) value(x ast.Expr) scope.Operand { return u.here.scope.Value(x, u) }

// Leaf is value for a name, another designator or a function reference.
func (u *Unit) Leaf(x ast.Expr) scope.Operand {
	switch x := x.(type) {
	case *ast.Ident:
		v := u.named(x)
		if v.What() == scope.Constant && v.MPI != "" && v.Type.Word() == "" {
			return scope.Operand{Type: "intrinsic", Rank: -1, Kind: -1}
		}
		return v.Value()
	case *ast.Member:
		if u.inquiry(x) {
			return scope.Operand{Type: "integer"}
		}
		return u.designated(x)
	case *ast.Apply:
		return u.applied(x)
	default:
		return scope.UnknownOperand()
	}
}

// inquiry reports whether x asks for a parameter of an intrinsic type: s%len,
// k%kind. Components may have these names, too.
func (u *Unit) inquiry(x *ast.Member) bool {
	return (x.Name == "kind" || x.Name == "len") && u.value(x.X).Intrinsic()
}

// designated is value for a designator.
func (u *Unit) designated(x ast.Expr) scope.Operand {
	if u.inValue >= maxSubscripts { // subscripts are looked at twice at each level
		return scope.UnknownOperand()
	}
	u.inValue++
	defer func() { u.inValue-- }()
	d, ok := u.designator(x)
	if !ok {
		return scope.UnknownOperand()
	}
	if d.last == nil {
		return u.ofSection(x)
	}
	v := d.last.Value()
	switch {
	case !d.scalarPath:
		v.Rank = -1
	case d.element:
		v.Rank = 0
	case !d.whole:
		v.Rank = u.selected(x)
	}
	return v
}

// ofSection is value for x with subscripts behind an ASSOCIATE name that stands for
// a section.
func (u *Unit) ofSection(x ast.Expr) scope.Operand {
	a, ok := x.(*ast.Apply)
	if !ok {
		return scope.UnknownOperand()
	}
	id, ok := a.X.(*ast.Ident)
	if !ok {
		return scope.UnknownOperand()
	}
	v := u.named(id)
	if _, is := u.assoc[v]; !is || !v.OwnType() || v.Type.Word() == "character" { // its parentheses may be those of a substring
		return scope.UnknownOperand()
	}
	return v.Value().Of(u.selected(x))
}

// selected is the rank of a section, -1 if it is not known.
func (u *Unit) selected(x ast.Expr) int {
	a, ok := x.(*ast.Apply)
	if !ok {
		return -1
	}
	rank := 0
	for _, s := range a.Args {
		if _, isRange := s.X.(*ast.Range); isRange {
			rank++
			continue
		}
		r := u.value(s.X).Rank
		if r < 0 {
			return -1
		}
		rank += r
	}
	return rank
}

// applied is value for a(…).
func (u *Unit) applied(x *ast.Apply) scope.Operand {
	id, ok := x.X.(*ast.Ident)
	if !ok {
		if v := u.boundTo(x.X); v != nil { // one that overrides it returns the same
			return v.yielded(u, x.Args)
		}
		return u.designated(x)
	}
	v := u.named(id)
	switch v.What() {
	case scope.Intrinsic:
		return u.intrinsicValue(id.Name, x.Args)
	case scope.StatementFunc:
		return v.Value().Of(0)
	case scope.Procedure:
		if harmlessMPI(v.MPI) {
			return scope.Operand{Type: "real"}
		}
		return v.yielded(u, x.Args)
	case scope.Constant:
		if v.MPI != "" && v.Type.Word() == "" {
			if harmlessMPI(v.MPI) {
				return scope.Operand{Type: "real"}
			}
			return scope.UnknownOperand()
		}
	case scope.Type:
		return scope.Operand{Type: "type", Rank: -1, Kind: -1}
	}
	return u.designated(x)
}

// yielded is the value of a reference to a function of the program.
func (v *Entity) yielded(u *Unit, args []ast.Arg) scope.Operand {
	switch {
	case v.Yields == nil:
		return scope.UnknownOperand()
	case v.elemental():
		return v.Yields.Value().Of(u.rankOf(args))
	}
	return v.Yields.Value()
}

// elemental reports whether v is an elemental procedure.
func (v *Entity) elemental() bool {
	return v.Body != nil && hasPrefix(v.Body, "elemental") || v.Iface != nil && v.Iface.elemental
}

// rankOf is the rank of an elemental reference, -1 if it is not known.
func (u *Unit) rankOf(list []ast.Arg) int {
	rank := 0
	for _, a := range list {
		if a.Key() == "kind" {
			continue
		}
		r := u.value(a.X).Rank
		if r < 0 {
			return -1
		}
		rank = max(rank, r)
	}
	return rank
}

// intrinsicValue is value for an intrinsic function. Where its name does not
// decide the type, that is the type of the first argument.
func (u *Unit) intrinsicValue(name string, list []ast.Arg) scope.Operand {
	v, b := scope.UnknownOperand(), scope.BuiltinOf(name)
	inquires := b.Does == scope.Inquires
	switch {
	case b.Does != scope.Elementwise && b.Does != scope.Transforms && !inquires:
		return v
	case !inquires && !u.argsIntrinsic(list):
		return v
	case b.Type == "character":
		v = scope.Operand{Type: b.Type, Rank: -1}
	case b.Type != "":
		v.Type = b.Type
	case name == "transfer" && len(list) > 1:
		v = scope.Either(u.value(list[0].X), u.value(list[1].X)) // it has the type of the second
	case name == "matmul" || name == "dot_product" || name == "merge" || inquires || len(list) == 0 || list[0].Keyword != nil:
		v.Type = "intrinsic"
	default:
		v = u.value(list[0].X)
	}
	for _, a := range list {
		if a.Key() == "kind" && v.Type == "character" {
			v.Kind = -1
		}
	}
	rank, ok := b.Rank(list, func(x ast.Expr) (int, bool) {
		r := u.value(x).Rank
		return r, r >= 0
	})
	if !ok {
		rank = -1
	}
	return v.Of(rank)
}

func (u *Unit) argsIntrinsic(list []ast.Arg) bool {
	for _, a := range list {
		if a.Key() != "kind" && !u.intrinsicType(a.X) {
			return false
		}
	}
	return true
}
