package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// The classes of symbol that matter here. NotKnown may be a variable with any
// attributes or a procedure; Procedure is also a generic name, and an intrinsic
// procedure about which no more is known.
const (
	NotKnown     = scope.Unknown
	Variable     = scope.Variable
	Constant     = scope.Constant
	Procedure    = scope.Procedure
	Intrinsic    = scope.Intrinsic
	StmtFunction = scope.StatementFunc
	TypeName     = scope.Type
)

// The storage that matters here. Elsewhere is not known, a module or a host; what is
// Local may be the result of a function.
const (
	Elsewhere = scope.NoStorage
	Local     = scope.Local
	Dummy     = scope.Dummy
	InCommon  = scope.CommonStorage
)

// Var is a name of a scoping unit with what matters about it.
type Var struct {
	// Name is what the unit calls it that was the first to ask. Others may have another
	// name for it, and mean something else by this one: see Unit.Called.
	Name string
	// Sym is what package scope knows of it, nil if that is nothing that is certain.
	Sym     *scope.Symbol
	What    scope.Class
	Storage scope.Storage
	// Rank, -1 if not known.
	Rank int
	// Type is the intrinsic type ("integer", "real", …), "type" for derived
	// ones, "" if not known.
	Type string
	// TypeDef is the definition of a derived type, nil if not seen.
	TypeDef *TypeDef

	// Volatile and Asynchronous may be said where it is used; Saved may follow from
	// where it is declared.
	Volatile, Asynchronous, Saved bool
	Block                         string // common block, "/" for blank common
	Equiv                         int    // variables with the same number > 0 may share storage

	// Upper are the declared upper bounds, nil where not known. What is not
	// constant means what it says only in the unit that owns the variable.
	Upper []ast.Expr
	// Unit is the procedure or statement function's unit, if it is in the file.
	Unit *ast.Unit
	// Iface is the explicit interface of a procedure, nil if it has none.
	Iface *Iface
	// Yields is the result of a function, nil if it is not known.
	Yields *Var
	// MPI is the name in MPI of what is MPI's own, "" of all else. Handle: the
	// type is MPI's own.
	MPI    string
	Handle bool
	// CharKind is the kind of a character, 0 for the default, -1 if not known.
	CharKind int
	// Owner tells apart variables of different units that name one common block.
	Owner *ast.Unit
	// Kept: a procedure gets it for a dummy argument with TARGET, and may keep a
	// pointer to it. Moved: an ASSOCIATE name of what a pointer leads to that may
	// lead elsewhere by now.
	Kept, Moved bool
	// Shadows is set if the name belongs to a construct (BLOCK, ASSOCIATE) and may
	// hide one of the unit; Mark tells it from all others of that name then.
	Shadows bool
	Mark    string
	entry   *Var // see Unit.entry
}

// TypeDef is a derived type.
type TypeDef struct {
	Name  string
	Comps map[string]*Var
	// Complete: all components and bindings are in Comps, none inherited from a
	// type that was not seen.
	Complete bool
}

// Careful reports whether the attributes of v are not known.
func (v *Var) Careful() bool { return v.What == NotKnown }

// Has reports whether all of some attributes were declared.
func (v *Var) Has(attrs scope.Attr) bool { return v.Sym != nil && v.Sym.Has(attrs) }

// Intent is that of a dummy argument, "" if none was declared.
func (v *Var) Intent() string {
	if v.Sym == nil {
		return ""
	}
	return v.Sym.Intent
}

// Result reports whether v is the result of a function.
func (v *Var) Result() bool { return v.Sym != nil && v.Sym.Storage == scope.Result }

// ByDescriptor reports whether the bounds of v are values that come with it: it is
// assumed-shape or deferred-shape.
func (v *Var) ByDescriptor() bool {
	return v.Sym != nil && (v.Sym.Shape == scope.AssumedShape || v.Sym.Shape == scope.DeferredShape)
}

// points reports whether v may be a pointer.
func (v *Var) points() bool { return v.Has(scope.Pointer) || v.Moved || v.Careful() }

// pointedAt reports whether v may be the target of a pointer, or reached by
// another name at the same time.
func (v *Var) pointedAt() bool { return v.Has(scope.Target) || v.Kept || v.points() }
