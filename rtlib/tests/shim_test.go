package tests

import (
	"fmt"
	"regexp"
	"strconv"
	"testing"
)

var shimmed = recipe{name: "shimmed", files: []string{"check.f90", "shim.c", "shimmed.F90"}}

// Nothing is left in MPI: requests, communicators, keyvals, error handlers, datatypes.
func TestNothingLeft(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, shimmed)
		report := regexp.MustCompile(`(?m)^left: .*$`)
		for _, n := range ranks(3) {
			r := run(t, m, job{n: n, exe: exe, env: []string{"MDMP_TUNE=2"}})
			lines := report.FindAllString(r.output, -1)
			if r.code != 0 || len(lines) != n {
				t.Fatalf("%d processes: exit status %d, %d reports\n%s", n, r.code, len(lines), clip(r.output))
			}
			clean := regexp.MustCompile(`^left: 0 requests, 0 communicators, 0 keyvals, 0 error handlers, 0 datatypes;`)
			for _, line := range lines {
				if !clean.MatchString(line) {
					t.Errorf("%d processes: %s", n, line)
				}
			}
		}
	})
}

// The n-th MPI call of one rank fails: the program ends with a message of the
// run time, names the directive if there is one, and never hangs or crashes.
func TestFailingCalls(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, shimmed)
		step := 7
		if !testing.Short() {
			step = 1
		}
		message := regexp.MustCompile(`mdmp: error: rank 1: .* failed: `)
		place := regexp.MustCompile(`(?m)^shimmed\.F90:\d+: mdmp: error: rank 1: `)
		placed := 0
		for n := 1; n <= 60; n += step {
			r := run(t, m, job{n: 2, exe: exe, env: []string{"SHIM_RANK=1", "SHIM_FAIL=" + strconv.Itoa(n)}})
			if r.code == 0 || r.code == -1 || !message.MatchString(r.output) {
				t.Errorf("call %d fails: exit status %d\n%s", n, r.code, clip(r.output))
			}
			if place.MatchString(r.output) {
				placed++
			}
		}
		if placed == 0 {
			t.Error("no message named a directive")
		}
	})
}

// Ranks that were given different options for the wire.
func TestOptionsDiffer(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("types"))
		script := fmt.Sprintf(`case "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}" in 1) export MDMP_CHUNK=4096;; esac; exec %s`, exe)
		mustFail(t, m, job{n: 2, exe: "sh", args: []string{"-c", script}},
			`mdmp: error: rank 1: this process and rank 0 of the communicator differ in .*MDMP_CHUNK \(4096, 1073741824\)`)
	})
}
