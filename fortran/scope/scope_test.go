package scope

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// table parses free-form text.
func table(t *testing.T, src string, opt Options) *Table {
	t.Helper()
	f := parse.File(source.New("a.f90", []byte(src), source.Options{Form: source.Free}))
	for _, e := range f.Errors {
		t.Fatalf("error in the test's source at %d: %s", e.At.Start, e.Text)
	}
	return New(f, opt)
}

// findUnit returns the unit of that name.
func findUnit(units []*ast.Unit, name string) *ast.Unit {
	for _, u := range units {
		if u.Name == name {
			return u
		}
		if in := findUnit(u.Subs, name); in != nil {
			return in
		}
	}
	return nil
}

// describe writes a symbol on a line.
func describe(s *Scope, y *Symbol) string {
	if y == nil {
		return "nothing"
	}
	if y.Unsure != "" {
		return y.Name + ": unsure, " + y.Unsure
	}
	out := fmt.Sprintf("%s: %s", y.Name, y.Class)
	if y.Storage != NoStorage {
		out += " " + y.Storage.String()
	}
	if y.Common != "" {
		out += " /" + y.Common + "/"
	}
	if a := s.Access(y); a != Own {
		out += " by " + a.String()
	}
	if t := y.Type; t != nil {
		out += " " + t.Name
		if t.Derived != "" {
			out += "(" + t.Derived + ")"
		}
		if t.KindValue != 0 {
			out += fmt.Sprintf("*%d", t.KindValue)
		}
	}
	if y.Shape != Scalar {
		out += fmt.Sprintf(" %s(%d)", y.Shape, y.Rank)
	}
	if y.Intent != "" {
		out += " intent(" + y.Intent + ")"
	}
	if n := y.Attrs.Names(); len(n) > 0 {
		sort.Strings(n)
		out += " [" + strings.Join(n, " ") + "]"
	}
	return out
}

const module = `module m
  use iso_c_binding, only: c_double, ci => c_int
  implicit none
  private :: hidden
  integer, parameter :: wp = kind(1.0d0), n = 2*3+1
  type cell
    real(wp), allocatable :: u(:,:)
    integer :: id
    type(cell), pointer :: next => null()
    character(len=8) :: tag
  contains
    procedure :: area
  end type
  real(wp), save, target :: field(0:n, n)
  integer(ci) :: hidden
  interface swap
    module procedure swap_r, swap_i
  end interface
contains
  subroutine work(a, b, k, f, lda)
    integer, intent(in) :: k, lda
    real(wp), intent(inout) :: a(lda, *), b(:, :)
    real, external :: f
    real(wp) :: loc(k), g
    type(cell) :: chunk, grid(4)
    character(len=20) :: s
    complex(wp) :: z(3)
    asynchronous :: field
    loc(1) = f(1.0) + g(2) + area2(1)
  contains
    subroutine inner
      real(wp) :: loc
      loc = a(1,1) + sin(loc)
    end subroutine
  end subroutine
  function area2(x) result(r)
    integer, intent(in) :: x
    real(wp) :: r(3)
    r = x
  end function
end module
`

func TestModuleSymbols(t *testing.T) {
	tab := table(t, module, Options{})
	work := tab.Unit(findUnit(tab.File.Units, "work"))
	inner := tab.Unit(findUnit(tab.File.Units, "inner"))
	for _, tt := range []struct {
		s    *Scope
		name string
		want string
	}{
		{work, "a", "a: variable dummy real*8 assumed size(2) intent(inout) [typed]"},
		{work, "b", "b: variable dummy real*8 assumed(2) intent(inout) [typed]"},
		{work, "f", "f: procedure dummy real [external typed]"},
		{work, "g", "g: procedure real*8 [function typed]"},
		{work, "loc", "loc: variable local real*8 explicit(1) [typed]"},
		{work, "field", "field: variable module by host real*8 explicit(2) [asynchronous save target typed]"},
		{work, "hidden", "hidden: variable module by host integer*4 [private save typed]"},
		{work, "n", "n: constant by host integer [typed]"},
		{work, "c_double", "c_double: constant by use integer"},
		{work, "swap", "swap: generic by host"},
		{work, "cell", "cell: type by host"},
		{work, "area2", "area2: procedure by host [function]"},
		{work, "nowhere", "nothing"},
		{work, "sin", "sin: intrinsic [implicit]"},
		{inner, "loc", "loc: variable local real*8 [typed]"},
		{inner, "a", "a: variable dummy by host real*8 assumed size(2) intent(inout) [typed]"},
		{inner, "k", "k: variable dummy by host integer intent(in) [typed]"},
	} {
		if d := cmp.Diff(tt.want, describe(tt.s, tt.s.Lookup(tt.name))); d != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, d)
		}
	}
	if v, ok := work.Int(expr(t, "n*2-1")); !ok || v != 13 {
		t.Errorf("n*2-1 = %d, %v", v, ok)
	}
}

// expr parses an expression.
func expr(t *testing.T, text string) ast.Expr {
	t.Helper()
	f := source.New("x.f90", []byte("x = "+text+"\n"), source.Options{Form: source.Free})
	x, err := parse.Expr(&f.Lines[0], 4, len(f.Lines[0].Text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return x
}

func TestDesignators(t *testing.T) {
	tab := table(t, module, Options{})
	work := tab.Unit(findUnit(tab.File.Units, "work"))
	for _, tt := range []struct{ text, want string }{
		{"loc", "real*8 rank 1 whole"},
		{"loc(1)", "real*8 rank 0"},
		{"loc(2:3)", "real*8 rank 1"},
		{"loc([1,2])", "real*8 rank 1 vector"},
		{"b(1,:)", "real*8 rank 1"},
		{"b(:)", "unknown: the number of subscripts is not the rank"},
		{"chunk%u", "real*8 rank 2 whole indirect"},
		{"chunk%u(0,:)", "real*8 rank 1 indirect"},
		{"chunk%next%u(1,2)", "real*8 rank 0 indirect"},
		{"grid%id", "integer rank 1"},
		{"grid(2)%id", "integer rank 0 whole"},
		{"grid%u", "unknown: two parts of it are arrays"},
		{"grid(1:2)%tag(1:3)", "character rank 1 substring"},
		{"chunk%tag(2:2)", "character rank 0 substring"},
		{"s(1:3)", "character rank 0 substring"},
		{"z%re", "real*8 rank 1"},
		{"chunk%area", "unknown: type cell has no component area that was seen"},
		{"chunk%nothing", "unknown: type cell has no component nothing that was seen"},
		{"f(1.0)", "unknown: f is a procedure"},
		{"nowhere", "unknown: nowhere is not declared"},
		{"field(0,:)", "real*8 rank 1"},
	} {
		in := work.Designator(expr(t, tt.text))
		got := "unknown: " + in.Why
		if in.Known {
			got = in.Type.Name
			if in.Type.KindValue != 0 {
				got += fmt.Sprintf("*%d", in.Type.KindValue)
			}
			got += fmt.Sprintf(" rank %d", in.Rank)
			for _, f := range []struct {
				on   bool
				name string
			}{{in.Whole, "whole"}, {in.Vector, "vector"}, {in.Substring, "substring"}, {in.Indirect, "indirect"}} {
				if f.on {
					got += " " + f.name
				}
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestResolve(t *testing.T) {
	tab := table(t, module, Options{})
	work := tab.Unit(findUnit(tab.File.Units, "work"))
	for _, tt := range []struct {
		text string
		want Ref
	}{
		{"loc(1)", RefElement}, {"loc(:)", RefSection}, {"f(1.0)", RefCall}, {"g(2)", RefCall}, {"area2(1)", RefCall},
		{"sin(1.0)", RefCall}, {"s(1:2)", RefSubstring}, {"cell(1,2)", RefConstructor}, {"chunk%area(1)", RefCall},
		{"swap(1)", RefCall}, {"unseen(1)", RefUnknown}, {"loc(area2(1))", RefSection}, {"loc(k)", RefElement},
		{"loc(int(g(1)))", RefElement},
	} {
		if got := work.Resolve(expr(t, tt.text).(*ast.Apply)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.text, got, tt.want)
		}
	}
}

func TestF77(t *testing.T) {
	src := `      subroutine s(a, n, f)
      implicit real*8 (a-h, o-z)
      dimension a(n, n)
      common /blk/ x(10), y
      common z
      equivalence (w, x(2))
      parameter (pi = 3.14)
      external g
      logical l
      data q /1.0/
      sq(t) = t*t
      b = sq(y) + f(x) + h(1) + l2
      call sub(b)
      end
`
	f := parse.File(source.New("a.f", []byte(src), source.Options{Form: source.Fixed}))
	tab := New(f, Options{})
	s := tab.Unit(f.Units[0])
	for name, want := range map[string]string{
		"a": "a: variable dummy real*8 explicit(2)", "n": "n: variable dummy integer", "f": "f: procedure dummy [function]",
		"x": "x: variable common /blk/ real*8 explicit(1) [equivalence]", "z": "z: variable common real*8",
		"w": "w: variable local real*8 [equivalence]", "pi": "pi: constant real*8", "g": "g: procedure [external]",
		"q": "q: variable local real*8 [initialised save]", "sq": "sq: statement function real*8",
		"b": "b: variable local real*8 [implicit]", "h": "h: procedure real*8 [function implicit]",
		"l2": "l2: variable local integer [implicit]", "sub": "sub: procedure [implicit subroutine]",
		"l": "l: variable local logical [typed]",
	} {
		if d := cmp.Diff(want, describe(s, s.Lookup(name))); d != "" {
			t.Errorf("%s (-want +got)\n%s", name, d)
		}
	}
}

func TestUnsure(t *testing.T) {
	src := `subroutine s
  use other
  use more, only: q, r => t
  use mpi
  implicit none
  real :: mine(3)
  include 'mpif.h'
  mine(1) = x(1) + mpi_comm_world
end subroutine
subroutine u
  use more, only: q
  include 'x.h'
end subroutine
subroutine v
  use more, only: q
  implicit none
end subroutine
`
	tab := table(t, src, Options{})
	s, u, v := tab.Unit(tab.File.Units[0]), tab.Unit(tab.File.Units[1]), tab.Unit(tab.File.Units[2])
	for _, tt := range []struct {
		s          *Scope
		name, want string
	}{
		{s, "mine", "mine: variable local real explicit(1) [typed]"},
		{s, "x", "x: unsure, it may come from module other"},
		{u, "q", "q: unsure, it may come from module more"},
		{u, "y", "y: unsure, it may come from include file 'x.h'"},
		{v, "q", "q: unsure, it may come from module more"},
		{v, "y", "nothing"},
	} {
		if d := cmp.Diff(tt.want, describe(tt.s, tt.s.Lookup(tt.name))); d != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, d)
		}
	}
}
