package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// event is what "go test -json" says, a line for each.
type event struct {
	Action, Package, Test, Output, ImportPath, FailedBuild string
	Elapsed                                                float64
}

// key names a test, or a package where the test is empty.
type key struct{ pkg, test string }

// String is the package and the test.
func (k key) String() string { return strings.TrimSpace(k.pkg + " " + k.test) }

// tally counts tests. Of a test with subtests the subtests count, and the test itself only if it failed without them.
type tally struct {
	output  map[key][]string
	parents map[key]bool // tests with subtests
	failing map[key]bool // tests of which a subtest failed
	ended   map[key]event
	builds  map[string][]string // what compilers said, by package
}

func newTally() *tally {
	return &tally{output: map[key][]string{}, parents: map[key]bool{}, failing: map[key]bool{}, ended: map[key]event{}, builds: map[string][]string{}}
}

// line takes in a line of the output of "go test -json"; what is no event of a test is returned.
func (t *tally) line(text []byte) (other string) {
	var e event
	if json.Unmarshal(text, &e) != nil || e.Action == "" {
		return string(text)
	}
	k := key{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		t.builds[e.ImportPath] = append(t.builds[e.ImportPath], e.Output)
	case "run":
		if i := strings.LastIndexByte(e.Test, '/'); i >= 0 {
			t.parents[key{e.Package, e.Test[:i]}] = true
		}
	case "output":
		t.output[k] = append(t.output[k], e.Output)
	case "pass", "skip", "fail":
		t.end(k, e)
	}
	return ""
}

func (t *tally) end(k key, e event) {
	t.ended[k] = e
	if e.Action != "fail" {
		delete(t.output, k)
		if e.Action == "skip" {
			return
		}
	}
	if e.Action == "fail" && k.test != "" {
		parent := key{pkg: k.pkg}
		if i := strings.LastIndexByte(k.test, '/'); i >= 0 {
			parent.test = k.test[:i]
		}
		t.failing[parent] = true
	}
}

// command counts a command that is no "go test" as one test.
func (t *tally) command(name string, ok bool, output []string) {
	k, e := key{name, name}, event{Action: "pass", Package: name, Test: name}
	if !ok {
		e.Action = "fail"
		t.output[k] = output
	}
	t.ended[k] = e
}

// counts are how many passed, failed and were left out.
func (t *tally) counts() (passed, failed, skipped int) {
	for k, e := range t.ended {
		switch {
		case k.test == "" && (e.Action != "fail" || t.failing[k]), // a package: counts if it failed by itself
			t.parents[k] && (e.Action != "fail" || t.failing[k]): // subtests count
		case e.Action == "pass":
			passed++
		case e.Action == "fail":
			failed++
		default:
			skipped++
		}
	}
	return passed, failed, skipped
}

// failed lists what failed by itself, not by a subtest.
func (t *tally) failed() []key {
	var list []key
	for k, e := range t.ended {
		if e.Action == "fail" && !(t.failing[k] && (k.test == "" || t.parents[k])) {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(a, b key) int { return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.test, b.test)) })
	return list
}

// failures prints what failed, with what it said.
func (t *tally) failures(out io.Writer) {
	for _, k := range t.failed() {
		fmt.Fprintf(out, "\n== failed: %s\n", k)
		said := append(slices.Clone(t.builds[t.ended[k].FailedBuild]), t.output[k]...)
		const most = 120
		if len(said) > most {
			said = append(said[:most:most], fmt.Sprintf("... and %d lines more\n", len(said)-most))
		}
		for _, l := range said {
			io.WriteString(out, l)
		}
	}
}

// slowest prints the n tests that took longest; those with subtests do not count.
func (t *tally) slowest(out io.Writer, n int) {
	var list []event
	for k, e := range t.ended {
		if k.test != "" && !t.parents[k] {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b event) int { return cmp.Or(cmp.Compare(b.Elapsed, a.Elapsed), cmp.Compare(a.Test, b.Test)) })
	for _, e := range list[:min(n, len(list))] {
		fmt.Fprintf(out, "%7.1f s  %s %s\n", e.Elapsed, e.Package, e.Test)
	}
}
