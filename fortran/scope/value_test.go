package scope

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// leaves knows designators.
type leaves struct{ s *Scope }

func (l leaves) Leaf(x ast.Expr) Operand {
	in := l.s.Designator(x)
	if !in.Known {
		return in.Type.Operand(-1)
	}
	return in.Type.Operand(in.Rank)
}

func TestValue(t *testing.T) {
	number, real, strange := Operand{Type: "integer"}, Operand{Type: "real"}, UnknownOperand()
	for text, want := range map[string]Operand{
		"1":                        number,
		"(r)":                      real,
		"-i":                       number,
		"i + 2*r + 1":              real,
		"i < r .and. l":            {Type: "logical"},
		"(1.0, 2.0)":               {Type: "complex"},
		"[1, i]":                   number.Of(1),
		"[1.0, (r, i = 1, 3)]":     real.Of(1),
		"[1, r]":                   {Type: "intrinsic", Rank: 1},
		"[real :: 1, 2]":           real.Of(1),
		"[character(3) :: 'a']":    {Type: "character", Rank: 1},
		"[t :: x]":                 {Type: "type", Rank: 1},
		"a(i)":                     real,
		"a(:) + 1":                 real.Of(1),
		"a(f(1))":                  real.Of(-1), // f may be an array
		"x":                        {Type: "type"},
		"x + 1":                    strange,
		"1 + x + 1":                strange,
		"x%a(f(1))":                real.Of(-1),
		"xs(f(1))%a(1)":            strange.Of(-1),
		"i + unknown + 1":          strange,
		"[i, unknown]":             {Rank: 1, Kind: -1},
		"1 .strange. 2 + 3":        strange,
		"(l .or. .false.) .eqv. l": {Type: "logical"},
	} {
		tab := table(t, `subroutine s
  implicit none
  type t
    real :: a(3)
  end type
  integer :: i
  real :: r, a(3)
  logical :: l
  type(t) :: x, xs(2)
  interface f
    procedure g, h
  end interface
  r = `+text+"\nend subroutine\n", Options{})
		u := tab.File.Units[0]
		s := tab.Unit(u)
		got := s.Value(u.Exec[0].(*ast.Stmt).Body.(*ast.Assign).Y, leaves{s})
		if got.Type != want.Type || got.Rank != want.Rank {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}
