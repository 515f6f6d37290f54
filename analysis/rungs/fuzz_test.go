package rungs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// FuzzAnalyse: no file may crash the analysis, whatever its directives are.
func FuzzAnalyse(f *testing.F) {
	files, _ := filepath.Glob("../../examples/*/*.[fF]*")
	more, _ := filepath.Glob("testdata/*.f90")
	old, _ := filepath.Glob("../../tests/run/*/*.f")
	for _, name := range slices.Concat(files, more, old) {
		if src, err := os.ReadFile(name); err == nil {
			f.Add(src, strings.EqualFold(filepath.Ext(name), ".f"))
		}
	}
	// A main program need not say that it is one.
	f.Add([]byte("real u(9)\n!$mdmp commregion\nu = 0\ncall s(u)\n"+sendU+"!$mdmp end commregion\nend\nsubroutine s(u)\nreal u(9)\nu = 1\nend\n"), false)
	for _, body := range []string{fill + sendU, recvU + busy + relax, "  associate (a => u(:,k))\n  a(k) = 1\n  end associate\n" + recvU} {
		f.Add([]byte(caseModule+"program p\nreal u(9,9)\n!$mdmp commregion\n"+body+"!$mdmp end commregion\nend\n"), true)
	}
	f.Fuzz(func(t *testing.T, src []byte, fixed bool) {
		form := source.Free
		if fixed {
			form = source.Fixed
		}
		file := source.New("x.f", src, source.Options{Form: form})
		tree := parse.File(file)
		set, _ := regions.Find(file, tree, nil)
		for _, e := range Analyse(scope.New(tree, scope.Options{}), set, Options{}).Bodies {
			if e.Unit == nil {
				t.Error("evidence about nothing")
			}
		}
	})
}
