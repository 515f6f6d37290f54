package suggest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/suggest"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// FuzzFind looks through any text: no panic, and lines that stay are not changed.
func FuzzFind(f *testing.F) {
	for _, name := range sources(f) {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src), filepath.Ext(name) == ".f")
	}
	f.Fuzz(func(t *testing.T, text string, fixed bool) {
		name := "fuzz.f90"
		if fixed {
			name = "fuzz.f"
		}
		r := suggest.Find([]program.Input{{Name: name, Src: []byte(text)}}, suggest.Options{Source: source.Options{}, Region: true})
		if len(r.Exchanges) == 0 && r.Files[0].Patch != "" {
			t.Errorf("a patch without an exchange:\n%s", r.Files[0].Patch)
		}
	})
}

// TestEveryFile looks through all Fortran files of the repository.
func TestEveryFile(t *testing.T) {
	n := 0
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch filepath.Ext(path) {
		case ".f90", ".f", ".F90", ".F", ".f08", ".inc":
		default:
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		n++
		suggest.Find([]program.Input{{Name: path, Src: src}}, suggest.Options{Source: source.Options{}, Region: true})
		return nil
	})
	if err != nil || n < 50 {
		t.Errorf("%d files, %v", n, err)
	}
}
