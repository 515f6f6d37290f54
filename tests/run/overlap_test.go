package run

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// TestOverlap compares programs with MPI calls and what -mdmp-overlap makes of them, and which of
// the calls overlap: lines with "! overlaps" do, lines with "! stays" do not; compilers warn of nothing that was written. A program may
// say with what flags it is compiled ("! flags: ").
func TestOverlap(t *testing.T) {
	libs := libraries(t)
	b := newBench(t)
	var names, bases []string
	for _, pattern := range []string{"overlap/*.f90", "overlap/*.f", "../../examples/overlap/*.f90"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range list {
			if name, err = filepath.Abs(name); err != nil {
				t.Fatal(err)
			}
			names, bases = append(names, name), append(bases, filepath.Base(name))
		}
	}
	known := recordedOf(t, "overlap", bases)
	if len(names) < 7 {
		t.Errorf("only %d programs found", len(names))
	}
	t.Run("all", func(t *testing.T) {
		for _, l := range libs {
			for _, name := range names {
				t.Run(l.Name+"/"+strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)), func(t *testing.T) {
					t.Parallel()
					share.Take(t)
					b.overlapped(t, l, name, known)
				})
			}
		}
	})
}

// marked are the lines of a program that say what becomes of a call.
func marked(src string) map[int]codegen.Status {
	out := map[int]codegen.Status{}
	for i, line := range strings.Split(src, "\n") {
		switch {
		case strings.Contains(line, "! overlaps"):
			out[i+1] = codegen.Optimized
		case strings.Contains(line, "! stays"):
			out[i+1] = codegen.Missed
		}
	}
	return out
}

// overlapped compares a program with MPI calls and with what becomes of them.
func (b *bench) overlapped(t *testing.T, l *library, name string, known *recorded) {
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	flags := []string{"-Wall", "-Wextra"}
	if filepath.Ext(name) == ".f" {
		flags = append(flags, "-std=legacy")
	}
	if strings.Contains(string(src), "!$omp") {
		flags = append(flags, "-fopenmp")
	}
	if _, rest, found := strings.Cut(string(src), "! flags: "); found {
		line, _, _ := strings.Cut(rest, "\n")
		flags = append(flags, strings.Fields(line)...)
	}
	dir := filepath.Join(b.root, l.Name, "overlap", filepath.Base(name))
	report := filepath.Join(dir, "report")
	build := func(sub string, compiler ...string) string {
		to := filepath.Join(dir, sub)
		if err := os.MkdirAll(to, 0o777); err != nil {
			t.Fatal(err)
		}
		if o := l.build(to, compiler, flags, []string{name}, false); o.Status != 0 {
			t.Fatalf("%s: %s%s", sub, o.Stdout, o.Stderr)
		} else if sub != "before" && o.Stderr != "" && !strings.Contains(o.Stderr, "Warning: ") {
			t.Errorf("%s: %s", sub, o.Stderr)
		} else if strings.Contains(o.Stderr, "mdmp_") {
			t.Errorf("%s: the compiler warns of what was written:\n%s", sub, o.Stderr)
		}
		return to
	}
	before := sync.OnceValue(func() string { return build("before", l.FC) })
	base := filepath.Base(name)
	if updates() {
		known.forget(base)
		for _, c := range cases(program{args: [][]string{nil}}) {
			known.note(base, c.String(), l.run(before(), c, nil))
		}
		return
	}
	how := []string{b.wrapper, "-mdmp-report-format=json", "-mdmp-report=" + report}
	if !strings.Contains(string(src), "!$mdmp overlap") { // directives ask for calls one by one
		how = append(how, "-mdmp-overlap")
	}
	got := build("after", how...)
	if d := cmp.Diff(marked(string(src)), reported(t, report)); d != "" {
		t.Errorf("what becomes of the calls (-want +got)\n%s", d)
	}
	for _, c := range cases(program{args: [][]string{nil}}) {
		g := l.run(got, c, nil)
		if known.is(base, c, g) {
			continue
		}
		w := l.run(before(), c, nil)
		if w.Status != 0 || w.Stdout == "" {
			t.Fatalf("before, %s: status %d\n%s%s", c, w.Status, w.Stdout, w.Stderr)
		}
		if d := cmp.Diff(sorted(w.Stdout), sorted(g.Stdout)); d != "" || g.Status != 0 || g.Stderr != w.Stderr {
			t.Errorf("%s: status %d\n%s%s", c, g.Status, d, g.Stderr)
		}
	}
}

// reported is what a report says of the calls, by lines.
func reported(t *testing.T, file string) map[int]codegen.Status {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := map[int]codegen.Status{}
	for line := range strings.Lines(string(data)) {
		var r codegen.Remark
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.Call() {
			out[r.Line] = r.Status
		}
	}
	if len(out) == 0 {
		t.Error("no call is spoken of")
	}
	return out
}
