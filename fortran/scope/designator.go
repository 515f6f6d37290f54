package scope

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// Info is what is known of a designator: a variable, an element, a section, a
// component.
type Info struct {
	Known bool   // all of it was understood
	Why   string // why not
	Base  *Symbol
	Last  *Symbol   // the last component, or Base
	Type  *DataType // known also where only the rank of a subscript is not
	Rank  int       // of the designator itself; -1 if assumed
	// Whole is set if no subscripts follow Last: its own bounds hold.
	Whole     bool
	Call      bool // a function reference or type-bound procedure
	Substring bool
	Vector    bool // a vector subscript makes it a section that cannot be received into
	Coindexed bool
	// Indirect is set if a component on the way, or the base, is a pointer or
	// allocatable.
	Indirect bool
}

// unknown returns in without knowledge.
func (in Info) unknown(why string) Info {
	in.Known, in.Why, in.Type, in.Rank = false, why, nil, 0
	return in
}

// ofRankUnknown returns in as an element or a section, whichever.
func (in Info) ofRankUnknown() Info {
	t := in.Type
	in = in.unknown("the rank of a subscript is not known")
	in.Type, in.Whole = t, false
	return in
}

// Designator returns what is known of x.
func (s *Scope) Designator(x ast.Expr) Info {
	switch x := x.(type) {
	case *ast.Ident:
		return s.identInfo(x)
	case *ast.Paren:
		return s.Designator(x.X).unknown("it is an expression")
	case *ast.Coindex:
		in := s.Designator(x.X)
		in.Coindexed = true
		return in
	case *ast.Member:
		return s.kept(x, func() Info { return s.memberInfo(x) })
	case *ast.Apply:
		return s.kept(x, func() Info { return s.applyInfo(x) })
	}
	return Info{}.unknown("it is not a variable")
}

// kept returns what is known of x, found out by find the first time.
func (s *Scope) kept(x ast.Expr, find func() Info) Info {
	s.build()
	if in, ok := s.infos[x]; ok {
		return in
	}
	in := find()
	if s.complete {
		if s.infos == nil {
			s.infos = make(map[ast.Expr]Info)
		}
		s.infos[x] = in
	}
	return in
}

// identInfo is Designator for a name.
func (s *Scope) identInfo(x *ast.Ident) Info {
	y := s.Lookup(x.Name)
	in := Info{Base: y, Last: y}
	switch {
	case y == nil:
		return in.unknown(x.Name + " is not declared")
	case y.Unsure != "":
		return in.unknown(y.Unsure)
	}
	switch y.Class {
	case Variable, Constant:
		in.Known, in.Type, in.Rank, in.Whole = true, y.Type, y.Rank, true
		in.Indirect = y.Attrs&(Allocatable|Pointer) != 0
		return in
	case Associate:
		return s.associateInfo(y)
	case Procedure, Intrinsic, Generic, StatementFunc:
		in.Call = true
		return in.unknown(x.Name + " is a procedure")
	}
	return in.unknown(x.Name + " is not a variable")
}

// associateInfo is Designator for an associate name.
func (s *Scope) associateInfo(y *Symbol) Info {
	if y.Outer == nil || y.Target == nil {
		return Info{Base: y, Last: y}.unknown("it is not a variable")
	}
	in := y.Outer.Designator(y.Target)
	if !in.Known {
		rank, ok := y.Outer.Rank(y.Target)
		in = Info{Base: y, Last: y, Known: false, Why: in.Why}
		if ok {
			in.Rank = rank
		}
		return in
	}
	in.Whole = false // bounds are those of the association
	if y.Guard != nil && y.Guard.Type != nil {
		in.Type = s.dataType(y.Guard.Type)
	}
	return in
}

// memberInfo is Designator for x%name.
func (s *Scope) memberInfo(x *ast.Member) Info {
	in := s.Designator(x.X)
	if !in.Known {
		return in.unknown(in.Why)
	}
	c, kind := in.Type.Part(x.Name)
	switch def := in.Type.Definition(); {
	case kind == Half:
		in.Type, in.Whole = c.Type, false
		return in
	case kind == Inquiry:
		return in.unknown("it is an inquiry")
	case def == nil:
		return in.unknown("the type of what stands before %" + x.Name + " is not known")
	case c == nil:
		in.Call = in.Call || kind == Binding
		return in.unknown("type " + def.Name + " has no component " + x.Name + " that was seen")
	}
	if c.Unsure != "" {
		return in.unknown(c.Unsure)
	}
	in.Last, in.Type, in.Whole = c, c.Type, true
	in.Indirect = in.Indirect || c.Attrs&(Allocatable|Pointer) != 0
	if c.Class == Procedure {
		in.Call = true
		return in.unknown("it is a procedure component")
	}
	if c.Rank > 0 {
		if in.Rank > 0 {
			return in.unknown("two parts of it are arrays")
		}
		in.Rank = c.Rank
	} else if in.Rank != 0 {
		in.Whole = false
	}
	return in
}

// applyInfo is Designator for x(…).
func (s *Scope) applyInfo(x *ast.Apply) Info {
	if _, ok := x.X.(*ast.Literal); ok {
		return Info{}.unknown("it is not a variable")
	}
	in := s.Designator(x.X)
	ref := s.Resolve(x)
	switch ref {
	case RefSubstring:
		in.Substring, in.Whole = true, false
		return in
	case RefElement, RefSection:
	default:
		in.Call = in.Call || ref == RefCall
		if in.Known && in.Whole && in.Rank > 0 && in.Rank == len(x.Args) {
			return in.ofRankUnknown()
		}
		if in.Known || in.Why == "" {
			return in.unknown("it is no array element or section that is known")
		}
		return in.unknown(in.Why)
	}
	if !in.Known {
		return in.unknown(in.Why)
	}
	in.Whole = false
	own := in.Rank
	if own != len(x.Args) {
		return in.unknown("the number of subscripts is not the rank")
	}
	in.Rank = 0
	for _, a := range x.Args {
		if _, ok := a.X.(*ast.Range); ok {
			in.Rank++
			continue
		}
		if r, ok := s.Rank(a.X); !ok {
			return in.ofRankUnknown()
		} else if r > 0 {
			in.Vector = true
			in.Rank += r
		}
	}
	return in
}

// Basic returns the name of an intrinsic type without its precision: "real" for
// double precision, too; "" for all other types.
func (d *DataType) Basic() string {
	if d == nil {
		return ""
	}
	switch d.Name {
	case "integer", "real", "complex", "logical", "character":
		return d.Name
	case "double precision":
		return "real"
	case "double complex":
		return "complex"
	}
	return ""
}

// Word names a type without its kind: real(8) and double precision are "real", derived types
// "type" or "class"; "" if the type is not known.
func (d *DataType) Word() string {
	if word := d.Basic(); word != "" || d == nil {
		return word
	}
	return d.Name
}

// IsDerived reports whether d is certainly a derived type, or class(*).
func (d *DataType) IsDerived() bool { return d != nil && (d.Name == "type" || d.Name == "class") }

// Definition returns the definition of a derived type, nil if it was not seen.
func (d *DataType) Definition() *DerivedType {
	switch {
	case d == nil || d.Derived == "" || d.Derived == "*":
		return nil
	case d.Def != nil:
		return d.Def
	case d.Scope == nil:
		return nil
	}
	return d.Scope.DerivedType(d.Derived)
}

// DerivedType returns the definition that a type name has in s, nil if it was
// not seen.
func (s *Scope) DerivedType(name string) *DerivedType {
	y := s.Lookup(name)
	if y == nil || y.Unsure != "" {
		return nil
	}
	return y.Derived
}
