package run

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// harmlessCalls are what the procedure of tests/run/harmless does by its argument, and the call that must end the run with
// MDMP_VERIFY=1; "": none.
var harmlessCalls = map[string]string{"nothing": "", "barrier": "MPI_Barrier", "allreduce": "MPI_Allreduce", "recv": "MPI_Recv",
	"send": "MPI_Send", "sendrecv": "MPI_Sendrecv", "mprobe": "MPI_Mprobe", "wait": "MPI_Wait", "dup": "MPI_Comm_dup",
	"fence": "MPI_Win_create", "delta": "MDMP_Delta_wait"}

// TestHarmlessWaits: with MDMP_VERIFY=1 a procedure of another file that is said to be harmless ends the run by a call of MPI that may
// wait, in whatever language, and by none that does not; without it all calls do what they did.
func TestHarmlessWaits(t *testing.T) {
	libs := libraries(t)
	b := newBench(t)
	for _, l := range libs {
		if err := l.Prepare(b.root); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("all", func(t *testing.T) {
		for _, l := range libs {
			for name, build := range map[string][]string{
				"mpif.h":  {"other.F90"},
				"mpi":     {"other.F90", "-DMODULE"},
				"mpi_f08": {"other.F90", "-DF08"},
				"api":     {"other.F90", "-DMODULE", "-DAPI"},
				"c":       {"other.c"},
			} {
				t.Run(l.Name+"/"+name, func(t *testing.T) {
					t.Parallel()
					share.Take(t)
					b.harmless(t, l, name, build[0], build[1:])
				})
			}
		}
	})
}

func (b *bench) harmless(t *testing.T, l *library, name, other string, flags []string) {
	dir := filepath.Join(b.root, l.Name, "harmless", name)
	fresh(t, dir)
	sources := absolute(t, []string{filepath.Join("harmless", other), filepath.Join("harmless", "main.f90")})
	if o := l.build(dir, []string{b.wrapper}, append(flags, "-w", "-fallow-argument-mismatch"), sources, false); o.Status != 0 {
		t.Fatal(o.Stdout, o.Stderr)
	}
	run := func(what string, env ...string) (said string, status int) {
		o := l.run(dir, aCase{ranks: 2, args: []string{what}}, append(env, "MDMP_TUNE=0"))
		return o.Stdout + o.Stderr, o.Status
	}
	want, _ := run("nothing")
	if got, status := run("all"); status != 0 || got != want || strings.TrimSpace(got) == "" {
		t.Errorf("all calls, without MDMP_VERIFY: status %d\n%s", status, got)
	}
	for what, call := range harmlessCalls {
		got, status := run(what, "MDMP_VERIFY=1")
		switch {
		case call == "" || what == "delta" && name != "api":
			if status != 0 || got != want {
				t.Errorf("%s: status %d\n%s", what, status, got)
			}
		case status == 0 || !strings.Contains(got, "MDMP_VERIFY: "+call+" is called by 'note'") || !strings.Contains(got, "main.f90:20: mdmp: error"):
			t.Errorf("%s: status %d\n%s", what, status, got)
		}
	}
}

// A program that calls no harmless procedure is linked without the wrappers of calls that may wait.
func TestNoWaitsWrapped(t *testing.T) {
	share.Take(t)
	b, l := newBench(t), libraries(t)[0]
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("harmless", "main.f90"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		harmless bool
		text     string
	}{{true, string(text)}, {false, strings.Replace(string(text), "!$mdmp harmless(note)", "", 1)}} {
		dir := t.TempDir()
		path := filepath.Join(dir, "main.f90")
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if o := l.build(dir, []string{b.wrapper}, nil, append(absolute(t, []string{"harmless/other.c"}), path), false); o.Status != 0 {
			t.Fatal(o.Stdout, o.Stderr)
		}
		exe, err := os.ReadFile(filepath.Join(dir, "program"))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(exe), "__wrap_MPI_Barrier"); got != c.harmless {
			t.Errorf("harmless: %v, wrapped: %v", c.harmless, got)
		}
	}
}

// Where the wrappers of calls that may wait are not linked, MDMP_VERIFY=1 says that none is seen.
func TestWaitsUnseen(t *testing.T) {
	share.Take(t)
	b, l := newBench(t), libraries(t)[0]
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sources := absolute(t, []string{"harmless/main.f90", "harmless/other.c"})
	object := mpirun.Command(dir, l.Env, 5*time.Minute, b.wrapper, "-c", sources[0])
	flags := mpirun.Command(dir, l.Env, 5*time.Minute, b.wrapper, "-mdmp-link-flags")
	if object.Status != 0 || flags.Status != 0 {
		t.Fatal(object.Stderr, flags.Stderr)
	}
	words := slices.DeleteFunc(strings.Fields(flags.Stdout), func(w string) bool { return strings.Contains(w, "waits") })
	if o := l.Build(dir, []string{l.FC}, append([]string{"main.o", sources[1]}, words...), false); o.Status != 0 {
		t.Fatal(o.Stderr)
	}
	o := l.run(dir, aCase{ranks: 2, args: []string{"barrier"}}, []string{"MDMP_VERIFY=1", "MDMP_TUNE=0"})
	if o.Status != 0 || strings.Count(o.Stderr, "main.f90:20: mdmp: warning: rank 0: MDMP_VERIFY: calls of MPI that 'note' makes are not seen") != 1 {
		t.Errorf("status %d\n%s%s", o.Status, o.Stdout, o.Stderr)
	}
}
