package run

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// flang is the second compiler. It cannot read gfortran's module files, so it
// gets a module mpi made from mpif.h, and programs that need mpi_f08 are out.

// notForFlang names what flang 22 cannot compile, with the reason.
var notForFlang = map[string]string{
	"shallow":     "mpi_f08",
	"comms08":     "mpi_f08",
	"edges":       "mpi_f08",
	"cmain":       "the main program is in C",
	"implicit77":  "pending, assigned GOTO",
	"checked":     "flags of gfortran",
	"int8":        "flags of gfortran",
	"real8":       "flags of gfortran",
	"types":       "real(16)",
	"unallocated": "an array that is not allocated has extent 0",
	"longnames":   "flags of gfortran",
	"openmp":      "no OpenMP library for flang on many machines",
	"threads":     "no OpenMP library for flang on many machines",
	"managed":     "no OpenMP library for flang on many machines",
	"parallel":    "no OpenMP library for flang on many machines",
	"hiddenuse":   "it knows no -std=legacy",
	"foreign":     "by mpif.h no VOLATILE array can be passed",
}

// TestFlang runs examples and programs, built by flang, on 3 ranks.
func TestFlang(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short")
	}
	if mpirun.Missing("flang-22") {
		t.Skip("flang-22 is not installed")
	}
	var l *library
	for _, have := range libraries(t) {
		if have.Name == "mpich" {
			l = have
		}
	}
	if l == nil {
		t.Skip("MPICH is not installed")
	}
	b := newBench(t)
	l.Name = "flang"
	// Mode off calls MPI by mpif.h here, with buffers of many types; flang warns
	// of that as it does where it is written by hand.
	l.loud = []string{"off"}
	wrapFlang(t, b, l)
	list := append(examples(t, "../../examples"), programs(t, "programs")...)
	t.Run("all", func(t *testing.T) {
		for _, p := range list {
			t.Run(p.name, func(t *testing.T) {
				if why := notForFlang[p.name]; why != "" {
					t.Skip(why)
				}
				if p.ranks == nil {
					p.ranks = []int{3}
				}
				t.Parallel()
				share.Take(t)
				b.compare(t, l, p, &recorded{})
			})
		}
	})
}

// wrapFlang writes an MPI compiler around flang, and the module mpi for it.
func wrapFlang(t *testing.T, b *bench, l *library) {
	t.Helper()
	dir := filepath.Join(b.root, "flang", "mpi")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	o := mpirun.Command(".", nil, time.Minute, l.FC, "-show")
	if o.Status != 0 {
		t.Fatalf("%s -show: %s", l.FC, o.Stderr)
	}
	var include, libs []string
	for _, f := range strings.Fields(o.Stdout) {
		switch {
		case strings.HasPrefix(f, "-I"):
			include = append(include, f)
		case strings.HasPrefix(f, "-L"), strings.HasPrefix(f, "-l"):
			libs = append(libs, f)
		}
	}
	script := strings.NewReplacer("INCLUDE", strings.Join(include, " "), "LIBS", strings.Join(libs, " "), "DIR", dir).Replace(`#!/bin/sh
# flang with MPICH; libraries only where something is linked
case " $* " in
*" -show "*) echo "flang-22 -IDIR INCLUDE LIBS"; exit ;;
*" -c "* | *" -S "* | *" -E "* | *" -fsyntax-only "*) exec flang-22 -IDIR INCLUDE "$@" ;;
esac
exec flang-22 -IDIR INCLUDE "$@" LIBS
`)
	l.FC = filepath.Join(dir, "mpifort-flang")
	l.Env = []string{"MDMP_FC=" + l.FC, "MDMP_CC=" + l.CC}
	module := filepath.Join(dir, "mpi.f90")
	for path, text := range map[string]string{l.FC: script, module: "module mpi\n  include 'mpif.h'\nend module mpi\n"} {
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// Descriptors are flang's: so is the header that describes them to C.
	path, err := exec.LookPath("flang-22")
	if err != nil {
		t.Fatal(err)
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		t.Fatal(err)
	}
	l.CCFlags = []string{"-I" + filepath.Join(filepath.Dir(path), "..", "include", "flang")}
	if o := mpirun.Command(dir, nil, time.Minute, l.FC, "-c", module); o.Status != 0 {
		t.Fatalf("the module mpi for flang: %s", o.Stderr)
	}
}
