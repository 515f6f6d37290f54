package tests

import (
	"path/filepath"
	"testing"
)

// uninstrumented builds a dynamic library without MDMP's flags, which sends and receives.
func uninstrumented(t *testing.T, m *mpi) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if _, err := command(folder, m.cc, "-g", "-O2", "-fPIC", "-shared", "-o", "libuninstrumented.so", program("uninstrumented_library.c")); err != nil {
		t.Fatal(err)
	}
	return folder
}

// Calls of MPI that no wrapper of the executable sees, in the course of delta messages: what is received is what MPI's order says. Calls of
// PMPI in the executable are seen, and do no harm; where there could be others, all goes whole.
func TestUninstrumented(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		folder := uninstrumented(t, m)
		seen, linked, asks := api("uninstrumented"), api("uninstrumented"), api("uninstrumented")
		linked.name, linked.macros = "uninstrumented-linked", []string{"-DLINKED"}
		linked.link = []string{"-L" + folder, "-luninstrumented", "-Wl,-rpath," + folder}
		asks.name, asks.macros = "uninstrumented-asks", []string{"-DASKS"}
		for _, c := range []struct {
			of    recipe
			by    string
			early bool // increments travel
		}{
			{seen, "pmpi", true},
			{linked, "linked", false},
			{asks, "opened", false},
			{asks, "asked", false},
		} {
			exe := build(t, m, plain, c.of)
			for _, what := range []string{"receive", "send", "rounds", "none"} {
				s := profiled(t, m, job{n: 2, exe: exe, args: []string{c.by, what, filepath.Join(folder, "libuninstrumented.so")}})
				if early := s.early > 0; early != c.early {
					t.Errorf("%s %s: %+v", c.by, what, s)
				}
			}
			if s := profiled(t, m, job{n: 2, exe: exe, args: []string{c.by, "none", filepath.Join(folder, "libuninstrumented.so")}, env: apart}); s.early == 0 {
				t.Errorf("%s, which is apart: %+v", c.by, s)
			}
		}
	})
}
