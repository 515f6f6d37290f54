package scope

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// Module is what is known of a module of another file.
type Module struct {
	Name string
	// Symbols are the public ones. Their Module is the module that declares
	// them, and what is the same entity in two modules has the same root of Of.
	Symbols []*Symbol
	// Names are further names that the module may export.
	Names map[string]bool
	// Open: what a USE statement names may be exported, too, though it is not known. Whoever sets it does all again
	// when more is known.
	Open    bool
	imports []importer // where further names may come from
}

// Export returns a module of this table as other files see it.
func (s *Scope) Export() *Module {
	s.build()
	m := &Module{Name: s.Unit.Name, Names: map[string]bool{}}
	for _, y := range s.public() {
		if y.Unsure != "" {
			m.Names[y.Name] = true
			continue
		}
		m.Symbols = append(m.Symbols, s.foreign(y))
	}
	for name, access := range s.access {
		if access == "public" && s.known(name) == nil {
			m.Names[name] = true
		}
	}
	if !s.private {
		m.imports = s.imports
	}
	return m
}

// foreign returns a symbol of s as other files see it: without the tree. One
// entity is one symbol.
func (s *Scope) foreign(y *Symbol) *Symbol {
	if c := s.table.foreign[y]; c != nil {
		return c
	}
	c := *y
	if s.table.foreign == nil {
		s.table.foreign = make(map[*Symbol]*Symbol)
	}
	s.table.foreign[y] = &c
	if y.Of != nil && y.Root().Scope != nil && y.Root().Scope.table == s.table {
		c.Of = s.foreign(y.Root())
	}
	c.Dummies, c.Result = nil, nil
	for _, d := range s.Dummies(y) {
		c.Dummies = append(c.Dummies, s.foreign(d))
	}
	if r := s.Result(y); r != nil {
		c.Result = s.foreign(r)
	}
	c.Decl, c.Unit = nil, nil
	if c.Module == "" {
		c.Module = s.unitScope().Unit.Name
	}
	return &c
}

// module returns a module of another file, nil if it is not known.
func (t *Table) module(name string) *Module {
	if m, ok := t.extern[name]; ok {
		return m
	}
	var m *Module
	if t.opt.Module != nil {
		m = t.opt.Module(name)
	}
	if m != nil {
		m = t.without(m)
	}
	t.extern[name] = m
	return m
}

// without takes from a module of another file what it has from modules of this
// one: such a file is older than this one, and an entity must not be two symbols.
func (t *Table) without(m *Module) *Module {
	out := *m
	out.Symbols, out.Names = nil, make(map[string]bool, len(m.Names))
	for n := range m.Names {
		out.Names[n] = true
	}
	for _, y := range m.Symbols {
		if t.modules[y.Origin()] != nil {
			out.Names[y.Name] = true
			continue
		}
		out.Symbols = append(out.Symbols, y)
	}
	if len(out.Symbols) == len(m.Symbols) {
		return m
	}
	return &out
}

// useModule takes a USE statement of a module of another file.
func (s *Scope) useModule(u *ast.Use, m *Module) {
	s.useSymbols(u, s.table.exports(m, nil))
	if len(m.Names) > 0 {
		s.passOn(u, importer{what: "module " + m.Name, names: m.Names})
	}
	for _, im := range m.imports {
		s.passOn(u, im)
	}
	if m.Open {
		s.named(u, importer{what: "module " + m.Name}, func(string) bool { return true })
	}
}

// named notes the names in the list of a USE statement that im may bring. One
// that is renamed is not known by its name any more.
func (s *Scope) named(u *ast.Use, im importer, may func(string) bool) {
	names, renamed, there := make(map[string]bool), make(map[string]bool), make(map[string]string)
	for _, r := range u.Renames {
		switch {
		case s.known(r.Local) != nil || !may(r.Remote):
		case r.Local == r.Remote:
			names[r.Local] = true
		default:
			renamed[r.Local], there[r.Local] = true, im.before(r.Remote)
		}
	}
	if len(names) > 0 {
		s.imports = append(s.imports, importer{what: im.what, names: names, mpi: im.mpi, there: im.there})
	}
	if len(renamed) > 0 {
		s.imports = append(s.imports, importer{what: im.what, names: renamed, there: there})
	}
}

// passOn notes that a module which is used may bring names from where it has
// them itself.
func (s *Scope) passOn(u *ast.Use, im importer) {
	s.named(u, importer{what: im.what, mpi: im.mpi, there: im.there}, im.mayBring)
	if u.Only {
		return
	}
	hide := hidden(u)
	for n := range im.hidden {
		hide[n] = true
	}
	im.hidden = hide
	s.imports = append(s.imports, im)
}
