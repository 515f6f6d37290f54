package compiler

import "testing"

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		f    Family
		line string
		want bool
	}{
		{GNU, "-O2 a.f90", false},
		{GNU, "-fdefault-real-8 a.f90", true},
		{GNU, "-fdefault-real-8 -fdefault-double-8 a.f90", true},
		{GNU, "-freal-4-real-8 a.f90", true},
		{GNU, "-finteger-4-integer-8 a.f90", true},
		{GNU, "-r8 a.f90", false},
		{Flang, "-fdefault-real-8 a.f90", true},
		{Intel, "-r8 a.f90", true},
		{Intel, "-real-size 64 a.f90", true},
		{Intel, "-double-size 128 a.f90", true},
		{Intel, "-Mr8 a.f90", false},
		{NV, "-Mr8 a.f90", true},
		{Unknown, "-r8 a.f90", true},
	} {
		if got := parseWords(c.f, c.line).Kinds(); got != c.want {
			t.Errorf("%v %s: %v, want %v", c.f, c.line, got, c.want)
		}
	}
}
