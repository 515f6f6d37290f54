package ast

import "github.com/mdmp-fortran/mdmp/fortran/source"

// What statements say. Names are lower case; Spans are of the file.
type (
	// Unknown is a statement that was not understood, with the names in it.
	Unknown struct {
		Mentions []*Ident
		Why      string
	}
	// Raw is text kept as written.
	Raw struct{ Text string }
	// Name is a single name (PROGRAM, MODULE, …).
	Name struct{ Name string }
	// Names is a list of names; Only tells IMPORT, ONLY: from IMPORT; Text the other IMPORT forms ("none", "all").
	Names struct {
		Names []*Ident
		Text  string
	}
	// Include is include 'Path'.
	Include struct{ Path string }
	// Procedure is a SUBROUTINE, FUNCTION, ENTRY or MODULE PROCEDURE heading.
	Procedure struct {
		Name     string
		Prefixes []string // "pure", "elemental", "recursive", "module", "impure", "non_recursive", …
		Type     *TypeSpec
		Args     []*Ident // '*' (alternate return) has Name "*"
		Result   string
		BindC    bool
		BindName Expr
	}
	// Submodule is submodule (Ancestor:Parent) Name.
	Submodule struct{ Ancestor, Parent, Name string }
	// Interface is an INTERFACE heading: Spec "" | "abstract" | name | "operator(+)" | "assignment(=)" | "read(formatted)" …
	Interface struct {
		Spec     string
		Abstract bool
	}
	// TypeDef is a derived-type heading.
	TypeDef struct {
		Name    string
		Attrs   []string
		Extends string
		Params  []string
	}
	// End is END [what [name]].
	End struct{ What, Name string }
	// Use is USE [, nature ::] module [, only: | , renames].
	Use struct {
		Module  string
		Nature  string // "", "intrinsic", "non_intrinsic"
		Only    bool
		Renames []Rename
	}
	// Rename is Local => Remote; both equal without renaming. Operators keep their text.
	Rename struct{ Local, Remote string }
	// Implicit is IMPLICIT NONE (None) or letter ranges.
	Implicit struct {
		None     bool
		External bool // IMPLICIT NONE (EXTERNAL)
		Specs    []ImplicitSpec
	}
	// ImplicitSpec gives a type to letter ranges.
	ImplicitSpec struct {
		Type   *TypeSpec
		Ranges [][2]byte
	}
	// Decl is a type declaration.
	Decl struct {
		Type     *TypeSpec
		Attrs    []AttrSpec
		Entities []Entity
	}
	// AttrSpec is an attribute: "dimension" (Bounds), "intent" (Text in|out|inout), "allocatable", "pointer", …
	AttrSpec struct {
		Name   string
		Text   string
		Bounds []Expr
		X      Expr // bind(c, name=X), codimension handled with Bounds
	}
	// Entity is a declared name; see Extra for what few of them have.
	Entity struct {
		Name   *Ident
		Bounds []Expr // Range, Star, DoubleDot or an upper bound
		Init   Expr   // = init, => init, or the /…/ form's first value
		More   *EntityExtra
	}
	// EntityExtra is what few entities have.
	EntityExtra struct {
		Cobound []Expr
		Len     Expr   // name*len
		Values  []Expr // all values of the /…/ form; n*x is a Binary
		Pointer bool   // initialised by =>
	}
	// ProcDecl is a PROCEDURE(interface) declaration (of pointers, dummies, components).
	ProcDecl struct {
		Iface    string
		Type     *TypeSpec
		Attrs    []AttrSpec
		Entities []Entity
	}
	// Binding is a type-bound procedure, GENERIC or FINAL statement.
	Binding struct {
		What  string // "procedure", "generic", "final"
		Iface string
		Attrs []string
		Spec  string // GENERIC: the generic spec
		Names []Rename
	}
	// Attr is an attribute statement.
	Attr struct {
		Attr     AttrSpec
		Entities []Entity // may be empty (SAVE, PRIVATE)
	}
	// Assigns is a list of name = expr.
	Assigns struct{ List []Assign }
	// Assign is X = Y, X => Y.
	Assign struct{ X, Y Expr }
	// Data is DATA: sets of objects and values.
	Data struct{ Sets []DataSet }
	// DataSet is objects / values /.
	DataSet struct{ Objects, Values []Expr }
	// Common is COMMON or NAMELIST: groups.
	Common struct{ Groups []Group }
	// Group is /name/ list; Name "" for blank common.
	Group struct {
		Name     string
		Entities []Entity
	}
	// Equivalence holds sets of designators that share storage.
	Equivalence struct{ Sets [][]Expr }
	// Call is CALL X(args); X may be a component.
	Call struct {
		X    Expr
		Args []Arg
	}
	// Allocate is ALLOCATE or DEALLOCATE: objects are Apply for shapes; Opts stat=, source=, …
	Allocate struct {
		Type    *TypeSpec
		Objects []Expr
		Opts    []Arg
	}
	// Exprs is a list of expressions.
	Exprs struct{ List []Expr }
	// IO is an I/O statement: control list and items. Print's format is the first control.
	IO struct {
		Control []Arg
		Items   []Expr
	}
	// Goto is GO TO in all forms and the arithmetic IF.
	Goto struct {
		Labels []string      // without leading zeros
		At     []source.Span // of the labels
		X      Expr
	}
	// Cond is a parenthesised expression: IF, ELSE IF, WHERE, SELECT CASE.
	Cond struct{ X Expr }
	// Forall is FORALL or DO CONCURRENT headers.
	Forall struct {
		Type     *TypeSpec
		Index    []ForallIndex
		Mask     Expr
		Locality []Locality
	}
	// ForallIndex is name = lo:hi:step.
	ForallIndex struct {
		Var          *Ident
		Lo, Hi, Step Expr
	}
	// Locality is local(…), local_init(…), shared(…), default(none), reduce(op:…).
	Locality struct {
		What  string
		Names []*Ident
	}
	// Do is any DO statement.
	Do struct {
		Form         DoForm
		Label        string // terminal label without leading zeros, "" for do … end do
		LabelAt      source.Span
		Var          *Ident
		Lo, Hi, Step Expr
		While        Expr
		Conc         *Forall
	}
	// Case is CASE (list), CASE DEFAULT (Default), RANK (n|*).
	Case struct {
		Default bool
		List    []Expr
	}
	// Select is SELECT TYPE/RANK ([name =>] X).
	Select struct {
		Name string
		X    Expr
	}
	// TypeGuard is TYPE IS, CLASS IS or CLASS DEFAULT.
	TypeGuard struct {
		What string
		Type *TypeSpec
	}
	// Associate is ASSOCIATE (name => expr, …); also CHANGE TEAM (X first).
	Associate struct {
		X     Expr
		Pairs []AssocPair
	}
	// AssocPair is Name => X.
	AssocPair struct {
		Name *Ident
		X    Expr
	}
)

// Extra returns what few entities have; it is zero for all others.
func (e *Entity) Extra() EntityExtra {
	if e.More == nil {
		return EntityExtra{}
	}
	return *e.More
}

// DoForm tells the forms of DO apart.
type DoForm uint8

// Forms of DO.
const (
	DoForever DoForm = iota
	DoCounted
	DoWhile
	DoConcurrent
)

// Compile-time check that Span is what source says it is.
var _ source.Span
