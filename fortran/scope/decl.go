package scope

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// attrBits are the attributes without arguments.
var attrBits = map[string]Attr{
	"allocatable": Allocatable, "pointer": Pointer, "target": Target, "save": Save, "external": External,
	"intrinsic": IntrinsicAttr, "optional": Optional, "value": Value, "volatile": Volatile,
	"asynchronous": Asynchronous, "contiguous": Contiguous, "protected": Protected, "private": Private, "bind": BindC,
	"kind": Deferred, "len": Deferred, "static": Save,
}

// decl takes a type declaration.
func (s *Scope) decl(d *ast.Decl, st *ast.Stmt) {
	for _, e := range d.Entities {
		if y := s.known(e.Name.Name); y != nil && y.Of != nil {
			s.all() // it is one of its own now
			// Renamed in another USE of the module, else it could not be
			// declared here.
			*y = Symbol{Name: y.Name, Scope: s}
		}
		y := s.declared(e.Name.Name, st)
		s.setDecl(y, d, e, st)
	}
}

// setDecl gives a symbol what its declaration says.
func (s *Scope) setDecl(y *Symbol, d *ast.Decl, e ast.Entity, st *ast.Stmt) {
	if y.Has(Typed) {
		old := *y
		if y.Class == Constant {
			y.Class = Unknown
		}
		defer func() { y.twice(&old, st) }()
	}
	y.Type = s.dataType(d.Type)
	y.Attrs |= Typed
	more := e.Extra()
	if more.Len != nil {
		y.Type.Len, y.Type.Star = more.Len, true
		if y.Type.Name != "character" { // real x*8
			y.Type.Len, y.Type.Kind = nil, more.Len
			y.Type.KindValue = s.kindValue(more.Len)
		}
	}
	constant := s.setAttrs(y, d.Attrs)
	s.setBounds(y, e.Bounds)
	if len(more.Cobound) > 0 {
		y.Corank = len(more.Cobound)
	}
	if e.Init != nil {
		y.Init = e.Init
		y.Attrs |= Initialised | Save
	}
	if constant {
		y.Class = Constant
		y.Attrs &^= Initialised | Save
	}
	reshape(y)
}

// setAttrs gives a symbol attributes and tells whether PARAMETER is among
// them.
func (s *Scope) setAttrs(y *Symbol, attrs []ast.AttrSpec) (constant bool) {
	for _, a := range attrs {
		switch a.Name {
		case "dimension":
			s.setBounds(y, a.Bounds)
		case "codimension":
			y.Corank = len(a.Bounds)
		case "intent":
			y.Intent = a.Text
		case "parameter":
			constant = true
		case "public", "private":
			s.setAccess(y.Name, a.Name)
		}
		y.Attrs |= attrBits[a.Name]
	}
	return constant
}

// setAccess notes PUBLIC or PRIVATE for a name.
func (s *Scope) setAccess(name, access string) {
	if s.access == nil {
		s.access = make(map[string]string)
	}
	s.access[name] = access
}

// setBounds gives a symbol its bounds, if there are any.
func (s *Scope) setBounds(y *Symbol, bounds []ast.Expr) {
	if len(bounds) == 0 {
		return
	}
	y.Bounds = bounds
	y.Rank = len(bounds)
	reshape(y)
}

// reshape derives the shape from bounds and attributes.
func reshape(y *Symbol) {
	if len(y.Bounds) == 0 {
		return
	}
	last := y.Bounds[len(y.Bounds)-1]
	y.Shape = ExplicitShape
	switch b := last.(type) {
	case *ast.DoubleDot:
		y.Shape, y.Rank = AssumedRank, -1
	case *ast.Star:
		y.Shape = AssumedSize
	case *ast.Range:
		_, star := b.Hi.(*ast.Star)
		switch {
		case star:
			y.Shape = AssumedSize
		case b.Hi == nil && y.Attrs&(Allocatable|Pointer) != 0:
			y.Shape = DeferredShape
		case b.Hi == nil:
			y.Shape = AssumedShape
		}
	default: // an upper bound
	}
	if y.Shape == AssumedSize && y.Class == Constant {
		y.Shape = ImpliedShape
	}
}

// procDecl takes PROCEDURE(…) :: names.
func (s *Scope) procDecl(d *ast.ProcDecl, st *ast.Stmt) {
	for _, e := range d.Entities {
		s.setProc(s.declared(e.Name.Name, st), d)
	}
}

func (s *Scope) setProc(y *Symbol, d *ast.ProcDecl) {
	y.Class, y.Iface = Procedure, d.Iface
	if d.Type != nil {
		y.Type = s.dataType(d.Type)
		y.Attrs |= Function
	}
	s.setAttrs(y, d.Attrs)
}

// attrStmt takes an attribute statement.
func (s *Scope) attrStmt(a *ast.Attr, st *ast.Stmt) {
	name := a.Attr.Name
	if len(a.Entities) == 0 {
		switch name {
		case "private":
			s.private = true
		case "save":
			s.saveAll()
		}
		return
	}
	for _, e := range a.Entities {
		switch {
		case name == "public" || name == "private":
			s.setAccess(e.Name.Name, name)
			continue
		case e.Name.Name[0] == '/':
			continue // a COMMON block
		}
		y := s.declared(e.Name.Name, st)
		y.Attrs |= attrBits[name]
		if name == "intent" {
			y.Intent = a.Attr.Text
		}
		if len(e.Bounds) > 0 && len(y.Bounds) > 0 && !slices.EqualFunc(e.Bounds, y.Bounds, equal) {
			y.Unsure = declaredTwice
		}
		s.setBounds(y, e.Bounds)
		if n := len(e.Extra().Cobound); n > 0 {
			y.Corank = n
		}
		reshape(y)
	}
}

// saveAll is SAVE without a list: it holds for all variables, so it is noted
// in a symbol of no name.
func (s *Scope) saveAll() { s.setAccess("", "save") }

// SaveAll tells whether a bare SAVE stands in the scope.
func (s *Scope) SaveAll() bool {
	s.build()
	return s.access[""] == "save"
}

// parameters takes a PARAMETER statement.
func (s *Scope) parameters(a *ast.Assigns, st *ast.Stmt) {
	for _, as := range a.List {
		if id, ok := as.X.(*ast.Ident); ok {
			y := s.declared(id.Name, st)
			if y.Class == Constant && !equal(y.Init, as.Y) {
				y.Unsure = declaredTwice
			}
			y.Class, y.Init = Constant, as.Y
			reshape(y)
		}
	}
}

// groups takes COMMON and NAMELIST.
func (s *Scope) groups(c *ast.Common, st *ast.Stmt) {
	for _, g := range c.Groups {
		if st.Kind == ast.KNamelist {
			s.declared(g.Name, st).Class = Namelist
			for _, e := range g.Entities {
				if y := s.known(e.Name.Name); y != nil {
					y.Attrs |= InNamelist
				}
			}
			continue
		}
		for _, e := range g.Entities {
			y := s.declared(e.Name.Name, st)
			y.Class, y.Storage, y.Common = Variable, CommonStorage, g.Name
			s.setBounds(y, e.Bounds)
		}
	}
}

// crayPointers takes a Cray POINTER statement: the pointee may be anywhere.
func (s *Scope) crayPointers(c *ast.Common, st *ast.Stmt) {
	for _, g := range c.Groups {
		s.declared(g.Name, st)
		for _, e := range g.Entities {
			y := s.declared(e.Name.Name, st)
			y.Attrs |= Pointer | Target
			s.setBounds(y, e.Bounds)
			y.Unsure = "it is the pointee of a Cray pointer"
		}
	}
}

// equivalence takes EQUIVALENCE sets.
func (s *Scope) equivalence(e *ast.Equivalence) {
	s.sets = append(s.sets, e.Sets...)
	for _, set := range e.Sets {
		for _, x := range set {
			if id := ast.Root(x); id != nil {
				s.symbol(id.Name).Attrs |= Equivalenced
			}
		}
	}
}

// enum takes an enumeration.
func (s *Scope) enum(c *ast.Construct) {
	for _, p := range c.Parts {
		for _, it := range p.Body {
			st := it.First()
			a, ok := st.Body.(*ast.Assigns)
			if !ok {
				if st.Kind != ast.KDirective && (st.Kind != ast.KCpp || !st.Line.IsMarker()) {
					s.imports = append(s.imports, importer{what: "something in an enumeration that was not understood"})
				}
				continue
			}
			for _, as := range a.List {
				y := s.declared(as.X.(*ast.Ident).Name, st)
				y.Class, y.Init, y.Type = Constant, as.Y, &DataType{Name: "integer", Scope: s}
			}
		}
	}
}

// typeDef takes the definition of a derived type.
func (s *Scope) typeDef(c *ast.Construct) {
	b, ok := c.Begin.Body.(*ast.TypeDef)
	if !ok {
		return
	}
	d := &DerivedType{Name: b.Name, Extends: b.Extends, Stmt: c.Begin, Scope: s}
	y := s.declared(b.Name, c.Begin)
	if y.Class != Generic { // a generic may have the name of a type
		y.Class = Type
	}
	again := y.Derived != nil
	y.Derived = d
	for _, a := range b.Attrs {
		switch a {
		case "bind":
			d.BindC = true
		case "public", "private":
			s.setAccess(b.Name, a)
		}
	}
	inner := &Scope{table: s.table, Unit: s.Unit, Host: s, Construct: c, built: true, symbols: map[string]*Symbol{}}
	for _, p := range c.Parts {
		for _, it := range p.Body {
			if st, ok := it.(*ast.Stmt); !ok || !inner.component(d, st, st) {
				y.Unsure = "something in the definition of the type was not understood"
			}
		}
	}
	d.Components = inner.order
	for _, c := range d.Components {
		if again {
			c.Unsure = declaredTwice
		}
	}
}

// component takes what a statement of a derived type says, which stands there or is included by st; s is the scope of the
// type. False if it is not understood.
func (s *Scope) component(d *DerivedType, said, st *ast.Stmt) bool {
	switch b := said.Body.(type) {
	case nil:
		return said.Kind == ast.KDirective || said.Kind == ast.KCpp && said.Line.IsMarker()
	case *ast.Include:
		return s.includedComponents(d, b, st)
	case *ast.Decl:
		for _, e := range b.Entities {
			y := s.declared(e.Name.Name, st)
			s.setDecl(y, b, e, st)
			y.Class, y.Scope = Variable, s
			y.Attrs &^= Save
			if s.private && !slices.ContainsFunc(b.Attrs, func(a ast.AttrSpec) bool { return a.Name == "public" }) {
				y.Attrs |= Private
			}
		}
	case *ast.ProcDecl:
		for _, e := range b.Entities {
			s.setProc(s.declared(e.Name.Name, st), b)
		}
	case *ast.Attr:
		d.Sequence = d.Sequence || b.Attr.Name == "sequence"
		s.private = s.private || b.Attr.Name == "private"
	case *ast.Binding:
		for _, r := range b.Names {
			if b.What == "procedure" {
				d.Bindings = append(d.Bindings, r.Local)
			}
		}
		switch b.What {
		case "procedure":
			d.bound(b)
		case "generic":
			d.Bindings = append(d.Bindings, b.Spec)
		case "final":
			d.Bindings = append(d.Bindings, FinalBinding)
		}
	default:
		return false
	}
	return true
}

// includedComponents takes the components that an INCLUDE line in the definition of a type brings.
func (s *Scope) includedComponents(d *DerivedType, b *ast.Include, st *ast.Stmt) bool {
	f := s.included(b.Path)
	if f == nil {
		return false
	}
	outer := s.table.including
	s.table.including = append(outer[:len(outer):len(outer)], f)
	defer func() { s.table.including = outer }()
	for i := range f.Stmts {
		if !s.component(d, &f.Stmts[i], st) {
			return false
		}
	}
	return true
}

// interfaceBlock takes an interface block.
func (s *Scope) interfaceBlock(c *ast.Construct) {
	b, ok := c.Begin.Body.(*ast.Interface)
	if !ok {
		return
	}
	var specifics []string
	understood := true
	for _, p := range c.Parts {
		for _, it := range p.Body {
			names, ok := s.specific(it)
			specifics, understood = append(specifics, names...), understood && ok
		}
	}
	if b.Spec == "" || b.Abstract {
		return
	}
	y := s.declared(b.Spec, c.Begin)
	y.Class = Generic
	y.Specifics = append(y.Specifics, specifics...)
	if !understood {
		y.Unsure = "something in its interface was not understood"
	}
}

// specific takes what stands in an interface block, and returns the procedures that it names; false if it is not understood.
func (s *Scope) specific(it ast.Item) (names []string, understood bool) {
	switch it := it.(type) {
	case *ast.InterfaceBody:
		h, ok := it.Unit.Heading()
		if !ok {
			return nil, false
		}
		s.procedureSymbol(h, it.Unit.Begin, it.Unit, it.Unit.Kind == ast.KFunction)
		return []string{h.Name}, true
	case *ast.Stmt:
		n, ok := it.Body.(*ast.Names)
		if !ok || it.Kind != ast.KModuleProcedure {
			return nil, it.Kind == ast.KDirective || it.Kind == ast.KCpp && it.Line.IsMarker()
		}
		for _, id := range n.Names {
			names = append(names, id.Name)
		}
		return names, true
	default:
		return nil, false
	}
}

// dataType makes the type of a declaration.
func (s *Scope) dataType(t *ast.TypeSpec) *DataType {
	d := &DataType{Name: t.Name, Derived: t.Derived, Kind: t.Kind, Star: t.Star, Len: t.Len, Scope: s}
	if t.Kind != nil {
		d.KindValue = s.kindValue(t.Kind)
	}
	return d
}
