package regions

import (
	"fmt"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/lang"
)

// showing says how much of what may declare names the file itself shows.
type showing uint8

const (
	unasked  showing = iota
	obscured         // a statement was not understood, or a preprocessor brings more
	included         // all, but for modules and include files, which scopes know of
	all              // the same, without include files
)

// shows looks through the file once.
func (s *finder) shows() showing {
	if s.showing == unasked {
		s.showing = s.lookThrough()
	}
	return s.showing
}

func (s *finder) lookThrough() showing {
	if len(s.stray) > 0 {
		return obscured
	}
	found := all
	for i := range s.file.Stmts {
		switch st := &s.file.Stmts[i]; {
		case st.Kind == ast.KUnknown, st.Kind == ast.KCpp && !st.Line.IsMarker():
			return obscured
		case st.Kind == ast.KInclude:
			found = included
		}
	}
	return found
}

// names reports what is wrong with the names in an expression: that nothing
// declares them, or that subscripts or components do not fit the declaration.
// The base of a section is certainly a variable.
func (l *looker) names(x ast.Expr, section bool) {
	if x == nil {
		return
	}
	if section {
		if id := ast.Root(x); id != nil {
			l.declaredName(id)
		}
	}
	ast.Inspect(x, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.ImpliedDo:
			return false // it may declare its variable
		case *ast.Ident:
			l.declaredName(x)
		case *ast.Member:
			l.component(x)
		case *ast.Apply:
			return l.applied(x)
		default: // its parts tell
		}
		return true
	})
}

// applied looks at name(…); it reports whether the rest of it is still to be
// looked at. What is not declared may be a function that the compiler has in
// addition to Fortran's, unless there is a triplet.
func (l *looker) applied(x *ast.Apply) bool {
	l.subscripts(x)
	id, ok := x.X.(*ast.Ident)
	if !ok {
		return true
	}
	for _, a := range x.Args {
		if _, triplet := a.X.(*ast.Range); triplet {
			l.declaredName(id)
		}
		l.names(a.X, false)
	}
	return false
}

// declaredName reports a name that nothing declares where all must be declared.
func (l *looker) declaredName(id *ast.Ident) {
	if scope.IsIntrinsic(id.Name) || l.sc.Lookup(id.Name) != nil || l.shows() == obscured {
		return
	}
	d := diag.Diagnostic{Code: diag.Undeclared, At: id.Span(), Message: "'" + id.Name + "' is not declared, and IMPLICIT NONE holds here"}
	if meant := lang.Suggest(id.Name, l.known()); meant != "" {
		d.Hint = "did you mean '" + meant + "'?"
	}
	l.report(d)
}

// known lists the data objects that are seen.
func (l *looker) known() []string {
	var list []string
	for sc := l.sc; sc != nil; sc = sc.Host {
		for _, y := range sc.Symbols() {
			switch y.Class {
			case scope.Variable, scope.Constant, scope.Associate:
				list = append(list, y.Name)
			}
		}
	}
	return list
}

// subscripts reports subscripts that are too many or too few.
func (l *looker) subscripts(x *ast.Apply) {
	in := l.sc.Designator(x.X)
	if !in.Known || !in.Whole || in.Last == nil || in.Rank <= 0 || in.Rank != in.Last.Rank || in.Rank == len(x.Args) {
		return
	}
	l.bad(diag.WrongSubscripts, x, fmt.Sprintf("'%s' has %s, but here %s", in.Last.Name, counted(in.Rank, "dimension"),
		areGiven(len(x.Args))), "", in.Last)
}

func counted(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func areGiven(n int) string {
	if n == 1 {
		return "is one subscript"
	}
	return fmt.Sprintf("are %d subscripts", n)
}

// component reports a component that a type of this file does not have.
func (l *looker) component(x *ast.Member) {
	in := l.sc.Designator(x.X)
	if !in.Known || x.Name == "kind" || x.Name == "len" || !l.closed(in.Type) {
		return
	}
	def := in.Type.Definition()
	if _, kind := def.Part(x.Name); kind != scope.NoPart || l.sc.Designator(x).Known {
		return
	}
	var names []string
	for _, c := range def.Components {
		names = append(names, c.Name)
	}
	d := diag.Diagnostic{Code: diag.Undeclared, At: x.Sel, Message: "type " + def.Name + " has no component '" + x.Name + "'"}
	if meant := lang.Suggest(x.Name, names); meant != "" {
		d.Hint = "did you mean '" + meant + "'?"
	}
	l.report(d)
}

// closed tells whether all components of a derived type are seen: this file
// defines it and what it extends, and no include file takes part.
func (l *looker) closed(t *scope.DataType) bool {
	def := t.Definition()
	if def == nil || t.Name == "class" || l.shows() != all {
		return false
	}
	for d := range def.Lineage() {
		if d == nil || d.Scope == nil || d.Parent != nil {
			return false
		}
	}
	return true
}
