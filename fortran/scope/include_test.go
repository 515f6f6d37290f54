package scope

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

func TestInclude(t *testing.T) {
	inc := parse.File(source.New("x.h", []byte("real y(5)\ncommon /c/ y\n"), source.Options{Form: source.Free}))
	opt := Options{Include: func(path string, in *ast.File) *ast.File {
		if path != "x.h" || in == nil {
			t.Errorf("include %s", path)
		}
		return inc
	}}
	tab := table(t, "subroutine s\n include 'x.h'\n y(1) = z\nend\n", opt)
	s := tab.Unit(tab.File.Units[0])
	if got := describe(s, s.Lookup("y")); got != "y: variable common /c/ real explicit(1) [typed]" {
		t.Error(got)
	}
	if got := describe(s, s.Lookup("z")); got != "z: variable local real [implicit]" {
		t.Error(got)
	}
}

// TestIncludeFiles: include files in include files, in themselves, with what no
// declaration part holds, and missing ones.
func TestIncludeFiles(t *testing.T) {
	files := map[string]string{
		"size.h":  "integer, parameter :: n = 4\n",
		"total.h": "include 'size.h'\nreal u(n)\ninterface\nsubroutine ext(a)\nreal a(:)\nend subroutine\nend interface\n",
		"loop.h":  "include 'loop.h'\nreal w\n",
		"code.h":  "x = 1\n",
		"unit.h":  "subroutine s\nend\n",
		"odd.h":   "frobnicate the names\nreal v(3)\n",
	}
	parsed := map[*ast.File]string{}
	opt := Options{Include: func(path string, in *ast.File) *ast.File {
		text, ok := files[path]
		if !ok {
			return nil
		}
		if path == "size.h" && parsed[in] != "total.h" {
			t.Errorf("%s is included by %q", path, parsed[in])
		}
		f := parse.File(source.New(path, []byte(text), source.Options{Form: source.Free}))
		parsed[f] = path
		return f
	}}
	look := func(include string) (*Scope, *Table) {
		tab := table(t, "subroutine s\n implicit none\n include '"+include+"'\n u(1) = 1\nend\n", opt)
		return tab.Unit(tab.File.Units[0]), tab
	}
	s, tab := look("total.h")
	if got := describe(s, s.Lookup("u")); got != "u: variable local real explicit(1) [typed]" {
		t.Error(got)
	}
	if y := s.Lookup("u"); y.Decl != tab.File.Units[0].Spec[1] {
		t.Errorf("u is declared by %+v", y.Decl)
	}
	if v, ok := s.Int(&ast.Ident{Name: "n"}); !ok || v != 4 {
		t.Errorf("n is %d, %v", v, ok)
	}
	if d := s.Dummies(s.Lookup("ext")); len(d) != 1 || d[0].Shape != AssumedShape {
		t.Errorf("ext: %+v", d)
	}
	if y := s.Lookup("other"); y != nil {
		t.Errorf("other: %+v", y)
	}
	for _, include := range []string{"loop.h", "code.h", "unit.h", "missing.h"} {
		s, _ := look(include)
		if y := s.Lookup("other"); y == nil || y.Unsure == "" {
			t.Errorf("%s: %+v", include, y)
		}
	}
	s, _ = look("odd.h")
	if y := s.Lookup("names"); y == nil || y.Unsure == "" {
		t.Errorf("names: %+v", y)
	}
}

// What an INCLUDE line brings into the definition of a type is part of it; where that, or anything else in a definition or in
// the interface of a generic name or an enumeration, is not understood, nothing is known of the type or the names.
func TestWhatTypesInclude(t *testing.T) {
	files := map[string]string{
		"parts.h": "include 'more.h'\nreal, pointer :: p(:)\n", "more.h": "integer :: k\n",
		"odd.h": "frobnicate the parts\n", "code.h": "x = 1\n", "loop.h": "include 'loop.h'\ninteger :: k\n",
	}
	opt := Options{Include: func(path string, in *ast.File) *ast.File {
		text, ok := files[path]
		if !ok {
			return nil
		}
		return parse.File(source.New(path, []byte(text), source.Options{Form: source.Free}))
	}}
	for _, c := range []struct {
		said       string
		components int // -1: nothing is known
	}{
		{"", 1}, {"include 'parts.h'", 3}, {"include 'odd.h'", -1}, {"include 'code.h'", -1}, {"include 'loop.h'", -1},
		{"include 'missing.h'", -1}, {"frobnicate the parts", -1}, {"#include \"parts.h\"", -1}, {"!dir$ something", 1},
	} {
		tab := table(t, "module m\ntype t\ninteger :: i\n"+c.said+"\nend type\ninterface g\nprocedure a\n"+c.said+"\nend interface\nend module\n", opt)
		s := tab.Unit(tab.File.Units[0])
		n := -1
		if d := s.DerivedType("t"); d != nil {
			n = len(d.Components)
		}
		if n != c.components {
			t.Errorf("%q: %d components, want %d", c.said, n, c.components)
		}
		tab = table(t, "module m\nenum, bind(c)\nenumerator :: red\n"+c.said+"\nend enum\nend module\n", opt)
		if y := tab.Unit(tab.File.Units[0]).Lookup("other"); c.said != "" && (y == nil || y.Unsure == "") != (c.said[0] == '!') {
			t.Errorf("%q: another name is %+v", c.said, y)
		}
		if y := s.Lookup("g"); c.said != "" && (y.Unsure == "") != (c.said[0] == '!') {
			t.Errorf("%q: the generic is unsure: %q", c.said, y.Unsure)
		}
	}
}
