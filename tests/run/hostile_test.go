package run

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// variant is one way to build and run a hostile program.
type variant struct {
	name  string
	flags []string // of mdmpf90
	tunes []string // values of MDMP_TUNE, a run each
	asked bool     // for programs alone that name it among their modes
}

// variants are all ways that are compared with mode off.
var variants = []variant{
	{name: "plain", flags: []string{"-mdmp=plain"}, tunes: []string{"1"}},
	{name: "auto", flags: []string{"-mdmp=auto"}, tunes: []string{"0", "1", "2"}},
	{name: "manage", flags: []string{"-mdmp=auto", "-mdmp-manage"}, tunes: []string{"0"}, asked: true}, // it is nearly the default
	{name: "counted", flags: []string{"-mdmp=counted"}, tunes: []string{"0", "1"}, asked: true},
	{name: "called", flags: []string{"-mdmp=counted", "-mdmp-count=called"}, tunes: []string{"0"}, asked: true},
	{name: "inlined", flags: []string{"-mdmp=counted", "-mdmp-count=inlined"}, tunes: []string{"0", "1"}, asked: true},
}

// variantsOf are those that a program is tried in; with -short one of them, with one value of MDMP_TUNE.
func variantsOf(p program) []variant {
	var list []variant
	for _, v := range variants {
		if p.modes == nil && !v.asked || slices.Contains(p.modes, v.name) {
			list = append(list, v)
		}
	}
	if testing.Short() && len(list) > 0 {
		auto := max(0, slices.IndexFunc(list, func(v variant) bool { return v.name == "auto" }))
		list = list[auto:][:1]
		list[0].tunes = list[0].tunes[:1]
	}
	return list
}

// TestHostile compares the programs that were written to break the rule with
// themselves in mode off. What ranks print may come in any order, so lines are
// sorted.
func TestHostile(t *testing.T) {
	libs := libraries(t)
	b := newBench(t)
	list := programs(t, "hostile")
	if len(list) < 15 {
		t.Errorf("only %d programs found", len(list))
	}
	known := recordedOf(t, "hostile", namesOf(list))
	t.Run("all", func(t *testing.T) {
		for _, l := range libs {
			for _, p := range list {
				t.Run(l.Name+"/"+p.name, func(t *testing.T) {
					t.Parallel()
					share.Take(t)
					b.hostile(t, l, p, known)
				})
			}
		}
	})
}

// hostile is the test of one program under one MPI.
func (b *bench) hostile(t *testing.T, l *library, p program, known *recorded) {
	p.skip(t, l)
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	if p.ranks == nil {
		p.ranks = []int{2}
	}
	dir := filepath.Join(b.root, l.Name, "hostile", p.name)
	want := map[aCaseKey]mpirun.Outcome{}
	off := func(t *testing.T) map[aCaseKey]mpirun.Outcome {
		if len(want) == 0 {
			want = b.hostileRuns(t, l, p, filepath.Join(dir, "off"), variant{flags: []string{"-mdmp=off"}, tunes: []string{""}})
			for key, o := range want {
				if o.Status != 0 || o.Stdout == "" {
					t.Fatalf("mode off fails on %s: status %d\n%s%s", key, o.Status, o.Stdout, o.Stderr)
				}
			}
		}
		return want
	}
	if updates() {
		known.forget(p.name)
		for key, o := range off(t) {
			o.Stderr = "" // it is not compared
			known.note(p.name, key.c, o)
		}
		return
	}
	for _, v := range variantsOf(p) {
		t.Run(v.name, func(t *testing.T) {
			for key, o := range b.hostileRuns(t, l, p, filepath.Join(dir, v.name), v) {
				for _, text := range p.never {
					if strings.Contains(o.Stderr, text) {
						t.Errorf("%s: %q is said:\n%s", key, text, o.Stderr)
					}
				}
				if known.printed(p.name, key.c, o) {
					continue
				}
				first := off(t)[aCaseKey{key.c, ""}]
				if o.Status != 0 {
					t.Errorf("%s: status %d\n%s%s", key, o.Status, o.Stdout, o.Stderr)
				} else if d := cmp.Diff(sorted(first.Stdout), sorted(o.Stdout)); d != "" {
					t.Errorf("%s: differs from mode off (-off +%s):\n%s%s", key, v.name, d, o.Stderr)
				}
			}
		})
	}
}

// aCaseKey is a run: the case and the value of MDMP_TUNE.
type aCaseKey struct{ c, tune string }

func (k aCaseKey) String() string { return k.c + ", MDMP_TUNE=" + k.tune }

// hostileRuns builds a program one way and runs it; the keys say how.
func (b *bench) hostileRuns(t *testing.T, l *library, p program, dir string, v variant) map[aCaseKey]mpirun.Outcome {
	t.Helper()
	fresh(t, dir)
	flags := append([]string{"-O1"}, p.flags...)
	o := l.build(dir, append([]string{b.wrapper}, v.flags...), flags, absolute(t, p.sources), false)
	if o.Status != 0 {
		t.Errorf("mdmpf90 %s ended with status %d:\n%s", strings.Join(v.flags, " "), o.Status, o.Stderr)
		return nil
	}
	out := map[aCaseKey]mpirun.Outcome{}
	for _, c := range cases(p) {
		for _, tune := range v.tunes {
			key := aCaseKey{c.String(), tune}
			out[key] = l.run(dir, c, append([]string{"MDMP_TUNE=" + tune, "OMP_NUM_THREADS=2"}, p.env...))
		}
	}
	return out
}

// sorted has the lines of a text in order.
func sorted(text string) []string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	slices.Sort(lines)
	return lines
}
