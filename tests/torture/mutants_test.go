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

	"mdmp/tests/mpirun"
	"mdmp/tests/mutate"
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
	tried   map[string]int    // programs that hold it
	killed  map[string]string // by what
	only    *regexp.Regexp    // names of those that are tried
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
	root := t.TempDir()
	bin := commands(t, root)
	all, err := machines(root, filepath.Join(bin, "mdmpf90"))
	if err != nil || len(all) == 0 {
		t.Skip("no MPI is installed: ", err)
	}
	h := &mutants{m: all[0], drawn: newTally(filepath.Join(bin, "mdmp"), root), root: root, until: time.Now().Add(time.Duration(minutes) * time.Minute),
		numbers: map[string]int{}, tried: map[string]int{}, killed: map[string]string{}, only: regexp.MustCompile(os.Getenv("MDMP_MUTANTS_ONLY"))}
	h.goOn(os.Getenv("MDMP_MUTANTS_OUT"))
	for _, name := range wholePrograms(t) {
		h.wholeProgram(t, name)
	}
	for seed := setting(t, "MDMP_TORTURE_SEED", 1); os.Getenv("MDMP_MUTANTS_RANDOM") != "0" && time.Now().Before(h.until); seed++ {
		kernels := kernelsOf(t, h.drawn, seed)[:perProgram]
		files := program(kernels)
		h.try(t, fmt.Sprint("random programs, seed ", seed), files, 2)
	}
	h.write(t)
}

// wholePrograms lists the run tests that are one file.
func wholePrograms(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, pattern := range strings.Fields(os.Getenv("MDMP_MUTANTS_PROGRAMS")) {
		l, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, l...)
	}
	slices.Sort(list)
	return list
}

func (h *mutants) wholeProgram(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	header := string(text[:min(len(text), 2000)])
	for _, s := range []string{"run: include", "run: needs", "run: fails", "run: args", "run: env", "run: modes"} {
		if strings.Contains(header, s) {
			return
		}
	}
	ranks, flags := 2, ""
	files := []file{{"torture.f90", string(text)}}
	for _, l := range strings.Split(header, "\n") {
		if s, ok := strings.CutPrefix(l, "! run: ranks "); ok {
			_, _ = fmt.Sscan(s, &ranks)
		}
		if s, ok := strings.CutPrefix(l, "! run: flags "); ok {
			flags = s
		}
		if s, ok := strings.CutPrefix(l, "! run: with "); ok {
			for _, other := range strings.Fields(s) {
				text, err := os.ReadFile(filepath.Join(filepath.Dir(name), other))
				if err != nil {
					t.Fatal(err)
				}
				files = append(files, file{filepath.Base(other), string(text)})
			}
		}
	}
	h.try(t, filepath.Base(name), files, max(ranks, 1), strings.Fields(flags)...)
}

// try builds a program with all its mutants and runs those that live.
func (h *mutants) try(t *testing.T, what string, files []file, ranks int, more ...string) {
	t.Helper()
	dir := filepath.Join(h.root, "mutants")
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	names := slices.DeleteFunc(h.arm(t, dir, files), func(name string) bool { return h.killed[name] != "" || !h.only.MatchString(name) })
	if len(names) == 0 || time.Now().After(h.until) {
		return
	}
	var sources []string
	for _, f := range files {
		sources = append(sources, f.name)
	}
	flags := strings.Fields("-mdmp=auto -O1 -w -ffree-line-length-none")
	if o := h.m.Build(dir, append(append([]string{h.m.wrapper}, flags...), more...), append([]string{"prelude.f90", h.m.Slow()}, sources...), false); o.Status != 0 {
		t.Logf("%s: does not compile: %s", what, firstOf(o.Stderr))
		return
	}
	for _, env := range [][]string{{"MDMP_TUNE=0", "MDMP_DELTA=256", "MDMP_VERIFY=2", "SLOW_NETWORK=30"}, {"MDMP_TUNE=0", "MDMP_DELTA=512", "SLOW_NETWORK=30"}} {
		want := h.run(dir, 0, ranks, env)
		if want.Status != 0 || want.Stderr != "" || h.run(dir, 0, ranks, env).Stdout != want.Stdout {
			t.Logf("%s: fails, or differs from run to run, without a mutant: %s", what, tailOf(want.Stderr))
			return
		}
		for _, name := range names {
			if h.killed[name] != "" || time.Now().After(h.until) {
				continue
			}
			if o := h.run(dir, h.numbers[name], ranks, env); o.Stdout != want.Stdout || o.Status != 0 || o.Stderr != "" {
				h.killed[name] = what
			}
		}
	}
	for _, name := range names {
		h.tried[name]++
		if h.killed[name] == "" {
			t.Logf("%s: %s lives", what, name)
		}
	}
}

func firstOf(s string) string { return s[:min(len(s), 600)] }

// arm writes the sources, with all mutants in the first one, and returns their
// names.
func (h *mutants) arm(t *testing.T, dir string, files []file) []string {
	t.Helper()
	translated, err := h.drawn.translate(files[0])
	if err != nil {
		t.Fatal(err)
	}
	text, names := mutate.Arm(files[0].text, translated, h.number)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files[1:] {
		write(f.name, f.text)
	}
	write("prelude.f90", mutate.Prelude+mutate.Dummy)
	write(files[0].name, text+strings.Replace(mutate.Dummy, "dummy", "second", -1))
	slices.Sort(names)
	return slices.Compact(names)
}

func (h *mutants) run(dir string, mutant, ranks int, env []string) mpirun.Outcome {
	env = append([]string{"OMP_NUM_THREADS=2", fmt.Sprint("MDMP_MUTANT=", mutant)}, env...)
	o := h.m.Run(dir, ranks, env, 20*time.Second)
	lines := strings.Split(o.Stdout, "\n")
	slices.Sort(lines)
	o.Stdout = strings.Join(lines, "\n")
	return o
}

// goOn takes over what a table says that was written before: who is dead stays so.
func (h *mutants) goOn(table string) {
	text, err := os.ReadFile(table)
	if err != nil {
		return
	}
	for _, l := range strings.Split(string(text), "\n") {
		cells := strings.Split(l, " | ")
		if len(cells) != 4 {
			continue
		}
		kind, by := strings.TrimPrefix(cells[0], "| "), strings.TrimSuffix(cells[3], " |")
		if mutate.Mutates(kind) == "" {
			continue
		}
		name, programs := kind+" before "+cells[1], 1
		if _, err := fmt.Sscanf(by, "lives (%d programs)", &programs); err != nil {
			h.killed[name] = by
		}
		h.tried[name] = programs
	}
}

// write prints the table.
func (h *mutants) write(t *testing.T) {
	t.Helper()
	var names []string
	for name := range h.tried {
		names = append(names, name)
	}
	slices.Sort(names)
	killed := 0
	var b strings.Builder
	for _, name := range names {
		kind, situation, _ := strings.Cut(name, " before ")
		by := h.killed[name]
		if by != "" {
			killed++
		} else {
			by = fmt.Sprintf("lives (%d programs)", h.tried[name])
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", kind, situation, mutate.Mutates(kind), by)
	}
	t.Logf("%d of %d mutants killed\n%s", killed, len(names), b.String())
	if out := os.Getenv("MDMP_MUTANTS_OUT"); out != "" {
		text := fmt.Sprintf("%d of %d killed.\n\n| statement | before | mutant | killed by |\n|---|---|---|---|\n%s", killed, len(names), b.String())
		if err := os.WriteFile(out, []byte(text), 0o644); err != nil {
			t.Error(err)
		}
	}
}
