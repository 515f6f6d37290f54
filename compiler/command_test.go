package compiler

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

func parse(f Family, line string) *Command {
	args := strings.Fields(line)
	none := func(string) ([]byte, error) { return nil, errors.New("no such file") }
	return Parse(f, args, Expand(args, none))
}

func TestStage(t *testing.T) {
	tests := []struct {
		in   Family
		line string
		want Stage
	}{
		{GNU, "", Answer},
		{GNU, "-O2", Answer},
		{GNU, "-v", Answer},
		{GNU, "-V", Answer},
		{GNU, "-v -lm", Answer},
		{GNU, "-lm", Link},
		{GNU, "--version", Answer},
		{GNU, "--version a.f90", Answer},
		{GNU, "-show -c a.f90", Answer},
		{GNU, "-showme:compile", Answer},
		{GNU, "-### a.f90", Answer},
		{GNU, "-print-file-name=libm.a", Answer},
		{GNU, "-dumpmachine", Answer},
		{GNU, "-v a.f90", Link},
		{GNU, "-c -v a.f90", Objects},
		{GNU, "a.f90 -o c", Link},
		{GNU, "-c a.f90", Objects},
		{GNU, "a.f90 -c", Objects},
		{GNU, "-o -c a.f90", Link}, // the output is called -c
		{GNU, "-cpp a.f90", Link},
		{GNU, "-S a.f90", Assembly},
		{GNU, "-c -S a.f90", Assembly},
		{GNU, "-S -c a.f90", Assembly},
		{GNU, "-E a.f90 -c", Preprocess},
		{GNU, "-MM a.F90", Preprocess},
		{GNU, "-MMD -MF a.d -c a.F90", Objects},
		{GNU, "-fsyntax-only a.f90 -c", Check},
		{GNU, "a.o b.o", Link},
		{Intel, "-P a.f90", Preprocess},
		{GNU, "-P a.f90", Link},
		{NV, "-F a.f90", Preprocess},
		{NV, "-Mpreprocess a.f90", Link},
		{GNU, "-", Link},
	}
	for _, tt := range tests {
		if got := parse(tt.in, tt.line).Stage; got != tt.want {
			t.Errorf("%v %s: stage %d, want %d", tt.in, tt.line, got, tt.want)
		}
	}
}

func TestSources(t *testing.T) {
	tests := []struct {
		in   Family
		line string
		want string
	}{
		{GNU, "a.f90 b.o c.F d.f95 lib.a", "a.f90 c.F d.f95"},
		{GNU, "-o a.f90 b.f90", "b.f90"},
		{GNU, "-T a.f90 -I b.f90 -Ic.f90 d.f90", "d.f90"},
		{GNU, "-J mods.f90 -L x.f90 -MF y.f90 -D z.f90 d.f90", "d.f90"},
		{GNU, "-Xlinker a.f90 -include b.f90 --param c.f90 d.f", "d.f"},
		{GNU, "a.c b.cpp c.txt d.inc", ""},
		{GNU, "-x f95 d.inc -x none e.inc f.f90 -x c g.f90", "d.inc f.f90"},
		{GNU, "-xf77 d.inc", "d.inc"},
		{Intel, "a.f90 b.f95 -Tf c.inc -Tfd.inc", "a.f90 c.inc d.inc"},
		{Intel, "-module a.f90 b.f90", "b.f90"},
		{Intel, "-u a.f90", "a.f90"},
		{GNU, "-u a.f90 b.f90", "b.f90"},
		{NV, "a.cuf b.CUF", "a.cuf b.CUF"},
		{GNU, "a.cuf", ""},
		{Flang, "-module-dir a.f90 -mllvm b.f90 -Xflang c.f90 d.f90 e.ftn", "d.f90"},
		{Flang, "a.FTN b.FOR c.fpp", "b.FOR c.fpp"},
	}
	for _, tt := range tests {
		var got []string
		for _, it := range parse(tt.in, tt.line).Sources() {
			got = append(got, it.Input.Path)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%v %s: sources %v, want %s", tt.in, tt.line, got, tt.want)
		}
	}
}

func TestReading(t *testing.T) {
	free, fixed := source.Free, source.Fixed
	tests := []struct {
		in   Family
		line string
		want source.Options
		cpp  bool
	}{
		{GNU, "a.f90", source.Options{Form: free}, false},
		{GNU, "a.F90", source.Options{Form: free}, true},
		{GNU, "a.f", source.Options{Form: fixed}, false},
		{GNU, "a.fpp", source.Options{Form: fixed}, true},
		{GNU, "-cpp a.f", source.Options{Form: fixed}, true},
		{GNU, "-nocpp a.F", source.Options{Form: fixed}, false},
		{GNU, "-ffree-form a.f", source.Options{Form: free}, false},
		{GNU, "-ffree-form -ffixed-form a.f90", source.Options{Form: fixed}, false},
		{GNU, "-ffixed-line-length-132 a.f", source.Options{Form: fixed, LineLength: 132}, false},
		{GNU, "-ffixed-line-length-none a.f", source.Options{Form: fixed, LineLength: math.MaxInt32}, false},
		{GNU, "-ffixed-line-length-0 a.f", source.Options{Form: fixed, LineLength: math.MaxInt32}, false},
		{GNU, "-ffixed-line-length-132 a.f90", source.Options{Form: free}, false},
		{GNU, "-ffree-line-length-200 a.f90", source.Options{Form: free, LineLength: 200}, false},
		{GNU, "-fopenmp a.f90", source.Options{Form: free, OpenMP: true}, false},
		{GNU, "-fopenmp -fno-openmp a.f90", source.Options{Form: free}, false},
		{GNU, "-fopenmp-simd a.f90", source.Options{Form: free, OpenMP: true}, false},
		{GNU, "-fopenmp-simd -fno-openmp a.f90", source.Options{Form: free, OpenMP: true}, false},
		{GNU, "-fopenacc a.f90", source.Options{Form: free}, false},
		{GNU, "-fd-lines-as-code a.f", source.Options{Form: fixed, DLines: true}, false},
		{GNU, "-x f77-cpp-input a.f90", source.Options{Form: fixed}, true},
		{Intel, "-free -fpp a.f", source.Options{Form: free}, true},
		{Intel, "-extend-source 132 a.f", source.Options{Form: fixed, LineLength: 132}, false},
		{Intel, "-extend-source a.f", source.Options{Form: fixed, LineLength: 132}, false},
		{Intel, "-extend-source:80 a.f", source.Options{Form: fixed, LineLength: 80}, false},
		{Intel, "-132 a.f", source.Options{Form: fixed, LineLength: 132}, false},
		{Intel, "-132 -noextend-source a.f", source.Options{Form: fixed, LineLength: 72}, false},
		{Intel, "-qopenmp a.f90", source.Options{Form: free, OpenMP: true}, false},
		{NV, "-Mextend -mp=gpu -Mdlines a.f", source.Options{Form: fixed, LineLength: 132, OpenMP: true, DLines: true}, false},
		{NV, "-Mfree -Mpreprocess a.f", source.Options{Form: free}, true},
		{Flang, "-ffixed-line-length=132 a.f", source.Options{Form: fixed, LineLength: 132}, false},
	}
	for _, tt := range tests {
		c := parse(tt.in, tt.line)
		in := c.Sources()[0].Input
		tt.want.Unread, tt.want.OnlySIMD = c.Unread(), c.OnlySIMD()
		if got := c.Reading(in); !cmp.Equal(got, tt.want) {
			t.Errorf("%v %s: %+v, want %+v", tt.in, tt.line, got, tt.want)
		}
		if got := c.Preprocessed(in); got != tt.cpp {
			t.Errorf("%v %s: preprocessed %v", tt.in, tt.line, got)
		}
	}
}

func TestWholeCommand(t *testing.T) {
	c := parse(GNU, "-Ia -I b -O2 -shared -Wl,-soname,x -o out.so x.o")
	if c.Output != "out.so" || !c.Shared || c.Relocatable || !slices.Equal(c.IncludeDirs, []string{"a", "b"}) {
		t.Errorf("%+v", c)
	}
	for _, line := range []string{"-r a.o", "-Wl,-r a.o", "-Wl,-x,--relocatable a.o", "-Xlinker -r a.o"} {
		if !parse(GNU, line).Relocatable {
			t.Errorf("%s: not relocatable", line)
		}
	}
	if parse(Intel, "-r a.o").Relocatable || parse(GNU, "-Wl,-rpath,x a.o").Relocatable {
		t.Error("relocatable without being told")
	}
	if parse(Intel, "-qopenmp-stubs a.f90").Unsure != "-qopenmp-stubs" {
		t.Error("-qopenmp-stubs is sure")
	}
}

// A command that makes a program of one file links nothing else.
func TestAlone(t *testing.T) {
	for line, want := range map[string]bool{
		"a.f90": true, "-O2 a.f90 -o a": true, "a.F90 -DN=3": true,
		"a.f90 b.f90": false, "a.f90 b.o": false, "-c a.f90": false, "a.f90 -lb": false, "a.f90 -Wl,b.o": false, "-shared a.f90": false, "a.o": true,
	} {
		if got := parse(GNU, line).Alone(); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}
