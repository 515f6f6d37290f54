package plan

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// fixed reports whether a variable may not be changed in s: an INTENT(IN) dummy, a
// PROTECTED variable of a module, or a name for one of these.
func fixed(s *scope.Scope, name string) bool {
	in := s.Designator(&ast.Ident{Name: name})
	if y := in.Base; !in.Known || in.Rank < 0 || y.Has(scope.Pointer) || y.Intent != "in" && !(y.Has(scope.Protected) && s.Access(y) == scope.Use) {
		return false
	}
	return !in.Indirect || s.Lookup(name).Class != scope.Associate // what a pointer component points to may be changed
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
