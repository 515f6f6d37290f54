package escape

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Of reads the file of a table.
func Of(t *scope.Table) *Facts {
	f := &Facts{vars: map[*scope.Symbol]*variable{}, blocks: map[string]*variable{}, led: map[string]bool{}, known: t.File.Misfit == nil}
	w := &walker{f: f, table: t, marked: map[*ast.Ident]bool{}, partly: map[*ast.Unit]bool{}, generics: map[*scope.Symbol]*generic{}, uses: map[use][]*scope.Symbol{}}
	w.bound = w.bindings()
	for _, u := range t.File.Units {
		w.unitOf(u)
	}
	for _, s := range t.File.Stray {
		if s.Kind != ast.KInclude && s.Kind != ast.KDirective && s.Kind != ast.KCpp {
			w.unseen()
		}
	}
	w.reachedUnseen()
	return f
}

// reachedUnseen: what units can reach of which not all is seen escapes.
func (w *walker) reachedUnseen() {
	if len(w.partly) == 0 {
		return
	}
	w.f.led[""], w.f.partly = true, true
	for y, v := range w.f.vars {
		if y.Storage == scope.ModuleStorage || y.Storage == scope.CommonStorage || y.Scope == nil || w.partly[y.Scope.Unit] {
			w.f.escape(place{v: v}, anyway)
		}
	}
}

// walker goes through the statements of a file.
type walker struct {
	f     *Facts
	table *scope.Table
	unit  *ast.Unit
	sc    *scope.Scope // in which the statement stands
	// marked are the names of a statement whose roles are known.
	marked map[*ast.Ident]bool
	bound  map[string][]*scope.Symbol // see bindings
	named  map[string][]*scope.Symbol // procedures that are bound to types, by their names there
	// generics are the generic names that were met.
	generics map[*scope.Symbol]*generic
	uses     map[use][]*scope.Symbol // see fitting
	partly   map[*ast.Unit]bool      // units of which some statements are not seen, and those around them
}

// unitOf reads a unit, and those in it.
func (w *walker) unitOf(u *ast.Unit) {
	s := w.table.Unit(u)
	if s == nil {
		w.unseen()
		return
	}
	w.unit, w.sc = u, s
	w.f.equivalences(s)
	if u.Begin != nil {
		w.stmt(u.Begin)
	}
	w.items(u.Spec)
	w.items(u.Exec)
	for _, y := range s.OwnSymbols() { // the result of a function, and what included files declare
		w.f.variable(y)
	}
	if w.elsewhere(s, u) {
		for h := u; h != nil; h = h.Parent {
			w.partly[h] = true
		}
	}
	for _, sub := range u.Subs {
		w.unitOf(sub)
	}
}

// unseen notes that something of the file is not understood at all.
func (w *walker) unseen() { w.f.known = false }

// elsewhere reports whether lines that are executed, or procedures inside, stand in another file: an INCLUDE line that was not read, or what a
// preprocessor makes of a line. Of a specification part the end may be executed.
func (w *walker) elsewhere(s *scope.Scope, u *ast.Unit) bool {
	away := func(st *ast.Stmt) bool { return st.Kind == ast.KInclude || st.Kind == ast.KCpp && !st.Line.IsMarker() }
	seen := func(st *ast.Stmt) bool { return !away(st) }
	if !ast.Items(u.Exec, seen) || !ast.Items(u.Tail, seen) {
		return true
	}
	for _, item := range slices.Backward(u.Spec) {
		st, ok := item.(*ast.Stmt)
		if !ok {
			return false
		}
		switch st.Kind {
		case ast.KInclude:
			if s.Unread(st) {
				return true
			}
		case ast.KCpp:
			if away(st) {
				return true
			}
		case ast.KUnknown, ast.KDirective, ast.KFormat, ast.KData, ast.KEntry:
		default: // certainly declares something
			return false
		}
	}
	return false
}

// items reads statements and constructs. Bodies of interfaces are not executed, and their names are their own.
func (w *walker) items(list []ast.Item) {
	for _, it := range list {
		switch it := it.(type) {
		case *ast.Stmt:
			w.stmt(it)
		case *ast.InterfaceBody:
		case *ast.Construct:
			for i, p := range it.Parts {
				w.stmt(p.Head)
				w.declared(it, i)
				w.items(p.Spec)
				w.items(p.Body)
			}
			if it.End != nil && !it.SharedEnd {
				w.stmt(it.End)
			}
		default:
			ast.Unlisted(it)
		}
	}
}

// declared notes the variables that a part of a construct declares.
func (w *walker) declared(c *ast.Construct, part int) {
	if w.sc == nil {
		return
	}
	if in := w.sc.Enter(c, part); in != w.sc {
		for _, y := range in.OwnSymbols() {
			w.f.variable(y)
		}
	}
}

// stmt finds the roles of the names in a statement. Names without one escape.
func (w *walker) stmt(s *ast.Stmt) {
	if w.sc = w.table.At(s.Span().Start); w.sc == nil {
		w.unseen()
		return
	}
	clear(w.marked)
	for t := s; t != nil; t = t.Inner {
		w.body(t)
		if t.Kind == ast.KForall { // as a construct it declares its variables
			c := &ast.Construct{Kind: ast.KForallCons, Begin: t, Parts: []ast.Part{{Head: t, Body: []ast.Item{t.Inner}}}}
			w.declared(c, 0)
			w.sc = w.sc.Enter(c, 0)
		}
	}
	for id := range ast.StmtIdents(s) {
		if !w.marked[id] {
			w.f.escape(w.placeOf(id), anyway)
		}
	}
}
