package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// commands are the commands of our scripts.
func commands() map[string]func(ts *testscript.TestScript, neg bool, args []string) {
	return map[string]func(ts *testscript.TestScript, neg bool, args []string){
		"same":     cmdSame,
		"empty":    cmdEmpty,
		"self":     cmdSelf,
		"longargs": cmdLongargs,
		"append":   cmdAppend,
		"builds":   cmdBuilds,
		"matrix":   cmdMatrix,
		"run":      cmdRun,
	}
}

// cmdSame runs the wrapper and the wrapped compiler with the same arguments
// and compares outputs and exit codes.
func cmdSame(ts *testscript.TestScript, neg bool, args []string) {
	run := func(name string) (out, errs []byte, code int) {
		path, err := exec.LookPath(name)
		ts.Check(err)
		cmd := exec.Command(path, args...)
		cmd.Dir = ts.Getenv("WORK")
		for _, name := range []string{"PATH", "MDMP_FC", "MDMP_CACHE", "TMPDIR"} {
			cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
		}
		var o, e bytes.Buffer
		cmd.Stdout, cmd.Stderr = &o, &e
		_ = cmd.Run() // the exit code is compared
		return o.Bytes(), e.Bytes(), cmd.ProcessState.ExitCode()
	}
	out, errs, code := run("mdmpf90")
	wantOut, wantErrs, wantCode := run(ts.Getenv("FC"))
	wantErrs, errs = stripTemp(wantErrs), stripTemp(errs)
	if !bytes.Equal(out, wantOut) || !bytes.Equal(errs, wantErrs) || code != wantCode {
		ts.Fatalf("%q: exit %d\n%s%s\nwant exit %d\n%s%s", args, code, out, errs, wantCode, wantOut, wantErrs)
	}
}

var tempName = regexp.MustCompile(`/cc\w{6}`)

// stripTemp takes names of temporary files of gcc out of messages.
func stripTemp(text []byte) []byte { return tempName.ReplaceAll(text, []byte("/ccX")) }

// cmdEmpty fails if a folder holds anything.
func cmdEmpty(ts *testscript.TestScript, neg bool, args []string) {
	for _, dir := range args {
		list, err := os.ReadDir(ts.MkAbs(dir))
		ts.Check(err)
		for _, e := range list {
			ts.Fatalf("left behind: %s", filepath.Join(dir, e.Name()))
		}
	}
}

// cmdSelf links the wrapper under another name.
func cmdSelf(ts *testscript.TestScript, neg bool, args []string) {
	path, err := exec.LookPath("mdmpf90")
	ts.Check(err)
	for _, name := range args {
		ts.Check(os.Symlink(path, ts.MkAbs(name)))
	}
}

// cmdLongargs writes a response file of n long flags.
func cmdLongargs(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var b strings.Builder
	for i := range n {
		b.WriteString("-Wl,--defsym=a_rather_long_name_of_a_symbol_" + strconv.Itoa(i) + "=0\n")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}

// cmdAppend appends a file to another.
func cmdAppend(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(ts.ReadFile(args[0])+ts.ReadFile(args[1])), 0o644))
}

// cmdBuilds checks the number of run times in the cache, and that nothing else
// is there.
func cmdBuilds(ts *testscript.TestScript, neg bool, args []string) {
	list, err := os.ReadDir(ts.Getenv("MDMP_CACHE"))
	ts.Check(err)
	n := 0
	for _, e := range list {
		switch name := e.Name(); {
		case name == "tools", filepath.Ext(name) == ".lock":
		case strings.Contains(name, ".build-"):
			ts.Fatalf("left behind: %s", name)
		default:
			n++
		}
	}
	if strconv.Itoa(n) != args[0] {
		ts.Fatalf("%d run times in the cache", n)
	}
}

// cmdRun runs an MPI program: run RANKS PROGRAM.
func cmdRun(ts *testscript.TestScript, neg bool, args []string) {
	out := launched(ts, args[0], args[1:]...)
	ts.Check(os.WriteFile(ts.MkAbs("stdout.run"), []byte(out), 0o644))
	// The next "stdout" of the script is about this.
	ts.Check(ts.Exec("cat", ts.MkAbs("stdout.run")))
}

// launched runs a program and returns its lines in sorted order.
func launched(ts *testscript.TestScript, ranks string, command ...string) string {
	mpi := ts.Getenv("MPI")
	args := []string{"-k", "5", "120", "mpiexec." + mpi, "-n", ranks}
	if mpi == "openmpi" {
		args = []string{"-k", "5", "120", "mpiexec.openmpi", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "-n", ranks}
	}
	cmd := exec.Command("timeout", append(args, command...)...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(os.Environ(), "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "TMPDIR="+ts.Getenv("TMPDIR"))
	for _, name := range []string{"MDMP_TUNE", "MDMP_PROFILE"} {
		if v := ts.Getenv(name); v != "" {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		ts.Fatalf("%v: %v\n%s%s", command, err, out.Bytes(), errs.Bytes())
	}
	lines := strings.SplitAfter(out.String(), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// cmdMatrix builds the program halo.f90 main.f90 with a set of flags in both
// modes, silently, and wants the results of the first set.
func cmdMatrix(ts *testscript.TestScript, neg bool, args []string) {
	flags := strings.Fields(strings.Join(args, " "))
	want := ts.MkAbs("want")
	for _, mode := range []string{"-mdmp=plain", "-mdmp=off"} {
		compile := func(more ...string) {
			path, err := exec.LookPath("mdmpf90")
			ts.Check(err)
			cmd := exec.Command(path, slices.Concat([]string{mode}, flags, more)...)
			cmd.Dir = ts.MkAbs(".")
			for _, name := range []string{"PATH", "MDMP_FC", "MDMP_CACHE", "TMPDIR", realTranslator} {
				cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
			}
			out, err := cmd.CombinedOutput()
			if err != nil || len(out) > 0 {
				ts.Fatalf("mdmpf90 %q: %v\n%s", cmd.Args[1:], err, out)
			}
		}
		compile("-c", "halo.f90")
		compile("-c", "main.f90")
		compile("halo.o", "main.o", "-o", "prog")
		got := launched(ts, "2", "./prog")
		if _, err := os.Stat(want); err != nil {
			ts.Check(os.WriteFile(want, []byte(got), 0o644))
		}
		if text := ts.ReadFile("want"); got != text {
			ts.Fatalf("%s %v:\n%swant\n%s", mode, flags, got, text)
		}
	}
}
