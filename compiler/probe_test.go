package compiler

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFamilyOfVersion(t *testing.T) {
	tests := []struct {
		text string
		want Family
	}{
		{"GNU Fortran (Debian 12.2.0-14) 12.2.0", GNU},
		{"Debian flang version 22.1.8 (1~deb12u1)", Flang},
		{"flang-new version 17.0.6", Flang},
		{"ifx (IFX) 2024.1.0 20240308", Intel},
		{"ifort (IFORT) 2021.9.0 20230302", Intel},
		{"\nnvfortran 24.3-0 64-bit target on x86-64 Linux", NV},
		{"clang version 7.0.1", Unknown},
		{"Cray Fortran : Version 17.0.0", Unknown},
	}
	for _, tt := range tests {
		if got := FamilyOfVersion(tt.text); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.text, got, tt.want)
		}
	}
	for _, f := range []Family{GNU, Flang, Intel, NV} {
		if ParseFamily(f.String()) != f {
			t.Errorf("%v does not come back", f)
		}
	}
}

// fake writes an MPI wrapper that answers as MPICH's do.
func fake(t *testing.T, dir string) string {
	behind := program(t, dir+"/gfortran-99", "echo 'GNU Fortran 99.1'; echo more")
	return program(t, dir+"/mpifort", `echo x >>`+dir+`/asked
case $1 in
-show) shift; echo `+behind+` -O2 "$@" -I/inc -L`+dir+` -lmpich;;
-v) echo 'mpifort for MPICH version 9.9'; exit 1;;
--version) exec `+behind+`;;
*) exit 1;;
esac
`)
}

func TestProbeAndMemo(t *testing.T) {
	dir := t.TempDir()
	fc := fake(t, dir)
	memo := Memo{Dir: dir + "/memo", Env: []string{"PATH=/bin:/usr/bin", "HOME=/x"}}
	times := func() int {
		text, err := os.ReadFile(dir + "/asked")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(text), "x")
	}
	tool, err := memo.Tool(fc, nil)
	if err != nil {
		t.Fatal(err)
	}
	if tool.Behind != dir+"/gfortran-99" || tool.MPI != "MPICH version 9.9" || tool.Family != "gnu" ||
		tool.Version != "GNU Fortran 99.1" {
		t.Errorf("got %+v", tool)
	}
	if d := cmp.Diff([][]string{{"-O2"}, {"-I/inc", "-L" + dir, "-lmpich"}}, [][]string{tool.Before, tool.After}); d != "" {
		t.Errorf("what the wrapper adds: %s", d)
	}
	first := times()
	if _, err := memo.Tool(fc, nil); err != nil || times() != first {
		t.Errorf("asked again (%d times): %v", times()-first, err)
	}
	again := func(what string, change func() error) {
		t.Helper()
		before := times()
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if _, err := memo.Tool(fc, nil); err != nil || times() == before {
			t.Errorf("%s: not asked again: %v", what, err)
		}
	}
	again("compiler changed", func() error {
		program(t, dir+"/gfortran-99", "echo 'GNU Fortran 99.2'; echo more")
		return nil
	})
	again("environment changed", func() error {
		memo.Env[1] = "MPICH_FC=flang"
		return nil
	})
	again("memory damaged", func() error {
		list, err := filepath.Glob(dir + "/memo/*.json")
		for _, name := range list {
			if err := os.WriteFile(name, []byte("{"), 0o644); err != nil {
				return err
			}
		}
		return err
	})
	// What others may have written there is not believed.
	again("memory for all", func() error { return os.Chmod(dir+"/memo", 0o777) })
	again("memory for all, again", func() error { return nil })
	if _, err := memo.Tool(dir+"/nothing", nil); err == nil {
		t.Error("a missing compiler was probed")
	}
}

func TestSameMPI(t *testing.T) {
	a, b, none := &Tool{MPI: "Open MPI 4.1.4", Path: "f"}, &Tool{MPI: "MPICH version 4.0.2", Path: "c"}, &Tool{}
	if SameMPI(a, a) != nil || SameMPI(a, none) != nil || SameMPI(none, b) != nil {
		t.Error("refused")
	}
	err := SameMPI(a, b)
	if err == nil || !strings.Contains(err.Error(), "MDMP_CC") {
		t.Errorf("not refused: %v", err)
	}
}

// The MPIs of this machine.
func TestProbeRealMPIs(t *testing.T) {
	for _, tt := range []struct{ suffix, mpi string }{
		{".mpich", "MPICH version "},
		{".openmpi", "Open MPI "},
	} {
		fc, err := exec.LookPath("mpifort" + tt.suffix)
		if err != nil {
			t.Logf("mpifort%s is not installed", tt.suffix)
			continue
		}
		f := Finder{Path: os.Getenv("PATH")}
		cc, err := f.C("", fc)
		if err != nil {
			t.Error(err)
			continue
		}
		ft, err := Ask(fc, nil, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		ct, err := Ask(cc, nil, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.HasPrefix(ft.MPI, tt.mpi) || ft.MPI != ct.MPI || ft.Behind == ft.Path || len(ft.Stamps) < 2 {
			t.Errorf("%+v\n%+v", ft, ct)
		}
	}
}

// gfortran lists the flags that take a separate argument: the table must know
// them all.
func TestSeparateFlagsOfGfortran(t *testing.T) {
	out, err := exec.Command("gfortran", "--help=separate").Output()
	if err != nil {
		t.Skip("gfortran is not installed")
	}
	// Flags of other languages, and such that the driver does not take so.
	skip := map[string]bool{"-Hd": true, "-Hf": true, "-Xf": true, "-gnatO": true, "-MD": true, "-MMD": true}
	n := 0
	for _, m := range regexp.MustCompile(`(?m)^  (-[A-Za-z][-\w]*)`).FindAllStringSubmatch(string(out), -1) {
		if skip[m[1]] {
			continue
		}
		n++
		if row, _ := Lookup(GNU, m[1]); row.Place != Next && row.Place != GluedOrNext {
			t.Errorf("%s takes a separate argument", m[1])
		}
	}
	if n < 20 {
		t.Errorf("only %d flags found in the help", n)
	}
}
