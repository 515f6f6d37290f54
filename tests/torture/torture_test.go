package torture

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mdmp/tests/mpirun"
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
	wrapper := os.Getenv("MDMP_TORTURE_WRAPPER")
	if wrapper == "" {
		wrapper = filepath.Join(root, "mdmpf90")
		if out, err := exec.Command("go", "build", "-o", wrapper, "mdmp/cmd/mdmpf90").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	all, err := machines(root, wrapper)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Skip("no MPI is installed")
	}
	n := setting(t, "MDMP_TORTURE_N", 2)
	seed := setting(t, "MDMP_TORTURE_SEED", time.Now().Unix()%1000000)
	t.Logf("MDMP_TORTURE_SEED=%d, %d batches of %d kernels", seed, n, perBatch)
	for b := range n {
		t.Run(fmt.Sprint("seed", seed+b), func(t *testing.T) {
			tortureBatch(t, all[int(seed+b)%len(all)], filepath.Join(root, fmt.Sprint("batch", b)), seed+b)
		})
	}
}

// plan chooses flags and trials of a batch.
func plan(m *machine, dir string, seed int64) *hunt {
	r := rand.New(rand.NewSource(seed))
	h := &hunt{m: m, dir: dir, limit: 60 * time.Second}
	// Vectors, but no FMA: gfortran 12 fuses complex products even where it is told not to
	// contract, and where it does depends on what stands around.
	h.flags = append([]string{"-w"}, strings.Fields([]string{"-O0", "-O1", "-O2", "-O3", "-O3 -mavx2"}[r.Intn(5)])...)
	if r.Intn(4) == 0 {
		h.flags = append(h.flags, "-fopenmp")
	}
	first, second := 1+r.Intn(4), 2+r.Intn(3)
	h.trials = []trial{
		{"off", first, nil},
		{"plain", second, nil},
		{"auto", second, []string{"MDMP_TUNE=0", "MDMP_DELTA=512"}},
		{"auto", first, []string{"MDMP_TUNE=0"}},
		{"auto", 1 + r.Intn(4), []string{"MDMP_TUNE=0", "MDMP_DELTA=512", "MDMP_POLL=1"}},
		{"auto", second, nil},
		// Wrong hints change nothing; second copies agree, and nobody looks at what has not come.
		{"auto", first, []string{"MDMP_TUNE=0", "MDMP_DELTA=512", fmt.Sprint("MDMP_FAULT=hints:", seed)}},
		{"auto", second, []string{"MDMP_TUNE=0", "MDMP_DELTA=256", "MDMP_VERIFY=2"}},
		{"auto", 1 + r.Intn(4), []string{"MDMP_TUNE=0", "MDMP_VERIFY=2", fmt.Sprint("MDMP_FAULT=hints:", seed+1)}},
	}
	if r.Intn(3) == 0 {
		h.trials[4].env = append(h.trials[4].env, "MDMP_CUT_LINES=1")
	}
	if modes := os.Getenv("MDMP_TORTURE_MODES"); modes != "" {
		h.trials = slices.DeleteFunc(h.trials, func(t trial) bool { return !slices.Contains(strings.Fields(modes), t.mode) })
	}
	return h
}

// TestShow prints the programs of a batch.
func TestShow(t *testing.T) {
	seed := setting(t, "MDMP_TORTURE_SHOW", -1)
	if seed < 0 {
		t.Skip("MDMP_TORTURE_SHOW is not set")
	}
	fmt.Print(join(program(kernelsOf(seed))))
}

func kernelsOf(seed int64) []*kernel {
	var kernels []*kernel
	for i := range perBatch {
		kernels = append(kernels, newKernel(i+1, seed*1000+int64(i)))
	}
	return kernels
}

func tortureBatch(t *testing.T, m *machine, dir string, seed int64) {
	h := plan(m, dir, seed)
	defer func() { _ = os.RemoveAll(dir) }()
	kernels := kernelsOf(seed)
	bad, err := h.batch(kernels)
	if err != nil {
		keep(t, fmt.Sprintf("seed%d-ref", seed), join(program(kernels)))
		t.Fatalf("%s %v: %v", m.Name, h.flags, err)
	}
	seen := map[int]bool{}
	for _, f := range bad {
		t.Errorf("%s %v: kernel %d: %v: %s", m.Name, h.flags, f.id, f.trial, f.what)
		if seen[f.id] {
			continue
		}
		seen[f.id] = true
		report(t, h, kernels, f, seed)
	}
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
	text = fmt.Sprintf("! %s %v %v\n%s", h.m.Name, h.flags, f.trial, text)
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
	for seed := range int64(300) {
		text := join(program([]*kernel{newKernel(1, seed)}))
		if text != join(program([]*kernel{newKernel(1, seed)})) {
			t.Fatalf("seed %d is not always the same program", seed)
		}
		all += text
	}
	for _, s := range []string{"if(mod(t, 3)", "tag(mod(t, 3))", "go to 900", "exit", "cycle", "move_alloc", "p => ",
		"complex(8)", "real(4)", "logical ::", "character(len=4)", "type(cell)", "recv([", ", n, west)", "call sub", "forall",
		"do concurrent", "where (", "elsewhere", "do concurrent (j = m:1:-1", "forall (i = 1:n, j = 1:m:2)", "MPI_Allreduce", "modulo(rank + t, nranks)", "do j = 5, 4", "do j = m, 1, -1", "do 20 j", "call ref_wait"} {
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
