package oracle

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// TestFlang compares our trees with flang's on programs of ours. For other
// code there is the command agree.
func TestFlang(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short")
	}
	if !HasFlang() || !HasGfortran() {
		t.Skipf("SKIPPED: %s or gfortran is not installed, so trees were compared with nothing", Flang)
	}
	known, err := ReadKnown("testdata/differences.txt")
	if err != nil {
		t.Fatal(err)
	}
	accepted, loops := 0, 0
	for _, dir := range ownPrograms {
		for _, name := range fortranFiles(t, dir) {
			r := compareFile(t, name)
			if !r.Accepted {
				continue
			}
			accepted++
			loops += r.Loops
			differs := len(r.Diffs) > 0 || r.WrongLoops > 0
			switch abs, _ := filepath.Abs(name); {
			case differs && known.Reason(abs) == "":
				t.Errorf("%s: %v, %d wrong loops", name, r.Diffs, r.WrongLoops)
			case !differs && known.Reason(abs) != "":
				t.Errorf("%s agrees now: take it out of testdata/differences.txt", name)
			}
		}
	}
	if accepted == 0 || loops == 0 {
		t.Errorf("flang accepted %d files with %d loops", accepted, loops)
	}
}

// mostKnown is how many differences are known. Make it smaller, never larger.
const mostKnown = 3

func TestKnownShrinks(t *testing.T) {
	known, err := ReadKnown("testdata/differences.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(known) != mostKnown {
		t.Errorf("testdata/differences.txt has %d lines, mostKnown is %d: the list is meant only to shrink", len(known), mostKnown)
	}
	for end, reason := range known {
		if reason == "" {
			t.Errorf("%s: no reason is given", end)
		}
	}
}

// compareFile prepares and compares a file.
func compareFile(t *testing.T, name string) Result {
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	form := source.Detect(name, src)
	text, err := Prepare(name, src, form, nil)
	if err != nil {
		t.Fatal(err)
	}
	both := Text{Src: text, Form: form}
	theirs, ok, err := Theirs(both)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		return Result{}
	}
	return Compare(both, theirs)
}

// fortranFiles lists the Fortran files below dir.
func fortranFiles(t *testing.T, dir string) []string {
	var out []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && source.FormOfExtension(p) != source.Auto {
			out = append(out, p)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return out
}
