package cuttest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// TestFortran compiles and runs the program; what it finds out depends on the
// machine, except where nothing is vectorised.
func TestFortran(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short")
	}
	fc, err := exec.LookPath("gfortran")
	if err != nil {
		t.Skip("needs gfortran")
	}
	for _, flags := range []string{"-O0 -fcheck=all", "-O2", "-O3", "-O3 -march=native", "-O3 -march=native -ffp-contract=off", "once -O3 -march=native"} {
		flags, once := strings.CutPrefix(flags, "once ")
		t.Run(flags, func(t *testing.T) {
			dir := t.TempDir()
			src, exe := filepath.Join(dir, "cuttest.f90"), filepath.Join(dir, "cuttest")
			if err := os.WriteFile(src, []byte(Source(once)), 0o600); err != nil {
				t.Fatal(err)
			}
			args := append(strings.Fields(flags), "-J", dir, "-o", exe, src)
			if out, err := exec.Command(fc, args...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			out, err := exec.Command(exe).CombinedOutput()
			same := err == nil && strings.Contains(string(out), Word)
			t.Logf("%s: same bits: %v", flags, same)
			if !same && !strings.Contains(flags, "O3") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// Where loops stand in a program once, the test has nothing else.
func TestOnce(t *testing.T) {
	text := Source(true)
	tree := parse.File(source.New("cuttest.f90", []byte(text), source.Options{Form: source.Free}))
	if len(tree.Errors) > 0 || strings.Contains(text, "whole") || strings.Count(text, "places = cuts") != 2 || len(tree.Units) != 3 {
		t.Errorf("%v, %d units\n%s", tree.Errors, len(tree.Units), text)
	}
}

// Every loop is there twice for each kind of reals, as written and cut, and every
// statement is understood.
func TestSource(t *testing.T) {
	text := Source(false)
	tree := parse.File(source.New("cuttest.f90", []byte(text), source.Options{Form: source.Free}))
	for _, e := range tree.Errors {
		t.Errorf("%v: %s", e.At, e.Text)
	}
	cases, cuts := 0, 0
	for i := range tree.Stmts {
		s := &tree.Stmts[i]
		if s.Kind == ast.KUnknown {
			t.Errorf("not understood: %s", s.Line.Text)
		}
		if s.Kind == ast.KCase {
			cases++
		}
	}
	for line := range strings.Lines(text) {
		if strings.Contains(line, "exit") {
			cuts++
		}
	}
	if cases != 4*kernels || cuts != 2*kernels {
		t.Errorf("%d loops, %d of them cut, of %d kernels", cases, cuts, kernels)
	}
	if len(tree.Units) != 4 || strings.Count(text, "'"+Word+"'") != 1 {
		t.Errorf("%d units", len(tree.Units))
	}
}
