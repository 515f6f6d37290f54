package scope

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// What a module has under a name, what it may have, and what it certainly has not.
func TestExports(t *testing.T) {
	u := &Symbol{Name: "u"}
	m := &Module{Symbols: []*Symbol{u}, Names: map[string]bool{"hidden": true}}
	for _, open := range []bool{false, true} {
		m.Open = open
		for name, want := range map[string]bool{"u": false, "hidden": true, "x": open} {
			if y, may := m.Exports(name); (y == u) != (name == "u") || may != want {
				t.Errorf("%s, open %v: %v, %v", name, open, y, may)
			}
		}
	}
}

// Names that MPI or a library of it may have.
func TestMPINames(t *testing.T) {
	for name, want := range map[string]bool{"mpi_send": true, "pmpi_send": true, "mpix_halo": true, "pmpix_halo": true, "mpixy": false, "send": false} {
		if got := isMPI(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Modules of which something is known: those of the file, those of others that are shown, those of the language and of MPI.
func TestUnseen(t *testing.T) {
	shown := func(name string) *Module {
		if name == "other" {
			return &Module{}
		}
		return nil
	}
	text := "module own\nend module\nsubroutine s\nuse own\nuse other\nuse mpi\nuse, intrinsic :: iso_c_binding\nuse nowhere\nend subroutine\n"
	tree := parse.File(source.New("a.f90", []byte(text), source.Options{Form: source.Free}))
	table := New(tree, Options{Module: shown})
	tree.Units[1].Statements(func(s *ast.Stmt) bool {
		if u, ok := s.Body.(*ast.Use); ok && table.Unseen(u) != (u.Module == "nowhere") {
			t.Errorf("%s: %v", u.Module, table.Unseen(u))
		}
		return true
	})
}
