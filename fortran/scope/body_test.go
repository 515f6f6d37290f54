package scope

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// A main program without a PROGRAM statement stands beside the external procedures,
// and is none of them.
func TestBodyBesideUnnamedProgram(t *testing.T) {
	tab := table(t, `real a(3)
external s
call s(a)
end
subroutine s(a)
real a(3)
a = 1
end
`, Options{})
	main, want := tab.File.Units[0], tab.File.Units[1]
	if main.Begin != nil {
		t.Fatal("the main program has a heading")
	}
	y := tab.Unit(main).Lookup("s")
	if got := tab.Body(y); got != want {
		t.Errorf("Body(s) = %v, want the subroutine", got)
	}
	if _, ok := main.Heading(); ok {
		t.Error("a main program without PROGRAM has a heading")
	}
	if h, ok := want.Heading(); !ok || h == nil || want.Kind != ast.KSubroutine {
		t.Error("the subroutine has no heading")
	}
}
