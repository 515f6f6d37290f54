package scope

import (
	"strings"

	"mdmp/fortran/ast"
)

// use takes a USE statement.
func (s *Scope) use(u *ast.Use) {
	if m := s.table.modules[u.Module]; m != nil && u.Nature != "intrinsic" && m != s.unitScope() {
		m.build()
		s.useSymbols(u, m.public())
		s.reexport(u, m)
		return
	}
	if w, ok := wellKnown(u.Module); ok && u.Nature != "non_intrinsic" {
		s.useKnown(u, w)
		return
	}
	if m := s.table.module(u.Module); m != nil {
		s.useSymbols(u, m.Symbols)
		return
	}
	s.useUnseen(u, nil)
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
	t.extern[name] = m
	return m
}

// public returns the symbols that a module of this file exports.
func (s *Scope) public() []*Symbol {
	var out []*Symbol
	for _, y := range s.order {
		access := s.access[y.Name]
		if access == "public" || access == "" && !s.private {
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
		if im.names == nil && im.prefix == nil {
			return false
		}
		for name := range im.names {
			if access := s.access[name]; access == "public" || access == "" && !s.private {
				return false
			}
		}
	}
	for name, access := range s.access {
		if y := s.symbols[name]; access == "public" && (y == nil || y.Unsure != "") {
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
	h, ok := y.Unit.Begin.Body.(*ast.Procedure)
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
	h, ok := y.Unit.Begin.Body.(*ast.Procedure)
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
		if u.Only {
			names := make(map[string]bool)
			for _, r := range u.Renames {
				if s.symbols[r.Local] == nil && im.mayBring(r.Remote) {
					names[r.Local] = true
				}
			}
			im = importer{what: im.what, names: names}
		}
		s.imports = append(s.imports, im)
	}
	if m.private {
		s.reexportNamed(u, m)
	}
}

// reexportNamed brings the names that a private module declares PUBLIC but
// takes from modules that were not seen.
func (s *Scope) reexportNamed(u *ast.Use, m *Scope) {
	names := make(map[string]bool)
	for name, access := range m.access {
		if access == "public" && m.symbols[name] == nil {
			names[name] = true
		}
	}
	if len(names) > 0 {
		s.useUnseen(u, names)
	}
}

// useSymbols brings the symbols of a module that is known.
func (s *Scope) useSymbols(u *ast.Use, public []*Symbol) {
	byName := make(map[string]*Symbol, len(public))
	for _, y := range public {
		byName[y.Name] = y
	}
	renamed := make(map[string]bool)
	for _, r := range u.Renames {
		if r.Local != r.Remote {
			renamed[r.Remote] = true
		}
		if y := byName[r.Remote]; y != nil {
			s.bring(r.Local, y, u.Module)
		}
	}
	if u.Only {
		return
	}
	for _, y := range public {
		if !renamed[y.Name] {
			s.bring(y.Name, y, u.Module)
		}
	}
}

// bring makes a symbol of a module known under a name.
func (s *Scope) bring(name string, y *Symbol, module string) {
	if s.symbols[name] != nil {
		old := s.symbols[name]
		if old.Class == Generic && y.Class == Generic {
			old.Specifics = append(append([]string(nil), old.Specifics...), y.Specifics...)
		}
		return
	}
	c := *y
	c.Name, c.Of, c.Module = name, y, module
	for c.Of.Of != nil {
		c.Of = c.Of.Of
	}
	s.symbols[name] = &c
	s.order = append(s.order, &c)
}

// useKnown brings what an intrinsic or well-known module has: constants of
// known value, other names by their prefix.
func (s *Scope) useKnown(u *ast.Use, w wellKnownModule) {
	s.useSymbols(u, w.syms)
	if !u.Only {
		s.imports = append(s.imports, importer{what: "module " + u.Module, prefix: w.prefix, names: w.names, hidden: hidden(u)})
	}
	rest := make(map[string]bool)
	for _, r := range u.Renames {
		if s.symbols[r.Local] == nil {
			rest[r.Local] = true
		}
	}
	if len(rest) > 0 {
		s.imports = append(s.imports, importer{what: "module " + u.Module, names: rest})
	}
}

// useUnseen notes that names may come from a module that was not seen; only
// names, if that is not nil.
func (s *Scope) useUnseen(u *ast.Use, names map[string]bool) {
	im := importer{what: "module " + u.Module}
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
func (s *Scope) seeHost() {
	if s.access == nil {
		s.access = make(map[string]string)
	}
	s.access["import"] = "import"
}

// seesHost tells whether name may be taken from the host.
func (s *Scope) seesHost(name string) bool {
	if s.Host == nil || s.noHost {
		return false
	}
	if s.Interface && s.access["import"] == "" {
		// A separate module procedure sees its host without IMPORT.
		h, ok := s.Unit.Begin.Body.(*ast.Procedure)
		if !ok || !hasPrefix(h, "module") {
			return false
		}
	}
	return s.hostOnly == nil || s.hostOnly[name]
}

// wellKnownModule is what is known of intrinsic and well-known modules:
// constants, other names, and the prefixes that all names not listed have.
type wellKnownModule struct {
	syms   []*Symbol
	names  map[string]bool // never nil
	prefix []string
}

// wellKnown returns what is known of a module by its name alone.
func wellKnown(name string) (wellKnownModule, bool) {
	w := wellKnownModule{names: map[string]bool{}}
	switch name {
	case "iso_c_binding":
		w.syms, w.prefix = kinds(name, cKinds), []string{"c_"}
	case "iso_fortran_env":
		w.syms = kinds(name, envKinds)
		for _, n := range envNames {
			w.names[n] = true
		}
	case "ieee_arithmetic", "ieee_exceptions", "ieee_features":
		w.prefix = []string{"ieee_"}
	case "mpi", "mpi_f08":
		w.prefix = []string{"mpi_", "pmpi_"}
	case "omp_lib":
		w.prefix = []string{"omp_"}
	case "openacc":
		w.prefix = []string{"acc_"}
	default:
		return w, false
	}
	return w, true
}

// cKinds are the kinds that are the same on all systems with 64-bit pointers.
var cKinds = []struct {
	name string
	kind int
}{
	{"c_int", 4}, {"c_short", 2}, {"c_long", 8}, {"c_long_long", 8}, {"c_signed_char", 1}, {"c_size_t", 8},
	{"c_int8_t", 1}, {"c_int16_t", 2}, {"c_int32_t", 4}, {"c_int64_t", 8}, {"c_intptr_t", 8}, {"c_intmax_t", 8},
	{"c_ptrdiff_t", 8}, {"c_float", 4}, {"c_double", 8}, {"c_float_complex", 4}, {"c_double_complex", 8},
	{"c_bool", 1}, {"c_char", 1},
}

// envKinds are the kinds of iso_fortran_env.
var envKinds = []struct {
	name string
	kind int
}{
	{"int8", 1}, {"int16", 2}, {"int32", 4}, {"int64", 8}, {"real32", 4}, {"real64", 8}, {"real128", 16},
}

// envNames are the other names of iso_fortran_env.
var envNames = []string{"atomic_int_kind", "atomic_logical_kind", "character_kinds", "character_storage_size",
	"compiler_options", "compiler_version", "current_team", "error_unit", "event_type", "file_storage_size",
	"initial_team", "input_unit", "integer_kinds", "iostat_end", "iostat_eor", "iostat_inquire_internal_unit",
	"lock_type", "logical8", "logical16", "logical32", "logical64", "logical_kinds", "notify_type",
	"numeric_storage_size", "output_unit", "parent_team", "real16", "real_kinds", "stat_failed_image", "stat_locked",
	"stat_locked_other_image", "stat_stopped_image", "stat_unlocked", "stat_unlocked_failed_image", "team_type"}

// kinds makes constants.
func kinds(module string, list []struct {
	name string
	kind int
}) []*Symbol {
	out := make([]*Symbol, 0, len(list))
	for _, k := range list {
		lit := &ast.Literal{Kind: ast.IntLit, Text: itoa(k.kind)}
		out = append(out, &Symbol{Name: k.name, Class: Constant, Module: module, Init: lit, Type: &DataType{Name: "integer"}})
	}
	return out
}

func itoa(n int) string {
	if n >= 10 {
		return itoa(n/10) + string(rune('0'+n%10))
	}
	return string(rune('0' + n))
}

// IsWellKnownModule tells whether the names of a module are known by prefix.
func IsWellKnownModule(name string) bool {
	_, ok := wellKnown(strings.ToLower(name))
	return ok
}
