package torture

import (
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

const perBatch = 8

func setting(t *testing.T, name string, def int64) int64 {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return def
	}
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatalf("%s=%s: %v", name, s, err)
	}
	return v
}

func TestTorture(t *testing.T) {
	if testing.Short() {
		t.Skip("needs MPI and time")
	}
	root := t.TempDir()
	bin := commands(t, root)
	all := machines(root, filepath.Join(bin, "mdmpf90"))
	if len(all) == 0 {
		t.Skip("no MPI is installed")
	}
	n := setting(t, "MDMP_TORTURE_N", 2)
	seed := setting(t, "MDMP_TORTURE_SEED", time.Now().Unix()%1000000)
	t.Logf("MDMP_TORTURE_SEED=%d, %d batches of %d kernels", seed, n, perBatch)
	drawn := newTally(filepath.Join(bin, "mdmp"), root)
	for b := range n {
		t.Run(fmt.Sprint("seed", seed+b), func(t *testing.T) {
			tortureBatch(t, all[int(seed+b)%len(all)], filepath.Join(root, fmt.Sprint("batch", b)), seed+b, kernelsOf(t, drawn, seed+b, codesOf(t)), drawn)
		})
	}
	if testing.Verbose() {
		drawn.table(os.Stdout)
	}
}

// commands builds the translator and the wrapper, unless a folder has them.
func commands(t *testing.T, root string) string {
	t.Helper()
	if dir := os.Getenv("MDMP_TORTURE_BIN"); dir != "" {
		return dir
	}
	if out, err := exec.Command("go", "build", "-o", root, "github.com/mdmp-fortran/mdmp/cmd/mdmpf90", "github.com/mdmp-fortran/mdmp/cmd/mdmp").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return root
}

// plan chooses flags and trials of a batch.
func plan(m *machine, dir string, seed int64, b bits) *hunt {
	r := rand.New(rand.NewSource(seed))
	h := &hunt{m: m, dir: dir, ref: byHand, limit: 3 * time.Minute} // messages of single elements take their time
	// Vectors, but no FMA: gfortran 12 fuses complex products even where it is told not to
	// contract, and where it does depends on what stands around.
	h.flags = append([]string{"-w"}, strings.Fields([]string{"-O0", "-O1", "-O2", "-O3", "-O3 -mavx2"}[r.Intn(5)])...)
	if r.Intn(4) == 0 {
		h.flags = append(h.flags, "-fopenmp")
	}
	first, second := 1+r.Intn(4), 2+r.Intn(3)
	either := func() int { return []int{first, second}[r.Intn(2)] } // each further number of ranks is a run of the reference
	h.trials = []trial{
		{"off", first, nil},
		{"plain", second, nil},
		{"auto", second, []string{"MDMP_TUNE=0", "MDMP_DELTA=512"}},
		{"auto", first, []string{"MDMP_TUNE=0"}},
		{"auto", either(), []string{"MDMP_TUNE=0", "MDMP_DELTA=512", "MDMP_POLL=1", "MDMP_BACKLOG=65536"}},
		{"auto", second, nil},
		// Wrong hints change nothing; second copies agree, and nobody looks at what has not come.
		{"auto", first, []string{"MDMP_TUNE=0", "MDMP_DELTA=512", fmt.Sprint("MDMP_FAULT=hints:", seed)}},
		{"auto", second, []string{"MDMP_TUNE=0", "MDMP_DELTA=256", "MDMP_VERIFY=2"}},
		{"auto", either(), []string{"MDMP_TUNE=0", "MDMP_VERIFY=2", fmt.Sprint("MDMP_FAULT=hints:", seed+1)}},
	}
	for i := range h.trials { // receives stay pending for longer
		if h.trials[i].mode == "auto" && r.Intn(2) == 0 {
			h.trials[i].env = append(h.trials[i].env, "SLOW_NETWORK=20")
		}
	}
	if r.Intn(3) == 0 {
		h.trials[4].env = append(h.trials[4].env, "MDMP_CUT_LINES=1")
	}
	h.ask(b, r)
	if count := []string{"", "called", "inlined"}[uint64(seed)%3]; count != "" {
		h.own = append(slices.Clone(h.own), "-mdmp-count="+count)
	}
	if modes := os.Getenv("MDMP_TORTURE_MODES"); modes != "" {
		h.trials = slices.DeleteFunc(h.trials, func(t trial) bool { return !slices.Contains(strings.Fields(modes), t.mode) })
	}
	return h
}

// Pages of messages that code writes which no translator sees are found out, wherever a program has such code.
func TestUnseen(t *testing.T) {
	if testing.Short() {
		t.Skip("needs MPI and time")
	}
	share.Take(t)
	root := t.TempDir()
	all := machines(root, filepath.Join(commands(t, root), "mdmpf90"))
	k := newKernel(1, 0)
	for seed := int64(1); !k.unseen; seed++ {
		k = newKernel(1, seed)
	}
	for _, m := range all {
		h := &hunt{m: m, dir: filepath.Join(root, m.Name), flags: []string{"-w", "-O1"}, limit: 60 * time.Second}
		if o := m.build(h.dir, []*kernel{k}, "auto", h.flags); o.Status != 0 {
			t.Fatalf("%s: %s", m.Name, o.Stderr)
		}
		said := h.profile(2)
		if newTally("", "").increments(said) == 0 && runtime.GOARCH == "amd64" {
			t.Errorf("%s, seed %d: no increment was opened\n%s", m.Name, k.seed, said)
		}
	}
}

// TestShow prints the programs of a batch.
func TestShow(t *testing.T) {
	seed := setting(t, "MDMP_TORTURE_SHOW", -1)
	if seed < 0 {
		t.Skip("MDMP_TORTURE_SHOW is not set")
	}
	fmt.Print(join(program(kernelsOf(t, newTally("", ""), seed, codesOf(t)))))
}

// codesOf is how many kernels of a batch stand in several files.
func codesOf(t *testing.T) int {
	return int(setting(t, "MDMP_TORTURE_CODES", 3))
}

// kernelsOf makes the kernels of a batch: those that MDMP_TORTURE_KERNELS names by
// their seeds, or those that hold what is rare so far.
func kernelsOf(t *testing.T, drawn *tally, seed int64, codes int) []*kernel {
	t.Helper()
	var kernels []*kernel
	for i, s := range strings.Fields(os.Getenv("MDMP_TORTURE_KERNELS")) {
		number, several := strings.CutPrefix(s, "files:")
		v, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		draw := newKernel
		if several {
			draw = newCode
		}
		kernels = append(kernels, draw(i+1, v))
	}
	if kernels != nil {
		return kernels
	}
	for i := range perBatch {
		draw := newKernel
		if i >= perBatch-codes {
			draw = newCode
		}
		k, err := drawn.choose(i+1, seed*1000+int64(i), draw)
		if err != nil {
			t.Fatal(err)
		}
		kernels = append(kernels, k)
	}
	return kernels
}

func tortureBatch(t *testing.T, m *machine, dir string, seed int64, kernels []*kernel, drawn *tally) {
	b, err := bitsOf(seed)
	if err != nil {
		t.Fatal(err)
	}
	h := plan(m, dir, seed, b)
	t.Logf("%s %v %v", m.Name, h.own, h.flags)
	defer func() { _ = os.RemoveAll(dir) }()
	// A message for each element of long halos takes its time: MPI libraries search through what has not been received.
	if strings.Contains(join(program(kernels)), "delta(element)") {
		h.limit *= 2
	}
	bad, err := h.batch(kernels)
	if c := (*compilerError)(nil); errors.As(err, &c) {
		keep(t, fmt.Sprintf("seed%d-compiler", seed), join(program(kernels)))
		t.Skipf("no finding: with MPI by hand it fails, too, and works with -O0: %s %v: %v\nMDMP_TORTURE_KERNELS=%q", m.Name, h.flags, err, seedsOf(kernels))
	}
	if err != nil {
		keep(t, fmt.Sprintf("seed%d-ref", seed), join(program(kernels)))
		t.Fatalf("%s %v %v: %v\nMDMP_TORTURE_KERNELS=%q", m.Name, h.own, h.flags, err, seedsOf(kernels))
	}
	if len(bad) == 0 && slices.ContainsFunc(kernels, func(k *kernel) bool { return k.unseen }) {
		drawn.increments(h.profile(2))
	}
	seen := map[int]bool{}
	for _, f := range bad {
		t.Errorf("%s %v %v: kernel %d: %v: %s\nMDMP_TORTURE_KERNELS=%q", m.Name, h.own, h.flags, f.id, f.trial, f.what, seedsOf(kernels))
		if seen[f.id] {
			continue
		}
		seen[f.id] = true
		report(t, h, kernels, f, seed)
	}
}

// seedsOf is what MDMP_TORTURE_KERNELS has to be for the same batch.
func seedsOf(kernels []*kernel) string {
	var list []string
	for _, k := range kernels {
		if k.code != nil {
			list = append(list, fmt.Sprint("files:", k.seed))
			continue
		}
		list = append(list, fmt.Sprint(k.seed))
	}
	return strings.Join(list, " ")
}

// report shrinks what failed and says or keeps it.
func report(t *testing.T, h *hunt, kernels []*kernel, f failure, seed int64) {
	one := *h
	one.trials = []trial{f.trial}
	if strings.HasPrefix(f.trial.String(), "-mdmp=auto") {
		one.trials = append(one.trials, f.trial) // what depends on time shows more often in two runs
	}
	var k *kernel
	if f.id > 0 {
		if k = kernels[f.id-1]; !one.fails([]*kernel{k}) {
			k = nil
		}
	} else {
		k = one.blame(kernels)
	}
	text := join(program(kernels))
	if k != nil {
		one.shrink(k, time.Now().Add(time.Duration(setting(t, "MDMP_TORTURE_SHRINK", 120))*time.Second))
		text = join(program([]*kernel{k}))
	} else {
		t.Logf("kernel %d does not fail alone", f.id)
	}
	text = fmt.Sprintf("! %s %v %v %v\n%s", h.m.Name, h.own, h.flags, f.trial, text)
	if !keep(t, fmt.Sprintf("seed%d-%d", seed, f.id), text) {
		t.Log("\n" + text)
	}
}

// keep writes a program to the folder for what failed, if there is one.
func keep(t *testing.T, name, text string) bool {
	t.Helper()
	dir := os.Getenv("MDMP_TORTURE_KEEP")
	if dir == "" {
		return false
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".f90"), []byte(text), 0o644); err != nil {
		t.Error(err)
	}
	return true
}

// Every way to be wrong must be seen, and blamed on the right kernel.
func TestCompare(t *testing.T) {
	kernels := []*kernel{{id: 1}, {id: 2}, {id: 3}}
	const want = "1 a on 0: AB\n2 a on 0: CD\n3 a on 0: EF\n"
	for _, c := range []struct {
		name string
		got  mpirun.Outcome
		id   int
	}{
		{"the same", mpirun.Outcome{Stdout: want}, 0},
		{"other bits", mpirun.Outcome{Stdout: strings.Replace(want, "CD", "CE", 1)}, 2},
		{"hangs in the second", mpirun.Outcome{Stdout: want[:13], Status: -1}, 2},
		{"no output", mpirun.Outcome{Status: 1}, 1},
		{"fails at the end", mpirun.Outcome{Stdout: want, Status: 1}, 3},
		{"warns", mpirun.Outcome{Stdout: want, Stderr: "warning"}, 3},
	} {
		id, what := compare(kernels, want, c.got)
		if id != c.id || (what == "") != (c.id == 0) {
			t.Errorf("%s: kernel %d (%q), want %d", c.name, id, what, c.id)
		}
	}
}

// A seed always means the same program, and programs have what they are for.
func TestGenerator(t *testing.T) {
	all := ""
	drawn := map[string]int{}
	for seed := range int64(600) {
		text := join(program([]*kernel{newKernel(1, seed)}))
		if text != join(program([]*kernel{newKernel(1, seed)})) {
			t.Fatalf("seed %d is not always the same program", seed)
		}
		all += text
		for _, c := range newKernel(1, seed).drawn {
			drawn[c]++
		}
	}
	if drawn["pointer kept on the way"] == 0 {
		t.Error("no program has a pointer that is kept by what does not look like a call")
	}
	if drawn["unseen writer of pages"] == 0 {
		t.Error("no program has code that nobody sees")
	}
	for _, c := range classes() {
		if drawn[c.name] == 0 {
			t.Errorf("no program has the class %q", c.name)
		}
	}
	for _, way := range []string{"another file", "a procedure pointer", "a bound procedure", "a bound operator", "an operator", "a defined assignment", "recursion",
		"a dummy procedure", "an external procedure", "a function of a condition", "the module", "an internal procedure", "a region in a region", "the text"} {
		if drawn["told by "+way] == 0 {
			t.Errorf("in no program a message is told a region's clauses by %s", way)
		}
	}
	for _, s := range []string{"if(mod(t, 3)", "tag(mod(t, 3))", "go to 900", "exit", "cycle", "move_alloc", "p => ", "do while (j < ",
		"complex(8)", "real(4)", "logical ::", "character(len=4)", "type(cell)", "recv([", ", n, west)", "call sub", "forall",
		"do concurrent", " integer function sub", "where (", "elsewhere", "do concurrent (j = m:1:-1", "forall (i = 1:n, j = 1:m:2)", "MPI_Allreduce", "modulo(rank + t, nranks)", "do j = 5, 4", "do j = m, 1, -1", "do 20 j", "call ref_wait",
		"! file far.f90", "! file behind.f90", "module procedure apart", "module subroutine apart", "entry shuts", "tag(w) comm(cm(c))", " if(odd", "%im, east)", "%re = ", "(:)(lo",
		", nml=nl", "read (line", ", err=", ", contiguous", "deallocate (x)", "(edges)", "pure integer function pure"} {
		if !strings.Contains(all, s) {
			t.Errorf("no program has %q", s)
		}
	}
	for _, l := range strings.Split(all, "\n") {
		if len(l) > 132 {
			t.Fatalf("longer than a line may be: %s", l)
		}
	}
}

// What the translator can write stands in the programs.
func TestEvidence(t *testing.T) {
	root := t.TempDir()
	drawn := newTally(filepath.Join(commands(t, root), "mdmp"), root)
	for i := range int64(80) {
		if _, err := drawn.choose(1, i, newKernel); err != nil {
			t.Fatal(err)
		}
	}
	wrote := map[string]int{}
	for name, n := range drawn.counts {
		if site, ok := strings.CutPrefix(name, "wrote: "); ok {
			kind, _, _ := strings.Cut(site, " before ")
			wrote[kind] += n
		}
	}
	for _, kind := range []string{"need", "settle", "revoke", "call", "prompt", "grant", "grant_array", "pass", "deferrable", "keep",
		"idle", "asks", "nest_array", "nest_disjoint", "enter", "final feed", "feed", "fire", "nest, any order", "nest, in order", "manage 1"} {
		if wrote[kind] == 0 {
			t.Errorf("nothing in the programs makes the translator write %q", kind)
		}
	}
	for seed := range int64(60) { // what is granted to procedures of other files, with the module of fields in sight
		k := newCode(1, seed)
		k.whole = true // both files stand in one
		files := program([]*kernel{k})
		first := slices.IndexFunc(files, func(f file) bool { return strings.HasSuffix(f.name, "data.f90") })
		last := slices.IndexFunc(files, func(f file) bool { return strings.HasSuffix(f.name, "_main.f90") })
		text, err := drawn.translate(file{name: "both.f90", text: files[first].text + files[last].text})
		if err != nil {
			t.Fatal(err)
		}
		drawn.entries(text)
	}
	for _, entry := range []string{"prepost", "grant_all", "nest_lookup", "use"} {
		if drawn.counts["called: "+entry] == 0 {
			t.Errorf("nothing in the programs makes the translator call %q", entry)
		}
	}
	if testing.Verbose() {
		drawn.table(os.Stdout)
	}
}
