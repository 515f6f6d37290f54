package suite

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"mdmp/bench/lab"
	"mdmp/bench/measure"
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

func TestPlainByHand(t *testing.T) {
	for _, mpi := range []lab.MPI{lab.MPICH, lab.OpenMPI} {
		t.Run(string(mpi), func(t *testing.T) { tryOut(t, Plain(), mpi, SharedMemory, "") })
	}
}

func TestHaloByHand(t *testing.T)    { tryOut(t, Halo(), lab.MPICH, SharedMemory, "") }
func TestMonitorByHand(t *testing.T) { tryOut(t, Monitor(), lab.MPICH, SharedMemory, "") }

// Four ranks on a wire, with sleep for work where there are fewer processors.
func TestPipelineByHand(t *testing.T) { tryOut(t, Pipeline(), lab.OpenMPI, "200mbit", "") }

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
		if got := strings.Join(tt.b.compiler(tt.src, lab.MPICH), " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.src, got, tt.want)
		}
	}
}
