package tree

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// undocumented lists the exported names of a file that have no comment.
func undocumented(f *ast.File) []*ast.Ident {
	var list []*ast.Ident
	add := func(id *ast.Ident, comments ...*ast.CommentGroup) {
		for _, c := range comments {
			if c.Text() != "" {
				return
			}
		}
		if id.IsExported() {
			list = append(list, id)
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(d.Name, d.Doc)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(s.Name, d.Doc, s.Doc, s.Comment)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						add(id, d.Doc, s.Doc, s.Comment)
					}
				}
			}
		}
	}
	return list
}

func TestUndocumented(t *testing.T) {
	const src = `package p

type A int // a type
type B int

// F is a function.
func F() {}
func (A) G() {}
func h() {}

// All of these.
const (
	C = 1
	D = 2
)

var E = 3
`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, id := range undocumented(f) {
		got = append(got, id.Name)
	}
	if want := "B G E"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Every exported name has a comment.
func TestComments(t *testing.T) {
	eachSource(t, func(path string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range undocumented(f) {
			t.Errorf("%s: %s has no comment", fset.Position(id.Pos()), id.Name)
		}
	})
}
