package regions

import (
	"bytes"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Manage is a manage directive.
type Manage struct {
	// Unit is the procedure or module in which it stands, nil if it is for the
	// whole file.
	Unit *ast.Unit
	Dir  *lang.Manage
	Line *source.Line
}

// Holds reports whether the directive is about procedure u: it stands in it, in
// what it stands in, or outside of everything.
func (m *Manage) Holds(u *ast.Unit) bool {
	if m.Unit == nil {
		return true
	}
	for ; u != nil; u = u.Parent {
		if u == m.Unit {
			return true
		}
	}
	return false
}

// manage binds a manage directive, which stands among declarations or outside
// of procedures.
func (s *finder) manage(l *source.Line, d *lang.Manage) {
	u := unitAt(s.file.Units, l.Span.Start)
	if u != nil && executable(u) {
		for _, item := range u.Exec {
			st := item.First()
			if st.Kind == ast.KDirective || st.Kind == ast.KCpp {
				continue
			}
			if st.Span().Start < l.Span.Start && (u.Contains == nil || l.Span.Start < u.Contains.Span().Start) {
				s.report(diag.Diagnostic{Code: diag.ManageInExecution, At: l.Span, Message: "'manage' stands among executable statements",
					Hint: "move it before the first of them"})
				return
			}
			break
		}
	}
	s.set.Manages = append(s.set.Manages, &Manage{Unit: u, Dir: d, Line: l})
}

// unitAt returns the innermost unit around a place, nil if there is none.
func unitAt(list []*ast.Unit, at source.Pos) *ast.Unit {
	for _, u := range list {
		if inner := unitAt(u.Subs, at); inner != nil {
			return inner
		}
		if owns(u, at) {
			return u
		}
	}
	return nil
}

// Declares reports whether a statement is a directive that declares: manage or
// harmless.
func Declares(st *ast.Stmt) bool {
	if st.Kind != ast.KDirective || !ours(st.Line) {
		return false
	}
	word, _, _ := bytes.Cut(bytes.TrimSpace(st.Line.Text), []byte("("))
	word = bytes.TrimSpace(word)
	return bytes.EqualFold(word, []byte("manage")) || bytes.EqualFold(word, []byte("harmless"))
}

// Asks reports whether a statement is an overlap directive, which is about the call behind it
// and does nothing itself.
func Asks(st *ast.Stmt) bool {
	return st.Kind == ast.KDirective && ours(st.Line) && bytes.EqualFold(bytes.TrimSpace(st.Line.Text), []byte("overlap"))
}
