package scope

import (
	"fmt"
	"strings"
	"testing"
)

// What is defined by itself is not known, and whoever asks gets an answer.
func TestCircular(t *testing.T) {
	var doubled strings.Builder // each constant from the one before, twice
	doubled.WriteString("integer, parameter :: k0 = nothing\n")
	for i := 1; i < 100; i++ {
		fmt.Fprintf(&doubled, "integer, parameter :: k%d = k%d + max(k%d, 0)\n", i, i-1, i-1)
	}
	for _, c := range []struct{ name, body string }{
		{"implicit kind from nowhere", "implicit real(dp) (a-h,o-z)"},
		{"implicit kind from a module that is not seen", "use nowhere, only: dp\nimplicit real(dp) (a-h,o-z)"},
		{"implicit kind from all of a module", "use nowhere\nimplicit real(dp) (a-h,o-z)"},
		{"implicit kind of an implicit variable", "implicit real(kind(x)) (a-h,o-z)"},
		{"implicit kinds of each other", "implicit real(kind(b)) (a), real(kind(a)) (b)\nx = a + b"},
		{"implicit derived type", "implicit type(t(x)) (a-z)"},
		{"implicit length", "implicit character(len(x)) (a-z)"},
		{"parameter by itself", "integer, parameter :: k = k + 1\nreal(k) :: x"},
		{"parameters by each other", "integer, parameter :: k = 2*m, m = k + k\nreal(k) :: x"},
		{"parameter statement", "parameter (q = q + 1)\nreal(q) :: x"},
		{"constants that double", doubled.String() + "real(k99) :: x"},
		{"kind of itself", "real(kind(x)) :: x"},
		{"bounds of each other", "real :: x(size(y)), y(size(x))"},
		{"statement function", "f(x) = f(x) + x\ny = f(x)"},
		{"statement functions", "f(x) = g(x)\ng(x) = f(x)\ny = f(x)"},
		{"procedure pointers", "procedure(p), pointer :: q\nprocedure(q), pointer :: p"},
		{"types that extend each other", "type, extends(b) :: a\nend type\ntype, extends(a) :: b\nend type\ntype(a) :: x\nx%c = 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := table(t, "subroutine s\n"+c.body+"\ncall other(x, dp, q)\nend subroutine\n", Options{})
			s := tab.Unit(findUnit(tab.File.Units, "s"))
			s.UseAll()
			for _, y := range s.Symbols() {
				describe(s, y)
			}
		})
	}
}

func TestConstantsOfConstants(t *testing.T) {
	src := "subroutine s\ninteger, parameter :: k0 = 0\n"
	for i := 1; i < 300; i++ {
		src += fmt.Sprintf("integer, parameter :: k%d = k%d - k%d + %d\n", i, i-1, i-1, i)
	}
	src += "real(k8) :: x\nend subroutine\n"
	tab := table(t, src, Options{})
	if y := tab.Unit(findUnit(tab.File.Units, "s")).Lookup("x"); y.Type.KindValue != 8 {
		t.Errorf("kind %d, expected 8", y.Type.KindValue)
	}
}
