package regions

import (
	"fmt"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Harmless is a harmless directive.
type Harmless struct {
	Unit  *ast.Unit // it holds there and in what stands inside
	Names []*ast.Ident
	Line  *source.Line

	scope *scope.Scope // in which the names are meant
}

// Spares reports whether a name in a scope of unit u is that of a procedure that
// is said to be harmless there.
func (s *Set) Spares(u *ast.Unit, at *scope.Scope, name string) bool {
	for _, h := range s.Harmless {
		for _, id := range h.Names {
			if id.Name == name && within(u, h.Unit) && means(at, h.scope, name) {
				return true
			}
		}
	}
	return false
}

// within reports whether u is outer or stands in it.
func within(u, outer *ast.Unit) bool {
	for ; u != nil; u = u.Parent {
		if u == outer {
			return true
		}
	}
	return false
}

// means reports whether a name means at one place what it means at another one. An
// external procedure is the same wherever it is called, whether it is declared or not.
func means(at, there *scope.Scope, name string) bool {
	x, y := at.Lookup(name), there.Lookup(name)
	if x == nil || x.Unsure != "" {
		return false
	}
	return x == y || external(x) && (y == nil || y.Has(scope.Implicit) || external(y))
}

// external reports whether y is certainly an external procedure.
func external(y *scope.Symbol) bool {
	return y.Class == scope.Procedure && y.Unsure == "" && y.Storage != scope.Dummy && !y.Has(scope.Pointer) &&
		y.Of == nil && y.Module == "" && (y.Unit == nil || y.Unit.Parent == nil)
}

// spare is a harmless directive that was read.
type spare struct {
	line *source.Line
	dir  *lang.Harmless
}

// harmless binds a harmless directive and checks what it names.
func (s *finder) harmless(l *source.Line, d *lang.Harmless) {
	u := unitAt(s.file.Units, l.Span.Start)
	if u == nil {
		s.report(diag.Diagnostic{Code: diag.OutsideProcedure, At: l.Span, Message: "the directive stands outside of any procedure or module"})
		return
	}
	h := &Harmless{Unit: u, Names: d.Names, Line: l, scope: s.scopes.At(l.Span.Start)}
	if h.scope == nil {
		return
	}
	for _, id := range d.Names {
		s.trusted(h, id)
	}
	s.set.Harmless = append(s.set.Harmless, h)
}

// trusted checks one name of a harmless directive.
func (s *finder) trusted(h *Harmless, id *ast.Ident) {
	y := h.scope.Lookup(id.Name)
	not := func(what, hint string) {
		d := diag.Diagnostic{Code: diag.NotProcedure, At: id.Span(), Message: fmt.Sprintf("'%s' is %s", id.Name, what), Hint: hint}
		if y != nil && y.Decl != nil {
			d.Notes = []diag.Related{{At: declaredAt(y), Message: "'" + y.Name + "' is declared here"}}
		}
		s.report(d)
	}
	name := s.scopes.MPIName(y, id.Name)
	switch {
	case name != "" && mpi.Of(name).May(mpi.Waits):
		s.report(diag.Diagnostic{Code: diag.NotHarmless, At: id.Span(), Message: "'" + id.Name + "' is of MPI and may wait for another rank"})
	case name != "", y != nil && y.Class == scope.Intrinsic:
		not("known anyway", "leave it out")
	case y == nil, y.Has(scope.Implicit) && y.Class == scope.Variable:
		if s.calledIn(h.Unit, id.Name) || s.shows() == obscured {
			return
		}
		hint := ""
		if meant := lang.Suggest(id.Name, procedures(h.scope)); meant != "" {
			hint = "did you mean '" + meant + "'?"
		}
		not("no procedure that is seen here", hint)
	case y.Unsure != "", y.Class == scope.Procedure, y.Class == scope.Generic, y.Class == scope.Unknown:
		s.communicates(id, y)
	default:
		not("no procedure", "harmless takes names of procedures, as they are called")
	}
}

// calledIn reports whether a name is that of a procedure in something inside u.
func (s *finder) calledIn(u *ast.Unit, name string) bool {
	for _, sub := range u.Subs {
		sc := s.scopes.Unit(sub)
		if sc != nil {
			if y := sc.Lookup(name); y != nil && (y.Unsure != "" || external(y)) {
				return true
			}
		}
		if s.calledIn(sub, name) {
			return true
		}
	}
	return false
}

// procedures lists the procedures that are seen.
func procedures(sc *scope.Scope) []string {
	var list []string
	for ; sc != nil; sc = sc.Host {
		for _, y := range sc.Symbols() {
			if y.Class == scope.Procedure || y.Class == scope.Generic {
				list = append(list, y.Name)
			}
		}
	}
	return list
}

// communicates reports a procedure of this file that is certainly not harmless: it
// holds directives that communicate, or calls of MPI that may wait.
func (s *finder) communicates(id *ast.Ident, y *scope.Symbol) {
	au := s.scopes.Body(y)
	if au == nil {
		return
	}
	sc := s.scopes.Unit(au)
	au.Statements(func(st *ast.Stmt) bool {
		for in := st; in != nil; in = in.Inner {
			what := s.communication(in, sc)
			if what == "" {
				continue
			}
			s.report(diag.Diagnostic{Code: diag.NotHarmless, At: id.Span(), Message: "'" + id.Name + "' is not harmless: it " + what,
				Notes: []diag.Related{{At: in.Span(), Message: "here"}}, Hint: "leave it out"})
			return false
		}
		return true
	})
}

// communication says what a statement does that harmless procedures do not, "" if
// nothing is seen.
func (s *finder) communication(st *ast.Stmt, sc *scope.Scope) string {
	if st.Kind == ast.KDirective && ours(st.Line) && !Declares(st) {
		return "holds a directive that communicates"
	}
	b, ok := st.Body.(*ast.Call)
	if !ok || sc == nil {
		return ""
	}
	id, ok := b.X.(*ast.Ident)
	if !ok {
		return ""
	}
	if name := s.scopes.MPIName(sc.Lookup(id.Name), id.Name); name != "" && mpi.Of(name).May(mpi.Waits) {
		return "calls " + id.Name + ", which may wait for another rank"
	}
	return ""
}
