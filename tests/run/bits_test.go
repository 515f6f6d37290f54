package run

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// One binary prints the same with MDMP_MODE=plain as in mode auto, however its nests are cut, whatever the compiler
// makes of sums of products and of functions for vectors.
func TestSameBits(t *testing.T) {
	b, l := newBench(t), libraries(t)[0]
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	list := programs(t, "bits")
	for f, flags := range []string{"-O3 -march=native", "-O2 -mfma", "-O3 -mdmp-bits=same", "-Ofast -march=native", "-Ofast -march=native -flto"} {
		if testing.Short() && f > 0 {
			continue
		}
		for _, p := range list {
			t.Run(p.name+flags, func(t *testing.T) {
				t.Parallel()
				share.Take(t)
				p.ranks = []int{1, 3}
				p.flags = append(slices.Clone(p.flags), strings.Fields(flags)...)
				b.sameBits(t, l, p, filepath.Join(b.root, l.Name, "bits", p.name, strings.ReplaceAll(flags, " ", "")))
			})
		}
	}
}

// sameBits builds a program once and compares its runs with the one that is plain.
func (b *bench) sameBits(t *testing.T, l *library, p program, dir string) {
	t.Helper()
	fresh(t, dir)
	if o := l.build(dir, []string{b.wrapper}, p.flags, absolute(t, p.sources), false); o.Status != 0 {
		t.Fatalf("mdmpf90 ended with status %d:\n%s", o.Status, o.Stderr)
	}
	for _, c := range cases(p) {
		run := func(env ...string) mpirun.Outcome {
			o := l.run(dir, c, slices.Concat(p.env, []string{"MDMP_PROFILE=1", "OMP_NUM_THREADS=2", "OMP_WAIT_POLICY=passive"}, env))
			if o.Status != 0 || o.Stdout == "" {
				t.Fatalf("%s %v: status %d\n%s", c, env, o.Status, o.Stderr)
			}
			return o
		}
		plain := run("MDMP_MODE=plain")
		if sentEarly.MatchString(plain.Stderr) {
			t.Errorf("%s: something goes early in mode plain\n%s", c, plain.Stderr)
		}
		for i, env := range [][]string{{"MDMP_TUNE=0"}, {"MDMP_TUNE=0", "MDMP_DELTA=512", "MDMP_POLL=1"}, {"MDMP_TUNE=3"}, {"MDMP_TUNE=1"}} {
			got := run(env...)
			if d := cmp.Diff(sorted(plain.Stdout), sorted(got.Stdout)); d != "" {
				t.Errorf("%s: not the same (-plain +%v):\n%s", c, env, d)
			}
			if i == 0 && c.ranks > 1 && !sentEarly.MatchString(got.Stderr) {
				t.Errorf("%s %v: nothing goes early\n%s", c, env, got.Stderr)
			}
		}
	}
}

// sentEarly is a line of a profile.
var sentEarly = regexp.MustCompile(`(?m)^\S+:[0-9]+ +send +[0-9]+ +[0-9.]+ [kKMG]?B? +[1-9][0-9]* %`)
