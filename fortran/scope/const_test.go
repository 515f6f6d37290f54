package scope

import (
	"fmt"
	"strings"
	"testing"
)

// Integer constants: what all compilers agree on has a value, everything else
// is not known.
func TestConstants(t *testing.T) {
	tab := table(t, `subroutine s(d)
  use iso_c_binding
  use iso_fortran_env, only: int64, rk => real64
  use elsewhere, only: unseen
  integer, parameter :: n = 7, m = -2, a(3) = 1, big = 2147483648_8
  integer, parameter :: later = next + 1, next = 3
  integer, parameter :: loop = loop
  real, parameter :: x = 2.5
  integer :: v, d
  real(kind=rk) :: w
  double precision :: dp
  real :: r
  enum, bind(c)
    enumerator :: red = 4, green
  end enum
end subroutine
`, Options{})
	s := tab.Unit(tab.File.Units[0])
	for _, c := range []struct {
		text string
		want int64
		ok   bool
	}{
		{"3", 3, true}, {"-n", -7, true}, {"+n", 7, true}, {"(n)", 7, true}, {"n+m", 5, true}, {"n-m", 9, true}, {"n*m", -14, true},
		{"n/m", -3, true}, {"-7/2", -3, true}, {"n/0", 0, false}, {"2**10", 1024, true}, {"m**3", -8, true}, {"2**0", 1, true},
		{"2**(-1)", 0, false}, {"2**40", 0, false}, {"big+1", 2147483649, true}, {"(big+1)*2", 0, false}, {"3.0", 0, false},
		{"n > 3", 0, false}, {".not. n", 0, false}, {"99999999999999999999", 0, false},
		{"later", 4, true}, {"loop", 0, false}, {"a", 0, false}, {"a(1)", 0, false}, {"x", 0, false}, {"v", 0, false}, {"d", 0, false},
		{"unseen", 0, false}, {"red", 4, true}, {"int64", 8, true}, {"rk", 8, true}, {"c_int", 4, true}, {"c_double", 8, true},
		{"kind(1.0d0)", 8, true}, {"kind(1.0)", 0, false}, {"kind(1.0_8)", 8, true}, {"kind((1.0_rk))", 8, true}, {"kind(w)", 8, true},
		{"kind(r)", 0, false}, {"kind(dp)", 0, false}, {"kind(nowhere(1))", 0, false},
		{"selected_int_kind(2)", 1, true}, {"selected_int_kind(4)", 2, true}, {"selected_int_kind(9)", 4, true}, {"selected_int_kind(18)", 8, true},
		{"selected_int_kind(30)", 0, false}, {"selected_int_kind(v)", 0, false},
		{"selected_real_kind(6)", 4, true}, {"selected_real_kind(15, 307)", 8, true}, {"selected_real_kind(r=30)", 4, true},
		{"selected_real_kind(r=300, p=6)", 8, true}, {"selected_real_kind(30)", 0, false}, {"selected_real_kind(6, 30, 2)", 0, false},
		{"selected_real_kind(radix=2)", 0, false}, {"selected_real_kind(v)", 0, false},
		{"max(n, 9, m)", 9, true}, {"min(n, 9, m)", -2, true}, {"max(n, v)", 0, false}, {"int(n)", 7, true}, {"int(n, 8)", 0, false},
		{"abs(m)", 0, false}, {"nowhere(3)", 0, false},
	} {
		v, ok := s.Int(expr(t, c.text))
		if ok != c.ok || ok && v != c.want {
			t.Errorf("%s: %d, %v, want %d, %v", c.text, v, ok, c.want, c.ok)
		}
	}
	if v, ok := (*Scope)(nil).Int(expr(t, "5")); !ok || v != 5 {
		t.Errorf("a number without a scope: %d, %v", v, ok)
	}
	if _, ok := (*Scope)(nil).Int(expr(t, "n")); ok {
		t.Error("a name without a scope has a value")
	}
}

// A constant that hides an intrinsic function is no function.
func TestHiddenIntrinsic(t *testing.T) {
	tab := table(t, "subroutine s\n integer, parameter :: max(2) = 3, n = max(1)\n integer, external :: min\n integer :: v\n v = min(1,2)\nend subroutine\n", Options{})
	s := tab.Unit(tab.File.Units[0])
	for _, text := range []string{"n", "max(1)", "min(1,2)"} {
		if v, ok := s.Int(expr(t, text)); ok {
			t.Errorf("%s = %d", text, v)
		}
	}
}

// Where flags change the kinds of numbers KIND is not known, whatever it is asked of.
func TestOtherKinds(t *testing.T) {
	tab := table(t, "subroutine s\n integer, parameter :: dp = kind(1d0)\n real(8) :: w\nend subroutine\n", Options{Kinds: true})
	s := tab.Unit(tab.File.Units[0])
	for text, known := range map[string]bool{"dp": false, "kind(w)": false, "kind(1.0_8)": false, "selected_real_kind(12)": true} {
		if v, ok := s.Int(expr(t, text)); ok != known {
			t.Errorf("%s: %d, %v", text, v, ok)
		}
	}
}

// Constants that are defined by each other, and chains of any length, end.
func TestConstantChains(t *testing.T) {
	var b strings.Builder
	b.WriteString("subroutine s\n integer, parameter :: a = b, b = a\n integer, parameter :: c0 = 1\n")
	for i := 1; i < 1000; i++ {
		fmt.Fprintf(&b, " integer, parameter :: c%d = c%d + 1\n", i, i-1)
	}
	b.WriteString("end subroutine\n")
	tab := table(t, b.String(), Options{})
	s := tab.Unit(tab.File.Units[0])
	for text, want := range map[string]int64{"a": 0, "c9": 10, "c999": 0} {
		if v, _ := s.Int(expr(t, text)); v != want {
			t.Errorf("%s = %d, want %d", text, v, want)
		}
	}
}

// Ranks of expressions.
func TestRanks(t *testing.T) {
	tab := table(t, `module m
contains
  elemental real function el(x)
    real, intent(in) :: x
    el = x
  end function
  function vec(n) result(r)
    integer, intent(in) :: n
    real :: r(n)
    r = 0
  end function
  subroutine s(ar, fp)
    real :: ar(..)
    procedure(vec), pointer :: fp
    real :: a(3,3), b(3), x
    complex :: z(3)
    real, external :: f
    logical :: l(3)
    x = f(1) + g(2)
  end subroutine
end module
`, Options{})
	s := tab.Unit(findUnit(tab.File.Units, "s"))
	for _, c := range []struct {
		text string
		want int // -1: not known
	}{
		{"1.0", 0}, {"(1.0, 2.0)", 0}, {"x", 0}, {"a", 2}, {"a(:,1)", 1}, {"a(1,1)", 0}, {"(a)", 2}, {"-a", 2}, {".not. l", 1}, {".mine. l", -1},
		{"a + x", 2}, {"x + a", 2}, {"b*b + x", 1}, {"b .mine. b", -1}, {"l .and. l", 1}, {"[1, 2]", 1}, {"z%re", 1}, {"a(1,1)%re", -1},
		{"el(x)", 0}, {"el(a)", 2}, {"el(nowhere2(1)%x)", -1}, {"vec(3)", 1}, {"f(1.0)", 0}, {"sin(b)", 1}, {"max(x, b)", 1}, {"sum(a)", 0}, {"sum(a, 1)", -1},
		{"size(a)", 0}, {"shape(a)", 1}, {"lbound(a)", 1}, {"lbound(a, 1)", 0}, {"lbound(a, kind=8)", 1}, {"lbound(kind=8, array=a)", 1}, {"lbound(dim=1, array=a)", 0}, {"transpose(a)", 2}, {"bessel_jn(1, 2, x)", -1},
		{"kind(a)", 0}, {"reshape(b, [1,3])", -1}, {"ar", -1}, {"fp(3)", -1}, {"'abc'", 0}, {"b(vec(3))", 1}, {"b(int(b))", 1},
	} {
		rank, ok := s.Rank(expr(t, c.text))
		if !ok {
			rank = -1
		}
		if rank != c.want {
			t.Errorf("%s: rank %d, want %d", c.text, rank, c.want)
		}
	}
}

// References say in words what they are.
func TestRefNames(t *testing.T) {
	seen := map[string]bool{}
	for r := RefUnknown; r <= RefConstructor; r++ {
		if seen[r.String()] || r.String() == "" {
			t.Errorf("%d: %q", r, r.String())
		}
		seen[r.String()] = true
	}
}
