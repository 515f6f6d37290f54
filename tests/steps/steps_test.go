package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/tests/share"
)

func names(steps []step) (list []string) {
	for _, s := range steps {
		list = append(list, s.name)
	}
	return list
}

// The short form has no fuzzing; all parts together have every package once, and those that share in each part.
func TestPlan(t *testing.T) {
	packages := []testPackage{{path: "a"}, {path: "b"}, {path: "c"}, {path: "d", shares: true}, {path: "tests/run", shares: true}}
	short := plan(scope{short: true}, packages)
	want := []string{"build", "lint", "units, golden files, commands", "run time in C", "whole programs", "prefetching", "random programs and mutants"}
	if d := cmp.Diff(want, names(short)); d != "" {
		t.Error(d)
	}
	for _, s := range short {
		if s.tests && !strings.Contains(s.String(), " -short ") {
			t.Errorf("not short: %s", s)
		}
	}
	times := map[string]int{}
	for part := 1; part <= 8; part++ {
		for _, s := range plan(scope{share: share.Share{Part: part, Of: 8}}, packages) {
			for _, word := range s.argv {
				times[word]++
			}
			if s.tests && strings.Contains(s.String(), " -short ") {
				t.Errorf("short: %s", s)
			}
		}
	}
	for word, n := range map[string]int{"./a": 1, "./b": 1, "./c": 1, "./d": 8, "./tests/run": 8, "tests/ci/lint": 1, "tests/ci/golden": 1, "tests/ci/corpus": 1, "tests/ci/fuzz": 8} {
		if times[word] != n {
			t.Errorf("%s stands in %d steps of all parts, want %d", word, times[word], n)
		}
	}
}

func TestParsePackages(t *testing.T) {
	got := parsePackages([]byte("\nm/x/y m fmt testing m/tests/share\nm/z m fmt\n\n"))
	if d := cmp.Diff([]testPackage{{"x/y", true}, {"z", false}}, got, cmp.AllowUnexported(testPackage{})); d != "" {
		t.Error(d)
	}
}

// What go test says is counted by its leaves, and what failed is quoted.
func TestTally(t *testing.T) {
	tl := newTally()
	for _, l := range strings.Split(strings.TrimSpace(`
{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"run","Package":"p","Test":"TestA/one"}
{"Action":"run","Package":"p","Test":"TestA/two"}
{"Action":"output","Package":"p","Test":"TestA/two","Output":"    x_test.go:3: wrong\n"}
{"Action":"pass","Package":"p","Test":"TestA/one","Elapsed":2}
{"Action":"fail","Package":"p","Test":"TestA/two","Elapsed":1}
{"Action":"fail","Package":"p","Test":"TestA","Elapsed":3}
{"Action":"run","Package":"p","Test":"TestB"}
{"Action":"skip","Package":"p","Test":"TestB"}
{"Action":"run","Package":"p","Test":"TestC"}
{"Action":"pass","Package":"p","Test":"TestC","Elapsed":5}
{"Action":"fail","Package":"p"}
{"Action":"pass","Package":"q"}
{"Action":"skip","Package":"empty"}
{"ImportPath":"r [r.test]","Action":"build-output","Output":"r.go:1: no\n"}
{"Action":"fail","Package":"r","FailedBuild":"r [r.test]"}
`), "\n") {
		if other := tl.line([]byte(l)); other != "" {
			t.Errorf("no event: %s", other)
		}
	}
	if other := tl.line([]byte("# some words")); other == "" {
		t.Error("what is no event is lost")
	}
	if passed, failed, skipped := tl.counts(); passed != 2 || failed != 2 || skipped != 1 {
		t.Errorf("%d passed, %d failed, %d skipped", passed, failed, skipped)
	}
	var said, slow strings.Builder
	tl.failures(&said)
	if d := cmp.Diff("\n== failed: p TestA/two\n    x_test.go:3: wrong\n\n== failed: r\nr.go:1: no\n", said.String()); d != "" {
		t.Error(d)
	}
	if tl.slowest(&slow, 2); slow.String() != "    5.0 s  p TestC\n    2.0 s  p TestA/one\n" {
		t.Error(slow.String())
	}
}

// A step that fails fails the whole, whatever it says; what it says is shown.
func TestRunner(t *testing.T) {
	for _, c := range []struct {
		step step
		ok   bool
		want []string
	}{
		{step{name: "good", argv: []string{"sh", "-c", "echo words"}}, true, []string{"ok ", " good\n", "1 passed, 0 failed, 0 skipped\n"}},
		{step{name: "bad", argv: []string{"sh", "-c", "echo words; exit 3"}}, false, []string{"FAILED", "== failed: bad bad\nwords\n", "0 passed, 1 failed, 0 skipped\n"}},
		{step{name: "mute", argv: []string{"sh", "-c", "exit 1"}, tests: true}, false, []string{"0 passed, 1 failed, 0 skipped\n"}},
		{step{name: "none", argv: []string{"no-such-command"}}, false, []string{"executable file not found", "0 passed, 1 failed"}},
		{step{name: "go", argv: []string{"sh", "-c", `echo '{"Action":"pass","Package":"p","Test":"TestA"}'; echo '{"Action":"pass","Package":"p"}'`}, tests: true}, true, []string{"1 passed, 0 failed"}},
	} {
		var out strings.Builder
		r := runner{out: &out, tally: newTally()}
		r.run(c.step)
		if ok := r.conclude(0); ok != c.ok {
			t.Errorf("%s: %t\n%s", c.step.name, ok, out.String())
		}
		for _, w := range c.want {
			if !strings.Contains(out.String(), w) {
				t.Errorf("%s: no %q in\n%s", c.step.name, w, out.String())
			}
		}
	}
}
