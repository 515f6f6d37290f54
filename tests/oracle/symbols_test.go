package oracle

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// TestSymbols compares our symbols with gfortran's: all programs of ours that
// gfortran accepts as they stand, above all testdata/symbols.*.
func TestSymbols(t *testing.T) {
	if !HasGfortran() {
		t.Skip("SKIPPED: gfortran is not installed, so symbols were compared with nothing")
	}
	symbols, sure := 0, 0
	for _, folder := range ownPrograms {
		dir := t.TempDir()
		for _, name := range fortranFiles(t, folder) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			form := source.Detect(name, src)
			text, err := Prepare(name, src, form, nil)
			if err != nil {
				t.Fatal(err)
			}
			spaces, ok, err := Namespaces(Text{Src: text, Form: form}, dir)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				if strings.HasPrefix(filepath.Base(name), "symbols.") {
					t.Errorf("%s: gfortran does not accept it", name)
				}
				continue
			}
			r := CompareSymbols(Text{Src: text, Form: form}, spaces, dir)
			for _, d := range r.Diffs {
				t.Errorf("%s: %s", name, d)
			}
			symbols += r.Symbols
			sure += r.Symbols - r.Unsure - r.Partly
		}
	}
	t.Logf("%d symbols, %d of them fully known", symbols, sure)
	if sure < 100 {
		t.Errorf("only %d symbols could be compared", sure)
	}
}
