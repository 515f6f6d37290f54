package run

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// With -mdmp-bits=modes programs print the same in modes plain and auto, whatever the
// compiler makes of sums of products and of functions for vectors: the code is the same.
func TestBitsOfModes(t *testing.T) {
	b, l := newBench(t), libraries(t)[0]
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	list := programs(t, "bits")
	for _, flags := range []string{"-O0", "-O2 -mfma", "-O3 -march=native", "-Ofast -march=native", "-Ofast -march=native -flto"} {
		if testing.Short() && !strings.HasPrefix(flags, "-O3") {
			continue
		}
		for _, p := range list {
			t.Run(p.name+flags, func(t *testing.T) {
				t.Parallel()
				share.Take(t)
				p.ranks = []int{1, 3}
				p.env = append(slices.Clone(p.env), "MDMP_PROFILE=1")
				p.flags = append(slices.Clone(p.flags), strings.Fields(flags)...)
				dir := filepath.Join(b.root, l.Name, "bits", p.name, strings.ReplaceAll(flags, " ", ""))
				want := b.hostileRuns(t, l, p, filepath.Join(dir, "plain"),
					variant{flags: []string{"-mdmp=plain", "-mdmp-bits=modes"}, tunes: []string{"0"}})
				got := b.hostileRuns(t, l, p, filepath.Join(dir, "auto"),
					variant{flags: []string{"-mdmp=auto", "-mdmp-bits=modes"}, tunes: []string{"0"}})
				apart := !strings.Contains(flags, "-flto") // else assembler text is no code, and loops stay whole
				if apart {
					if d := differs(assembler(t, b, l, p, dir, "plain"), assembler(t, b, l, p, dir, "auto")); d != "" {
						t.Errorf("not the same code (-plain +auto):\n%s", d)
					}
				}
				if n := len(cases(p)); len(want) != n || len(got) != n {
					t.Fatal("not all was run")
				}
				for key, o := range want {
					if o.Status != 0 || got[key].Status != 0 || o.Stdout == "" {
						t.Errorf("%s: status %d and %d\n%s%s", key, o.Status, got[key].Status, o.Stderr, got[key].Stderr)
					} else if d := cmp.Diff(sorted(o.Stdout), sorted(got[key].Stdout)); d != "" {
						t.Errorf("%s: not the same (-plain +auto):\n%s", key, d)
					} else if apart && strings.HasPrefix(key.c, "3 ") && !plainAndAuto(o.Stderr, got[key].Stderr) {
						t.Errorf("%s: not plain and auto\n%s\n%s", key, o.Stderr, got[key].Stderr)
					}
				}
			})
		}
	}
}

// Lines of a profile.
var (
	way       = regexp.MustCompile(`(?m)^\S+:[0-9]+ +(?:send|recv) +[0-9]+ +[0-9.]+ [kKMG]?B? .*[0-9]  (\w+)`)
	sentEarly = regexp.MustCompile(`(?m)^\S+:[0-9]+ +send +[0-9]+ +[0-9.]+ [kKMG]?B? +[1-9][0-9]* %`)
)

// plainAndAuto reports whether profiles are those of the modes: in plain all messages go
// plain, in auto some early.
func plainAndAuto(plain, auto string) bool {
	ways := func(profile string) (list []string) {
		for _, m := range way.FindAllStringSubmatch(profile, -1) {
			list = append(list, m[1])
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	return slices.Equal(ways(plain), []string{"plain"}) && !sentEarly.MatchString(plain) &&
		slices.Contains(ways(auto), "early") && sentEarly.MatchString(auto)
}

// assembler compiles a program to assembler text in a mode.
func assembler(t *testing.T, b *bench, l *library, p program, dir, mode string) string {
	t.Helper()
	all := ""
	for _, source := range absolute(t, p.sources) {
		o := mpirun.Command(filepath.Join(dir, mode), l.Env, 3*time.Minute,
			slices.Concat([]string{b.wrapper, "-mdmp=" + mode, "-mdmp-bits=modes"}, p.flags, []string{"-S", "-o", "-", source})...)
		if o.Status != 0 {
			t.Fatalf("-S: status %d\n%s", o.Status, o.Stderr)
		}
		all += o.Stdout
	}
	return all
}

// differs compares assembler texts. Numbers in the data may differ that say which mode it is,
// and names of temporary files.
func differs(plain, auto string) string {
	p, a := strings.Split(plain, "\n"), strings.Split(auto, "\n")
	for i, line := range p {
		number := i < len(a) && line == "\t.quad\t1" && a[i] == "\t.quad\t2"
		name := i < len(a) && strings.Contains(line, "mdmpf90-") && strings.Contains(a[i], "mdmpf90-")
		if number || name {
			a[i] = line
		}
	}
	return cmp.Diff(p, a)
}
