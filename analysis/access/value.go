package access

import (
	"strings"

	"mdmp/fortran/ast"
)

// value is what is known of the value of an expression: as much as decides
// whether an operator or an assignment is the language's own.
type value struct {
	// typ is "integer", "real", "complex", "logical", "character", "intrinsic"
	// (one of these), "type" (a derived one), "" if it is not known.
	typ  string
	rank int // -1 if not known
	kind int // of characters: 0 for the default kind, -1 if not known
}

var unknownValue = value{rank: -1, kind: -1}

// intrinsic reports whether the type is certainly one of the language's own.
func (v value) intrinsic() bool { return v.typ != "" && v.typ != "type" }

func (v value) numeric() bool { return v.typ == "integer" || v.typ == "real" || v.typ == "complex" }

func (v value) of(rank int) value {
	v.rank = rank
	return v
}

// either is one of two values.
func either(a, b value) value {
	switch {
	case !a.intrinsic() || !b.intrinsic():
		a.typ = ""
	case a.typ != b.typ:
		a.typ = "intrinsic"
	}
	if a.rank != b.rank {
		a.rank = -1
	}
	if a.kind != b.kind {
		a.kind = -1
	}
	return a
}

// typeName is the type of a value of a variable or function.
func (v *Var) typeName() string {
	switch v.Type {
	case "integer", "real", "complex", "logical", "character":
		return v.Type
	case "double precision":
		return "real"
	case "double complex":
		return "complex"
	case "type", "class":
		return "type"
	}
	return ""
}

// ownType reports whether v is certainly of a type of the language.
func (v *Var) ownType() bool { return v != nil && v.value().intrinsic() }

func (v *Var) value() value {
	return value{typ: v.typeName(), rank: v.Rank, kind: v.CharKind}
}

// intrinsicType reports whether x is certainly of an intrinsic type.
func (u *Unit) intrinsicType(x ast.Expr) bool { return u.value(x).intrinsic() }

// integer reports whether x is certainly of type integer.
func (u *Unit) integer(x ast.Expr) bool { return u.value(x).typ == "integer" }

// value finds out what is known of the value of x.
func (u *Unit) value(x ast.Expr) value {
	switch x := x.(type) {
	case *ast.Literal:
		return literalValue(x)
	case *ast.Complex:
		return value{typ: "complex"}
	case *ast.Ident:
		v := u.named(x)
		if v.What == Constant && v.MPI != "" && v.Type == "" {
			return value{typ: "intrinsic", rank: -1, kind: -1}
		}
		return v.value()
	case *ast.Paren:
		return u.value(x.X)
	case *ast.Unary:
		return u.operation(x.Op, u.value(x.X))
	case *ast.Binary:
		return u.operation(x.Op, u.value(x.X), u.value(x.Y))
	case *ast.ArrayCons:
		return u.constructed(x)
	case *ast.ImpliedDo:
		return u.allOf(x.Items)
	case *ast.CondExpr:
		return either(u.value(x.X), u.value(x.Y))
	case *ast.Member:
		if u.inquiry(x) {
			return value{typ: "integer"}
		}
		return u.designated(x)
	case *ast.Apply:
		return u.applied(x)
	}
	return unknownValue
}

func literalValue(x *ast.Literal) value {
	switch x.Kind {
	case ast.IntLit, ast.BOZLit:
		return value{typ: "integer"}
	case ast.RealLit:
		return value{typ: "real"}
	case ast.LogicalLit:
		return value{typ: "logical"}
	case ast.StringLit:
		if x.Sub != nil {
			return value{typ: "character", kind: -1}
		}
		return value{typ: "character"}
	}
	return value{typ: "intrinsic"}
}

// allOf is what the values of a list have in common.
func (u *Unit) allOf(list []ast.Expr) value {
	if len(list) == 0 {
		return unknownValue
	}
	v := u.value(list[0])
	for _, x := range list[1:] {
		v = either(v, u.value(x))
	}
	return v
}

// constructed is value for an array constructor.
func (u *Unit) constructed(x *ast.ArrayCons) value {
	if x.Type == nil {
		return u.allOf(x.Items).of(1)
	}
	v := (&Var{Type: x.Type.Name, Rank: 1}).value()
	if x.Type.Kind != nil {
		v.kind = -1
	}
	return v
}

// inquiry reports whether x asks for a parameter of an intrinsic type: s%len,
// k%kind. Components may have these names, too.
func (u *Unit) inquiry(x *ast.Member) bool {
	return (x.Name == "kind" || x.Name == "len") && u.value(x.X).intrinsic()
}

// designated is value for a designator.
func (u *Unit) designated(x ast.Expr) value {
	if u.inValue >= maxSubscripts { // subscripts are looked at twice at each level
		return unknownValue
	}
	u.inValue++
	defer func() { u.inValue-- }()
	d, ok := u.designator(x)
	if !ok {
		return unknownValue
	}
	if d.last == nil {
		return u.ofSection(x)
	}
	v := d.last.value()
	switch {
	case !d.scalarPath:
		v.rank = -1
	case d.element:
		v.rank = 0
	case !d.whole:
		v.rank = u.selected(x)
	}
	return v
}

// ofSection is value for x with subscripts behind an ASSOCIATE name that stands for
// a section.
func (u *Unit) ofSection(x ast.Expr) value {
	a, ok := x.(*ast.Apply)
	if !ok {
		return unknownValue
	}
	id, ok := a.X.(*ast.Ident)
	if !ok {
		return unknownValue
	}
	v := u.named(id)
	if _, is := u.assoc[v]; !is || !v.ownType() || v.Type == "character" { // its parentheses may be those of a substring
		return unknownValue
	}
	return v.value().of(u.selected(x))
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
		r := u.value(s.X).rank
		if r < 0 {
			return -1
		}
		rank += r
	}
	return rank
}

// applied is value for a(…).
func (u *Unit) applied(x *ast.Apply) value {
	id, ok := x.X.(*ast.Ident)
	if !ok {
		return u.designated(x)
	}
	v := u.named(id)
	switch v.What {
	case Intrinsic:
		return u.intrinsicValue(id.Name, x.Args)
	case StmtFunction:
		return v.value().of(0)
	case Procedure:
		switch {
		case harmlessMPI(v.MPI):
			return value{typ: "real"}
		case v.Yields == nil:
			return unknownValue
		case v.elemental():
			return v.Yields.value().of(u.rankOf(x.Args))
		}
		return v.Yields.value()
	case Constant:
		if v.MPI != "" && v.Type == "" {
			if harmlessMPI(v.MPI) {
				return value{typ: "real"}
			}
			return unknownValue
		}
	case TypeName:
		return value{typ: "type", rank: -1, kind: -1}
	}
	return u.designated(x)
}

// elemental reports whether v is an elemental procedure.
func (v *Var) elemental() bool {
	return v.Unit != nil && hasPrefix(v.Unit, "elemental") || v.Iface != nil && v.Iface.elemental
}

// rankOf is the rank of an elemental reference, -1 if it is not known.
func (u *Unit) rankOf(list []ast.Arg) int {
	rank := 0
	for _, a := range list {
		if a.Key() == "kind" {
			continue
		}
		r := u.value(a.X).rank
		if r < 0 {
			return -1
		}
		rank = max(rank, r)
	}
	return rank
}

// Intrinsic functions by the type of what they return, blank before and after
// each name. All others return the type of their first argument.
const (
	returnInteger = " int nint floor ceiling size lbound ubound shape ichar iachar index scan verify len len_trim count maxloc" +
		" minloc findloc exponent popcnt poppar leadz trailz kind rank bit_size digits maxexponent minexponent precision" +
		" radix range selected_char_kind selected_int_kind selected_real_kind command_argument_count storage_size ifix idint" +
		" idnint max0 max1 min0 min1 iabs idim isign maskl maskr "
	returnLogical = " allocated associated btest bge bgt ble blt lge lgt lle llt is_contiguous same_type_as extends_type_of logical "
	returnReal    = " real float sngl dble aimag dprod amax0 amin0 cabs "
	returnComplex = " cmplx "
	returnString  = " char achar new_line "
)

// intrinsicValue is value for an intrinsic function.
func (u *Unit) intrinsicValue(name string, list []ast.Arg) value {
	v, key := unknownValue, " "+name+" "
	switch {
	case intrinsic(name) == notIntrinsic || intrinsic(name) == handle || intrinsic(name) == subroutine:
		return v
	case intrinsic(name) != inquiry && !u.argsIntrinsic(list):
		return v
	case strings.Contains(returnInteger, key):
		v.typ = "integer"
	case strings.Contains(returnLogical, key):
		v.typ = "logical"
	case strings.Contains(returnReal, key):
		v.typ = "real"
	case strings.Contains(returnComplex, key):
		v.typ = "complex"
	case strings.Contains(returnString, key):
		v = value{typ: "character", rank: -1}
	case name == "transfer" && len(list) > 1:
		v = either(u.value(list[0].X), u.value(list[1].X)) // it has the type of the second
	case name == "matmul" || name == "dot_product" || name == "merge" || intrinsic(name) == inquiry:
		v.typ = "intrinsic"
	case len(list) > 0:
		v = u.value(list[0].X)
	default:
		v.typ = "intrinsic"
	}
	for _, a := range list {
		if a.Key() == "kind" && v.typ == "character" {
			v.kind = -1
		}
	}
	return v.of(u.intrinsicRank(name, list))
}

func (u *Unit) argsIntrinsic(list []ast.Arg) bool {
	for _, a := range list {
		if a.Key() != "kind" && !u.intrinsicType(a.X) {
			return false
		}
	}
	return true
}

// intrinsicRank is the rank of what an intrinsic function returns, -1 if it is
// not known.
func (u *Unit) intrinsicRank(name string, list []ast.Arg) int {
	switch name {
	case "shape":
		return 1
	case "lbound", "ubound":
		if len(list) > 1 && list[1].Key() != "kind" {
			return 0
		}
		return 1
	case "dot_product", "trim", "repeat", "command_argument_count", "selected_char_kind", "selected_int_kind", "selected_real_kind":
		return 0
	case "sum", "product", "maxval", "minval", "all", "any", "count", "parity", "iall", "iany", "iparity", "norm2":
		if len(list) == 1 {
			return 0
		}
		return -1
	case "transpose":
		return 2
	}
	switch intrinsic(name) {
	case elemental:
		return u.rankOf(list)
	case inquiry:
		return 0
	}
	return -1
}
