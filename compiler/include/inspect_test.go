package include

import (
	"os"
	"testing"

	"github.com/mdmp-fortran/mdmp/compiler"
)

// What is told of a text without preprocessing it or looking further than needed.
func TestJudge(t *testing.T) {
	const files = `
-- inc/halo.inc --
!$mdmp end
-- inc/sizes.inc --
n = 4
-- inc/outer.inc --
include 'sizes.inc'
include 'halo.inc'
-- inc/round.inc --
include 'round.inc'
-- inc/outer.h --
#include "halo.inc"
-- inc/macro.h --
#include FILE
-- mpi/mpif.h --
!$mdmp in the MPI's files is none of ours
`
	for _, test := range []struct {
		text  string
		plain Verdict
		cpp   Verdict // if the text is preprocessed
	}{
		{"x = 1\n", No, No},
		{"!$mdmp begin\n", Yes, Yes},
		{"! $mdmp begin\n", Yes, Yes}, // a mistake that is to be told
		{"!$omp parallel\n", No, No},
		{"include 'halo.inc'\n", Yes, Yes},
		{"include 'outer.inc'\n", Yes, Yes},
		{"include 'sizes.inc'\n", No, No},
		{"include 'round.inc'\n", No, No},
		{"include 'none.inc'\n", No, No}, // no compiler finds it either
		{"include 'mpif.h'\n", No, No},
		{"#include \"halo.inc\"\n", No, Yes},
		{"#include \"outer.h\"\n", No, Yes},
		{"#include <sizes.inc>\n", No, No},
		{"#include <mpif.h>\n", No, No},
		{"#include \"none.h\"\n", No, Maybe}, // #if may decide whether it is looked for
		{"#include FILE\n", No, Maybe},
		{"#include \"macro.h\"\n", No, Maybe},
		{"#include FILE\ninclude 'sizes.inc'\n", No, Maybe},
		{"#include FILE\ninclude 'halo.inc'\n", Yes, Yes},
	} {
		tree(t, files)
		for cpp, want := range map[bool]Verdict{false: test.plain, true: test.cpp} {
			i := Inspector{Search: &Searcher{Family: compiler.GNU, Main: "src", Dirs: []string{"inc"}, System: []string{"mpi"}}, Cpp: cpp}
			if got := i.Judge([]byte(test.text), "inc"); got != want {
				t.Errorf("%q, preprocessed: %v: %d, want %d", test.text, cpp, got, want)
			}
		}
	}
}

// A file that cannot be read is the compiler's to complain about.
func TestJudgeUnreadable(t *testing.T) {
	tree(t, "-- inc/halo.inc --\n!$mdmp end\n")
	if err := os.Chmod("inc/halo.inc", 0); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	i := Inspector{Search: &Searcher{Dirs: []string{"inc"}}}
	if got := i.Judge([]byte("include 'halo.inc'\n"), ""); got != No {
		t.Error(got)
	}
}

func TestHasCppLines(t *testing.T) {
	for text, want := range map[string]bool{
		"":                          false,
		"x = 1\n":                   false,
		"x = '#define'\n":           false,
		"# 1 \"a.f90\"\nx = 1\n":    false,
		"#line 7 \"a.f90\"\n":       false,
		" #  line 7\n":              false,
		"#":                         false,
		"#define N\n":               true,
		"x = 1\n\t # ifdef N\n":     true,
		"# 1 \"a\"\n#include 'x'\n": true,
		"#lines\n":                  true,
		"x = '#'\n#if 1\n":          true,
	} {
		if HasCppLines([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
