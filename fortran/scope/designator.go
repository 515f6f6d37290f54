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
	Ref       Ref // what the parentheses at its end, if any, make of it
	// Indirect is set if a component on the way, or the base, is a pointer or
	// allocatable.
	Indirect bool
}

// unknown returns in without knowledge.
func (in Info) unknown(why string) Info {
	in.Known, in.Why, in.Type, in.Rank = false, why, nil, 0
	return in
}

// Designator returns what is known of x.
func (s *Scope) Designator(x ast.Expr) Info {
	switch x := x.(type) {
	case *ast.Ident:
		return s.nameInfo(x.Name)
	case *ast.Paren:
		return s.Designator(x.X).unknown("it is an expression")
	case *ast.Member, *ast.Apply, *ast.Coindex:
		return s.kept(x)
	default:
		return Info{}.unknown("it is not a variable")
	}
}

// kept returns what is known of x, which is more than a name, found out the first time.
func (s *Scope) kept(x ast.Expr) Info {
	s.build()
	if in, ok := s.infos[x]; ok {
		return in
	}
	in := s.pathInfo(x)
	if s.complete {
		if s.infos == nil {
			s.infos = make(map[ast.Expr]Info)
		}
		s.infos[x] = in
	}
	return in
}

// pathInfo goes along the steps of a designator.
func (s *Scope) pathInfo(x ast.Expr) Info {
	root := ast.Root(x)
	if root == nil {
		in := Info{}.unknown("it is not a variable")
		if a, ok := x.(*ast.Apply); ok {
			if _, literal := a.X.(*ast.Literal); literal {
				in.Ref = RefSubstring
			}
		}
		return in
	}
	in, y := s.nameInfo(root.Name), s.Lookup(root.Name)
	p := Walk(x, s.standing(root.Name, in), nil)
	for i := range p.Steps {
		st := &p.Steps[i]
		if in.Ref = RefUnknown; i > 0 {
			in = in.behind(&p.Steps[i-1], st)
		}
		if st.Subs != nil {
			in = s.subscripted(in, y, st.Subs)
		}
		y = nil
	}
	for _, a := range p.Substrings {
		in = in.substring(a)
	}
	in.Coindexed = in.Coindexed || p.Coindexed
	return in
}

// nameInfo is Designator for a name.
func (s *Scope) nameInfo(name string) Info {
	y := s.Lookup(name)
	in := Info{Base: y, Last: y}
	switch {
	case y == nil:
		return in.unknown(name + " is not declared")
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
		return in.unknown(name + " is a procedure")
	}
	return in.unknown(name + " is not a variable")
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

// behind goes on from what in is known of, which ends with from, to the name behind it and %.
func (in Info) behind(from, st *Step) Info {
	switch {
	case !in.Known:
		return in.unknown(in.Why)
	case st.Kind == Half:
		in.Type, in.Whole = st.Symbol.Type, false
		return in
	case st.Symbol == nil:
		in.Call = in.Call || st.Kind == Binding
		return in.unknown(from.withoutPart(st))
	}
	y := st.Symbol
	in.Last, in.Type = y, y.Type
	in.Indirect = in.Indirect || y.Attrs&(Allocatable|Pointer) != 0
	if in.Whole = y.Rank > 0 || in.Rank == 0; y.Rank == 0 {
		return in
	}
	if in.Rank > 0 {
		return in.unknown("two parts of it are arrays")
	}
	in.Rank = y.Rank
	return in
}

// withoutPart says why it is not known what next, behind st and %, stands for.
func (st *Step) withoutPart(next *Step) string {
	if next.Kind == Inquiry {
		return "it is an inquiry"
	}
	var def *DerivedType
	if st.Symbol != nil {
		def = st.Symbol.Type.Definition()
	}
	if def == nil {
		return "the type of what stands before %" + next.Name + " is not known"
	}
	switch c := def.Component(next.Name); {
	case c == nil:
		return "type " + def.Name + " has no component " + next.Name + " that was seen"
	case c.Unsure != "":
		return c.Unsure
	}
	return "it is a procedure component"
}

// subscripted goes on to the parentheses behind a name; first is what it stands for if no name
// stands before it.
func (s *Scope) subscripted(in Info, first *Symbol, a *ast.Apply) Info {
	ref := RefUnknown
	switch {
	case first != nil:
		ref = first.parentheses(in)
	case in.Call:
		ref = RefCall
	case in.Known:
		ref = in.Last.subscripts()
	}
	if ref == RefElement {
		return s.selected(in, a)
	}
	in.Ref, in.Call = ref, in.Call || ref == RefCall
	if in.Known {
		return in.unknown("it is no array element or section that is known")
	}
	return in.unknown(in.Why)
}

// selected goes on to what subscripts select of an array.
func (s *Scope) selected(in Info, a *ast.Apply) Info {
	own, unclear := in.Rank, false
	in.Ref, in.Rank, in.Whole = RefElement, 0, false
	for _, arg := range a.Args {
		if _, ok := arg.X.(*ast.Range); ok {
			in.Ref = RefSection
			in.Rank++
			continue
		}
		switch r, ok := s.Rank(arg.X); {
		case !ok:
			unclear = true
		case r > 0:
			in.Ref, in.Vector = RefSection, true
			in.Rank += r
		}
	}
	if unclear && in.Ref == RefElement {
		in.Ref = RefUnknown
	}
	switch {
	case own != len(a.Args):
		in = in.unknown("the number of subscripts is not the rank")
	case unclear:
		t := in.Type
		in = in.unknown("the rank of a subscript is not known")
		in.Type = t
	}
	return in
}

// substring goes on to the parentheses of a substring, if they are that.
func (in Info) substring(a *ast.Apply) Info {
	switch {
	case !in.Known:
		in.Ref = RefUnknown
	case isSubstring(in.Type, a):
		in.Ref, in.Substring, in.Whole = RefSubstring, true, false
	default:
		in.Ref = RefUnknown
		return in.unknown("it is no array element or section that is known")
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
