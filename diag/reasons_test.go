package diag_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/diag"
)

// Every code that the report can print has a page, and every page a code. The
// codes are found in the sources: keys of reasons (Code{"…", …} in package reason), and in
// package codegen what is assigned to code or Code, passed to remark, or one of the
// constants proved and predicted. Those of the run time stand in a table.
func TestReasons(t *testing.T) {
	made := map[string]string{} // where each code is made
	for _, dir := range []string{"reason", "../codegen"} {
		if err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, name, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				for _, x := range codesIn(n, f.Name.Name == "codegen") {
					made[x.text] = fset.Position(x.at).String()
				}
				return true
			})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for code, at := range runTimeCodes(t) {
		made[code] = at
	}
	pages := diag.Reasons()
	for code, at := range made {
		if !slices.Contains(pages, code) {
			t.Errorf("%s: the report can say [%s], which diag/reasons/%s.txt does not explain", at, code, code)
		}
	}
	for _, page := range pages {
		if made[page] == "" {
			t.Errorf("diag/reasons/%s.txt explains a code that the report never has", page)
		}
		title, text, ok := diag.Reason(page)
		if !ok || title == "" || strings.TrimSpace(text) == "" || strings.Contains(title, "\n") {
			t.Errorf("%s: a title, a blank line and a text are wanted", page)
		}
		remedy := diag.Remedy(page)
		if wanted := !strings.HasPrefix(page, "run-") && !slices.Contains([]string{"proved", "predicted", "managed", "mode-auto", "preposted"}, page); wanted != (remedy != "") {
			t.Errorf("%s: what would have to be otherwise: %q", page, remedy)
		}
		for line := range strings.Lines(title + "\n" + remedy + "\n" + text) {
			if len(strings.TrimSuffix(line, "\n")) > 92 {
				t.Errorf("%s: a line is too long: %s", page, line)
			}
		}
	}
	if _, _, ok := diag.Reason("../explain/MDMP001"); ok {
		t.Error("a path is explained")
	}
}

// runTimeCodes are those that MDMP_PROFILE prints.
func runTimeCodes(t *testing.T) map[string]string {
	const table = "../rtlib/src/why.def"
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^MD_WHY\(\w+, "([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
		codes[m[1]] = table
	}
	if len(codes) == 0 {
		t.Errorf("%s: no codes", table)
	}
	return codes
}

// made is a code in the sources.
type made struct {
	text string
	at   token.Pos
}

// codesIn returns the codes of the report that a node makes by itself.
func codesIn(n ast.Node, codegen bool) (list []made) {
	add := func(x ast.Expr) {
		if lit, ok := x.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && text != "" {
				list = append(list, made{text, lit.Pos()})
			}
		}
	}
	switch n := n.(type) {
	case *ast.CompositeLit:
		if id, ok := n.Type.(*ast.Ident); ok && !codegen && id.Name == "Code" && len(n.Elts) > 0 {
			add(n.Elts[0])
		}
	case *ast.KeyValueExpr:
		if k, ok := n.Key.(*ast.Ident); ok && codegen && (k.Name == "Code" || k.Name == "code") {
			add(n.Value)
		}
	case *ast.AssignStmt:
		for i, x := range n.Lhs {
			if codegen && len(n.Lhs) == len(n.Rhs) && isCode(x) {
				add(n.Rhs[i])
			}
		}
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.SelectorExpr); ok && codegen && f.Sel.Name == "remark" {
			add(n.Args[len(n.Args)-1])
		}
	case *ast.ValueSpec:
		if codegen && len(n.Names) == 1 && slices.Contains([]string{"proved", "predicted", "preposted"}, n.Names[0].Name) && len(n.Values) == 1 {
			add(n.Values[0])
		}
	}
	return list
}

// isCode reports whether x is a variable or field that holds a code.
func isCode(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name == "code"
	case *ast.SelectorExpr:
		return x.Sel.Name == "code" || x.Sel.Name == "Code"
	}
	return false
}
