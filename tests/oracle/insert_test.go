package oracle

import (
	"os"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// TestInsert puts lines into all programs of ours: every other byte stays, and
// compilers accept what they accepted before.
func TestInsert(t *testing.T) {
	tried := 0
	for _, dir := range ownPrograms {
		for _, name := range fortranFiles(t, dir) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			form := source.Detect(name, src)
			if HasGfortran() {
				if src, err = Prepare(name, src, form, nil); err != nil {
					t.Fatal(err)
				}
			}
			before := Text{Src: src, Form: form}
			after, r := CheckInsert(before)
			if !testing.Short() {
				r.TryCompilers(before, after, false, t.TempDir())
			}
			for _, c := range r.Complaints {
				t.Errorf("%s: %s", name, c)
			}
			tried += r.Tried
		}
	}
	if tried == 0 && !testing.Short() {
		t.Skip("SKIPPED: no compiler is installed that accepts a program, so none judged the insertions")
	}
}
