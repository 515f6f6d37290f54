package compiler

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Flags that a wrapper adds decide like those of the command, in their place.
func TestAdded(t *testing.T) {
	for _, c := range []struct {
		before, given, after           string
		vector, parallel, saves, fuses bool
	}{
		{"", "-c a.f90", "", false, false, false, false},
		{"-O2 -fstack-protector-strong -Wl,-z,relro", "-c a.f90", "-I /usr/include -L/usr/lib -lmpi", true, false, false, false},
		{"-O2", "-O0 -c a.f90", "", false, false, false, false},
		{"", "-O0 -c a.f90", "-O2", true, false, false, false},
		{"-fopenmp", "-c a.f90", "", false, true, false, false},
		{"", "-fno-openmp -c a.f90", "-fopenmp", false, true, false, false},
		{"-fopenmp", "-fno-openmp -c a.f90", "", false, false, false, false},
		{"", "-O2 -fno-tree-vectorize -c a.f90", "-fno-automatic -march=native", false, false, true, true},
		{"-o other -c", "a.f90", "-shared", false, false, false, false},
	} {
		tool := &Tool{Family: GNU.String(), Before: strings.Fields(c.before), After: strings.Fields(c.after)}
		cmd := commandFor(tool, c.given)
		sums, _ := cmd.Fuses()
		got := [4]bool{cmd.VectorMath(), cmd.Parallel(), cmd.Saves(), sums}
		if want := [4]bool{c.vector, c.parallel, c.saves, c.fuses}; got != want {
			t.Errorf("%s [%s] %s: vector math, OpenMP, SAVE, fuses are %v, want %v", c.before, c.given, c.after, got, want)
		}
		if cmd.Output != "" || cmd.Shared || len(cmd.Sources()) != 1 {
			t.Errorf("%s [%s] %s: output %q, shared %v, %d sources", c.before, c.given, c.after, cmd.Output, cmd.Shared, len(cmd.Sources()))
		}
		if got := strings.Join(cmd.Args(), " "); got != c.given {
			t.Errorf("%s [%s] %s: the compiler gets %s", c.before, c.given, c.after, got)
		}
	}
}

// commandFor reads a command to a wrapper.
func commandFor(tool *Tool, given string) *Command {
	var words []Word
	for i, w := range strings.Fields(given) {
		words = append(words, Word{Text: w, From: i})
	}
	return ParseFor(tool, strings.Fields(given), words)
}

// What stands before and behind the words of a command.
func TestAdds(t *testing.T) {
	for _, c := range []struct{ show, before, after string }{
		{"gfortran -O2 -c mdmp_given.f90 -I/mpi", "-O2", "-I/mpi"},
		{"gfortran -c mdmp_given.f90 -I/mpi -fopenmp", "", "-I/mpi -fopenmp"},
		{"ccache gfortran mdmp_given.f90 -c -g", "gfortran", "-g"},
		{"no such thing", "", ""},
		{"", "", ""},
	} {
		var tool Tool
		tool.adds(strings.Fields(c.show))
		if d := cmp.Diff([]string{c.before, c.after}, []string{strings.Join(tool.Before, " "), strings.Join(tool.After, " ")}); d != "" {
			t.Errorf("%s: %s", c.show, d)
		}
	}
}
