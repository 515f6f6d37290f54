package plan

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// fixed reports whether a variable may not be changed in s: an INTENT(IN) dummy, a
// PROTECTED variable of a module, or a name for one of these or for a value.
func fixed(s *scope.Scope, name string) bool {
	if value(s, name) {
		return true
	}
	in := s.Designator(&ast.Ident{Name: name})
	if y := in.Base; !in.Known || in.Rank < 0 || y.Has(scope.Pointer) || y.Intent != "in" && !(y.Has(scope.Protected) && s.Access(y) == scope.Use) {
		return false
	}
	return !in.Indirect || s.Lookup(name).Class != scope.Associate // what a pointer component points to may be changed
}

// value reports whether a name certainly stands for a value: the selector of its ASSOCIATE is an expression, what a
// function returns in no pointer, or a section by a list.
func value(s *scope.Scope, name string) bool {
	y := s.Lookup(name)
	if y == nil || y.Class != scope.Associate || y.Target == nil || y.Outer == nil {
		return false
	}
	switch x := y.Target.(type) {
	case *ast.Ident, *ast.Member, *ast.Apply:
		in := y.Outer.Designator(x)
		if in.Call && in.Base != nil {
			r := y.Outer.Result(in.Base)
			return in.Base.Class == scope.Intrinsic || r != nil && r.Unsure == "" && !r.Has(scope.Pointer)
		}
		root := ast.Root(x)
		return in.Known && in.Vector || root != nil && value(y.Outer, root.Name) && !pointed(takeApart(x, y.Outer))
	case *ast.Literal, *ast.Complex, *ast.Unary, *ast.Binary, *ast.Paren, *ast.ArrayCons, *ast.CondExpr:
		return true
	default:
		return false
	}
}

// pointed reports whether a component on the way is a pointer, so that it is a variable whatever it is part of.
func pointed(d *designator) bool {
	return d != nil && slices.ContainsFunc(d.Steps[1:], func(p scope.Step) bool { return p.Symbol != nil && p.Symbol.Has(scope.Pointer) })
}

// rankOf returns the rank of y, or Unknown.
func rankOf(y *scope.Symbol) int {
	if y == nil {
		return Unknown
	}
	return y.Rank
}

// contiguous reports whether the whole of y is contiguous for certain.
func contiguous(y *scope.Symbol) bool {
	return y != nil && y.Class != scope.Associate && (y.Shape == scope.Scalar || y.SideBySide())
}

// deferredLength reports whether characters have no length of their own (len=:).
func deferredLength(t *scope.DataType) bool {
	if t == nil || t.Name != "character" {
		return false
	}
	_, ok := t.Len.(*ast.Range)
	return ok
}

// bound reports whether a type has type-bound procedures, a final procedure or
// parameters, of its own or by extension, so that it may not be passed as type(*).
func bound(t *scope.DataType) bool {
	def := t.Definition()
	if def == nil {
		return false
	}
	for d := range def.Lineage() {
		switch {
		case d == nil:
			return false
		case len(d.Bindings) > 0:
			return true
		case d.Stmt == nil:
			continue
		}
		if b, ok := d.Stmt.Body.(*ast.TypeDef); ok && len(b.Params) > 0 {
			return true
		}
	}
	return false
}

// like returns the type of a variable such as measure, as it is written in a
// declaration in s; "" if that cannot be done.
func like(s *scope.Scope, t *scope.DataType, measure string) string {
	switch name := t.Basic(); {
	case name == "character":
		return "character(len=:, kind=kind(" + measure + "))"
	case name != "":
		return name + "(kind(" + measure + "))"
	}
	if def := t.Definition(); def != nil && t.Name == "type" && s.DerivedType(t.Derived) == def {
		return "type(" + t.Derived + ")"
	}
	return ""
}
