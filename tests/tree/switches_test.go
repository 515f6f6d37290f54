package tree

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// astPath is the package of the tree.
const astPath = module + "fortran/ast"

// treeName is what a file calls the package of the tree: "" inside of it; false if it does not import it.
func treeName(f *ast.File) (string, bool) {
	if f.Name.Name == "ast" {
		return "", true
	}
	for _, spec := range f.Imports {
		if strings.Trim(spec.Path.Value, `"`) == astPath {
			if spec.Name != nil {
				return spec.Name.Name, true
			}
			return "ast", true
		}
	}
	return "", false
}

// ofTree returns the name that a case has in the package of the tree, "" if it is of another.
func ofTree(x ast.Expr, tree string) string {
	if p, ok := x.(*ast.StarExpr); ok {
		x = p.X
	}
	if sel, ok := x.(*ast.SelectorExpr); ok {
		if id, ok := sel.X.(*ast.Ident); ok && tree != "" && id.Name == tree {
			return sel.Sel.Name
		}
		return ""
	}
	if id, ok := x.(*ast.Ident); ok && tree == "" && ast.IsExported(id.Name) {
		return id.Name
	}
	return ""
}

// isKind tells names of kinds of statements from others.
var isKind = regexp.MustCompile(`^K[A-Z]`)

// undecided reports whether n is a switch over types or kinds of nodes that does not say what is true of those that it does
// not list. tree is what the package of the tree is called there.
func undecided(n ast.Node, tree string) bool {
	var body *ast.BlockStmt
	types := false
	switch n := n.(type) {
	case *ast.TypeSwitchStmt:
		body, types = n.Body, true
	case *ast.SwitchStmt:
		body = n.Body
	default:
		return false
	}
	over := false
	for _, c := range body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			return false
		}
		for _, x := range c.List {
			name := ofTree(x, tree)
			over = over || name != "" && (types || isKind.MatchString(name))
		}
	}
	return over
}

func TestUndecided(t *testing.T) {
	for _, c := range []struct {
		body, tree string
		found      bool
	}{
		{"switch x.(type) {\ncase *ast.Ident:\n}", "ast", true},
		{"switch x := x.(type) {\ncase nil, *ast.Ident:\n_ = x\n}", "ast", true},
		{"switch x.(type) {\ncase *ast.Ident:\ndefault:\n}", "ast", false},
		{"switch x.(type) {\ncase *other.Ident:\n}", "ast", false},
		{"switch x.(type) {\ncase *Ident:\n}", "", true},
		{"switch x.(type) {\ncase string:\n}", "", false},
		{"switch x {\ncase 1:\n}", "ast", false},
		{"switch x {\ncase ast.KDo, ast.KEnd:\n}", "ast", true},
		{"switch x {\ncase ast.KDo:\ndefault:\n}", "ast", false},
		{"switch x {\ncase ast.DoWhile:\n}", "ast", false},
		{"switch {\ncase x == ast.KDo:\n}", "ast", false},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() {\n"+c.body+"\n}\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		ast.Inspect(f, func(n ast.Node) bool {
			found = found || undecided(n, c.tree)
			return true
		})
		if found != c.found {
			t.Errorf("%s: %v", c.body, found)
		}
	}
}

// A switch over nodes of the tree, or kinds of them, says what it answers for those that it does not list: what was forgotten may cost speed, never
// a result.
func TestSwitchesOverTheTreeHaveADefault(t *testing.T) {
	tree, known := "", false
	eachNode(t, func(string) bool { return true }, func(_ string, n ast.Node) string {
		if f, ok := n.(*ast.File); ok {
			tree, known = treeName(f)
		}
		if known && undecided(n, tree) {
			return "this switch has no default: what is true of a node that it does not list?"
		}
		return ""
	})
}
