package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Parts of the run time against brute force, without MPI in the way.
func TestUnits(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		for _, u := range []struct {
			name    string
			sources []string // of the run time
		}{
			{name: "section_unit", sources: []string{"list.c"}},
			{name: "list_check", sources: []string{"section.c", "list.c", "lists.c", "table.c", "memory.c"}},
			{name: "geom_check", sources: []string{"geom.c", "boxes.c"}},
			{name: "lookup_check", sources: []string{"lookup.c"}},
			{name: "lock_check", sources: []string{"rt.c"}},
			{name: "profile_check", sources: []string{"profile.c"}},
			{name: "report_check", sources: []string{"report.c", "file.c"}},
			{name: "tune_check", sources: []string{"tune.c", "arms.c", "cycle.c", "weigh.c"}},
			{name: "pages_check", sources: []string{"pages.c", "callers.c", "syscalls.c", "handlers.c"}},
			{name: "plan_check", sources: []string{"plan.c", "kept.c", "boxes.c", "geom.c", "lookup.c", "memory.c", "view.c", "section.c", "list.c", "lists.c", "table.c"}},
			{name: "prior_check", sources: []string{"prior.c", "file.c", "tune.c", "arms.c", "cycle.c", "weigh.c"}},
		} {
			t.Run(u.name, func(t *testing.T) {
				dir := t.TempDir()
				args := []string{"-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-o", u.name, program(u.name + ".c")}
				for _, s := range u.sources {
					args = append(args, source(s))
				}
				if _, err := command(dir, m.cc, args...); err != nil {
					t.Fatal(err)
				}
				if out, err := command(dir, "env", "ASAN_OPTIONS=detect_leaks=0", filepath.Join(dir, u.name)); err != nil {
					t.Fatalf("%v\n%s", err, clip(out))
				}
			})
		}
	})
}

// Pages and signals under the thread sanitizer, and as they are: both ask for the address of a fault in their own ways.
func TestPages(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		for _, flags := range [][]string{{"-fsanitize=thread"}, nil, {"-DOWN_ALLOCATOR"}} {
			dir := t.TempDir()
			args := append([]string{"-g", "-O1", "-pthread", "-o", "pages_check", program("pages_check.c"), source("pages.c"), source("callers.c"), source("syscalls.c"), source("handlers.c")}, flags...)
			if _, err := command(dir, m.cc, args...); err != nil {
				t.Fatal(err)
			}
			out, err := command(dir, "env", "UCX_MEM_EVENTS=n", "UCX_MEM_MMAP_HOOK_MODE=none", filepath.Join(dir, "pages_check"))
			if err != nil || strings.TrimSpace(out) != "ok" {
				t.Errorf("%v: %v\n%s", flags, err, clip(out))
			}
		}
	})
}

// The sources compile without a warning with clang, too, and with flang's descriptors.
func TestClangAndFlang(t *testing.T) {
	clang, err := exec.LookPath("clang-22")
	if err != nil {
		t.Skip("clang-22 is not installed")
	}
	binding := "/usr/lib/llvm-22/include/flang"
	if _, err := os.Stat(filepath.Join(binding, "ISO_Fortran_binding.h")); err != nil {
		t.Skip("flang-22 is not installed")
	}
	eachMPI(t, func(t *testing.T, m *mpi) {
		include, err := command("", m.cc, "-show")
		if err != nil {
			t.Fatal(err)
		}
		flags := []string{"-std=c11", "-Wall", "-Wextra", "-Werror", "-I", binding}
		for _, f := range strings.Fields(include) {
			if strings.HasPrefix(f, "-I") {
				flags = append(flags, f)
			}
		}
		dir := t.TempDir()
		if err := compileAll(dir, clang, flags, cSources()); err != nil {
			t.Fatal(err)
		}
		if _, err := command(dir, "flang-22", "-c", source("mdmp_rt.f90")); err != nil {
			t.Fatal(err)
		}
		if m.name == "mpich" {
			runFlang(t, m, dir)
		}
	})
}

// runFlang links and runs a program of flang with the run time in dir.
func runFlang(t *testing.T, m *mpi, dir string) {
	t.Helper()
	show, err := command("", m.fc, "-show")
	if err != nil {
		t.Fatal(err)
	}
	objects, err := filepath.Glob(filepath.Join(dir, "*.o"))
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"-cpp", "-DHOW=1", "-I", program(""), program("init.F90")}
	args = append(append(args, objects...), wrapFlags(false)...)
	for _, f := range strings.Fields(show) {
		if strings.HasPrefix(f, "-I") || strings.HasPrefix(f, "-L") || strings.HasPrefix(f, "-l") {
			args = append(args, f)
		}
	}
	if _, err := command(dir, "flang-22", append(args, "-o", "init")...); err != nil {
		t.Fatal(err)
	}
	for _, n := range ranks(2) {
		mustPass(t, m, job{n: n, exe: filepath.Join(dir, "init")})
	}
}
