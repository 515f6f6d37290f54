package tests

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
)

// A result is how a run ended.
type result struct {
	output string
	code   int // as in mpirun.Outcome
}

// A job is a run of an executable on n processes.
type job struct {
	n     int
	env   []string
	under []string // a command that runs the executable on each process
	exe   string
	args  []string
	limit time.Duration // 0: one minute
}

// running bounds how many MPI programs run at once: one starts or ends, which is mostly waiting, while the others
// compute; more would only poll against each other.
var running = make(chan struct{}, runtime.NumCPU()+1)

// run runs a job; the time limit ends all of it.
func run(t *testing.T, m *mpi, j job) result {
	t.Helper()
	if j.limit == 0 {
		j.limit = time.Minute
	}
	running <- struct{}{}
	defer func() { <-running }()
	argv := append(append([]string{}, j.under...), j.exe)
	o := mpirun.Command(t.TempDir(), j.env, j.limit, m.Launch(j.n, append(argv, j.args...)...)...)
	return result{output: o.Stdout + "\n" + o.Stderr, code: o.Status}
}

// mustPass runs a job that has to end well and say so.
func mustPass(t *testing.T, m *mpi, j job) string {
	t.Helper()
	r := run(t, m, j)
	if r.code != 0 || !strings.Contains(r.output, "passed") {
		t.Fatalf("%s on %d processes %v: exit status %d\n%s", j.exe, j.n, j.env, r.code, clip(r.output))
	}
	if strings.Contains(r.output, "mdmp: ") {
		t.Fatalf("%s on %d processes %v: the run time was not silent\n%s", j.exe, j.n, j.env, clip(r.output))
	}
	return r.output
}

// clip keeps the beginning of what may be long.
func clip(s string) string {
	if len(s) > 4000 {
		return s[:4000] + "\n..."
	}
	return s
}
