package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
