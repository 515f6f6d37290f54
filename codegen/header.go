package codegen

import (
	"strings"

	"mdmp/codegen/layout"
	"mdmp/fortran/ast"
	"mdmp/fortran/scope"
	"mdmp/fortran/source"
)

// header makes mpif.h visible in a unit if it is not: it has common blocks, so
// it cannot stand in a BLOCK and goes to the end of the specification part.
func (t *translator) header(u *ast.Unit) {
	if t.headers == nil {
		t.headers = map[*ast.Unit]bool{}
	}
	if t.headers[u] || t.seesHeader(u) {
		return
	}
	t.headers[u] = true
	at, ok := specEnd(u)
	if !ok {
		return
	}
	pos := t.file.Position(at)
	t.insertBefore(at, []layout.Stmt{{Text: "include 'mpif.h'", Line: pos}})
}

// seesHeader reports whether the names of mpif.h are known in the unit: from
// mpif.h, from a module in its place or one that uses that, or from a file or
// module that is not seen but must bring them, since the unit uses them itself.
func (t *translator) seesHeader(u *ast.Unit) bool {
	y := t.table().Unit(u).Lookup("mpi_address_kind")
	switch {
	case y == nil:
		return false
	case y.Unsure == "":
		return !y.Has(scope.Implicit) // the text of mpif.h, put there by a preprocessor
	case strings.Contains(y.Unsure, "mpi"):
		return true
	}
	for ; u != nil; u = u.Parent {
		if mentionsWorld(u) {
			return true
		}
	}
	return false
}

// mentionsWorld reports whether the statements of a unit use MPI_COMM_WORLD.
func mentionsWorld(u *ast.Unit) bool {
	found := false
	ast.Items(u.Exec, func(st *ast.Stmt) bool {
		if st.Kind != ast.KDirective {
			found = found || strings.Contains(strings.ToLower(string(st.Line.Text)), "mpi_comm_world")
		}
		return !found
	})
	return found
}

// specEnd returns the place where a declaration can be added: before the first
// executable statement, or before the statement functions that precede it.
func specEnd(u *ast.Unit) (source.Pos, bool) {
	for i := len(u.Spec) - 1; i >= 0; i-- {
		st, ok := u.Spec[i].(*ast.Stmt)
		if !ok || st.Kind != ast.KStmtFunction {
			continue
		}
		for i > 0 {
			before, ok := u.Spec[i-1].(*ast.Stmt)
			if !ok || before.Kind != ast.KStmtFunction {
				break
			}
			i--
			st = before
		}
		return st.Span().Start, true
	}
	if len(u.Exec) == 0 {
		return 0, false
	}
	return u.Exec[0].First().Span().Start, true
}
