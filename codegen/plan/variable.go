package plan

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// variable is a variable or a component as it is named at the place of an
// exchange. The zero value is one of which the file shows nothing.
type variable struct {
	known bool
	rank  int
	typ   *scope.DataType
	y     *scope.Symbol // nil also for names of an ASSOCIATE
	fixed bool          // it may not be changed here (what a pointer component points to may)
}

// rankOr returns the rank, or Unknown.
func (v variable) rankOr() int {
	if !v.known {
		return Unknown
	}
	return v.rank
}

// has reports whether v is known to have one of some attributes.
func (v variable) has(attrs scope.Attr) bool { return v.y != nil && v.y.Attrs&attrs != 0 }

// named returns the variable that a name stands for.
func named(s *scope.Scope, name string) variable {
	in := s.Designator(&ast.Ident{Name: name})
	if !in.Known || in.Rank < 0 {
		return variable{}
	}
	fixed := readOnly(s, in.Base)
	if s.Lookup(name).Class == scope.Associate {
		return variable{known: true, rank: in.Rank, typ: in.Type, fixed: fixed && !in.Indirect}
	}
	return variable{known: true, rank: in.Rank, typ: in.Type, y: in.Base, fixed: fixed}
}

// readOnly reports whether y may not be changed in s: an INTENT(IN) dummy, a
// PROTECTED variable of a module.
func readOnly(s *scope.Scope, y *scope.Symbol) bool {
	if y.Has(scope.Pointer) {
		return false
	}
	return y.Intent == "in" || y.Has(scope.Protected) && s.Access(y) == scope.Use
}

// part returns what name is behind v and %.
func (v variable) part(name string) variable {
	c, kind := v.typ.Part(name)
	if kind == scope.Half {
		return variable{known: true, typ: c.Type}
	}
	if c == nil || c.Unsure != "" || c.Class == scope.Procedure || c.Shape == scope.AssumedRank {
		return variable{}
	}
	return variable{known: true, rank: c.Rank, typ: c.Type, y: c}
}

// contiguous reports whether the whole of v is contiguous for certain.
func (v variable) contiguous() bool {
	return v.y != nil && (v.y.Shape == scope.Scalar || v.y.SideBySide())
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
