package tree

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the prefix of our own packages.
const module = "github.com/mdmp-fortran/mdmp/"

// order has every package after all that it may import.
var order = []string{
	"fortran/source", "fortran/ast", "fortran/omp", "fortran/parse", "fortran/mpi", "fortran/scope", "fortran/modinfo",
	"diag/sarif", "diag", "diag/reason",
	"lang",
	"analysis/mpicall", "analysis/regions", "analysis/affine", "analysis/escape", "analysis/access", "analysis/internal/snippet", "analysis/depend", "analysis/nests", "analysis/flow", "analysis/rungs", "analysis/audit", "analysis/overlap",
	"codegen/emit", "codegen/halo", "codegen/apart", "codegen/plan", "codegen/internal/planned", "codegen/offmode", "codegen/nonblocking", "codegen/calls",
	"codegen",
	"suggest/program", "suggest/calls", "suggest/sections", "suggest/place", "suggest/match", "suggest/buffers", "suggest/patch", "suggest",
	"safefile",
	"compiler", "compiler/include", "compiler/cuttest",
	"rtlib", "suggest/sent",
	"chart", "probe", "prefetch", "doctor",
	"cmd/mdmp", "cmd/mdmpf90",
	"bench/lab", "bench/measure", "bench/suite", "bench/cmd/mdmp-bench", "bench/cmd/mdmp-lab", "bench/wrapper", "bench/prefetch",
	"tests/oracle", "tests/oracle/agree", "tests/share", "tests/mpirun", "rtlib/tests", "prefetch/tests", "tests/mutate", "tests/run", "tests/torture", "tests/steps", "tests/tree",
}

// knows says for each folder from which others it may import at all: the run
// time comes after the translator in the order, and still knows nothing of it.
var knows = map[string][]string{
	"fortran":  {},
	"diag":     {"fortran"},
	"lang":     {"fortran", "diag"},
	"analysis": {"fortran", "diag", "lang"},
	"codegen":  {"fortran", "diag", "lang", "analysis"},
	"suggest":  {"fortran", "diag", "lang", "analysis", "compiler", "rtlib"},
	"safefile": {},
	"compiler": {"fortran", "safefile"},
	"rtlib":    {"compiler", "safefile"},
	"probe":    {"chart", "safefile", "compiler", "rtlib"},
	"prefetch": {"compiler", "rtlib"},
	"doctor":   {"safefile", "compiler", "rtlib"},
	"chart":    {},
	"cmd":      {"fortran", "diag", "lang", "analysis", "codegen", "suggest", "safefile", "compiler", "rtlib", "probe", "prefetch", "doctor"},
	"bench":    {"chart"},
	"tests":    {"fortran"}, // what compares it with compilers
}

// wrong says why a package must not import another, "" if it may.
func wrong(pkg, imported string) string {
	from, to := slices.Index(order, pkg), slices.Index(order, imported)
	folder, _, _ := strings.Cut(pkg, "/")
	other, _, _ := strings.Cut(imported, "/")
	switch {
	case from < 0:
		return pkg + " is not in the order"
	case to < 0:
		return imported + " is not in the order"
	case to >= from:
		return fmt.Sprintf("%s imports %s, which stands after it", pkg, imported)
	case pkg == "analysis/audit" && folder == other && imported != "analysis/regions" && imported != "analysis/rungs":
		return fmt.Sprintf("%s imports %s: it knows nothing of how plans are made", pkg, imported)
	case folder != other && !slices.Contains(knows[folder], other):
		return fmt.Sprintf("%s imports %s: %s/ knows nothing of %s/", pkg, imported, folder, other)
	}
	return ""
}

func TestWrong(t *testing.T) {
	for _, tt := range []struct {
		pkg, imported string
		allowed       bool
	}{
		{"codegen", "analysis/rungs", true},
		{"analysis/rungs", "analysis/access", true},
		{"lang", "fortran/parse", true},
		{"analysis/rungs", "codegen/plan", false}, // upwards
		{"analysis/audit", "analysis/rungs", true},
		{"analysis/audit", "analysis/access", false}, // it does not look at what it looks over
		{"fortran/source", "fortran/ast", false},     // upwards in a folder
		{"lang", "lang", false},                      // itself
		{"rtlib", "codegen", false},                  // before it, and none of its business
		{"bench/suite", "fortran/source", false},     // the same
		{"fortran/new", "fortran/source", false},     // not in the order
		{"analysis/rungs", "analysis/new", false},    // the same
	} {
		if said := wrong(tt.pkg, tt.imported); (said == "") != tt.allowed {
			t.Errorf("%s imports %s: %q", tt.pkg, tt.imported, said)
		}
	}
}

// Every package is in the order, and imports what stands before it. Tests may
// import what they like.
func TestImports(t *testing.T) {
	seen := map[string]bool{}
	eachSource(t, func(path string) {
		pkg, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			t.Fatal(err)
		}
		if !seen[pkg] && !slices.Contains(order, pkg) {
			t.Errorf("%s is not in the order", pkg)
		}
		seen[pkg] = true
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if own, ok := strings.CutPrefix(imported, module); ok {
				if said := wrong(pkg, own); said != "" {
					t.Errorf("%s: %s", path, said)
				}
			}
		}
	})
	for _, pkg := range order {
		if !seen[pkg] {
			t.Errorf("%s is in the order and does not exist", pkg)
		}
	}
}

// root is the folder of the repository.
const root = "../.."

// eachNode reports what wrong says of the nodes of the sources that are wanted, tests left
// out; "" is nothing. There must be such sources.
func eachNode(t *testing.T, wanted func(rel string) bool, wrong func(rel string, n ast.Node) string) {
	t.Helper()
	seen := 0
	eachSource(t, func(path string) {
		rel, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		if !wanted(rel) || strings.HasSuffix(rel, "_test.go") {
			return
		}
		seen++
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if what := wrong(rel, n); what != "" {
				t.Errorf("%s: %s", fset.Position(n.Pos()), what)
			}
			return true
		})
	})
	if seen == 0 {
		t.Error("there are no such sources")
	}
}

// eachSource calls f for every Go file of the repository.
func eachSource(t *testing.T, f func(path string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata") || path == root+"/build" {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) == ".go" {
			f(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
