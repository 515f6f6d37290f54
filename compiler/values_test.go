package compiler

import (
	"os"
	"runtime"
	"strings"
	"testing"
)

func parseWords(f Family, line string) *Command {
	args := strings.Fields(line)
	return Parse(f, args, Expand(args, os.ReadFile))
}

func TestValueUnsafe(t *testing.T) {
	for _, c := range []struct {
		f          Family
		line, want string
	}{
		{GNU, "-O3 -march=native -c a.f90", ""},
		{GNU, "-Ofast -c a.f90", "-Ofast"},
		{GNU, "-Ofast -O2 -c a.f90", ""},
		{GNU, "-O2 -Ofast -c a.f90", "-Ofast"},
		{GNU, "-O2 -ffast-math a.f90", "-ffast-math"},
		{GNU, "-ffast-math -fno-fast-math a.f90", ""},
		{GNU, "-ffast-math -fno-associative-math a.f90", "-ffast-math"},
		{GNU, "-ffast-math -O3 a.f90", "-ffast-math"},
		{GNU, "-mrecip=all a.f90", "-mrecip=all"},
		{GNU, "-fno-fast-math a.f90", ""},
		{Flang, "-O2 -fapprox-func a.f90", "-fapprox-func"},
		{Flang, "-O3 a.f90", ""},
		{Intel, "-O2 a.f90", "-fp-model=fast (the default)"},
		{Intel, "-O2 -fp-model precise a.f90", ""},
		{Intel, "-fp-model=strict a.f90", ""},
		{Intel, "-fp-model=strict -fp-model=fast=2 a.f90", "-fp-model=fast=2"},
		{Intel, "-fp-model precise -fp-model fast a.f90", "-fp-model=fast"},
		{NV, "-O2 a.f90", ""},
		{NV, "-fast a.f90", "-fast"},
		{NV, "-fast -Kieee a.f90", ""},
		{NV, "-O4 a.f90", "-O4"},
	} {
		if got := parseWords(c.f, c.line).ValueUnsafe(); got != c.want {
			t.Errorf("%v %s: %q, want %q", c.f, c.line, got, c.want)
		}
	}
}

func TestVectorMath(t *testing.T) {
	for _, c := range []struct {
		f    Family
		line string
		want bool
	}{
		{GNU, "-c a.f90", false},
		{GNU, "-O1 a.f90", false},
		{GNU, "-O2 a.f90", true},
		{GNU, "-O3 -O1 a.f90", false},
		{GNU, "-O3 -fno-tree-vectorize a.f90", false},
		{GNU, "-fno-tree-vectorize -O3 a.f90", false},
		{GNU, "-O1 -ftree-vectorize a.f90", true},
		{Flang, "-O3 a.f90", false},
		{Flang, "-O3 -fveclib=libmvec a.f90", true},
		{Intel, "a.f90", true},
		{Intel, "-O1 a.f90", false},
	} {
		if got := parseWords(c.f, c.line).VectorMath(); got != c.want {
			t.Errorf("%v %s: %v, want %v", c.f, c.line, got, c.want)
		}
	}
}

func TestFuses(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("every other processor multiplies and adds in one")
	}
	for _, c := range []struct {
		f    Family
		line string
		sums bool
	}{
		{GNU, "-O3 a.f90", false},
		{GNU, "-O3 -march=native a.f90", true},
		{GNU, "-march=native -O1 a.f90", true},
		{GNU, "-march=native a.f90", false},
		{GNU, "-O3 -march=native -O0 a.f90", false},
		{GNU, "-O2 -mfma a.f90", true},
		{GNU, "-O2 -march=x86-64-v2 a.f90", false},
		{GNU, "-O2 -march=x86-64-v3 a.f90", true},
		{GNU, "-O3 -march=native -ffp-contract=off a.f90", false},
		{GNU, "-O3 -ffp-contract=off -march=native -ffp-contract=fast a.f90", true},
		{GNU, "-Ofast -march=native a.f90", false},
		{Flang, "-O3 a.f90", false},
		{Flang, "-march=native a.f90", true},
		{NV, "-O2 a.f90", true},
		{NV, "-O2 -Mnofma a.f90", false},
	} {
		if got, _ := parseWords(c.f, c.line).Fuses(); got != c.sums {
			t.Errorf("%v %s: %v, want %v", c.f, c.line, got, c.sums)
		}
	}
	for line, want := range map[string]bool{
		"-O3 -march=native a.f90":                                       true,
		"-O3 -march=native -ffp-contract=off a.f90":                     true,
		"-O3 -march=native -ffp-contract=off -fno-tree-vectorize a.f90": false,
		"-O3 -ffp-contract=off a.f90":                                   false,
		"-Ofast -march=native a.f90":                                    false,
	} {
		if _, got := parseWords(GNU, line).Fuses(); got != want {
			t.Errorf("pairs, %s: %v, want %v", line, got, want)
		}
	}
}

func TestCopiesArguments(t *testing.T) {
	for _, c := range []struct {
		f          Family
		line, want string
	}{
		{GNU, "-O3 -c a.f90", ""},
		{GNU, "-O3 -frepack-arrays -c a.f90", "-frepack-arrays"},
		{GNU, "-frepack-arrays -fno-repack-arrays a.f90", ""},
		{Flang, "-frepack-arrays a.f90", "-frepack-arrays"},
		{Intel, "-frepack-arrays a.f90", ""},
	} {
		if got := parseWords(c.f, c.line).CopiesArguments(); got != c.want {
			t.Errorf("%v %s: %q, want %q", c.f, c.line, got, c.want)
		}
	}
}

func TestCodeFlags(t *testing.T) {
	for _, c := range []struct {
		f          Family
		line, want string
	}{
		{GNU, "-Wall -g -O3 -march=native -fopenmp -I inc -Dx=1 --param max-unroll-times=4 -c a.f90 -o a.o -lm -fallow-argument-mismatch",
			"-O3 -march=native -fopenmp --param max-unroll-times=4"},
		{GNU, "-O2 -fopenmp -Ofast -funroll-loops -O", "-O -fopenmp -funroll-loops"},
		{GNU, "-Oz -fcheck=all -O1", "-O1 -fcheck=all"},
		{NV, "-O2 -fast -O3", "-O2 -fast -O3"},
	} {
		if got := strings.Join(parseWords(c.f, c.line).CodeFlags(), " "); got != c.want {
			t.Errorf("%v %s: %q, want %q", c.f, c.line, got, c.want)
		}
	}
}

func TestLinks(t *testing.T) {
	for _, c := range []struct {
		f    Family
		line string
		want bool
	}{
		{GNU, "-O3 a.f90", false},
		{GNU, "-O3 -flto a.f90", true},
		{GNU, "-flto=auto a.f90", true},
		{GNU, "-flto -fno-lto a.f90", false},
		{Flang, "-flto=thin a.f90", true},
		{Intel, "-ipo a.f90", true},
		{Intel, "-ipo -no-ipo a.f90", false},
		{NV, "-Mipa=fast a.f90", true},
	} {
		if got := parseWords(c.f, c.line).Links(); got != c.want {
			t.Errorf("%v %s: %v, want %v", c.f, c.line, got, c.want)
		}
	}
}
