package access

import (
	"mdmp/fortran/ast"
)

// What is what a name stands for.
type What uint8

// The meanings of a name; the zero value is "not known": it may be a variable
// with any attributes or a procedure.
const (
	NotKnown What = iota
	Variable
	Constant  // a named constant
	Procedure // not an intrinsic one
	Intrinsic
	StmtFunction
	TypeName
)

// Storage is where a variable lives.
type Storage uint8

// The kinds of storage; the zero value is the careful one.
const (
	Elsewhere Storage = iota // not known, a module, a host
	Local
	Dummy
	InCommon
)

// Var is a name of a scoping unit with what matters about it.
type Var struct {
	Name    string
	What    What
	Storage Storage
	// Rank, -1 if not known.
	Rank int
	// Type is the intrinsic type ("integer", "real", …), "type" for derived
	// ones, "" if not known. Derived names the type.
	Type, Derived string
	// TypeDef is the definition of a derived type, nil if not seen.
	TypeDef *TypeDef

	Pointer, Target, Allocatable   bool
	Volatile, Asynchronous, Saved  bool
	Optional, IntentIn, Contiguous bool
	// Threads: each thread has its own (THREADPRIVATE).
	Threads            bool
	IntentOut, ByValue bool
	// ByDescriptor: assumed-shape or deferred-shape, so its bounds are values
	// that come with it.
	ByDescriptor bool
	Block        string // common block, "/" for blank common
	Equiv        int    // variables with the same number > 0 may share storage
	Result       bool   // the result of the function

	// Upper are the declared upper bounds, nil where not known. What is not
	// constant means what it says only in the unit that owns the variable.
	Upper []ast.Expr
	// Value is the value of a named constant, nil if not known.
	Value ast.Expr
	// Unit is the procedure or statement function's unit, if it is in the file.
	Unit *ast.Unit
	// Iface is the explicit interface of a procedure, nil if it has none.
	Iface *Iface
	Body  *ast.Assign // StmtFunction
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

// points reports whether v may be a pointer.
func (v *Var) points() bool { return v.Pointer || v.Moved || v.Careful() }

// pointedAt reports whether v may be the target of a pointer, or reached by
// another name at the same time.
func (v *Var) pointedAt() bool { return v.Target || v.Kept || v.points() }

// Names resolves the names of one scoping unit.
type Names interface {
	// Lookup returns what a name stands for; never nil.
	Lookup(name string) *Var
}
