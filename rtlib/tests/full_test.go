package tests

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Address and undefined-behaviour sanitizers. Leaks are MPI's own.
func TestAddressSanitizer(t *testing.T) {
	long(t)
	eachMPI(t, func(t *testing.T, m *mpi) {
		env := []string{"ASAN_OPTIONS=detect_leaks=0", "UBSAN_OPTIONS=print_stacktrace=1"}
		for _, name := range []string{"types", "sections", "patterns", "comms"} {
			exe := build(t, m, asan, fortran(name))
			mustPass(t, m, job{n: 3, exe: exe, env: env, limit: 3 * time.Minute})
			mustPass(t, m, job{n: 2, exe: exe, env: append(env, "MDMP_CHUNK=100"), limit: 3 * time.Minute})
		}
		exe := build(t, m, asan, recipe{name: "threads", files: []string{"threads.c"}})
		mustPass(t, m, job{n: 2, exe: exe, env: append(env, "MDMP_WARN=0"), limit: 3 * time.Minute}) // of threads that meet
		exe = build(t, m, asan, recipe{name: "partners", files: []string{"partners.c"}})
		mustPass(t, m, job{n: 3, exe: exe, env: env, limit: 3 * time.Minute})
	})
}

// The same where messages go in pieces, are predicted and stay pending.
func TestAddressSanitizerAuto(t *testing.T) {
	long(t)
	eachMPI(t, func(t *testing.T, m *mpi) {
		env := []string{"ASAN_OPTIONS=detect_leaks=0", "UBSAN_OPTIONS=print_stacktrace=1"}
		exe := build(t, m, asan, fortran("crowd"))
		mustPass(t, m, job{n: 2, exe: exe, env: append(env, "MDMP_TUNE=0"), limit: 3 * time.Minute})
		exe = build(t, m, asan, recipe{name: "lazy", files: []string{"check.f90", "lazy.F90"}, flags: []string{"-fcheck=all,no-bounds"}})
		mustPass(t, m, job{n: 3, exe: exe, env: append(env, "MDMP_TUNE=0"), limit: 3 * time.Minute})
		mustPass(t, m, job{n: 2, exe: exe, env: append(env, "MDMP_TUNE=0", "MDMP_VERIFY=2"), limit: 3 * time.Minute})
		exe = build(t, m, asan, recipe{name: "rows", files: []string{"isends.c", "check.f90", "rows.F90"}})
		mustPass(t, m, job{n: 2, exe: exe, args: []string{"whole"}, env: env, limit: 3 * time.Minute})
		if m.name == "mpich" {
			mustPass(t, m, job{n: 2, exe: exe, args: []string{"pieces"}, env: append(env, "MPIR_CVAR_NOLOCAL=1"), limit: 3 * time.Minute})
		}
		exe = build(t, m, asan, runs())
		for _, how := range []string{"lazy", "prompt", "rows"} {
			mustPass(t, m, job{n: 2, exe: exe, args: []string{"3", how}, env: append(env, "MDMP_TUNE=0"), limit: 3 * time.Minute})
		}
		exe = build(t, m, asan, passing())
		mustPass(t, m, job{n: 3, exe: exe, env: append(env, "MDMP_TUNE=0"), limit: 3 * time.Minute})
		mustPass(t, m, job{n: 2, exe: exe, env: append(env, "MDMP_TUNE=0", "MDMP_CHUNK=50000"), limit: 3 * time.Minute})
		exe = build(t, m, asan, recipe{name: "counted", files: []string{"check.f90", "counted.F90"}})
		mustPass(t, m, job{n: 2, exe: exe, env: append(env, "MDMP_TUNE=0"), limit: 3 * time.Minute})
		seesPages(t, m, job{n: 2, exe: build(t, m, asan, paged()), env: append(env, "MDMP_TUNE=0"), limit: 3 * time.Minute})
		exe = build(t, m, asan, history())
		mustPass(t, m, job{n: 3, exe: exe, env: append(env, "MDMP_TUNE=0"), limit: 3 * time.Minute})
		mustPass(t, m, job{n: 2, exe: exe, env: append(env, "MDMP_TUNE=0", "MDMP_VERIFY=2"), limit: 3 * time.Minute})
	})
}

// The thread sanitizer, with what keeps the MPI libraries out of its reports.
func TestThreadSanitizer(t *testing.T) {
	long(t)
	eachMPIAlone(t, func(t *testing.T, m *mpi) {
		env := []string{"UCX_MEM_EVENTS=n", "UCX_MEM_MMAP_HOOK_MODE=none", "MDMP_WARN=0"}
		if m.name == "openmpi" {
			env = append(env, "TSAN_OPTIONS=ignore_noninstrumented_modules=1")
		}
		exe := build(t, m, tsan, recipe{name: "threads", files: []string{"threads.c"}})
		mustPass(t, m, job{n: 2, exe: exe, env: env, limit: 3 * time.Minute})
		exe = build(t, m, tsan, recipe{name: "gate", files: []string{"gate.c"}})
		env = append(env, "MDMP_TUNE=0")
		for _, args := range [][]string{{"turns"}, {"meet", "0"}, {"meet", "1"}, {"meet", "2"}} {
			mustPass(t, m, job{n: 2, exe: exe, args: args, env: env, limit: 3 * time.Minute})
		}
	})
}

// valgrind is clean with MPICH alone.
func TestValgrind(t *testing.T) {
	long(t)
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("valgrind is not installed")
	}
	eachMPI(t, func(t *testing.T, m *mpi) {
		if m.name != "mpich" {
			t.Skip("valgrind is not clean with this library itself")
		}
		under := []string{"valgrind", "-q", "--error-exitcode=99"}
		for _, name := range []string{"sections", "comms"} {
			mustPass(t, m, job{n: 2, exe: build(t, m, plain, fortran(name)), under: under, limit: 5 * time.Minute})
		}
		j := job{n: 2, exe: build(t, m, plain, history()), env: []string{"MDMP_TUNE=0"}, under: under, limit: 5 * time.Minute}
		mustPass(t, m, j)
		mustPass(t, m, job{n: 2, exe: build(t, m, plain, passing()), env: j.env, under: under, limit: 5 * time.Minute})
	})
}

// More bytes than an int counts.
func TestBig(t *testing.T) {
	long(t)
	if gib := availableGiB(t); gib < 11 {
		t.Skipf("needs 11 GiB of memory, %d are free", gib)
	}
	eachMPIAlone(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, recipe{name: "big", files: []string{"check.f90", "big.F90"}})
		mustPass(t, m, job{n: 2, exe: exe, limit: 5 * time.Minute})
	})
}

func availableGiB(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		t.Skip("no /proc/meminfo")
	}
	for _, line := range strings.Split(string(text), "\n") {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "MemAvailable:" {
			kib, err := strconv.Atoi(f[1])
			if err != nil {
				t.Fatal(err)
			}
			return kib >> 20
		}
	}
	return 0
}
