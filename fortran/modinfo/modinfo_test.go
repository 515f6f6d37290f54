package modinfo

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

const module = `module mesh
  implicit none
  private
  integer, parameter :: secret = 4
  integer, parameter, public :: wp = 2*secret, nmax = 100
  type, public :: base
    integer :: id
  end type
  type, extends(base), public :: chunk
    real(wp), allocatable :: u(:,:)
    type(base) :: b
  end type
  real(wp), public, target, save :: field(0:nmax, 3)
  public :: area, swap
  interface swap
    module procedure swap_r
  end interface
contains
  function area(c) result(r)
    type(chunk), intent(in) :: c
    real(wp) :: r(2)
    r = 1
  end function
  subroutine swap_r(a, n)
    integer, intent(in) :: n
    real(wp), intent(inout) :: a(n, *)
  end subroutine
end module
`

func parseFile(src string) *ast.File {
	return parse.File(source.New("a.f90", []byte(src), source.Options{Form: source.Free}))
}

// TestRoundTrip writes a module, reads it, and uses it in another file.
func TestRoundTrip(t *testing.T) {
	made := Make(scope.New(parseFile(module), scope.Options{}).ModuleScope("mesh"), Hash([]byte(module)))
	if !made.Complete {
		t.Error("not complete")
	}
	var buf bytes.Buffer
	if err := made.Write(&buf); err != nil {
		t.Fatal(err)
	}
	read, err := Read(&buf)
	if err != nil {
		t.Fatal(err)
	}
	if read.Source != Hash([]byte(module)) {
		t.Errorf("hash %s", read.Source)
	}
	l := NewLoader(nil)
	opt := scope.Options{Module: func(name string) *scope.Module {
		if name == "mesh" {
			return read.scopeModule(l)
		}
		return nil
	}}
	user := parseFile("subroutine s\nuse mesh, fld => field\nimplicit none\ntype(chunk) :: c\nreal(wp) :: x\nx = area(c)\nend\n")
	s := scope.New(user, opt).Unit(user.Units[0])
	if y := s.Lookup("secret"); y != nil {
		t.Errorf("secret is seen: %+v", y)
	}
	if y := s.Lookup("field"); y != nil {
		t.Errorf("field is seen: %+v", y)
	}
	y := s.Lookup("fld")
	if y == nil || y.Unsure != "" || y.Rank != 2 || !y.Has(scope.Target|scope.Save) || ast.String(y.Bounds[0]) != "0:100" {
		t.Errorf("%+v", y)
	}
	if v, ok := s.Int(&ast.Ident{Name: "wp"}); !ok || v != 8 {
		t.Errorf("wp is %d, %v", v, ok)
	}
	if y := s.Lookup("x"); y.Type.KindValue != 8 {
		t.Errorf("x has kind %d", y.Type.KindValue)
	}
	for _, tt := range []struct {
		text string
		rank int
	}{{"c%u", 2}, {"c%u(1,:)", 1}, {"c%id", 0}, {"c%base%id", 0}, {"c%b%id", 0}, {"area(c)", 1}, {"fld(:,1)", 1}} {
		if rank, ok := s.Rank(readExpr(tt.text)); !ok || rank != tt.rank {
			t.Errorf("%s: rank %d, %v; want %d", tt.text, rank, ok, tt.rank)
		}
	}
	d := s.Dummies(s.Lookup("area"))
	if len(d) != 1 || d[0].Intent != "in" || d[0].Type.Derived != "chunk" {
		t.Errorf("%+v", d)
	}
}

func TestIncomplete(t *testing.T) {
	for src, want := range map[string]bool{
		"module m\nuse other\nend module\n":                                    false,
		"module m\nuse other, only: a\nend module\n":                           false,
		"module m\nuse other, only: a\nprivate\nend module\n":                  true,
		"module m\nuse other\nprivate\nend module\n":                           true,
		"module m\nuse other\nprivate\npublic :: a\nend module\n":              false,
		"module m\nuse mpi\ninteger, parameter :: a = 1\nend module\n":         true,
		"module m\ninclude 'mpif.h'\nend module\n":                             true,
		"module m\ninclude 'x.h'\nend module\n":                                false,
		"module m\nmacro a\nend module\n":                                      false,
		"module m\nuse iso_c_binding, only: c_int\ninteger(c_int) :: a\nend\n": true,
	} {
		s := scope.New(parseFile(src), scope.Options{}).ModuleScope("m")
		if got := Make(s, "").Complete; got != want {
			t.Errorf("%q: complete %v", src, got)
		}
	}
}

func TestVersion(t *testing.T) {
	for _, in := range []string{`{"version":99}`, `{`, ``, `[]`} {
		if _, err := Read(strings.NewReader(in)); err == nil {
			t.Errorf("%q is read", in)
		}
	}
}

// FuzzRead reads any bytes.
func FuzzRead(f *testing.F) {
	var buf bytes.Buffer
	if err := Make(scope.New(parseFile(module), scope.Options{}).ModuleScope("mesh"), "").Write(&buf); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	user := parseFile("subroutine s\nuse mesh\nx = field(1) + area(c)%u(1)\nend\n")
	f.Fuzz(func(t *testing.T, in []byte) {
		file, err := Read(bytes.NewReader(in))
		if err != nil {
			return
		}
		m := file.scopeModule(NewLoader(nil))
		s := scope.New(user, scope.Options{Module: func(string) *scope.Module { return m }}).Unit(user.Units[0])
		s.UseAll()
		for _, y := range s.Symbols() {
			s.Int(&ast.Ident{Name: y.Name})
			s.Rank(&ast.Ident{Name: y.Name})
		}
	})
}
