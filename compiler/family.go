package compiler

import (
	"bytes"
	"path/filepath"
	"strings"
)

// Family is a set of compiler families.
type Family uint8

// The families whose command lines are known.
const (
	GNU   Family = 1 << iota // gfortran
	Flang                    // LLVM flang (flang, flang-new, flang-22)
	Intel                    // ifx, ifort
	NV                       // nvfortran, pgfortran

	Unknown Family = 0
	all            = GNU | Flang | Intel | NV
)

// may reports whether the wrapped compiler is, or for all that is known may be, one of f.
func (c *Command) may(f Family) bool { return c.Family == Unknown || c.Family&f != 0 }

// String names a single family.
func (f Family) String() string {
	switch f {
	case GNU:
		return "gnu"
	case Flang:
		return "flang"
	case Intel:
		return "intel"
	case NV:
		return "nvidia"
	}
	return "unknown"
}

// ParseFamily is the inverse of String.
func ParseFamily(s string) Family {
	for _, f := range []Family{GNU, Flang, Intel, NV} {
		if f.String() == s {
			return f
		}
	}
	return Unknown
}

// FamilyOfVersion tells the family from what a compiler answers to --version.
// Classic flang and other front ends that print only "clang version" are not
// LLVM flang and stay unknown.
func FamilyOfVersion(text string) Family {
	has := func(s string) bool { return strings.Contains(text, s) }
	switch {
	case has("GNU Fortran"):
		return GNU
	case has("flang version"), has("flang-new version"):
		return Flang
	case has("(IFX)"), has("(IFORT)"), has("ifx (IFX"), has("ifort (IFORT"):
		return Intel
	case has("nvfortran"), has("pgfortran"), has("pgf90"):
		return NV
	}
	return Unknown
}

// FamilyOfName tells the family from the name of a compiler: the fallback
// where --version gives no answer.
func FamilyOfName(name string) Family {
	base := filepath.Base(name)
	has := func(s string) bool { return strings.Contains(base, s) }
	switch {
	case has("gfortran"):
		return GNU
	case has("nvfortran"), has("pgfortran"), has("pgf90"):
		return NV
	case base == "ifx", base == "ifort":
		return Intel
	case has("flang"):
		return Flang
	}
	return Unknown
}

// Preprocessed takes away what a wrapper printed before the preprocessor did: under -v, that of MPICH says its version, and
// those of some machines say more. The text of gfortran begins with a line marker.
func (f Family) Preprocessed(text []byte) []byte {
	const marker = "# 1 \""
	if f != GNU || bytes.HasPrefix(text, []byte(marker)) {
		return text
	}
	if i := bytes.Index(text, []byte("\n"+marker)); i >= 0 {
		return text[i+1:]
	}
	return text
}
