package run

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/suggest"
	mpi "github.com/mdmp-fortran/mdmp/suggest/program"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// TestSuggest builds the programs of package suggest that get directives, before and after, and
// compares what they print.
func TestSuggest(t *testing.T) {
	main := regexp.MustCompile(`(?mi)^\s*program\s+\w`)
	libs := libraries(t)
	b := newBench(t)
	var names []string
	for _, pattern := range []string{"*.f90", "*.f", "*/a_*.f90"} {
		list, err := filepath.Glob("../../suggest/testdata/" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, list...)
	}
	changed := 0
	for _, name := range names {
		in := inputs(t, name)
		base := filepath.Base(name)
		r := suggest.Find(in, suggest.Options{Source: source.Options{}, Region: true})
		if len(r.Exchanges) == 0 || !slices.ContainsFunc(in, func(f mpi.Input) bool { return main.Match(f.Src) }) {
			continue // procedures alone cannot be run
		}
		changed++
		for _, l := range libs {
			t.Run(l.Name+"/"+strings.TrimSuffix(base, filepath.Ext(base)), func(t *testing.T) {
				t.Parallel()
				share.Take(t)
				b.suggested(t, l, base, in, r.Files)
			})
		}
	}
	if changed < 14 {
		t.Errorf("only %d programs get directives", changed)
	}
}

// inputs are the files of a program: one, or all of the folder of the first in the order in which they are compiled.
func inputs(t *testing.T, name string) []mpi.Input {
	names := []string{name}
	if strings.HasPrefix(filepath.Base(name), "a_") {
		names, _ = filepath.Glob(filepath.Join(filepath.Dir(name), "*.f90"))
	}
	var in []mpi.Input
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		in = append(in, mpi.Input{Name: filepath.Base(name), Src: src})
	}
	return in
}

// suggested compares a program before and after.
func (b *bench) suggested(t *testing.T, l *library, name string, before []mpi.Input, after []suggest.FileResult) {
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	build := func(sub string, changed bool, compiler ...string) string {
		dir := filepath.Join(b.root, l.Name, "suggest", name, sub)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		var files []string
		for i, in := range before {
			text := in.Src
			if changed {
				text = after[i].Text
			}
			file := filepath.Join(dir, in.Name)
			if err := os.WriteFile(file, text, 0o666); err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		if o := l.build(dir, compiler, []string{"-O1"}, files, false); o.Status != 0 {
			t.Fatalf("%s: %s%s", sub, o.Stdout, o.Stderr)
		}
		return dir
	}
	want := build("before", false, l.FC)
	modes, ranksOf := []string{"off", "plain", "auto"}, []int{1, 2, 4}
	if testing.Short() {
		modes, ranksOf = []string{"auto"}, []int{2}
	}
	for _, mode := range modes {
		got := build(mode, true, b.wrapper, "-mdmp="+mode)
		for _, ranks := range ranksOf {
			w := l.run(want, aCase{ranks: ranks}, nil)
			g := l.run(got, aCase{ranks: ranks}, nil)
			if w.Status != 0 || w.Stdout == "" {
				t.Fatalf("before, %d ranks: status %d\n%s%s", ranks, w.Status, w.Stdout, w.Stderr)
			}
			if g.Status != w.Status || strings.Join(sorted(g.Stdout), "\n") != strings.Join(sorted(w.Stdout), "\n") {
				t.Errorf("mode %s, %d ranks: status %d\n%s%swant\n%s", mode, ranks, g.Status, g.Stdout, g.Stderr, w.Stdout)
			}
		}
	}
}
