// Package scope tells what the names of a Fortran file mean.
//
// The idea: every program unit, interface body, BLOCK and construct that
// declares names has a Scope. A Scope holds the Symbols that its declarations
// make, knows where other names may come from (USE, the host, IMPLICIT,
// INCLUDE) and answers Lookup. A file rarely shows everything: modules live in
// other files. So an answer is one of three: a Symbol that is certain, a Symbol
// that is Unsure (with the reason: a module that was not seen may bring the
// name), or nil: nothing can declare that name here. Never is a guess passed
// off as knowledge; what is certain is certain by the rules of the language
// alone.
//
// What the file does not show can be brought in: Options.Module gives the
// public symbols of a module that was compiled before (package modinfo reads them
// from the compiler's own module files), Options.Include the tree of an include file.
//
// a(i) is resolved on demand (Resolve): element, section, substring, function
// reference, statement function, structure constructor, or unknown. Designators
// of any length are typed by Designator: type, kind, rank and bounds as far as
// they are known. Operation tells operators of the language from functions.
//
// Everything is computed when asked for and kept; a Table is not safe for use
// by several goroutines at once.
package scope

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// Options say where to find what the file does not show. The zero value finds
// nothing.
type Options struct {
	// Module returns the public symbols of a module that is not in the file,
	// nil if they are not known.
	Module func(name string) *Module
	// Include returns the tree of an include file that is named in the file in,
	// nil if it is not found.
	Include func(path string, in *ast.File) *ast.File
	// Saves: the compiler is told to keep local variables from call to call.
	Saves bool
	// Kinds: the compiler is told to give numbers other kinds than the text says, so that nobody knows what KIND(1d0) is.
	Kinds bool
}

// Table holds the scopes of a file.
type Table struct {
	File    *ast.File
	opt     Options
	units   map[*ast.Unit]*Scope
	parts   map[partKey]*Scope
	modules map[string]*Scope    // modules of this file
	extern  map[string]*Module   // modules of other files that were asked for
	given   map[any]*exports     // by module, which is a *Scope or a *Module
	bodies  map[global]*ast.Unit // see Body

	way       []level             // to the place that was asked for last, see At
	including []*ast.File         // include files that are being taken
	foreign   map[*Symbol]*Symbol // symbols as other files see them
}

// partKey names a branch of a construct, by its opening statement.
type partKey struct {
	begin *ast.Stmt
	part  int
}

// New returns the scopes of a file.
func New(file *ast.File, opt Options) *Table {
	t := &Table{File: file, opt: opt,
		units: make(map[*ast.Unit]*Scope), parts: make(map[partKey]*Scope),
		modules: make(map[string]*Scope), extern: make(map[string]*Module), given: make(map[any]*exports)}
	for _, u := range file.Units {
		t.declareUnit(u, nil, false)
	}
	return t
}

// Unit returns the scope of a program unit, subprogram or interface body of
// the file.
func (t *Table) Unit(u *ast.Unit) *Scope {
	s := t.units[u]
	if s != nil {
		s.build()
	}
	return s
}

// ModuleScope returns the scope of a module of this file, nil if there is
// none.
func (t *Table) ModuleScope(name string) *Scope {
	s := t.modules[name]
	if s != nil {
		s.build()
	}
	return s
}

// declareUnit makes the scopes of u, of its subprograms and of the interface
// bodies in it; they are filled when asked for.
func (t *Table) declareUnit(u *ast.Unit, host *Scope, iface bool) *Scope {
	s := &Scope{table: t, Unit: u, Host: host, Interface: iface}
	t.units[u] = s
	if u.Kind == ast.KModule {
		t.modules[u.Name] = s
	}
	t.declareBodies(u.Spec, s)
	t.declareBodies(u.Exec, s)
	for _, sub := range u.Subs {
		t.declareUnit(sub, s, false)
	}
	return s
}

// declareBodies makes the scopes of interface bodies, also where interface
// blocks stand in a BLOCK, or (in a wrong program) in a type definition.
func (t *Table) declareBodies(items []ast.Item, s *Scope) {
	for _, it := range items {
		switch it := it.(type) {
		case *ast.Stmt:
		case *ast.InterfaceBody:
			t.declareUnit(it.Unit, s, true)
		case *ast.Construct:
			for _, p := range it.Parts {
				t.declareBodies(p.Spec, s)
				t.declareBodies(p.Body, s)
			}
		default:
			ast.Unlisted(it)
		}
	}
}

// Scope is a region of the file with names of its own.
type Scope struct {
	Unit      *ast.Unit      // the unit, also of constructs in it
	Construct *ast.Construct // the construct, nil for the scope of a unit
	Host      *Scope         // the scope around it: host, or around a construct
	Interface bool           // an interface body: its host is seen by IMPORT only

	table    *Table
	built    bool
	symbols  map[string]*Symbol
	order    []*Symbol
	uses     []wholeUse      // in the order of their statements
	taken    map[string]bool // the symbols that came by one of them
	implicit *implicitMap    // nil: that of the host
	imports  []importer      // where undeclared names may come from
	hostOnly map[string]bool
	noHost   bool
	private  bool              // a module with a bare PRIVATE
	access   map[string]string // PUBLIC and PRIVATE by name
	used     *usage            // how the unit uses names, made on demand
	making   map[string]bool   // names whose implicit type is being found out
	sets     [][]ast.Expr      // EQUIVALENCE

	mentioned map[string]bool    // in statements that were not understood
	unread    map[*ast.Stmt]bool // see Unread
	defines   map[string]bool    // answers of MayDefine

	// What was found out about expressions is kept: a subscript in a subscript
	// in a subscript would be asked about again and again. Nothing is kept
	// before all declarations are known.
	complete bool
	settled  bool // see isSettled
	infos    map[ast.Expr]Info
	outer    map[string]*Symbol // of a construct, see around
}

// importer is a place that may declare names that the file does not show.
type importer struct {
	what   string // for messages: "module m", "include file 'a.h'"
	prefix []string
	names  map[string]bool   // nil: any name
	hidden map[string]bool   // renamed: not seen under this name
	there  map[string]string // of names that were renamed on the way: what they were
	// mpi: it is MPI itself, so that what comes from it under its own name is
	// MPI's.
	mpi bool
	// dummies: it is the interface of the unit, whose dummy arguments it declares.
	dummies bool
}

// before returns what name was before it was renamed, name if it was not.
func (im *importer) before(name string) string {
	if there := im.there[name]; there != "" {
		return there
	}
	return name
}

// mayBring tells whether name may come from im.
func (im *importer) mayBring(name string) bool {
	if im.hidden[name] {
		return false
	}
	if im.names != nil && im.names[name] {
		return true
	}
	for _, p := range im.prefix {
		if len(name) > len(p) && name[:len(p)] == p {
			return true
		}
	}
	return im.names == nil && im.prefix == nil
}

// Symbols returns the symbols that the scope declares or brings in, in the
// order of their first appearance.
func (s *Scope) Symbols() []*Symbol {
	s.build()
	return s.all()
}

// OwnSymbols returns the symbols that the scope declares, and perhaps some that it brings in.
func (s *Scope) OwnSymbols() []*Symbol {
	s.build()
	return s.order
}

// Closed reports whether s brings in nothing besides OwnSymbols.
func (s *Scope) Closed() bool {
	s.build()
	return len(s.uses) == 0 && len(s.imports) == 0
}

// Equivalences returns the EQUIVALENCE sets of the scope; results of functions share storage with those of their
// entries as if one said so.
func (s *Scope) Equivalences() [][]ast.Expr {
	s.build()
	return s.sets
}

// unitScope returns the scope of the unit that s belongs to.
func (s *Scope) unitScope() *Scope {
	if s.Construct == nil {
		return s
	}
	return s.table.units[s.Unit]
}
