// Package snippet makes pieces of Fortran ready for tests: parsed, resolved, and
// as the tree of package access.
package snippet

import (
	"bytes"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// T is what is needed of a test.
type T interface {
	Helper()
	Fatalf(format string, args ...any)
}

// File is a file of one or more program units.
type File struct {
	Source  *source.File
	AST     *ast.File
	Set     *regions.Set
	Program *access.Program
}

// Parse reads a file in free form, which must be without errors.
func Parse(t T, src string) *File {
	t.Helper()
	f := source.New("t.f90", []byte(src), source.Options{OpenMP: true})
	tree := parse.File(f)
	if len(tree.Errors) > 0 {
		t.Fatalf("%v in\n%s", tree.Errors, src)
	}
	set, diags := regions.Find(f, tree, nil)
	for _, d := range diags {
		t.Fatalf("%s in\n%s", d.Message, src)
	}
	return &File{Source: f, AST: tree, Set: set, Program: access.NewProgram(scope.New(tree, scope.Options{}), set)}
}

// Unit returns the program unit of the (lower-case) name, wherever it stands.
func (f *File) Unit(t T, name string) *access.Unit {
	t.Helper()
	var find func(units []*ast.Unit) *ast.Unit
	find = func(units []*ast.Unit) *ast.Unit {
		for _, u := range units {
			if u.Name == name {
				return u
			}
			if sub := find(u.Subs); sub != nil {
				return sub
			}
		}
		return nil
	}
	au := find(f.AST.Units)
	if au == nil {
		t.Fatalf("there is no unit %s in\n%s", name, f.Source.Src)
	}
	return f.Program.Unit(au)
}

// Tree returns the tree of a unit's execution part.
func (f *File) Tree(t T, name string) *access.Tree {
	t.Helper()
	u := f.Unit(t, name)
	return u.Tree(u.AST.Exec, f.Set)
}

// Line returns the number of the line in which a span begins.
func (f *File) Line(at source.Span) int {
	return bytes.Count(f.Source.Src[:at.Start], []byte("\n")) + 1
}

// Text returns the line in which a span begins, without blanks around it.
func (f *File) Text(at source.Span) string {
	return strings.TrimSpace(strings.Split(string(f.Source.Src), "\n")[f.Line(at)-1])
}
