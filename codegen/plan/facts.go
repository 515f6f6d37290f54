package plan

import "mdmp/fortran/ast"

// Facts answers questions about names at the place of an exchange. Whoever
// implements it never guesses.
type Facts interface {
	// Var returns what is known about the variable with the (lower-case) name.
	Var(name string) Var
	// Rank returns the rank of an expression, or Unknown.
	Rank(x ast.Expr) int
	// Calls reports whether evaluating x might call a procedure of the program.
	Calls(x ast.Expr) bool
	// MPIComm reports whether communicators at this place are of
	// type(MPI_Comm): mpi_f08 is in use and the mpi module and mpif.h are not.
	MPIComm() bool
	// Declared reports whether the name is declared, by the program, as
	// something that is not an intrinsic procedure.
	Declared(name string) bool
}

// Var is what is known about a variable or a component. The zero value says
// that nothing is.
type Var struct {
	Known    bool // the declaration is seen, or the name is typed implicitly
	Variable bool // it is a variable (not a procedure, not unknown)
	Rank     int
	Type     Type
	// Contiguous: a whole array of it is contiguous for certain.
	Contiguous  bool
	AssumedSize bool
	// ReadOnly: it may not be changed here (what a pointer component points to
	// may). Pointer: it is a pointer.
	ReadOnly, Pointer bool
	// Unset: it may have no storage (a pointer, or allocatable).
	Unset bool
}

// Type is what is known about a type. The zero value says that nothing is.
type Type struct {
	// Name is "integer", "real", "complex", "logical", "character" or "type".
	Name string
	// Derived is the lower-case name of a derived type, Named tells whether that
	// name means this type at the place of the exchange.
	Derived string
	Named   bool
	// Deferred: characters of deferred length (len=:).
	Deferred bool
	// Bound: the type has type-bound procedures, a final procedure or
	// parameters, so that it may not be passed as type(*).
	Bound bool
	// Component returns what is known about a component; nil if nothing is.
	Component func(name string) Var
}

// like returns the type of a variable such as measure, as it is written in a
// declaration; "" if that cannot be done. kind is the name of the intrinsic.
func (t Type) like(measure string) string {
	switch {
	case t.Name == "type" && t.Named:
		return "type(" + t.Derived + ")"
	case t.Name == "character":
		return "character(len=:, kind=kind(" + measure + "))"
	case t.Name == "integer", t.Name == "real", t.Name == "complex", t.Name == "logical":
		return t.Name + "(kind(" + measure + "))"
	}
	return ""
}

// unknownVar is what is known about what is not seen.
var unknownVar = Var{Rank: Unknown}

func (t Type) component(name string) Var {
	if t.Component == nil {
		return unknownVar
	}
	return t.Component(name)
}
