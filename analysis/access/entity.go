package access

import (
	"strconv"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Entity is what a name stands for: a symbol, which says what was declared, with what
// this package finds out by looking at the rest of the file. All units that see a
// variable have one Entity for it.
type Entity struct {
	// Symbol is that of the unit or module that declares the name, so Name is its name
	// there (see Unit.Called). Where nothing is certain it is one of which nothing is
	// known; of an ASSOCIATE name it says what its selector is.
	*scope.Symbol

	// Volatile and Asynchronous may be said where it is used.
	Volatile, Asynchronous bool
	Block                  string // the common block in which it lies, also by EQUIVALENCE; "/" for blank common
	Equiv                  int    // variables with the same number > 0 may share storage
	// How it escapes (package escape): by a pointer; by requests, these of its components, "" for itself; to what is not seen, which may begin
	// requests.
	pointed, unseen bool
	requested       map[string]bool
	// MPI is the name in MPI of what is MPI's own, "" of all else.
	MPI   string
	entry *Entity // see Unit.entry
	// formal: a dummy argument of a statement function, whose value is not looked at.
	formal bool

	// Of procedures: the unit with its statements, if it is in the file; what its
	// explicit interface tells, nil if it has none; what a function returns, nil if that
	// is not known.
	Body   *ast.Unit
	Iface  *Iface
	Yields *scope.Symbol
}

// What is the class of an entity as far as it matters here. Unknown may be a variable
// with any attributes or a procedure; Procedure is also a generic name, and an
// intrinsic procedure about which no more is known.
func (v *Entity) What() scope.Class {
	switch v.Class {
	case scope.Generic:
		return scope.Procedure
	case scope.Intrinsic:
		if scope.BuiltinOf(v.Symbol.Name).Does <= scope.Unclear {
			return scope.Procedure
		}
	}
	return v.Class
}

// Shadows reports whether the name belongs to a construct (BLOCK, ASSOCIATE, FORALL) and
// may hide one of the unit.
func (v *Entity) Shadows() bool { return v.Scope != nil && v.Scope.Construct != nil }

// Mark tells an entity that Shadows from all others of its name; it is "" for the others.
func (v *Entity) Mark() string {
	if !v.Shadows() {
		return ""
	}
	return "@" + strconv.Itoa(int(v.Scope.Construct.Begin.Span().Start))
}

// Local reports whether v is declared by a procedure, main program or construct, the
// result of a function included, and lies in no common block.
func (v *Entity) Local() bool {
	return (v.Storage == scope.Local || v.Storage == scope.Result) && v.Block == ""
}

// DeclaredBy reports whether a unit itself declares v, none of its constructs.
func (v *Entity) DeclaredBy(au *ast.Unit) bool {
	return v.Scope != nil && v.Scope.Unit == au && !v.Shadows()
}

// points reports whether v may be a pointer.
func points(v *scope.Symbol) bool { return v.Has(scope.Pointer) || !v.Known() }

// pointedAt reports whether v may be the target of a pointer, or reached by
// another name at the same time.
func (v *Entity) pointedAt() bool { return v.Has(scope.Target) || v.pointed || points(v.Symbol) }

// home is where a variable is declared: in a unit of the file or in a module of another one.
type home struct {
	unit   *ast.Unit
	module string
}

// home tells apart variables of different units that name one common block.
func (v *Entity) home() home {
	if v.Scope != nil {
		return home{unit: v.Scope.Unit}
	}
	return home{module: v.Module}
}
