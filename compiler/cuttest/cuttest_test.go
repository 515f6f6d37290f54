package cuttest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFortran compiles and runs the program; what it finds out depends on the
// machine, except where nothing is vectorised.
func TestFortran(t *testing.T) {
	fc, err := exec.LookPath("gfortran")
	if err != nil {
		t.Skip("needs gfortran")
	}
	for _, flags := range []string{"-O0 -fcheck=all", "-O2", "-O3", "-O3 -march=native"} {
		t.Run(flags, func(t *testing.T) {
			dir := t.TempDir()
			src, exe := filepath.Join(dir, "cuttest.f90"), filepath.Join(dir, "cuttest")
			if err := os.WriteFile(src, []byte(Source()), 0o600); err != nil {
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
