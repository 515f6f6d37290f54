package tree

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The analysis hands on trees and reasons, no text: what a user reads of a reason stands
// in diag/reason, and what is written for it in codegen. (Package regions finds mistakes in
// programs; it says so itself, in diagnostics. Package affine knows nothing of Fortran: what
// it prints of a form tells forms apart.)

// sentence is text that is no single word.
var sentence = regexp.MustCompile(`\pL\S* +\S*\pL`)

// directives are the words of OpenMP's directives that the analysis tells apart.
var directives = regexp.MustCompile(`^(parallel|do|simd|sections|workshare|,| )+$`)

// textIn says what in a node of an analysis makes text for a reader or Fortran, "" if
// nothing does: a sentence; what is put together from texts with the signs of a designator;
// or an expression that is printed into a field or a reason.
func textIn(n ast.Node) string {
	switch n := n.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(n.Value)
		if n.Kind == token.STRING && err == nil && sentence.MatchString(text) && !directives.MatchString(text) {
			return "the sentence " + n.Value
		}
	case *ast.BinaryExpr:
		if lit, ok := n.Y.(*ast.BasicLit); ok && n.Op == token.ADD && lit.Kind == token.STRING && strings.ContainsAny(lit.Value, "(),%") {
			return "text put together with " + lit.Value
		}
	case *ast.CallExpr:
		if printed(n, "fmt", "Sprint") && len(n.Args) > 0 {
			if lit, ok := n.Args[0].(*ast.BasicLit); ok && (strings.ContainsAny(lit.Value, "()") || strings.Contains(lit.Value, "%%")) {
				return "text put together with " + lit.Value
			}
		}
		if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Name" && len(n.Args) == 1 {
			if pkg, is := f.X.(*ast.Ident); is && pkg.Name == "reason" && prints(n.Args[0]) {
				return "an expression that is printed for a reason"
			}
		}
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name != "Key" && prints(n.Value) {
			return "an expression that is printed for " + key.Name
		}
	}
	return ""
}

// printed reports whether a call is one of a function of a package whose name begins so.
func printed(n *ast.CallExpr, pkg, name string) bool {
	f, ok := n.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	id, ok := f.X.(*ast.Ident)
	return ok && id.Name == pkg && strings.HasPrefix(f.Sel.Name, name)
}

// prints reports whether x is a call that prints an expression.
func prints(x ast.Expr) bool {
	call, ok := x.(*ast.CallExpr)
	return ok && (printed(call, "ast", "String") || printed(call, "ast", "Short") || printed(call, "fmt", "Sprint"))
}

func TestTextIn(t *testing.T) {
	for _, c := range []struct {
		src  string
		made bool
	}{
		{`return "it is not understood"`, true},
		{`return name + " is VOLATILE"`, true},
		{`return name + "(" + sub + ")"`, true},
		{`return "lbound" + "(" + sub + ",1)"`, true},
		{`return reason.Name(ast.String(x))`, true},
		{`return Kept{Array: ast.String(x)}`, true},
		{`return Kept{Array: fmt.Sprintf("%s%%%s", a, b)}`, true},
		{`return fmt.Sprintf("%s(%s,%d)", inquiry, array, i+1)`, true},
		{`return "parallel do simd"`, false},
		{`return "lbound"`, false},
		{`return ast.String(x) == ast.String(y)`, false},
		{`return reason.Name(v.Name)`, false},
		{`return Object{Key: name + components}`, false},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package p\nfunc f() any {\n"+c.src+"\n}\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		made := false
		ast.Inspect(f, func(n ast.Node) bool {
			made = made || textIn(n) != ""
			return true
		})
		if made != c.made {
			t.Errorf("%s: makes text: %v", c.src, made)
		}
	}
}

// No package of analysis/ but these makes text.
func TestAnalysisMakesNoText(t *testing.T) {
	silent := func(rel string) bool {
		return strings.HasPrefix(rel, "analysis/") && !strings.HasPrefix(rel, "analysis/regions/") &&
			!strings.HasPrefix(rel, "analysis/affine/") && !strings.HasPrefix(rel, "analysis/internal/")
	}
	eachNode(t, silent, func(_ string, n ast.Node) string { return textIn(n) })
}

// Every code of package reason is said somewhere.
func TestReasonsAreSaid(t *testing.T) {
	said, codes := map[string]bool{}, map[string]token.Position{}
	eachSource(t, func(path string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		own := f.Name.Name == "reason"
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if pkg, ok := n.X.(*ast.Ident); ok && pkg.Name == "reason" {
					said[n.Sel.Name] = true
				}
			case *ast.ValueSpec:
				if own && len(n.Values) == 1 {
					if p, ok := n.Values[0].(*ast.UnaryExpr); ok && p.Op == token.AND {
						codes[n.Names[0].Name] = fset.Position(n.Pos())
					}
				}
			}
			return true
		})
	})
	if len(codes) == 0 {
		t.Error("there are no codes")
	}
	for name, at := range codes {
		if !said[name] {
			t.Errorf("%s: nothing says %s", at, name)
		}
	}
}
