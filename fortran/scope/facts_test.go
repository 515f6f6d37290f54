package scope

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// What follows from a declaration: bounds, whether it is kept, how its elements lie.
func TestFacts(t *testing.T) {
	const src = `subroutine s(d, e, f, g, h, n)
  use unseen, only: z
  integer, parameter :: k = 4
  integer :: n
  real :: d(n, 0:k), e(:), f(k, *)
  real, contiguous :: g(:)
  real, pointer :: h(:)
  double precision :: a(-k:-1)
  real, allocatable :: b(:)
  real, save :: c
  real :: i = 1
  type(lost) :: j
  associate (x => d)
  end associate
end subroutine
`
	const all = "subroutine t\nsave\nreal :: c(2)\nblock\nreal :: q\nend block\nend subroutine\n"
	for _, tt := range []struct {
		src  string
		opt  Options
		name string
		want string
	}{
		{src, Options{}, "d", "real n 4 lies"},
		{src, Options{}, "e", "real descriptor"},
		{src, Options{}, "f", "real 4 - lies"},
		{src, Options{}, "g", "real descriptor lies"},
		{src, Options{}, "h", "real descriptor"},
		{src, Options{}, "a", "real -1 lies"},
		{src, Options{Saves: true}, "a", "real -1 lies saved"},
		{src, Options{Saves: true}, "d", "real n 4 lies"},
		{src, Options{}, "b", "real descriptor lies"},
		{src, Options{}, "c", "real lies saved"},
		{src, Options{}, "i", "real lies saved"},
		{src, Options{}, "j", "type lies derived"},
		{src, Options{}, "z", " unknown"},
		{src, Options{}, "k", "integer lies value 4"},
		{src, Options{Saves: true}, "x", " lies"},
		{all, Options{}, "c", "real 2 lies saved"},
		{all, Options{}, "q", "real lies"},
	} {
		tab := table(t, tt.src, tt.opt)
		s := tab.Unit(tab.File.Units[0])
		y := s.Lookup(tt.name)
		if c, ok := tab.File.Units[0].Exec[0].(*ast.Construct); ok && (tt.name == "x" || tt.name == "q") {
			y = s.Enter(c, 0).Lookup(tt.name)
		}
		if got := facts(y); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func facts(y *Symbol) string {
	out := []string{y.Type.Word()}
	for i := range y.Bounds {
		switch hi := y.Upper(i); {
		case y.ByDescriptor():
			out = append(out, "descriptor")
		case hi == nil:
			out = append(out, "-")
		default:
			out = append(out, ast.String(hi))
		}
	}
	for _, f := range []struct {
		word string
		is   bool
	}{{"unknown", !y.Known()}, {"lies", y.SideBySide()}, {"saved", y.Saved()}, {"derived", y.Type.IsDerived() && !y.OwnType()}} {
		if f.is {
			out = append(out, f.word)
		}
	}
	if v := y.ConstantValue(); y.Class == Constant && v != nil {
		out = append(out, "value "+ast.String(v))
	}
	return strings.Join(out, " ")
}

// A type, what it extends, and what of that was not seen.
func TestLineage(t *testing.T) {
	tab := table(t, `module m
  use unseen, only: far
  type base
    real :: x
  end type
  type, extends(base) :: mid
    real :: y
  contains
    procedure :: area
  end type
  type, extends(mid) :: top
    real :: z
  end type
  type, extends(far) :: lost
    real :: w
  end type
  type, extends(again) :: again
    real :: v
  end type
end module
`, Options{})
	s := tab.Unit(tab.File.Units[0])
	for name, want := range map[string]string{"base": "base ", "top": "top mid base ", "lost": "lost ? "} {
		d := s.DerivedType(name)
		got := ""
		for l := range d.Lineage() {
			if l == nil {
				got += "? "
				continue
			}
			got += l.Name + " "
		}
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	seen := true
	for l := range s.DerivedType("again").Lineage() {
		seen = l != nil
	}
	if seen {
		t.Error("a type that extends itself has an end")
	}
	top := s.DerivedType("top")
	for name, want := range map[string]string{"z": "real", "x": "real", "mid": "type(mid)", "base": "type(base)"} {
		if c := top.Component(name); c == nil || c.Type.String() != want {
			t.Errorf("%s: %v, want %s", name, c, want)
		}
	}
	if top.Component("top") != nil || s.DerivedType("lost").Component("q") != nil {
		t.Error("a component that there is not")
	}
}

// What a name behind % is, and that a call is one also of what is inherited.
func TestPart(t *testing.T) {
	tab := table(t, `module m
  use unseen, only: far
  type base
    real :: x(3)
  contains
    procedure :: area
  end type
  type, extends(base) :: top
    real :: z
  end type
  type, extends(far) :: lost
    real :: w
  end type
contains
  real function area(this, i)
    class(base), intent(in) :: this
    integer, intent(in) :: i
    area = this%x(i)
  end function
  subroutine s(t, l)
    type(top) :: t
    type(lost) :: l
  end subroutine
end module
`, Options{})
	s := tab.Unit(findUnit(tab.File.Units, "s"))
	for _, c := range []struct {
		variable, name string
		want           PartKind
		ref            Ref
	}{
		{"t", "z", Component, RefUnknown},
		{"t", "x", Component, RefElement},
		{"t", "base", Inherited, RefCall},
		{"t", "area", Binding, RefCall},
		{"t", "other", NoPart, RefUnknown},
		{"l", "w", Component, RefUnknown},
		{"l", "far", Inherited, RefCall},
		{"l", "other", Unseen, RefUnknown},
	} {
		_, kind := s.Lookup(c.variable).Type.Part(c.name)
		if kind != c.want {
			t.Errorf("%s%%%s: %d, want %d", c.variable, c.name, kind, c.want)
		}
		if ref := s.Resolve(expr(t, c.variable+"%"+c.name+"(1)").(*ast.Apply)); ref != c.ref {
			t.Errorf("%s%%%s(1): %v, want %v", c.variable, c.name, ref, c.ref)
		}
	}
	if c, kind := (*DataType)(nil).Part("x"); c != nil || kind != Unseen {
		t.Errorf("of a type that was not seen: %v, %d", c, kind)
	}
}

func TestPartsOfNumbers(t *testing.T) {
	for _, c := range []struct {
		typ  DataType
		name string
		want PartKind
		half string
	}{
		{DataType{Name: "complex", KindValue: 8}, "re", Half, "real 8"},
		{DataType{Name: "complex", KindValue: 8, Star: true, Kind: ast.Int(16)}, "im", Half, "real 8"},
		{DataType{Name: "double complex", KindValue: 8}, "im", Half, "double precision 8"},
		{DataType{Name: "complex"}, "kind", Inquiry, ""},
		{DataType{Name: "character"}, "len", Inquiry, ""},
		{DataType{Name: "real"}, "re", NoPart, ""},
		{DataType{Name: "class", Derived: "*"}, "re", Unseen, ""},
	} {
		y, kind := c.typ.Part(c.name)
		half := ""
		if y != nil {
			half = fmt.Sprint(y.Type.Name, " ", y.Type.KindValue)
			if y.Type.Star || y.Type.Kind != nil && c.typ.Star {
				t.Errorf("%s%%%s has as many bytes as all of it", c.typ.Name, c.name)
			}
		}
		if kind != c.want || half != c.half {
			t.Errorf("%s%%%s: %d %q, want %d %q", c.typ.Name, c.name, kind, half, c.want, c.half)
		}
	}
}
