package run

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// bench is where one test process works: a folder and the wrapper under test.
type bench struct {
	root    string
	wrapper string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	root := os.Getenv("MDMP_TEST_KEEP")
	if root == "" {
		root = t.TempDir()
	}
	root, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	b := &bench{root: root}
	tools, err := madeTools()
	if err != nil {
		t.Fatal(err)
	}
	b.wrapper = filepath.Join(tools, "mdmpf90")
	cache, err := mpirun.Kept(tools, "cache") // a run time takes longer to build than most programs
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("MDMP_CACHE", cache)
	return b
}

// TestRun compares all examples and programs with their references.
func TestRun(t *testing.T) {
	libs := libraries(t)
	b := newBench(t)
	list := append(examples(t, "../../examples"), programs(t, "programs")...)
	if len(list) < 40 {
		t.Errorf("only %d programs found", len(list))
	}
	known := recordedOf(t, "programs", namesOf(list))
	t.Run("all", func(t *testing.T) {
		for _, l := range libs {
			for _, p := range list {
				t.Run(l.Name+"/"+p.name, func(t *testing.T) {
					t.Parallel()
					share.Take(t)
					b.compare(t, l, p, known)
				})
			}
		}
	})
}

// compare is the test of one program under one MPI.
func (b *bench) compare(t *testing.T, l *library, p program, known *recorded) {
	p.skip(t, l)
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(b.root, l.Name, p.name)
	r := &reference{b: b, l: l, p: p, dir: filepath.Join(dir, "reference")}
	if updates() {
		known.forget(p.name)
		if !p.self && p.fails == nil {
			for key, o := range r.outcomes(t) {
				known.note(p.name, key, o)
			}
		}
		return
	}
	for _, mode := range modes(p) {
		t.Run(mode, func(t *testing.T) {
			into := filepath.Join(dir, mode)
			fresh(t, into)
			o := l.build(into, []string{b.wrapper, "-mdmp=" + mode}, p.flags, absolute(t, p.sources), false)
			if o.Status != 0 {
				t.Fatalf("mdmpf90 -mdmp=%s ended with status %d:\n%s", mode, o.Status, o.Stderr)
			}
			if said := o.Stdout + o.Stderr; said != "" && !slices.Contains(l.loud, mode) && (p.self || p.fails != nil || r.silent(t)) {
				t.Errorf("mdmpf90 -mdmp=%s should be silent, but said:\n%s", mode, said)
			}
			droppings(t, into)
			for _, c := range cases(p) {
				got := l.run(into, c, p.env)
				switch {
				case p.self || p.fails != nil:
					checkAlone(t, p, c, got)
				case !known.is(p.name, c, got):
					checkWith(t, c, r.outcomes(t)[c.String()], got)
				}
			}
		})
	}
}

// aCase is a run: so many ranks with these arguments.
type aCase struct {
	ranks int
	args  []string
}

func (c aCase) String() string {
	return strings.TrimSpace(fmt.Sprintf("%d ranks %s", c.ranks, strings.Join(c.args, " ")))
}

// ranksOf are the numbers of ranks that a program runs on.
func ranksOf(p program) []int {
	ranks := p.ranks
	if ranks == nil {
		ranks, _ = numbers(words("MDMP_TEST_RANKS", "1 2 3 4"))
	}
	return ranks
}

// cases are the runs of a program; with -short on one number of ranks.
func cases(p program) []aCase {
	ranks := ranksOf(p)
	if testing.Short() {
		ranks = ranks[len(ranks)/2:][:1]
	}
	var list []aCase
	for _, args := range p.args {
		for _, n := range ranks {
			list = append(list, aCase{n, args})
		}
	}
	return list
}

// modes are those in which a program is compared; with -short auto, if it is among them.
func modes(p program) []string {
	all := words("MDMP_TEST_MODES", "off plain auto")
	if p.modes != nil {
		all = p.modes
	}
	if testing.Short() && slices.Contains(all, "auto") {
		return []string{"auto"}
	}
	return all
}

// reference is the program with MPI by hand; it is built and run when somebody asks.
type reference struct {
	b   *bench
	l   *library
	p   program
	dir string

	made bool
	said string // by the compiler
	want map[string]mpirun.Outcome
}

// silent tells whether its compiler had nothing to say.
func (r *reference) silent(t *testing.T) bool {
	t.Helper()
	r.make(t)
	return r.said == ""
}

// outcomes are what it did, by cases.
func (r *reference) outcomes(t *testing.T) map[string]mpirun.Outcome {
	t.Helper()
	r.make(t)
	return r.want
}

func (r *reference) make(t *testing.T) {
	t.Helper()
	if r.made {
		return
	}
	r.made, r.want = true, map[string]mpirun.Outcome{}
	fresh(t, r.dir)
	p := r.p
	sources := absolute(t, p.reference)
	if p.reference == nil {
		sources = derived(t, r.dir, absolute(t, p.sources))
	}
	o := r.l.build(r.dir, []string{r.l.FC}, p.flags, sources, p.reference == nil)
	if o.Status != 0 {
		t.Fatalf("the reference does not compile:\n%s", o.Stderr)
	}
	r.said = o.Stderr
	for _, c := range cases(p) {
		o := r.l.run(r.dir, c, p.env)
		if o.Status != 0 || o.Stdout == "" {
			t.Fatalf("the reference fails on %s: status %d\n%s%s", c, o.Status, o.Stdout, o.Stderr)
		}
		r.want[c.String()] = o
		if first := r.want[(aCase{cases(p)[0].ranks, c.args}).String()]; p.invariant && o.Stdout != first.Stdout {
			t.Errorf("the reference depends on the number of ranks (-first +%s):\n%s", c, cmp.Diff(first.Stdout, o.Stdout))
		}
	}
}

// checkAlone checks a run of a program that has no reference.
func checkAlone(t *testing.T, p program, c aCase, got mpirun.Outcome) {
	t.Helper()
	if p.fails == nil {
		if got.Stdout != "ok\n" || got.Status != 0 {
			t.Errorf("%s: status %d, not ok:\n%s%s", c, got.Status, got.Stdout, got.Stderr)
		}
		return
	}
	if got.Status == 0 {
		t.Errorf("%s: no error:\n%s%s", c, got.Stdout, got.Stderr)
	}
	for _, text := range p.fails {
		if !strings.Contains(got.Stderr+got.Stdout, text) {
			t.Errorf("%s: the error does not say %q:\n%s%s", c, text, got.Stdout, got.Stderr)
		}
	}
}

// checkWith compares a run with the reference.
func checkWith(t *testing.T, c aCase, want, got mpirun.Outcome) {
	t.Helper()
	if got.Status != want.Status {
		t.Errorf("%s: status %d, should be %d:\n%s%s", c, got.Status, want.Status, got.Stdout, got.Stderr)
		return
	}
	if got.Stdout != want.Stdout {
		t.Errorf("%s: differs from the reference (-reference +this):\n%s%s", c, cmp.Diff(want.Stdout, got.Stdout), got.Stderr)
	}
	if want.Stderr == "" && got.Stderr != "" {
		t.Errorf("%s: should be silent, but said:\n%s", c, got.Stderr)
	}
}

// derived writes the reference versions of sources, keeping their folders apart.
func derived(t *testing.T, dir string, sources []string) []string {
	t.Helper()
	base := filepath.Dir(sources[len(sources)-1])
	var out []string
	any := false
	for _, path := range sources {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		any = any || hasReference(text)
		rel, err := filepath.Rel(base, path)
		if err != nil {
			t.Fatal(err)
		}
		// Files of the same name would overwrite each other's objects.
		to := filepath.Join(dir, "src", strings.ReplaceAll(rel, string(filepath.Separator), "_"))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, mpirun.Derive(text), 0o644); err != nil {
			t.Fatal(err)
		}
		out = append(out, to)
	}
	if !any {
		t.Fatal("no line of this program begins with !ref")
	}
	// Include files beside the source.
	more, _ := filepath.Glob(filepath.Join(base, "*.inc"))
	for _, path := range more {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "src", filepath.Base(path)), mpirun.Derive(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// droppings complains about files that a build should not leave.
func droppings(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		if e.Name() != "program" && !slices.Contains([]string{".mod", ".smod"}, ext) {
			t.Errorf("mdmpf90 left %s", e.Name())
		}
	}
}

func fresh(t *testing.T, dir string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

func absolute(t *testing.T, paths []string) []string {
	t.Helper()
	var out []string
	for _, p := range paths {
		a, err := filepath.Abs(p)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, a)
	}
	return out
}
