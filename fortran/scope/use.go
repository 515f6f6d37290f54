package scope

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// use takes a USE statement.
func (s *Scope) use(u *ast.Use) {
	if m := s.table.modules[u.Module]; m != nil && u.Nature != "intrinsic" && m != s.unitScope() {
		m.build()
		s.useSymbols(u, s.table.exports(nil, m))
		s.reexport(u, m)
		return
	}
	if w, ok := wellKnown(u.Module); ok && u.Nature != "non_intrinsic" {
		s.useKnown(u, w)
		return
	}
	if m := s.table.module(u.Module); m != nil {
		s.useModule(u, m)
		return
	}
	s.useUnseen(u, nil)
}

// public returns the symbols that a module of this file exports.
func (s *Scope) public() []*Symbol {
	var out []*Symbol
	for _, y := range s.all() {
		if s.exported(y.Name) {
			out = append(out, y)
		}
	}
	return out
}

// Public returns the symbols that a module exports.
func (s *Scope) Public() []*Symbol {
	s.build()
	return s.public()
}

// Complete tells whether all names that a module exports are known: nothing
// may come from a module, include file or statement that was not seen or
// understood.
func (s *Scope) Complete() bool {
	s.build()
	for _, im := range s.imports {
		if s.private {
			continue // what is public is named, see below
		}
		if im.prefix != nil {
			continue // well-known names, which all who read this know, too
		}
		if im.names == nil {
			return false
		}
		for name := range im.names {
			if access := s.access[name]; access == "public" || access == "" && !s.private {
				return false
			}
		}
	}
	for name, access := range s.access {
		if y := s.known(name); access == "public" && (y == nil || y.Unsure != "") {
			return false
		}
	}
	return true
}

// Dummies returns the dummy arguments of a procedure whose interface is known,
// in their order; nil if it is not.
func (s *Scope) Dummies(y *Symbol) []*Symbol {
	if y.Unit == nil || y.Class != Procedure {
		return y.Dummies
	}
	h, ok := y.heading()
	in := s.table.Unit(y.Unit)
	if !ok || in == nil {
		return nil
	}
	var out []*Symbol
	for _, a := range h.Args {
		d := in.Declared(a.Name)
		if d == nil {
			d = &Symbol{Name: a.Name, Attrs: AltReturn}
		}
		out = append(out, d)
	}
	return out
}

// Result returns the result of a function whose interface is known, nil if it
// is not.
func (s *Scope) Result(y *Symbol) *Symbol {
	if y.Unit == nil || y.Class != Procedure || y.Unit.Kind != ast.KFunction {
		return y.Result
	}
	h, ok := y.heading()
	in := s.table.Unit(y.Unit)
	if !ok || in == nil {
		return nil
	}
	return in.Declared(resultName(h))
}

// reexport notes that what m itself takes from modules that were not seen may
// come along.
func (s *Scope) reexport(u *ast.Use, m *Scope) {
	for _, im := range m.imports {
		if m.private && !u.Only {
			continue // only what is declared PUBLIC, which are symbols or named below
		}
		s.passOn(u, im)
	}
	if m.private {
		s.reexportNamed(u, m)
	}
}

// reexportNamed brings the names that a private module declares PUBLIC but
// takes from modules that were not seen.
func (s *Scope) reexportNamed(u *ast.Use, m *Scope) {
	names, mpi := make(map[string]bool), make(map[string]bool)
	for name, access := range m.access {
		switch {
		case access != "public" || m.known(name) != nil:
		case m.bringsMPI(name):
			mpi[name] = true
		default:
			names[name] = true
		}
	}
	if len(names) > 0 {
		s.useUnseen(u, names)
	}
	if len(mpi) > 0 {
		s.passOn(u, importer{what: "module " + u.Module, names: mpi, mpi: true})
	}
}

// useSymbols brings the symbols of a module that is known.
func (s *Scope) useSymbols(u *ast.Use, from *exports) {
	renamed := make(map[string]bool)
	for _, r := range u.Renames {
		if r.Local != r.Remote {
			renamed[r.Remote] = true
		}
		if y := from.find(r.Remote); y != nil {
			s.bring(r.Local, y, u.Module)
		}
	}
	switch {
	case u.Only:
	case from.size >= many && !from.twice:
		s.useWhole(wholeUse{from: from, module: u.Module, renamed: renamed, at: len(s.order)})
	default:
		for _, y := range from.all() {
			if !renamed[y.Name] {
				s.bring(y.Name, y, u.Module)
			}
		}
	}
}

// bring makes a symbol of a module known under a name.
func (s *Scope) bring(name string, y *Symbol, module string) {
	if old := s.known(name); old != nil {
		s.join(old, y)
		return
	}
	s.order = append(s.order, s.take(name, y, module))
}

// take makes a symbol of a module known under a name that stands for nothing yet.
func (s *Scope) take(name string, y *Symbol, module string) *Symbol {
	c := *y
	c.Name, c.Of, c.Module = name, y, module
	for c.Of.Of != nil {
		c.Of = c.Of.Of
	}
	s.symbols[name] = &c
	return &c
}

// join adds what a module has under the name of old to it.
func (s *Scope) join(old, y *Symbol) {
	if old.Class == Generic && y.Class == Generic {
		old.Specifics = append(append([]string(nil), old.Specifics...), y.Specifics...)
	}
	if old.Class == Constant && y.Class == Constant && old.Root() != y.Root() && !equal(old.Init, y.Init) {
		old.Unsure = "two modules bring it" // the branches of an #if, perhaps
	}
	constructorOrFunction(old, y)
}

// constructorOrFunction joins a derived type and a generic function of its name
// that come from two modules.
func constructorOrFunction(old, y *Symbol) {
	var both Symbol
	switch {
	case old.Class == Type && y.Class == Generic:
		both = *y
		both.Derived = old.Derived
	case old.Class == Generic && y.Class == Type && old.Derived == nil:
		both = *old
		both.Derived = y.Derived
	default:
		return
	}
	both.Name, both.Of = old.Name, nil
	*old = both
}

// useKnown brings what an intrinsic or well-known module has: constants of
// known value, other names by their prefix.
func (s *Scope) useKnown(u *ast.Use, w wellKnownModule) {
	s.useSymbols(u, newExports(w.syms))
	if !u.Only {
		s.imports = append(s.imports, importer{what: "module " + u.Module, prefix: w.prefix, names: w.names, hidden: hidden(u), mpi: w.mpi})
	}
	s.named(u, importer{what: "module " + u.Module, mpi: w.mpi}, func(string) bool { return true })
}

// useUnseen notes that names may come from a module that was not seen; only
// names, if that is not nil.
func (s *Scope) useUnseen(u *ast.Use, names map[string]bool) {
	im := importer{what: "module " + u.Module, there: make(map[string]string)}
	for _, r := range u.Renames {
		im.there[r.Local] = r.Remote
	}
	switch {
	case u.Only:
		im.names = make(map[string]bool)
		for _, r := range u.Renames {
			if names == nil || names[r.Remote] {
				im.names[r.Local] = true
			}
		}
	case names != nil:
		im.names = names
	default:
		im.hidden = hidden(u)
	}
	s.imports = append(s.imports, im)
}

// hidden returns the names that renaming hides.
func hidden(u *ast.Use) map[string]bool {
	h := make(map[string]bool)
	for _, r := range u.Renames {
		h[r.Remote] = true
	}
	for _, r := range u.Renames {
		delete(h, r.Local)
	}
	return h
}

// importNames takes IMPORT.
func (s *Scope) importNames(n *ast.Names) {
	switch n.Text {
	case "none":
		s.noHost = true
	case "all":
		s.hostOnly = nil
		s.seeHost()
	default:
		s.seeHost()
		if len(n.Names) == 0 {
			return
		}
		if s.hostOnly == nil {
			s.hostOnly = make(map[string]bool)
		}
		for _, id := range n.Names {
			s.hostOnly[id.Name] = true
		}
	}
}

// seeHost makes the host of an interface body visible.
func (s *Scope) seeHost() { s.setAccess("import", "import") }

// seesHost tells whether name may be taken from the host.
func (s *Scope) seesHost(name string) bool {
	if s.Host == nil || s.noHost {
		return false
	}
	if s.Interface && s.access["import"] == "" {
		// A separate module procedure sees its host without IMPORT.
		h, ok := s.Unit.Heading()
		if !ok || !hasPrefix(h, "module") {
			return false
		}
	}
	return s.hostOnly == nil || s.hostOnly[name]
}
