package compiler

import "testing"

func TestSaves(t *testing.T) {
	for _, c := range []struct {
		f    Family
		line string
		want bool
	}{
		{GNU, "-O2 a.f90", false},
		{GNU, "-fno-automatic a.f90", true},
		{GNU, "-fno-automatic -fautomatic a.f90", false},
		{GNU, "-fmax-stack-var-size=8 a.f90", true},
		{GNU, "-static a.f90", false},
		{Flang, "-fno-automatic a.f90", true},
		{Intel, "-save a.f90", true},
		{Intel, "-noauto a.f90", true},
		{Intel, "-save -auto a.f90", false},
		{NV, "-Msave a.f90", true},
		{NV, "-Msave -Mnosave a.f90", false},
		{Unknown, "-save a.f90", true},
		{Unknown, "-qsave a.f90", true},
	} {
		if got := parseWords(c.f, c.line).Saves(); got != c.want {
			t.Errorf("%v %s: %v, want %v", c.f, c.line, got, c.want)
		}
	}
}
