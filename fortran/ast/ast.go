// Package ast holds the syntax tree of Fortran files.
//
// The idea: a tree for tools that edit. Every node knows the bytes of the file
// it came from, statements stay in the order of the file, and a statement that
// was not understood is a node like any other (Unknown) that still tells which
// names it mentions, so that what builds on the tree can be careful instead of
// wrong. Names are lower-cased (Fortran does not tell case apart); the text as
// written is in the file.
//
// a(i) is kept as it is written, an Apply: whether it is an array element, a
// substring, a function reference or a statement function is a question for
// scopes, not for syntax.
package ast

import "github.com/mdmp-fortran/mdmp/fortran/source"

// Expr is an expression. All positions are of the file.
type Expr interface {
	Span() source.Span
}

// Node carries the bytes of an expression; every expression embeds it.
type Node struct{ At source.Span }

// Span returns the bytes of the file that the expression stands on.
func (n Node) Span() source.Span { return n.At }

// The expressions.
type (
	// Ident is a name.
	Ident struct {
		Node
		Name string // lower case
	}
	// Literal is a constant: Text as written (BOZ and Hollerith included).
	Literal struct {
		Node
		Kind LitKind
		Text string
		Sub  Expr // kind parameter after '_' (or before, for strings), nil if none
	}
	// Complex is ( re , im ).
	Complex struct {
		Node
		Re, Im Expr
	}
	// Apply is X(args): element, section, substring, call, structure constructor.
	Apply struct {
		Node
		X    Expr
		Args []Arg
	}
	// Member is X%Name.
	Member struct {
		Node
		X    Expr
		Name string
		Sel  source.Span // bytes of the name
	}
	// Coindex is X[args].
	Coindex struct {
		Node
		X    Expr
		Args []Arg
	}
	// Range is a subscript triplet lo:hi:step; any part may be nil. It stands
	// only where an argument or a bound stands.
	Range struct {
		Node
		Lo, Hi, Step Expr
	}
	// Star is '*' as a bound, a length or a format.
	Star struct{ Node }
	// DoubleDot is '..' of an assumed-rank declaration.
	DoubleDot struct{ Node }
	// AltReturn is an alternate return specifier '*label' in a call.
	AltReturn struct {
		Node
		Label string // without leading zeros
	}
	// Unary is op X: "+", "-", ".not." or a defined operator.
	Unary struct {
		Node
		Op string // lower case, symbols in one spelling: "==" for .eq.
		X  Expr
	}
	// Binary is X op Y; Op as in Unary.
	Binary struct {
		Node
		Op   string
		X, Y Expr
	}
	// Paren is (X): kept, since it bears on evaluation.
	Paren struct {
		Node
		X Expr
	}
	// ArrayCons is [ ... ] or (/ ... /), Type is "type ::" or nil.
	ArrayCons struct {
		Node
		Type  *TypeSpec
		Items []Expr
	}
	// ImpliedDo is (items, var = lo, hi, step) in constructors, I/O and DATA.
	ImpliedDo struct {
		Node
		Items        []Expr
		Var          *Ident
		VarType      *TypeSpec // integer(k) :: i = …, nil if absent
		Lo, Hi, Step Expr
	}
	// CondExpr is F2023's ( c ? a : b ).
	CondExpr struct {
		Node
		Cond, X, Y Expr
	}
)

// Arg is an actual argument, subscript or specifier, with its keyword if any.
type Arg struct {
	Keyword *Ident // nil if positional
	X       Expr   // nil for an empty argument
}

// Place returns which of n dummy arguments, whose names are given, a belongs to, the i-th of a list; -1 if it is none.
func (a Arg) Place(i, n int, name func(int) string) int {
	if a.Keyword != nil {
		i = n - 1
		for i >= 0 && name(i) != a.Keyword.Name {
			i--
		}
	}
	if i >= n {
		return -1
	}
	return i
}

// Key returns the keyword in lower case, "" if the argument is positional.
func (a Arg) Key() string {
	if a.Keyword == nil {
		return ""
	}
	return a.Keyword.Name
}

// HasRange reports whether a list of subscripts holds a triplet, or is the bounds of a substring.
func HasRange(list []Arg) bool {
	for _, a := range list {
		if _, ok := a.X.(*Range); ok {
			return true
		}
	}
	return false
}

// LitKind is the kind of a Literal.
type LitKind uint8

// Kinds of literal.
const (
	IntLit LitKind = iota
	RealLit
	StringLit
	LogicalLit
	BOZLit
	HollerithLit
)

// TypeSpec is a declaration type: intrinsic or derived.
type TypeSpec struct {
	At   source.Span
	Name string // "integer", "real", "double precision", "complex", "double complex", "character", "logical", "type", "class", "procedure"; vendor types as written
	// Derived is the type name of type(t) and class(t); "*" for type(*)/class(*).
	Derived string
	Kind    Expr // kind selector or nil (real*8: Literal 8 with Star true)
	Star    bool // kind or length was given as *n
	Len     Expr // character length (Star for *, Range{} for ':'), or nil
	Params  []Arg
}
