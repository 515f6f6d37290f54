package torture

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/mutate"
)

// perProgram is how many kernels stand in a program with all its mutants.
const perProgram = 4

// mutants is the state of a hunt for mutants of what the translator writes.
type mutants struct {
	m       *machine
	drawn   *tally
	root    string
	until   time.Time
	numbers map[string]int
	holds   map[string]string // a program that holds it
	tried   map[string]bool
	killed  map[string]string // by what
	before  map[string]string // of a table that was written before: a program that held it
	armed   map[string]bool   // programs that were looked through
	only    *regexp.Regexp    // names of those that are tried
}

// newMutants returns a hunt for the mutants of these names that ends after a time; tool is the command mdmp.
func newMutants(m *machine, tool, root string, limit time.Duration, only *regexp.Regexp) *mutants {
	return &mutants{m: m, drawn: newTally(tool, root), root: root, until: time.Now().Add(limit), only: only,
		numbers: map[string]int{}, holds: map[string]string{}, tried: map[string]bool{}, killed: map[string]string{},
		before: map[string]string{}, armed: map[string]bool{}}
}

// mutantsMachine returns a folder, the first MPI, ready there, and the command mdmp.
func mutantsMachine(t *testing.T) (root string, m *machine, tool string) {
	t.Helper()
	root = t.TempDir()
	bin := commands(t, root)
	all := machines(root, filepath.Join(bin, "mdmpf90"))
	if len(all) == 0 {
		t.Fatal("no MPI is installed")
	}
	if err := all[0].Prepare(root); err != nil {
		t.Fatal(err)
	}
	return root, all[0], filepath.Join(bin, "mdmp")
}

// number is that of a mutant's name.
func (h *mutants) number(name string) int {
	n, ok := h.numbers[name]
	if !ok {
		n = len(h.numbers) + 1
		h.numbers[name] = n
	}
	return n
}

// TestMutants leaves out what keeps programs right, and sees whether they differ.
// MDMP_MUTANTS is how many minutes it takes; a table in MDMP_MUTANTS_OUT goes on.
// MDMP_MUTANTS_ONLY (a regular expression) chooses mutants by name, as in "^need before",
// and with MDMP_MUTANTS_RANDOM=0 only MDMP_MUTANTS_PROGRAMS are tried.
func TestMutants(t *testing.T) {
	minutes := setting(t, "MDMP_MUTANTS", 0)
	if minutes == 0 {
		t.Skip("MDMP_MUTANTS is not set")
	}
	root, m, tool := mutantsMachine(t)
	h := newMutants(m, tool, root, time.Duration(minutes)*time.Minute, regexp.MustCompile(os.Getenv("MDMP_MUTANTS_ONLY")))
	h.goOn(os.Getenv("MDMP_MUTANTS_OUT"))
	for _, s := range wholePrograms(t) {
		h.try(t, s)
	}
	for seed := setting(t, "MDMP_TORTURE_SEED", 1); os.Getenv("MDMP_MUTANTS_RANDOM") != "0" && time.Now().Before(h.until); seed++ {
		kernels := kernelsOf(t, h.drawn, seed, 0)[:perProgram]
		h.try(t, subject{name: fmt.Sprint("random programs, seed ", seed), files: program(kernels), ranks: 2})
	}
	h.write(t)
}

// try builds a program with all its mutants and runs those that live.
func (h *mutants) try(t *testing.T, s subject) {
	t.Helper()
	dir := filepath.Join(h.root, "mutants")
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	all := h.arm(t, dir, s)
	h.armed[s.name] = true
	for _, name := range all {
		if h.holds[name] == "" {
			h.holds[name] = s.name
		}
	}
	names := slices.DeleteFunc(all, func(name string) bool {
		return h.killed[name] != "" || mutate.Equal(name) != "" || !h.only.MatchString(name)
	})
	if len(names) == 0 || time.Now().After(h.until) {
		return
	}
	if h.build(t, dir, s, "-O1") {
		for _, env := range [][]string{{"MDMP_TUNE=0", "MDMP_DELTA=256", "MDMP_VERIFY=2", "SLOW_NETWORK=30"}, {"MDMP_TUNE=0", "MDMP_DELTA=512", "SLOW_NETWORK=30"}} {
			want, ok := h.reference(t, dir, s, env)
			if !ok {
				return
			}
			for _, name := range names {
				if h.killed[name] == "" && name != keeps && time.Now().Before(h.until) && differs(h.run(dir, h.numbers[name], s, env), want) {
					h.killed[name] = s.name
				}
			}
		}
	}
	if slices.Contains(names, keeps) && h.optimised(t, dir, s) {
		h.killed[keeps] = s.name
	}
	for _, name := range names {
		h.tried[name] = true
		if h.killed[name] == "" {
			t.Logf("%s: %s lives", s.name, name)
		}
	}
}

// keeps is the mutant that is dead or alive when a program is compiled.
const keeps = "keep before anything"

// optimised reports whether a program is another one without mdmp_keep, which
// shows only where the compiler keeps values in registers.
func (h *mutants) optimised(t *testing.T, dir string, s subject) bool {
	t.Helper()
	env := []string{"MDMP_TUNE=0", "MDMP_DELTA=256", "SLOW_NETWORK=30"}
	if !h.build(t, dir, s, "-O2") {
		return false
	}
	want, ok := h.reference(t, dir, s, env)
	if !ok {
		return false
	}
	for _, f := range s.files {
		if strings.HasSuffix(f.name, ".f90") {
			h.put(t, dir, f, func(translated string) string { return mutate.Without(f.text, translated, "keep") })
		}
	}
	return h.build(t, dir, s, "-O2") && differs(h.run(dir, 0, s, env), want)
}

// reference is what a program does without a mutant.
func (h *mutants) reference(t *testing.T, dir string, s subject, env []string) (mpirun.Outcome, bool) {
	t.Helper()
	want := h.run(dir, 0, s, env)
	if want.Status != 0 || want.Stderr != "" || h.run(dir, 0, s, env).Stdout != want.Stdout {
		t.Logf("%s: fails, or differs from run to run, without a mutant: %s", s.name, tailOf(want.Stderr))
		return want, false
	}
	return want, true
}

func differs(o, want mpirun.Outcome) bool {
	return o.Stdout != want.Stdout || o.Status != 0 || o.Stderr != ""
}

func (h *mutants) build(t *testing.T, dir string, s subject, level string) bool {
	t.Helper()
	compiler := append(append([]string{h.m.wrapper}, strings.Fields("-mdmp=auto -w -ffree-line-length-none")...), append(slices.Clone(s.flags), level)...)
	sources := []string{"prelude.f90", h.m.Slow()}
	for _, f := range s.files {
		if !f.include {
			sources = append(sources, f.name)
		}
	}
	if o := h.m.Build(dir, compiler, sources, false); o.Status != 0 {
		t.Logf("%s: does not compile: %s", s.name, o.Stderr[:min(len(o.Stderr), 600)])
		return false
	}
	return true
}

// arm writes the sources, with all mutants in those in free form, and returns their
// names.
func (h *mutants) arm(t *testing.T, dir string, s subject) []string {
	t.Helper()
	var names []string
	for _, f := range s.files {
		if !strings.HasSuffix(f.name, ".f90") {
			write(t, dir, f.name, f.text)
			continue
		}
		h.put(t, dir, f, func(translated string) string {
			text, list := mutate.Arm(f.text, translated, h.number)
			names = append(names, list...)
			return text
		})
	}
	write(t, dir, "prelude.f90", mutate.Prelude+mutate.Dummy("mutants"))
	slices.Sort(names)
	return slices.Compact(names)
}

// put writes what is made of the translated text of a file, or the file as it is, without mutants, if it cannot be translated
// by itself: halo patterns come with modules of other files.
func (h *mutants) put(t *testing.T, dir string, f file, change func(string) string) {
	t.Helper()
	translated, err := h.drawn.translate(f)
	if err != nil {
		t.Logf("%s: no mutants, %v", f.name, err)
		write(t, dir, f.name, f.text)
		return
	}
	write(t, dir, f.name, change(translated)+mutate.Dummy(strings.TrimSuffix(f.name, ".f90")))
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (h *mutants) run(dir string, mutant int, s subject, env []string) mpirun.Outcome {
	env = slices.Concat(s.env, []string{"OMP_NUM_THREADS=2", fmt.Sprint("MDMP_MUTANT=", mutant)}, env)
	o := h.m.Run(dir, s.ranks, env, 20*time.Second)
	lines := strings.Split(o.Stdout, "\n")
	slices.Sort(lines)
	o.Stdout = strings.Join(lines, "\n")
	return o
}
