package rungs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// evidence analyses the regions of a program.
func evidence(t *testing.T, name, src string) []*Body {
	t.Helper()
	return slices.DeleteFunc(fileEvidence(t, name, src, nil).Bodies, (*Body).Managed)
}

// fileEvidence analyses a program; asked, which may be nil, names the procedures
// that are to be managed.
func fileEvidence(t *testing.T, name, src string, asked func(string) bool) *File {
	t.Helper()
	f := source.New(name, []byte(src), source.Options{})
	tree := parse.File(f)
	scopes := scope.New(tree, scope.Options{})
	set, diags := regions.Find(f, tree, scopes)
	for _, d := range diags {
		t.Logf("%s", d.Message)
	}
	for _, s := range tree.Errors {
		t.Errorf("%s: %s", name, s.Text)
	}
	var opt Options
	if asked != nil {
		opt.Managed = func(u *ast.Unit) Wish {
			if asked(u.Name) {
				return Asked
			}
			return Unasked
		}
	}
	return Analyse(scopes, set, opt)
}

// TestGolden compares the evidence for the programs in testdata with what is
// recorded; MDMP_UPDATE=1 records it anew.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.f*")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, ".golden") {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			out.WriteString(showFile(string(src), fileEvidence(t, name, string(src), nil)))
			golden := name + ".golden"
			if os.Getenv("MDMP_UPDATE") == "1" {
				if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), out.String()); d != "" {
				t.Error(d)
			}
		})
	}
}
