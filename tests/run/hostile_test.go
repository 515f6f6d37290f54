package run

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
)

// variant is one way to build and run a hostile program.
type variant struct {
	name  string
	flags []string // of mdmpf90
	tunes []string // values of MDMP_TUNE, a run each; the first two under every MPI
	first bool     // under the first MPI only: the other would say the same
	asked bool     // for programs alone that name it among their modes
	rare  bool     // with MDMP_TEST_FULL, and for programs that name it: it is nearly the default
}

// variants are all ways that are compared with mode off.
var variants = []variant{
	{name: "plain", flags: []string{"-mdmp=plain"}, tunes: []string{"1"}, first: true},
	{name: "auto", flags: []string{"-mdmp=auto"}, tunes: []string{"1", "0", "2"}},
	{name: "manage", flags: []string{"-mdmp=auto", "-mdmp-manage"}, tunes: []string{"0"}, first: true, rare: true},
	{name: "counted", flags: []string{"-mdmp=counted"}, tunes: []string{"0", "1"}, asked: true},
	{name: "called", flags: []string{"-mdmp=counted", "-mdmp-count=called"}, tunes: []string{"0"}, asked: true},
	{name: "inlined", flags: []string{"-mdmp=counted", "-mdmp-count=inlined"}, tunes: []string{"0", "1"}, asked: true},
}

// TestHostile compares the programs that were written to break the rule with
// themselves in mode off. What ranks print may come in any order, so lines are
// sorted.
func TestHostile(t *testing.T) {
	libs := libraries()
	if len(libs) == 0 {
		t.Fatal("no MPI is installed: mpifort.mpich and mpiexec.mpich, or the same of openmpi, are needed")
	}
	b := newBench(t)
	list := programs(t, "hostile")
	if len(list) < 15 {
		t.Errorf("only %d programs found", len(list))
	}
	if testing.Short() {
		libs = libs[:1]
	}
	t.Run("all", func(t *testing.T) {
		for i, l := range libs {
			for k, p := range list {
				if mpirun.NotNow(k+i, len(libs)) {
					continue
				}
				t.Run(l.Name+"/"+p.name, func(t *testing.T) {
					t.Parallel()
					b.hostile(t, l, p, i == 0 || full() || mpirun.Turn() > 0)
				})
			}
		}
	})
}

// hostile is the test of one program under one MPI.
func (b *bench) hostile(t *testing.T, l *library, p program, every bool) {
	if p.needs != "" && os.Getenv(p.needs) == "" {
		t.Skipf("only where %s is set", p.needs)
	}
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	if p.ranks == nil {
		p.ranks = []int{2}
	}
	dir := filepath.Join(b.root, l.Name, "hostile", p.name)
	want := b.hostileRuns(t, l, p, filepath.Join(dir, "off"), variant{flags: []string{"-mdmp=off"}, tunes: []string{"1"}})
	if t.Failed() {
		return
	}
	for key, o := range want {
		if o.Status != 0 || o.Stdout == "" {
			t.Fatalf("mode off fails on %s: status %d\n%s%s", key, o.Status, o.Stdout, o.Stderr)
		}
	}
	for _, v := range variants {
		if v.first && !every || (p.modes != nil || v.asked || v.rare && !full()) && !slices.Contains(p.modes, v.name) {
			continue
		}
		if !every {
			v.tunes = v.tunes[:min(2, len(v.tunes))]
		}
		t.Run(v.name, func(t *testing.T) {
			for key, o := range b.hostileRuns(t, l, p, filepath.Join(dir, v.name), v) {
				ranks, _, _ := strings.Cut(key, ", ")
				first := want[ranks+", MDMP_TUNE=1"]
				if o.Status != 0 {
					t.Errorf("%s: status %d\n%s%s", key, o.Status, o.Stdout, o.Stderr)
				} else if d := cmp.Diff(sorted(first.Stdout), sorted(o.Stdout)); d != "" {
					t.Errorf("%s: differs from mode off (-off +%s):\n%s%s", key, v.name, d, o.Stderr)
				}
				for _, text := range p.never {
					if strings.Contains(o.Stderr, text) {
						t.Errorf("%s: %q is said:\n%s", key, text, o.Stderr)
					}
				}
			}
		})
	}
}

// hostileRuns builds a program one way and runs it; the keys say how.
func (b *bench) hostileRuns(t *testing.T, l *library, p program, dir string, v variant) map[string]mpirun.Outcome {
	t.Helper()
	fresh(t, dir)
	flags := append([]string{"-O1"}, p.flags...)
	o := l.build(dir, append([]string{b.wrapper}, v.flags...), flags, absolute(t, p.sources), false)
	if o.Status != 0 {
		t.Errorf("mdmpf90 %s ended with status %d:\n%s", strings.Join(v.flags, " "), o.Status, o.Stderr)
		return nil
	}
	out := map[string]mpirun.Outcome{}
	for _, c := range cases(p) {
		for _, tune := range v.tunes {
			key := c.String() + ", MDMP_TUNE=" + tune
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
