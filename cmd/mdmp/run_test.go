package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestGoesWith: the compiler that is asked for, or the one beside a launcher with a name behind a dot.
func TestGoesWith(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mpicc.one"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ launcher, cc, env, want string }{
		{"mpiexec.one", "", "", filepath.Join(dir, "mpicc.one")},
		{"mpiexec.other", "", "", ""},
		{"mpiexec", "", "", ""},
		{"mpiexec.one", "asked", "", "asked"},
		{"mpiexec.one", "", "set", ""},
	} {
		got := goesWith(filepath.Join(dir, c.launcher), c.cc, func(string) string { return c.env })
		if got != c.want {
			t.Errorf("%s, %q, %q: %q, want %q", c.launcher, c.cc, c.env, got, c.want)
		}
	}
}
