package scope

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

const addedTo = `module m
  real :: field(10)
contains
  subroutine work
    real :: x(5)
    asynchronous :: field
    block
      volatile :: x
      x = 1
    end block
  contains
    subroutine inner
      asynchronous x
      x = 2
    end subroutine
  end subroutine
  subroutine unseen
    use elsewhere
    asynchronous :: far
    far = 1
  end subroutine
end module
`

// VOLATILE and ASYNCHRONOUS statements for names of a host, also in a BLOCK, declare no variable.
func TestAddedAttributes(t *testing.T) {
	tab := table(t, addedTo, Options{})
	unit := func(name string) *Scope { return tab.Unit(findUnit(tab.File.Units, name)) }
	field := unit("m").Lookup("field")
	if y := unit("work").Lookup("field"); y == field || y.Root() != field || !y.Has(Asynchronous) || field.Has(Asynchronous) {
		t.Errorf("in a procedure: %+v", y)
	}
	x := unit("work").Lookup("x")
	if y := unit("inner").Lookup("x"); y.Root() != x || !y.Has(Asynchronous) || y.Rank != 1 {
		t.Errorf("in an internal procedure: %+v", y)
	}
	in := tab.At(int32(strings.Index(addedTo, "x = 1")))
	if y := in.Lookup("x"); y.Root() != x || !y.Has(Volatile) || y.Rank != 1 {
		t.Errorf("in a BLOCK: %+v", y)
	}
	if y := unit("unseen").Lookup("far"); y.Unsure == "" {
		t.Errorf("from a module that is not seen: %+v", y)
	}
}

// What a statement mentions that is not understood is unsure wherever it is declared.
func TestMentioned(t *testing.T) {
	tab := table(t, "subroutine s\n frobnicate a, b\n real a(5)\n a = b\nend\n", Options{})
	s := tab.Unit(tab.File.Units[0])
	for _, name := range []string{"a", "b"} {
		if y := s.Lookup(name); y == nil || y.Unsure == "" {
			t.Errorf("%s is sure: %+v", name, y)
		}
	}
}

// An ENTRY has dummies and a result of its own.
func TestEntryDummies(t *testing.T) {
	tab := table(t, `module m
contains
  integer function f(k)
    integer, intent(in) :: k
    integer, intent(out) :: g, h
    real :: e
    f = k
    return
  entry e(g, h)
    g = 1; h = 2
  end function
end module
`, Options{})
	s := tab.Unit(findUnit(tab.File.Units, "m"))
	names := func(of string) (list []string) {
		for _, d := range s.Dummies(s.Lookup(of)) {
			list = append(list, d.Name+" "+d.Intent)
		}
		return list
	}
	if got := strings.Join(names("f"), ", "); got != "k in" {
		t.Error("f:", got)
	}
	if got := strings.Join(names("e"), ", "); got != "g out, h out" {
		t.Error("e:", got)
	}
	if r := s.Result(s.Lookup("e")); r == nil || r.Type.Word() != "real" {
		t.Errorf("result of e: %+v", r)
	}
	if r := s.Result(s.Lookup("f")); r == nil || r.Type.Word() != "integer" {
		t.Errorf("result of f: %+v", r)
	}
}

// Whether include lines among declarations may bring what is executed.
func TestUnread(t *testing.T) {
	files := map[string]string{"size.h": "integer, parameter :: n = 4\n", "outer.h": "include 'code.h'\n", "code.h": "x = 1\n", "odd.h": "integer k\nfrobnicate\n"}
	opt := Options{Include: func(path string, in *ast.File) *ast.File {
		if files[path] == "" {
			return nil
		}
		return parse.File(source.New(path, []byte(files[path]), source.Options{Form: source.Free}))
	}}
	tab := table(t, "subroutine s\n include 'mpif.h'\n include 'size.h'\n include 'outer.h'\n include 'odd.h'\n include 'none.h'\n x = n\nend\n", opt)
	s := tab.Unit(tab.File.Units[0])
	var got []string
	for _, it := range tab.File.Units[0].Spec {
		if st := it.First(); st.Kind == ast.KInclude && s.Unread(st) {
			got = append(got, st.Body.(*ast.Include).Path)
		}
	}
	if strings.Join(got, " ") != "outer.h odd.h none.h" {
		t.Error(got)
	}
}
