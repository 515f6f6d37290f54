package program_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

const grid = `module grid
  integer, parameter :: nx = 4
  real :: a(nx)
contains
  subroutine step
    a = a + 1
  end subroutine
end module
`

const user = `program p
  use grid
  implicit none
  a(1) = nx
  call step
end program
`

func read(files ...string) *program.Program {
	var in []program.Input
	for i, text := range files {
		in = append(in, program.Input{Name: string(rune('a'+i)) + ".f90", Src: []byte(text)})
	}
	return program.Read(in, source.Options{})
}

// TestModules: names of a module are known in another file, whichever is read first.
func TestModules(t *testing.T) {
	for _, files := range [][]string{{grid, user}, {user, grid}, {grid + user}} {
		p := read(files...)
		for _, f := range p.Files {
			for _, u := range f.Units {
				if u.Kind != ast.KProgram {
					continue
				}
				s := f.Table.Unit(u)
				if y := s.Lookup("a"); y == nil || y.Rank != 1 || y.Storage != scope.ModuleStorage {
					t.Errorf("%d files: a is %+v", len(files), y)
				}
				if n, ok := s.Int(ast.Named("nx")); !ok || n != 4 {
					t.Errorf("%d files: nx is %d, %v", len(files), n, ok)
				}
			}
		}
	}
}

// TestCircle: modules that use each other end the search, not the program.
func TestCircle(t *testing.T) {
	p := read("module a\n use b\n integer :: x\nend module\n", "module b\n use a\n integer :: y\nend module\n")
	if len(p.Files) != 2 || p.Files[0].Table.ModuleScope("a").Lookup("x") == nil {
		t.Error("the module is not known")
	}
}

func TestOutside(t *testing.T) {
	asked := ""
	names := scope.Options{Module: func(name string) *scope.Module { asked = name; return nil }}
	p := program.Read([]program.Input{{Name: "a.f90", Src: []byte("program p\n use other\nend\n"), Names: names}}, source.Options{})
	p.Files[0].Table.Unit(p.Files[0].Units[0]).Lookup("x")
	if asked != "other" {
		t.Errorf("asked for %q", asked)
	}
}

// TestUnits: units inside of others are there, in the order of the text.
func TestUnits(t *testing.T) {
	f := read(grid + user).Files[0]
	var names string
	for _, u := range f.Units {
		names += u.Name + " "
	}
	if names != "grid step p " {
		t.Errorf("units: %s", names)
	}
	s := f.Units[2].Exec[1].First()
	if at := f.At(s); at.Line != 13 || at.Name != "a.f90" {
		t.Errorf("at %v", at)
	}
	if x := s.Body.(*ast.Call).X; ast.String(x) != "step" || f.Scope(s).Unit != f.Units[2] {
		t.Errorf("%s in %v", ast.String(x), f.Scope(s).Unit)
	}
}

func TestSame(t *testing.T) {
	expr := func(text string) ast.Expr {
		if text == "" {
			return nil
		}
		f := parse.File(source.New("x.f90", []byte("x = "+text+"\nend\n"), source.Options{}))
		return f.Units[0].Exec[0].(*ast.Stmt).Body.(*ast.Assign).Y
	}
	for _, c := range []struct {
		x, y string
		same bool
	}{
		{"a+1", "A + 1", true}, {"(a)", "a", true}, {"a", "b", false}, {"a+1", "1+a", false},
		{"", "", true}, {"a", "", false}, {"", "a", false},
	} {
		if got := program.Same(expr(c.x), expr(c.y)); got != c.same {
			t.Errorf("%q and %q: %v", c.x, c.y, got)
		}
	}
}

func TestRefuse(t *testing.T) {
	if r := program.Refuse("do that", "%s is %d", "n", 3); r.Reason != "n is 3" || r.Hint != "do that" {
		t.Errorf("%+v", r)
	}
}

// TestList: the list in which a statement stands, in constructs, too.
func TestList(t *testing.T) {
	f := read("program p\nx = 1\nif (x > 0) then\ny = 2\nz = 3\nend if\nend\n").Files[0]
	exec := f.Units[0].Exec
	if list, at := program.List(exec, exec[0].First()); at != 0 || len(list) != 2 {
		t.Errorf("%d of %d", at, len(list))
	}
	inner := exec[1].(*ast.Construct).Parts[0].Body
	if list, at := program.List(exec, inner[1].First()); at != 1 || len(list) != 2 {
		t.Errorf("%d of %d", at, len(list))
	}
	if _, at := program.List(exec, &ast.Stmt{}); at != -1 {
		t.Error("a statement that is nowhere is found")
	}
}

// TestSubstitute: numbers, negative ones too, in the place of names.
func TestSubstitute(t *testing.T) {
	expr := func(text string) ast.Expr {
		f := parse.File(source.New("x.f90", []byte("x = "+text+"\nend\n"), source.Options{}))
		return f.Units[0].Exec[0].(*ast.Stmt).Body.(*ast.Assign).Y
	}
	for _, c := range []struct {
		x, want string
		d       int64
	}{
		{"d", "-1", -1}, {"a(d)", "a(-1)", -1}, {"d+1", "0", -1}, {"i+d", "i+(-1)", -1}, {"i-d", "i-(-1)", -1}, {"3-d", "4", -1},
		{"d*n", "2*n", 2}, {"2*d+n", "4+n", 2}, {"n+(d-3)", "n+(-1)", 2},
	} {
		got, ok := program.Substitute(expr(c.x), map[string]ast.Expr{"d": ast.Int(c.d)})
		if s := strings.ReplaceAll(ast.String(got), " ", ""); !ok || s != c.want {
			t.Errorf("%s with %d: %s, want %s", c.x, c.d, s, c.want)
		}
	}
}

// TestSubstituteOperands: what is put in place of a name stays one operand.
func TestSubstituteOperands(t *testing.T) {
	by := map[string]ast.Expr{"d": &ast.Unary{Op: "-", X: ast.Int(1)}, "e": ast.Op(ast.Named("i"), "+", ast.Int(1))}
	for x, want := range map[string]string{
		"-d": "-(-1)", "d**2": "(-1)**2", "n+d": "n+(-1)", "d+n": "-1+n", "2*e": "2*(i+1)", "n-e": "n-(i+1)", "-e": "-(i+1)", "(e)/2": "(i+1)/2", "d*3": "-3",
		"n+d*3": "n+(-3)",
	} {
		f := source.New("a.f90", []byte("k = "+x+"\nend\n"), source.Options{})
		a := parse.File(f).Units[0].Exec[0].First().Body.(*ast.Assign)
		if y, ok := program.Substitute(a.Y, by); !ok || ast.String(y) != want {
			t.Errorf("%s: %s, want %s", x, ast.String(y), want)
		}
	}
}
