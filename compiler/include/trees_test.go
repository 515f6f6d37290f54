package include

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// The tree of an include file, and of one that it includes: which file is meant
// depends on where the including one lies.
func TestTrees(t *testing.T) {
	const files = `
-- src/outer.inc --
integer :: beside_source
-- inc/deep/outer.inc --
include 'inner.inc'
-- inc/deep/inner.inc --
integer :: deep
-- src/inner.inc --
integer :: beside_source
-- inc/cpp.inc --
#ifdef N
-- mpi/mpif.h --
integer :: mpi
`
	for _, test := range []struct {
		family compiler.Family
		names  []string // each included by the one before it
		want   string   // the file that the last tree is of, "" if there is none
	}{
		{compiler.GNU, []string{"outer.inc"}, "src/outer.inc"},
		{compiler.GNU, []string{"deep/outer.inc"}, "inc/deep/outer.inc"},
		{compiler.GNU, []string{"deep/outer.inc", "inner.inc"}, "src/inner.inc"},
		{compiler.Flang, []string{"deep/outer.inc", "inner.inc"}, "inc/deep/inner.inc"},
		{compiler.GNU, []string{"none.inc"}, ""},
		{compiler.GNU, []string{"mpif.h"}, ""},
		{compiler.GNU, []string{"cpp.inc"}, ""}, // only the preprocessor knows what it says
	} {
		tree(t, files)
		trees := Trees{
			Search: &Searcher{Family: test.family, Main: "src", Dirs: []string{"inc"}, System: []string{"mpi"}},
			Source: source.Options{Form: source.Free},
		}
		in := trees.File(test.names[0], nil)
		for _, name := range test.names[1:] {
			in = trees.File(name, in)
		}
		got := ""
		if in != nil {
			got = in.Name
		}
		if got != test.want {
			t.Errorf("%v, %v: %q, want %q", test.family, test.names, got, test.want)
		}
	}
}

// The folders that the MPI wrapper adds, and those only.
func TestSystemDirs(t *testing.T) {
	tool := compiler.Tool{Show: []string{"gfortran", "-I/mpi/include", "-L/mpi/lib", "-I/mpi/lib", "-lmpi"}}
	got := SystemDirs(&tool)
	if len(got) != 2 || got[0] != "/mpi/include" || got[1] != "/mpi/lib" {
		t.Error(got)
	}
	if got := SystemDirs(nil); got != nil {
		t.Error(got)
	}
}
