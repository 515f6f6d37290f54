package parse

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// A heading or DO statement that is not understood leaves a tree that does not fit together, which is said.
func TestMisfit(t *testing.T) {
	for text, line := range map[string]int32{
		"subroutine s\n do i = 1, 2\n end do\nend subroutine\n":                                                0,
		"subroutine s\n frobnicate\nend subroutine\n":                                                          0,
		"subroutine s\n do i = r.lo, r.hi\n end do\nend subroutine\n":                                          3,
		"module m\ncontains\nstrange subroutine s\nend subroutine\nsubroutine t\nend subroutine\nend module\n": 4,
	} {
		f := File(source.New("a.f90", []byte(text), source.Options{Form: source.Free}))
		got := int32(0)
		if f.Misfit != nil {
			n, _ := source.New("a.f90", []byte(text), source.Options{Form: source.Free}).Physical(f.Misfit.Start)
			got = int32(n)
		}
		if got != line {
			t.Errorf("line %d, want %d in\n%s", got, line, text)
		}
	}
}

// SIMPLE is a prefix of procedures, and a name like any other.
func TestSimple(t *testing.T) {
	f := File(source.New("a.f90", []byte("simple real function f(simple)\n simple = 1\n f = simple\nend function\nelemental simple subroutine s(x)\nend subroutine\n"), source.Options{Form: source.Free}))
	want := []ast.Kind{ast.KFunction, ast.KAssign, ast.KAssign, ast.KEnd, ast.KSubroutine, ast.KEnd}
	for i := range f.Stmts {
		if f.Stmts[i].Kind != want[i] {
			t.Errorf("line %d is %s, want %s", f.Stmts[i].Line.First, f.Stmts[i].Kind, want[i])
		}
	}
}
