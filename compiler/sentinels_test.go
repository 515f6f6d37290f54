package compiler

import (
	"slices"
	"strings"
	"testing"
)

// The table is sorted, in lower case, and names flags that are known.
func TestSentinels(t *testing.T) {
	if !slices.IsSortedFunc(sentinels[:], func(a, b sentinel) int { return strings.Compare(a.word, b.word) }) {
		t.Error("not sorted")
	}
	for _, s := range sentinels {
		if s.word != strings.ToLower(s.word) || s.always&s.asked != 0 || (s.asked == 0) != (s.by == "") {
			t.Errorf("%+v", s)
		}
		if row, _ := Lookup(GNU, s.by); s.by != "" && row.Name != s.by {
			t.Errorf("%s is no flag", s.by)
		}
	}
}

// What is a comment to whom.
func TestUnread(t *testing.T) {
	for _, c := range []struct {
		family       Family
		given, added string
		read         string // of these, the ones that mean something
	}{
		{GNU, "-O2", "", "gcc$"},
		{GNU, "-fopenmp", "", "$omp gcc$"},
		{GNU, "-fopenacc", "", "$acc gcc$"},
		{GNU, "-fopenacc -fno-openacc", "", "gcc$"},
		{GNU, "-O2", "-fopenacc", "$acc gcc$"},
		{GNU, "-fopenmp", "-fno-openmp", "gcc$"},
		{GNU, "-fopenmp-simd", "", "$omp gcc$"},
		{GNU, "-fopenmp-simd -fno-openmp-simd", "", "gcc$"},
		{GNU, "-Wp,-fopenacc", "", "$acc gcc$"},
		{Flang, "-O2", "-I/usr/lib/openmpi/include", "dir$ $cuf"},
		{Flang, "-fopenmp=libomp", "", "$omp dir$ $cuf"},
		{Flang, "-Xflang -fopenmp", "", "$omp dir$ $cuf"},
		{Flang, "-Xflang -fopenacc", "", "$acc dir$ $cuf"},
		{Flang, "-fopenacc", "", "$acc dir$ $cuf"},
		{Intel, "-O2", "", "$omp dir$ dec$"},
		{NV, "-O2", "", "$omp $acc dir$ dec$ $cuf nvf$ pgi$"},
		{Unknown, "-O2", "", "$omp $acc dir$ dec$ gcc$ $cuf nvf$ pgi$ ocl nec$ $ser"},
	} {
		cmd := readFor(c.family, c.given+" -c a.f90", c.added)
		unread := cmd.Reading(cmd.Sources()[0].Input).Unread
		for _, s := range strings.Fields("$omp $acc dir$ dec$ gcc$ $cuf nvf$ pgi$ ocl nec$ $ser") {
			if got, want := !slices.Contains(unread, s), slices.Contains(strings.Fields(c.read), s); got != want {
				t.Errorf("%v: %s [%s]: %s means something: %v", c.family, c.given, c.added, s, got)
			}
		}
		if slices.Contains(unread, "$some") {
			t.Errorf("%v: a sentinel that is not known means nothing", c.family)
		}
	}
}

// Of OpenMP's directives only those of SIMD hold where that is known.
func TestOnlySIMD(t *testing.T) {
	for _, c := range []struct {
		family Family
		given  string
		want   bool
	}{
		{GNU, "-O2", false}, {GNU, "-fopenmp", false}, {GNU, "-fopenmp-simd", true}, {GNU, "-fopenmp-simd -fopenmp", false},
		{GNU, "-fopenmp -fopenmp-simd -fno-openmp", true}, {GNU, "-fopenmp-simd -Wp,-fopenmp", false}, {Flang, "-fopenmp-simd", false},
	} {
		cmd := readFor(c.family, c.given+" -c a.f90", "")
		if got := cmd.Reading(cmd.Sources()[0].Input).OnlySIMD; got != c.want {
			t.Errorf("%v %s: %v", c.family, c.given, got)
		}
	}
}

// readFor reads a command to a wrapper that adds flags behind its own.
func readFor(f Family, words, added string) *Command {
	return commandFor(&Tool{Family: f.String(), After: strings.Fields(added)}, words)
}
