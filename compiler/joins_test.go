package compiler

import (
	"strings"
	"testing"
)

// Procedures are compiled apart where that is known.
func TestJoins(t *testing.T) {
	for _, c := range []struct {
		f    Family
		line string
		want string
	}{
		{GNU, "-O3 -march=native", ""},
		{GNU, "-Ofast -fopenmp -g -std=f2018", ""},
		{GNU, "-O3 -flto", "-flto"},
		{GNU, "-O3 -flto=auto", "-flto=auto"},
		{GNU, "-fwhole-program", "-fwhole-program"},
		{GNU, "-fno-underscoring", "-fno-underscoring"},
		{GNU, "-fsecond-underscore", "-fsecond-underscore"},
		{GNU, "-fcheck=bounds", "-fcheck=bounds"},
		{GNU, "-fdefault-real-8", "-fdefault-real-8"},
		{GNU, "-fprofile-use", "-fprofile-use"},
		{GNU, "-std=f2008", "-std=f2008"},
		{Flang, "-O3", "not known"},
		{Intel, "-O3", "not known"},
		{NV, "-O3", "not known"},
	} {
		got := parseWords(c.f, c.line).Joins()
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%v %s: %q, want %q", c.f, c.line, got, c.want)
		}
	}
}
