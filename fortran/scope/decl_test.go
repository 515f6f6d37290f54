package scope

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// named is a symbol that is asked for, and what it should be.
type named struct{ name, want string }

func lookAll(t *testing.T, s *Scope, list []named) {
	t.Helper()
	for _, n := range list {
		if d := cmp.Diff(n.want, describe(s, s.Lookup(n.name))); d != "" {
			t.Errorf("%s (-want +got)\n%s", n.name, d)
		}
	}
}

// Every statement that declares something.
func TestDeclarations(t *testing.T) {
	tab := table(t, `subroutine s(d1, d2, d3, d4, *)
  implicit none
  real*8 :: r8, r8a*4, dd(3)
  character c1*5, c2(4)*(*)
  character(len=:), allocatable :: c3
  integer, dimension(3,4) :: i1, i2(5)
  integer, codimension[*] :: co
  integer :: co2[2,*]
  real, intent(in) :: d1(*)
  real, optional, value :: d2
  type(*) :: d3(..)
  real, contiguous :: d4(:)
  real, parameter :: pa(*) = [1., 2.]
  real, static :: st
  real :: at1, at2, at3, at4, at5, at6, at7, at8, at9, at10, nm, eq1, eq2(3), da1, da2(3), im(2), cp, ci(2,2), save1
  dimension at1(2:3)
  allocatable at2(:)
  pointer at3(:,:)
  target at4
  volatile at5
  asynchronous at6
  save at7, /blk/
  contiguous at3
  codimension at8[*]
  external at9
  common /blk/ cb1, cb2(3), // cb3
  real cb1, cb2, cb3
  namelist /group/ nm, at4
  equivalence (eq1, eq2(2))
  data da1 /1./, (da2(k), k=1,3) /3*1./
  integer k
  procedure(real), pointer :: pp
  procedure(iface), nopass, pointer :: pi
  procedure() :: pn
  intrinsic :: sin
  abstract interface
    subroutine iface
    end subroutine
  end interface
  interface operator(.plus.)
    procedure plus
  end interface
  enum, bind(c)
    enumerator :: red, green = 4
  end enum
  protected at10
  intent(inout) d2
end subroutine
`, Options{})
	s := tab.Unit(tab.File.Units[0])
	lookAll(t, s, []named{
		{"r8", "r8: variable local real*8 [typed]"},
		{"r8a", "r8a: variable local real*4 [typed]"},
		{"dd", "dd: variable local real*8 explicit(1) [typed]"},
		{"c1", "c1: variable local character [typed]"},
		{"c2", "c2: variable local character explicit(1) [typed]"},
		{"c3", "c3: variable local character [allocatable typed]"},
		{"i1", "i1: variable local integer explicit(2) [typed]"},
		{"i2", "i2: variable local integer explicit(1) [typed]"},
		{"co", "co: variable local integer [typed]"},
		{"d1", "d1: variable dummy real assumed size(1) intent(in) [typed]"},
		{"d2", "d2: variable dummy real intent(inout) [optional typed value]"},
		{"d3", "d3: variable dummy type(*) assumed rank(-1) [typed]"},
		{"d4", "d4: variable dummy real assumed(1) [contiguous typed]"},
		{"pa", "pa: constant real implied(1) [typed]"},
		{"st", "st: variable local real [save typed]"},
		{"at1", "at1: variable local real explicit(1) [typed]"},
		{"at2", "at2: variable local real deferred(1) [allocatable typed]"},
		{"at3", "at3: variable local real deferred(2) [contiguous pointer typed]"},
		{"at4", "at4: variable local real [namelist target typed]"},
		{"at5", "at5: variable local real [typed volatile]"},
		{"at6", "at6: variable local real [asynchronous typed]"},
		{"at7", "at7: variable local real [save typed]"},
		{"at8", "at8: variable local real [typed]"},
		{"at9", "at9: procedure real [external typed]"},
		{"at10", "at10: variable local real [protected typed]"},
		{"cb1", "cb1: variable common /blk/ real [typed]"},
		{"cb2", "cb2: variable common /blk/ real explicit(1) [typed]"},
		{"cb3", "cb3: variable common real [typed]"},
		{"group", "group: namelist"},
		{"nm", "nm: variable local real [namelist typed]"},
		{"eq1", "eq1: variable local real [equivalence typed]"},
		{"eq2", "eq2: variable local real explicit(1) [equivalence typed]"},
		{"da1", "da1: variable local real [initialised save typed]"},
		{"da2", "da2: variable local real explicit(1) [initialised save typed]"},
		{"pp", "pp: procedure real [function pointer]"},
		{"pi", "pi: procedure [pointer]"},
		{"pn", "pn: procedure"},
		{"sin", "sin: intrinsic [intrinsic]"},
		{"red", "red: constant integer"},
		{"iface", "iface: procedure [subroutine]"},
	})
	if co := s.Lookup("co"); co.Corank != 1 {
		t.Errorf("co: corank %d", co.Corank)
	}
	if co := s.Lookup("co2"); co.Corank != 2 {
		t.Errorf("co2: corank %d", co.Corank)
	}
	if pi := s.Lookup("pi"); pi.Iface != "iface" {
		t.Errorf("pi: %q", pi.Iface)
	}
	if sets := s.Equivalences(); len(sets) != 1 || len(sets[0]) != 2 {
		t.Errorf("%v", sets)
	}
	if d := cmp.Diff([]string{"operator(.plus.)"}, generics(s)); d != "" {
		t.Error(d)
	}
	if dummies := s.Dummies(s.Lookup("s")); len(dummies) != 5 || !dummies[4].Has(AltReturn) {
		t.Errorf("%v", dummies)
	}
	if s.SaveAll() || !noImplicit(s) {
		t.Errorf("SaveAll %v, IMPLICIT NONE %v", s.SaveAll(), noImplicit(s))
	}
}

// noImplicit tells whether IMPLICIT NONE holds: names without a declaration have no type.
func noImplicit(s *Scope) bool { return s.implicitType("q") == nil }

func generics(s *Scope) (list []string) {
	for _, y := range s.Symbols() {
		if y.Class == Generic {
			list = append(list, y.Name)
		}
	}
	return list
}

// A bare SAVE, and what has SAVE without it.
func TestSave(t *testing.T) {
	tab := table(t, "subroutine s\nsave\nreal :: x\nend subroutine\nprogram p\nreal :: x\nend program\n", Options{})
	if s := tab.Unit(tab.File.Units[0]); !s.SaveAll() || noImplicit(s) {
		t.Errorf("SaveAll %v, IMPLICIT NONE %v", s.SaveAll(), noImplicit(s))
	}
	p := tab.Unit(tab.File.Units[1])
	lookAll(t, p, []named{{"x", "x: variable local real [save typed]"}})
	if p.SaveAll() {
		t.Error("SAVE stands in another unit")
	}
}

// IMPLICIT statements, alone and below a host.
func TestImplicit(t *testing.T) {
	tab := table(t, `module m
  implicit complex (c), integer (x-z)
contains
  subroutine s
    implicit real(8) (x)
    cc = 1
    xx = 2
    yy = 3
    ii = 4
    qq = 5
  contains
    subroutine in
      implicit none
      xx = 1
      uu(1) = 2
    end subroutine
  end subroutine
end module
`, Options{})
	lookAll(t, tab.Unit(findUnit(tab.File.Units, "s")), []named{
		{"cc", "cc: variable local complex [implicit]"}, {"xx", "xx: variable local real*8 [implicit]"},
		{"yy", "yy: variable local integer [implicit]"}, {"ii", "ii: variable local integer [implicit]"},
		{"qq", "qq: variable local real [implicit]"},
	})
	in := tab.Unit(findUnit(tab.File.Units, "in"))
	lookAll(t, in, []named{{"xx", "xx: variable local by host real*8 [implicit]"}, {"uu", "nothing"}, {"_x", "nothing"}})
	if !noImplicit(in) || noImplicit(in.Host) {
		t.Error("IMPLICIT NONE holds for the internal procedure alone")
	}
}

// What is not understood makes the names that it mentions unsure, and nothing
// else.
func TestNotUnderstood(t *testing.T) {
	tab := table(t, `subroutine s
  real :: a, b
  pointer (pa, pointee(3)), (pb, other)
  real :: pointee
  a = b
end subroutine
`, Options{})
	s := tab.Unit(tab.File.Units[0])
	lookAll(t, s, []named{
		{"pointee", "pointee: unsure, it is the pointee of a Cray pointer"},
		{"other", "other: unsure, it is the pointee of a Cray pointer"},
		{"a", "a: variable local real [typed]"},
	})
	y := s.Lookup("pointee")
	if !y.Has(Pointer|Target) || y.Rank != 1 {
		t.Errorf("%+v", y)
	}
}

// Headings: prefixes, results, entries, BIND.
func TestHeadings(t *testing.T) {
	tab := table(t, `module m
contains
  pure recursive subroutine a(x)
    real, intent(in) :: x
  end subroutine
  impure elemental real(8) function b(x)
    real, intent(in) :: x
    b = x
  end function
  elemental function c(x) result(r)
    real, intent(in) :: x
    real :: r
    r = x
  end function
  subroutine d() bind(c)
  end subroutine
  function e(x)
    real :: e, f, x
    e = x
    entry f(y)
    f = y
  end function
  subroutine g
    x = 1
    entry h(z)
    z = 1
  end subroutine
end module
`, Options{})
	m := tab.ModuleScope("m")
	lookAll(t, m, []named{
		{"a", "a: procedure [pure recursive subroutine]"},
		{"b", "b: procedure real*8 [elemental function]"},
		{"c", "c: procedure [elemental function pure]"},
		{"d", "d: procedure [bind(c) subroutine]"},
		{"e", "e: procedure [function]"},
		{"f", "f: procedure [function]"},
		{"h", "h: procedure [subroutine]"},
	})
	if tab.ModuleScope("other") != nil {
		t.Error("there is no such module")
	}
	lookAll(t, tab.Unit(findUnit(tab.File.Units, "b")), []named{{"b", "b: variable result real*8 [typed]"}})
	lookAll(t, tab.Unit(findUnit(tab.File.Units, "c")), []named{
		{"r", "r: variable result real [typed]"}, {"c", "c: procedure [elemental function pure]"}})
	lookAll(t, tab.Unit(findUnit(tab.File.Units, "e")), []named{
		{"e", "e: variable result real [equivalence typed]"}, {"f", "f: variable result real [entry equivalence typed]"}, {"y", "y: variable dummy real"}})
	lookAll(t, tab.Unit(findUnit(tab.File.Units, "g")), []named{{"h", "h: procedure [entry subroutine]"}, {"z", "z: variable dummy real"}})
	if r := m.Result(m.Lookup("c")); r == nil || r.Name != "r" {
		t.Errorf("%+v", r)
	}
	if r := m.Result(m.Lookup("a")); r != nil {
		t.Errorf("a subroutine has the result %+v", r)
	}
}

// Derived types: attributes, components of all kinds, bindings, extension.
func TestTypes(t *testing.T) {
	tab := table(t, `module m
  type, bind(c), public :: plain
    sequence
    integer :: n
  end type
  type :: base
    real :: x(3)
  contains
    procedure :: move
    generic :: operator(+) => move
    final :: gone
  end type
  type, extends(base), private :: more
    class(base), allocatable :: any
    procedure(real), pointer, nopass :: f => null()
    complex :: z
  end type
  type :: param(k, l)
    integer, kind :: k
    integer, len :: l
    real(k) :: v(l)
  end type
  type(more) :: mo, mm(2)
  type(param(4, 3)) :: pa
  interface plain
    procedure make
  end interface
contains
  subroutine s
    type(more) :: loc
  end subroutine
end module
`, Options{})
	m := tab.ModuleScope("m")
	lookAll(t, m, []named{{"base", "base: type"}, {"more", "more: type [private]"}, {"plain", "plain: generic"}})
	plain, base, more := m.DerivedType("plain"), m.DerivedType("base"), m.DerivedType("more")
	if plain == nil || !plain.Sequence || !plain.BindC || base.BindC {
		t.Errorf("%+v", plain)
	}
	if d := cmp.Diff([]string{"move", "operator(+)", FinalBinding}, base.Bindings); d != "" {
		t.Error(d)
	}
	if m.DerivedType("nothing") != nil || m.DerivedType("mo") != nil {
		t.Error("a type that is none")
	}
	for name, want := range map[string]string{"x": "x", "base": "base", "any": "any", "nothing": ""} {
		c := more.Component(name)
		if got := nameOf(c); got != want {
			t.Errorf("component %s: %q", name, got)
		}
	}
	if got := more.Home(); got != "m" {
		t.Errorf("home: %q", got)
	}
	s := tab.Unit(findUnit(tab.File.Units, "s"))
	for _, c := range []struct{ text, want string }{
		{"mo%x", "real rank 1"}, {"mo%base%x(1)", "real rank 0"}, {"mo%any%x", "real rank 1 indirect"}, {"mm(2)%x(1)", "real rank 0"}, {"mm%x", "unknown: two parts of it are arrays"},
		{"mo%f", "unknown: it is a procedure component"}, {"mo%z%im", "real rank 0"}, {"mo%z%kind", "unknown: it is an inquiry"},
		{"mo%move", "unknown: type more has no component move that was seen"}, {"(mo)", "unknown: it is an expression"},
		{"mo%x%y", "unknown: the type of what stands before %y is not known"}, {"3", "unknown: it is not a variable"},
		{"'abc'(1:2)", "unknown: it is not a variable"}, {"mo[1]%x", "real rank 1"}, {"base", "unknown: base is not a variable"},
	} {
		in := s.Designator(expr(t, c.text))
		got := "unknown: " + in.Why
		if in.Known {
			got = in.Type.Name + " rank " + string(rune('0'+in.Rank))
			if in.Indirect {
				got += " indirect"
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
	if in := s.Designator(expr(t, "mo[1]")); !in.Coindexed {
		t.Errorf("%+v", in)
	}
}

func nameOf(y *Symbol) string {
	if y == nil {
		return ""
	}
	return y.Name
}

// A type says what it is as in a declaration.
func TestTypeNames(t *testing.T) {
	tab := table(t, "subroutine s\nreal(8) :: a\ncharacter(len=3) :: c\ntype(t) :: x\ndouble precision :: d\nend subroutine\n", Options{})
	s := tab.Unit(tab.File.Units[0])
	for name, want := range map[string]string{"a": "real(8)", "c": "character(len=3)", "x": "type(t)", "d": "double precision"} {
		if got := strings.ToLower(s.Lookup(name).Type.String()); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := (*DataType)(nil).String(); got != "" {
		t.Error(got)
	}
}

// a(…) by the class of a, whatever it looks like.
func TestReferences(t *testing.T) {
	tab := table(t, `subroutine s(dummy, c, n)
  use unseen, only: far
  type t
    real :: x(3), y
    character(3) :: c
  end type
  interface t
    procedure make
  end interface
  type u
    integer :: i
  end type
  character(9) :: c, cc(3), cv
  character(3), parameter :: cp = 'abc'
  type(t) :: v
  real, pointer :: ps
  real :: ranked(..), com
  common com
  sf(x) = x + 1
  associate (b => cc(1), w => v%x, q => n + 1)
  end associate
  z = dummy(1) + f(2) + cv(1:1)
end subroutine
`, Options{})
	u := tab.File.Units[0]
	s := tab.Unit(u)
	for _, c := range []struct {
		text string
		want Ref
	}{
		{"v%x(1)", RefElement}, {"v%x(:)", RefSection}, {"v%y(1)", RefUnknown}, {"v%c(1:2)", RefSubstring}, {"cc(2)(1:2)", RefSubstring},
		{"cc(2)(1)", RefUnknown}, {"cc(1:2)(1:2)", RefSubstring}, {"cv(1:2)", RefSubstring}, {"cv(1:2:1)", RefCall}, {"cp(1:2)", RefSubstring},
		{"cp(1)", RefUnknown}, {"'abc'(1:2)", RefSubstring}, {"sf(1.0)", RefStatementFunc}, {"f(2)", RefCall}, {"far(1)", RefUnknown},
		{"t(1)", RefUnknown}, {"u(1)", RefConstructor}, {"ps(1)", RefUnknown}, {"com(1)", RefUnknown}, {"dummy(1)", RefCall}, {"sum(x)", RefCall},
	} {
		if got := s.Resolve(expr(t, c.text).(*ast.Apply)); got != c.want {
			t.Errorf("%s: %v, want %v", c.text, got, c.want)
		}
	}
	in := s.Enter(u.Exec[0].(*ast.Construct), 0)
	for _, c := range []struct {
		text string
		want Ref
	}{{"b(1:2)", RefSubstring}, {"b(1)", RefUnknown}, {"w(2)", RefElement}, {"w(1:2)", RefSection}, {"q(1)", RefUnknown}} {
		if got := in.Resolve(expr(t, c.text).(*ast.Apply)); got != c.want {
			t.Errorf("%s: %v, want %v", c.text, got, c.want)
		}
	}
}

// What each thread has for itself: common blocks and variables.
func TestThreadPrivate(t *testing.T) {
	tab := table(t, "subroutine s\n common /a/ x, y\n common /b/ z\n integer, save :: k, l\n!$OMP THREADPRIVATE(/a/, k)\n x = 1\nend subroutine\n", Options{})
	s := tab.Unit(tab.File.Units[0])
	for name, want := range map[string]bool{"x": true, "y": true, "z": false, "k": true, "l": false} {
		if got := s.Lookup(name).Has(ThreadPrivate); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
