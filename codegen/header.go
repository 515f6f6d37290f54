package codegen

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
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
	t.text.Before(at, []emit.Stmt{{Text: "include 'mpif.h'", Line: pos}})
}

// seesHeader reports whether the unit or its host has mpif.h or a module in its
// place, directly or through modules of the same file, or an include file or a
// module of another file that brings it: then the program's own statements use
// its names.
func (t *translator) seesHeader(u *ast.Unit) bool {
	return t.bringsHeader(u, map[*ast.Unit]bool{})
}

func (t *translator) bringsHeader(u *ast.Unit, seen map[*ast.Unit]bool) bool {
	for ; u != nil && !seen[u]; u = u.Parent {
		seen[u] = true
		found, unseen := false, false
		ast.Items(u.Spec, func(st *ast.Stmt) bool {
			switch b := st.Body.(type) {
			case *ast.Include:
				found = found || scope.IsMPIHeader(b.Path)
				unseen = true
			case *ast.Use:
				m := t.module(b.Module)
				found = found || b.Module == "mpi" || b.Module == "mpi_f08" || !b.Only && m != nil && t.bringsHeader(m, seen)
				unseen = unseen || m == nil && b.Nature != "intrinsic"
			default: // brings no names of others
			}
			return !found
		})
		if found {
			return true
		}
		y := t.scopes.Unit(u).Declared("mpi_comm_world")
		if y != nil && y.Unsure == "" {
			return true // the text of mpif.h, put there by a preprocessor
		}
		if unseen && mentionsWorld(u) {
			return true
		}
	}
	return false
}

// module returns a module of the file, nil if it has none of this name.
func (t *translator) module(name string) *ast.Unit {
	for _, u := range t.tree.Units {
		if u.Kind == ast.KModule && u.Name == name {
			return u
		}
	}
	return nil
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
