package scope

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

func TestOperation(t *testing.T) {
	src := `module m
  interface operator(+)
    module procedure join
  end interface
contains
  function join(a, b) result(c)
    logical, intent(in) :: a, b
    real :: c
    c = 1
  end function
end module
subroutine s
end subroutine
`
	tab := table(t, src, Options{})
	defined, plain := tab.Unit(tab.File.Units[0]), tab.Unit(tab.File.Units[1])
	number, list, flag := Operand{Type: "integer"}, Operand{Type: "real", Rank: 1}, Operand{Type: "logical"}
	text, strange := Operand{Type: "character"}, UnknownOperand()
	for _, tt := range []struct {
		s    *Scope
		op   string
		args []Operand
		want Operand
	}{
		{defined, "+", []Operand{number, list}, list},
		{defined, "+", []Operand{list, list.Of(2)}, strange}, // ranks for which the interface may be meant
		{defined, "+", []Operand{flag, flag}, strange},
		{defined, "-", []Operand{number}, number},
		{defined, "<", []Operand{list, number}, flag.Of(1)},
		{defined, "//", []Operand{text, text}, text},
		{defined, ".join.", []Operand{flag, flag}, strange},
		{plain, "+", []Operand{number, strange}, strange},
		{plain, "+", []Operand{number, text}, Operand{Type: "intrinsic"}}, // wrong, but nobody's function
	} {
		if got := tt.s.Operation(tt.op, tt.args...); got != tt.want {
			t.Errorf("%s %+v: %+v, want %+v", tt.op, tt.args, got, tt.want)
		}
	}
	if !defined.OwnAssignment(list, number) || !plain.OwnAssignment(text, number) || plain.OwnAssignment(number, strange) {
		t.Error("assignments")
	}
}

// The index of a FORALL statement is no variable around it.
func TestForallStatement(t *testing.T) {
	tab := table(t, "subroutine s(a)\nreal :: a(3)\ninteger :: i\nforall (i = 1:3) a(i) = i\nend\n", Options{})
	u := tab.File.Units[0]
	s, st := tab.Unit(u), u.Exec[0].(*ast.Stmt)
	in := s.Enter(&ast.Construct{Kind: ast.KForallCons, Begin: st, Parts: []ast.Part{{Head: st}}}, 0)
	if in.Own("i") == nil || in.Lookup("i") == s.Lookup("i") || in.Own("a") != nil || in.Lookup("a") != s.Lookup("a") {
		t.Errorf("%+v", in.Symbols())
	}
}
