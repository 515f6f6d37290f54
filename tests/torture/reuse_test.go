package torture

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
)

// What modes have in common is compiled once, and stands in the folder of each.
func TestReused(t *testing.T) {
	root := t.TempDir()
	fc := filepath.Join(root, "fc")
	script := `#!/bin/sh
echo "$*" >>` + root + `/log
for last; do :; done
case "$last" in *.f90|*.f) ;; *) exit 0;; esac
name=${last%.*}
echo "$*" >"$name.o"
for m in $(sed -n 's/^ *module \([a-z0-9_]*\)$/\1/p' "$last"); do echo module >"$m.mod"; done
`
	if err := os.WriteFile(fc, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	m := &machine{Library: &mpirun.Library{Name: "none", FC: fc, CC: fc}, wrapper: fc, root: root}
	foreign := newCode(1, 0)
	outside := func(k *kernel) bool {
		for _, u := range k.code.files {
			if u.foreign {
				return true
			}
		}
		return false
	}
	for seed := int64(1); !outside(foreign) || strings.Contains(foreign.code.data(), "!$mdmp"); seed++ {
		foreign = newCode(1, seed)
	}
	unseen := newKernel(2, 0)
	for seed := int64(1); !unseen.unseen; seed++ {
		unseen = newKernel(2, seed)
	}
	kernels := []*kernel{foreign, unseen}
	dir := filepath.Join(root, "batch")
	flags := []string{"-w", "-O1"}
	for _, mode := range []string{byHand, "off", "plain", "auto"} {
		if o := m.build(dir, kernels, mode, flags); o.Status != 0 {
			t.Fatal(o.Stderr)
		}
	}
	if o := m.build(filepath.Join(root, "other"), kernels, byHand, flags); o.Status != 0 { // another batch has its own
		t.Fatal(o.Stderr)
	}
	log, err := os.ReadFile(filepath.Join(root, "log"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range program(kernels) {
		want := 5 // once for each mode, and for the other batch
		switch {
		case !strings.Contains(f.text, "!ref") && f.foreign:
			want = 2
		case f.foreign:
			want = 3
		case !strings.Contains(f.text, "!$mdmp"):
			want = 4
		}
		if n := strings.Count(string(log), " -c "+f.name+"\n"); n != want {
			t.Errorf("%s is compiled %d times, want %d", f.name, n, want)
		}
		for _, mode := range []string{byHand, "off", "plain", "auto"} {
			object := strings.TrimSuffix(f.name, filepath.Ext(f.name)) + ".o"
			if _, err := os.Stat(filepath.Join(dir, mode, object)); err != nil {
				t.Error(err)
			}
		}
	}
}
