package suite

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/bench/lab"
	"github.com/mdmp-fortran/mdmp/bench/measure"
	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// tryOut builds and runs the quick jobs of a benchmark; the programs check
// their own results and the bits of all variants.
func tryOut(t *testing.T, b Bench, mpi lab.MPI, where, wrapper string) measure.Report {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles and runs MPI programs")
	}
	if _, err := exec.LookPath(mpi.Compiler()); err != nil {
		t.Skip(err)
	}
	if where != SharedMemory && lab.Available() != nil {
		t.Skip(lab.Available())
	}
	var progress strings.Builder
	s := Session{
		Options:  Options{Budget: 0.01, Quick: true, HandOnly: wrapper == "", Cores: runtime.NumCPU()},
		Builder:  &Builder{Root: "..", Out: t.TempDir(), MDMPF90: wrapper, Flags: []string{"-O1"}},
		MPIs:     []lab.MPI{mpi},
		Places:   []string{where},
		Timeout:  3 * time.Minute,
		Progress: &progress,
	}
	r, err := s.Measure(t.Context(), b)
	if err != nil {
		t.Fatalf("%v\n%s", err, progress.String())
	}
	if len(r.Runs) == 0 {
		t.Fatal("nothing was run")
	}
	for _, run := range r.Runs {
		if len(run.Cases) == 0 {
			t.Errorf("no cases in %v", run.Args)
		}
		for _, c := range run.Cases {
			for _, v := range b.Variants {
				_, ok := c.Variants[v]
				want := v != Ours || wrapper != ""
				if v == "pack" && c.Params["layout"] == "column" {
					want = false
				}
				if ok != want {
					t.Errorf("%s: variant %s: %t", c.Name, v, ok)
				}
			}
		}
	}
	return r
}

// wrapper builds mdmpf90, with a cache of the tests for the run time.
func wrapper(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles and runs MPI programs")
	}
	tool := filepath.Join(t.TempDir(), "mdmpf90")
	if out, err := exec.Command("go", "build", "-o", tool, "github.com/mdmp-fortran/mdmp/cmd/mdmpf90").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cache, err := mpirun.Kept(t.TempDir(), "cache")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("MDMP_CACHE", cache)
	return tool
}

// Without mdmpf90 the hand-written variants can be run alone.
func TestByHand(t *testing.T) {
	share.Take(t)
	tryOut(t, Plain(), lab.MPICH, SharedMemory, "")
}

// All benchmarks, directives and hand-written variants side by side.
func TestWithDirectives(t *testing.T) {
	tool := wrapper(t)
	for _, tt := range []struct {
		bench Bench
		mpi   lab.MPI
		where string
	}{
		{Plain(), lab.OpenMPI, SharedMemory},
		{Halo(), lab.MPICH, SharedMemory},
		{Monitor(), lab.MPICH, SharedMemory},
		{Pipeline(), lab.OpenMPI, "200mbit"}, // four ranks, with sleep for work where there are fewer processors
	} {
		t.Run(tt.bench.Name, func(t *testing.T) {
			share.Take(t)
			tryOut(t, tt.bench, tt.mpi, tt.where, tool)
		})
	}
}

// The papers' experiments at toy sizes; the programs end with an error if any form leaves other bits than plain MPI.
func TestPapers(t *testing.T) {
	tool := wrapper(t)
	mpis := []lab.MPI{lab.MPICH, lab.OpenMPI}
	for i, b := range Papers() {
		t.Run(b.Name, func(t *testing.T) {
			share.Take(t)
			tryPaper(t, b, mpis[i%2], tool)
		})
	}
}

// tryPaper runs an experiment: every form takes part in every case.
func tryPaper(t *testing.T, b Bench, mpi lab.MPI, tool string) {
	if _, err := exec.LookPath(mpi.Compiler()); err != nil {
		t.Skip(err)
	}
	var progress strings.Builder
	kept := 0
	s := Session{
		Options: Options{Budget: 0.01, Quick: true, Cores: runtime.NumCPU()},
		Builder: &Builder{Root: "..", Out: t.TempDir(), MDMPF90: tool, Flags: []string{"-O1"}},
		MPIs:    []lab.MPI{mpi}, Places: []string{SharedMemory}, Timeout: 3 * time.Minute, Progress: &progress,
		Keep: func(measure.Report) error { kept++; return nil },
	}
	r, err := s.Measure(t.Context(), b)
	if err != nil {
		t.Fatalf("%v\n%s", err, progress.String())
	}
	if len(r.Runs) == 0 || kept != len(r.Runs) {
		t.Fatalf("%d runs, %d kept", len(r.Runs), kept)
	}
	for _, run := range r.Runs {
		for _, c := range run.Cases {
			for _, f := range b.Forms {
				if _, ok := c.Variants[f.Name]; !ok {
					t.Errorf("%s: no %s", c.Name, f.Name)
				}
			}
		}
	}
	s.Done, s.Builder.MDMPF90 = r.Runs, "/nothing/is/built/again"
	s.Builder.programs = nil
	again, err := s.Measure(t.Context(), b)
	if err != nil || len(again.Runs) != len(r.Runs) {
		t.Errorf("resumed: %d runs of %d, %v", len(again.Runs), len(r.Runs), err)
	}
}

func TestBuildErrors(t *testing.T) {
	b := Plain()
	b.Sources = []string{"plain/not-there.f90"}
	builder := &Builder{Root: "..", Out: t.TempDir(), Flags: []string{"-O1"}}
	if _, err := exec.LookPath(lab.MPICH.Compiler()); err != nil {
		t.Skip(err)
	}
	_, err := builder.Build(t.Context(), b, lab.MPICH, nil)
	if err == nil || !strings.Contains(err.Error(), "not-there.f90") {
		t.Errorf("error %v", err)
	}
}

// Sources with directives go through mdmpf90 and so does the link; nothing
// else does, and nothing at all without mdmpf90.
func TestCompilerFor(t *testing.T) {
	with := Builder{MDMPF90: "mdmpf90", Mode: "plain"}
	for _, tt := range []struct {
		b         Builder
		src, want string
	}{
		{with, "plain/directive.f90", "mdmpf90 -mdmp-fc=mpifort.mpich -mdmp=plain"},
		{with, "plain/hand.f90", "mpifort.mpich"},
		{Builder{}, "plain/directive.f90", "mpifort.mpich"},
	} {
		argv, err := tt.b.compiler(t.Context(), unit{path: tt.src, directives: hasDirectives(tt.src)}, lab.MPICH)
		if got := strings.Join(argv, " "); err != nil || got != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.src, got, err, tt.want)
		}
	}
}
