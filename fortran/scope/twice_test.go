package scope

import "testing"

// TestDeclaredTwice: a file that is read without preprocessing declares a name in each branch of an #if.
func TestDeclaredTwice(t *testing.T) {
	for _, c := range []struct {
		name, one, two string
		sure           bool
	}{
		{"the same constant", "integer, parameter :: n = 4", "integer, parameter :: n = 4", true},
		{"two constants", "integer, parameter :: n = 4", "integer, parameter :: n = 6", false},
		{"a constant or a variable", "integer, parameter :: n = 4", "integer :: n", false},
		{"a variable or a constant", "integer :: n", "integer, parameter :: n = 4", false},
		{"two types", "real :: n(4)", "real(8) :: n(4)", false},
		{"two shapes", "real :: n(4)", "real :: n(6)", false},
		{"the same array", "real, dimension(4) :: n", "real :: n(4)", true},
		{"PARAMETER", "parameter (n = 4)", "parameter (n = 6)", false},
		{"a type and PARAMETER", "integer n", "parameter (n = 4)", true},
		{"two DIMENSIONs", "dimension n(4)", "dimension n(6)", false},
		{"a type and DIMENSION", "real n", "dimension n(6)", true},
		{"bounds of its own", "real, dimension(4) :: m, n(6)", "save n", true},
	} {
		tab := table(t, "subroutine s\n#ifdef A\n"+c.one+"\n#else\n"+c.two+"\n#endif\nend subroutine\n", Options{})
		y := tab.Unit(tab.File.Units[0]).Lookup("n")
		if y == nil || (y.Unsure == "") != c.sure {
			t.Errorf("%s: %+v", c.name, y)
		}
	}
}

// TestBroughtTwice: the branches of an #if may use two modules.
func TestBroughtTwice(t *testing.T) {
	tab := table(t, `module a
  integer, parameter :: n = 4, m = 1
end module
module b
  integer, parameter :: n = 6
end module
module c
  use a
end module
subroutine s
#ifdef A
  use a
#else
  use b
#endif
  use c
end subroutine
`, Options{})
	in := tab.Unit(findUnit(tab.File.Units, "s"))
	for name, sure := range map[string]bool{"n": false, "m": true} {
		if y := in.Lookup(name); y == nil || (y.Unsure == "") != sure {
			t.Errorf("%s: %+v", name, y)
		}
	}
}

// TestTypeTwice: components of a type that is declared in each branch of an #if are not known.
func TestTypeTwice(t *testing.T) {
	tab := table(t, `subroutine s
#ifdef A
  type one
    real :: u(4)
  end type
#else
  type one
    real(8) :: u(6)
  end type
#endif
  type two
    real :: u(4)
  end type
  type(one) :: x
  type(two) :: y
end subroutine
`, Options{})
	in := tab.Unit(tab.File.Units[0])
	for text, known := range map[string]bool{"x%u(1)": false, "y%u(1)": true} {
		if got := in.Designator(expr(t, text)); got.Known != known {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
