package tree

import (
	"go/ast"
	"go/parser"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// takers are the packages that take designators apart by their form alone. What the names in
// one stand for is told by scope.Walk.
var takers = []string{"analysis/regions"}

// resolves says what in a node of a package outside of fortran/ tells what a name in a
// designator stands for, "" if nothing does.
func resolves(pkg string, n ast.Node) string {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		if id, ok := n.X.(*ast.Ident); ok && id.Name == "ast" && n.Sel.Name == "TakeApart" && !slices.Contains(takers, pkg) {
			return "a walk along designators: scope.Walk does that"
		}
	case *ast.BasicLit:
		if n.Value == `"re"` || n.Value == `"im"` {
			return "halves of complex numbers: scope.DataType.Part knows them"
		}
	}
	return ""
}

func TestResolves(t *testing.T) {
	for _, c := range []struct {
		pkg, src string
		made     bool
	}{
		{"codegen/calls", "ast.TakeApart(x)", true},
		{"codegen/plan", "ast.TakeApart(x)", true},
		{"analysis/access", "ast.TakeApart(x)", true},
		{"analysis/regions", "ast.TakeApart(x)", false},
		{"codegen/plan", `name == "re"`, true},
		{"codegen/plan", `strings.HasPrefix(name, "rec")`, false},
	} {
		x, err := parser.ParseExpr(c.src)
		if err != nil {
			t.Fatal(err)
		}
		made := false
		ast.Inspect(x, func(n ast.Node) bool {
			made = made || resolves(c.pkg, n) != ""
			return true
		})
		if made != c.made {
			t.Errorf("%s in %s: %v", c.src, c.pkg, made)
		}
	}
}

// What a name in a designator stands for is told in fortran/scope alone.
func TestNamesAreResolvedInScope(t *testing.T) {
	told := func(rel string) bool {
		return (strings.HasPrefix(rel, "analysis/") || strings.HasPrefix(rel, "codegen/")) && rel != "analysis/access/mpi.go" // MPI's names begin so
	}
	eachNode(t, told, func(rel string, n ast.Node) string { return resolves(filepath.Dir(rel), n) })
}
