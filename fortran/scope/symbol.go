package scope

import (
	"iter"
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Class says what a name stands for.
type Class uint8

// Classes of symbol.
const (
	Unknown       Class = iota // cannot be told from what was seen
	Variable                   // also function results and dummy data objects
	Constant                   // PARAMETER, enumerators
	Procedure                  // subroutine, function, procedure pointer, dummy procedure, external
	StatementFunc              // statement function
	Generic                    // generic name
	Type                       // derived type
	Associate                  // associate name: stands for Symbol.Target
	Namelist                   // namelist group
	Intrinsic                  // intrinsic procedure
)

var classNames = [...]string{"unknown", "variable", "constant", "procedure", "statement function", "generic", "type",
	"associate name", "namelist", "intrinsic"}

// String returns the class in words.
func (c Class) String() string { return classNames[c] }

// Storage says where a variable lives, as seen from the scope that declares it.
type Storage uint8

// Storage classes. Seen through the host or USE, a symbol keeps its own; ask
// Scope.Access for how it is reached.
const (
	NoStorage     Storage = iota // not a variable, or unknown
	Local                        // of a procedure or main program
	Dummy                        // dummy argument
	Result                       // function result
	ModuleStorage                // variable of a module or submodule
	CommonStorage                // in a COMMON block
)

var storageNames = [...]string{"none", "local", "dummy", "result", "module", "common"}

// String returns the storage class in words.
func (s Storage) String() string { return storageNames[s] }

// Attr is a set of attributes.
type Attr uint32

// Attributes.
const (
	Allocatable Attr = 1 << iota
	Pointer
	Target
	Save // explicit, or by initialisation, DATA, main program or module
	External
	IntrinsicAttr
	Optional
	Value
	Volatile
	Asynchronous
	Contiguous
	Protected
	Private
	BindC
	Initialised
	Equivalenced
	InNamelist
	Implicit   // declared by use alone
	Subroutine // of procedures: known to be a subroutine
	Function   // of procedures: known to be a function
	Recursive
	Pure
	Elemental
	Entry
	Deferred // type parameters kind and len
	Typed    // a type was declared for the name
	AltReturn
	ThreadPrivate // each thread has its own
)

var attrNames = [...]string{"allocatable", "pointer", "target", "save", "external", "intrinsic", "optional", "value",
	"volatile", "asynchronous", "contiguous", "protected", "private", "bind(c)", "initialised", "equivalence",
	"namelist", "implicit", "subroutine", "function", "recursive", "pure", "elemental", "entry", "type parameter",
	"typed", "alternate return", "threadprivate"}

// Names returns the attributes in words.
func (a Attr) Names() []string {
	var out []string
	for i, n := range attrNames {
		if a&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return out
}

// Shape says how the bounds of an array are given.
type Shape uint8

// Shapes.
const (
	Scalar        Shape = iota
	ExplicitShape       // a(10), a(0:n)
	AssumedShape        // dummy a(:), a(0:)
	DeferredShape       // allocatable or pointer a(:)
	AssumedSize         // a(*), a(10,*)
	ImpliedShape        // parameter a(*)
	AssumedRank         // a(..)
)

var shapeNames = [...]string{"scalar", "explicit", "assumed", "deferred", "assumed size", "implied", "assumed rank"}

// String returns the shape in words.
func (s Shape) String() string { return shapeNames[s] }

// Symbol is what a name stands for.
type Symbol struct {
	Name    string // as seen in its scope
	Class   Class
	Storage Storage
	Attrs   Attr
	Intent  string // "in", "out", "inout" or ""

	Type   *DataType // nil if unknown or none
	Shape  Shape
	Rank   int        // -1 for assumed rank
	Bounds []ast.Expr // as declared; Rank of them unless assumed rank; nil also if not known (symbols of other files)
	Corank int

	Common    string         // COMMON block, "" also for blank common (see Storage)
	Init      ast.Expr       // value of a constant, initial value
	value     constant       // of an integer constant, once somebody asked
	Decl      *ast.Stmt      // the first statement that declares it, nil for implicit and imported ones
	Scope     *Scope         // the scope that declares it; nil for symbols of other files
	Of        *Symbol        // USE association: the symbol in its module, if that is known
	Added     *Symbol        // attributes are added here to what is declared around: the symbol there
	Module    string         // USE association: the module; symbols of other files: the one that declares them
	Unit      *ast.Unit      // procedures: body or interface body in this file, nil if none
	Iface     string         // procedure pointers and dummies: name of the interface
	Specifics []string       // generic names: the procedures
	Derived   *DerivedType   // Class Type: the definition
	Target    ast.Expr       // Class Associate: what it stands for
	Outer     *Scope         // Class Associate: the scope in which Target is to be read
	Guard     *ast.TypeGuard // Class Associate in SELECT TYPE: the guard
	Unsure    string         // why the symbol is not certain, "" if it is
	Ways      []Way          // Unsure: a constant's values in the branches of an #if, as they stand
	Maybe     *Symbol        // Unsure: what it is if the doubt is unfounded, nil if unknown
	There     string         // Unsure: its name where it may come from
	MPI       bool           // Unsure: it comes from MPI's module or include file if that has such a name
	Others    bool           // Unsure: more than one module or file may bring it
	Expr      *ast.Assign    // statement functions: the statement
	Dummies   []*Symbol      // procedures of other files: their dummy arguments; see Scope.Dummies
	Result    *Symbol        // functions of other files: the result; see Scope.Result
}

// Root returns the entity that y stands for: itself, or the symbol in the
// module that it was taken from, or in the scope around.
func (y *Symbol) Root() *Symbol {
	for {
		switch {
		case y.Of != nil:
			y = y.Of
		case y.Added != nil:
			y = y.Added
		default:
			return y
		}
	}
}

// Original returns the name of the entity where it is declared.
func (y *Symbol) Original() string {
	if y = y.Root(); y.There != "" {
		return y.There
	}
	return y.Name
}

// Origin returns the module that declares the entity, "" if it is none of a
// module.
func (y *Symbol) Origin() string {
	y = y.Root()
	if y.Scope != nil && y.Module == "" {
		if u := y.Scope.unitScope().Unit; u.Kind == ast.KModule {
			return u.Name
		}
		return ""
	}
	return y.Module
}

// Has tells whether all of attrs are set.
func (y *Symbol) Has(attrs Attr) bool { return y.Attrs&attrs == attrs }

// IsArray tells whether y is known to be an array.
func (y *Symbol) IsArray() bool { return y.Shape != Scalar }

// DataType is a type with its parameters.
type DataType struct {
	Name    string // "integer", "real", "complex", "logical", "character", "type", "class", "double precision", …
	Derived string // name of the derived type; "*" for type(*) and class(*)
	Kind    ast.Expr
	Star    bool // the kind was given as *n: bytes
	Len     ast.Expr
	Scope   *Scope // where Kind, Len and Derived are to be read; nil for types of other files
	// KindValue is the kind as a number: 0 if none was given (the default
	// kind), -1 if it is not known.
	KindValue int
	Def       *DerivedType // set for types of other files
}

// FinalBinding stands among the bindings of a type for its final procedures.
const FinalBinding = "(final)"

// DerivedType is the definition of a derived type.
type DerivedType struct {
	Name       string
	Extends    string
	Parent     *DerivedType // what it extends, if that is known without Scope
	Sequence   bool
	BindC      bool
	Components []*Symbol
	Bindings   []string // names of type-bound procedures; FinalBinding
	Bound      []Bound  // those of Bindings of which the procedure is known
	Stmt       *ast.Stmt
	Scope      *Scope // nil for types of other files
	Module     string // types of other files: the module that defines it

	byName  map[string]*Symbol // the first indexed of Components
	indexed int
}

// Home returns the module or other unit that defines the type.
func (d *DerivedType) Home() string {
	if d.Scope != nil {
		return d.Scope.unitScope().Unit.Name
	}
	return d.Module
}

// Visible returns the components that s may name, those of what the type extends
// left out.
func (d *DerivedType) Visible(s *Scope) []*Symbol {
	for s.Host != nil {
		s = s.Host
	}
	var out []*Symbol
	for _, c := range d.Components {
		if !c.Has(Private) || s.Unit != nil && d.Home() == s.Unit.Name {
			out = append(out, c)
		}
	}
	return out
}

// Lineage goes through d and the types that it extends, the next one first. A nil at the
// end stands for one that was not seen.
func (d *DerivedType) Lineage() iter.Seq[*DerivedType] {
	return func(yield func(*DerivedType) bool) {
		for range maxLineage {
			switch {
			case !yield(d) || d == nil || d.Extends == "":
				return
			case d.Parent != nil:
				d = d.Parent
			case d.Scope != nil:
				d = d.Scope.DerivedType(d.Extends)
			default:
				d = nil
			}
		}
		yield(nil) // types that extend each other
	}
}

// maxLineage is how many types a type can extend one after the other.
const maxLineage = 100

// PartKind says what a name behind % is.
type PartKind uint8

// The kinds of parts.
const (
	Unseen    PartKind = iota // not known: the type, or one that it extends, was not seen
	NoPart                    // nothing: there is none of that name
	Component                 // a component
	Inherited                 // the component that holds all that a type has from another one
	Binding                   // a procedure that is bound to the type
	Half                      // %re or %im of a complex number
	Inquiry                   // %kind or %len of a value of a type of the language
)

// Part returns what name means behind % of something of type d, which may be nil; of types of
// the language there is no symbol but that of Half.
func (d *DataType) Part(name string) (*Symbol, PartKind) {
	switch basic := d.Basic(); {
	case basic == "":
		return d.Definition().Part(name)
	case basic == "complex" && (name == "re" || name == "im"):
		real := *d
		if real.Name = "real"; d.Name == "double complex" {
			real.Name = "double precision"
		}
		if d.Star { // bytes of both halves; KindValue is that of each
			real.Star, real.Kind = false, nil
		}
		return &Symbol{Name: name, Class: Variable, Type: &real}, Half
	case name == "kind", name == "len":
		return nil, Inquiry
	}
	return nil, NoPart
}

// Part returns what name means behind % of something of type d, which may be nil, and the
// symbol of a component; that of Inherited is nil where the type of it is not known.
func (d *DerivedType) Part(name string) (*Symbol, PartKind) {
	for t := range d.Lineage() {
		switch {
		case t == nil:
			return nil, Unseen
		case slices.Contains(t.Bindings, name):
			return nil, Binding
		case t.Own(name) != nil:
			return t.Own(name), Component
		case t.Extends != name:
		case t.Parent == nil && t.Scope == nil:
			return nil, Inherited
		default:
			return &Symbol{Name: name, Class: Variable, Scope: t.Scope,
				Type: &DataType{Name: "type", Derived: name, Def: t.Parent, Scope: t.Scope}}, Inherited
		}
	}
	return nil, NoPart
}

// Component returns the component of that name, also of what the type extends;
// nil if there is none or it is not known.
func (d *DerivedType) Component(name string) *Symbol {
	c, _ := d.Part(name)
	return c
}

// Own returns the component of that name that the type itself has, nil if there is none.
// (Components are added, never replaced.)
func (d *DerivedType) Own(name string) *Symbol {
	if d.indexed != len(d.Components) {
		d.byName, d.indexed = make(map[string]*Symbol, len(d.Components)), len(d.Components)
		for _, c := range d.Components {
			if d.byName[c.Name] == nil {
				d.byName[c.Name] = c
			}
		}
	}
	return d.byName[name]
}

// String returns a type as it is declared: real(8), character(len=*), type(t).
func (d *DataType) String() string {
	if d == nil {
		return ""
	}
	spec := ast.TypeSpec{Name: d.Name, Derived: d.Derived, Kind: d.Kind, Len: d.Len, Star: d.Star}
	return spec.String()
}
