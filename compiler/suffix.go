package compiler

import (
	"path/filepath"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Suffix is what a compiler concludes from the extension of a file.
type Suffix struct {
	Ext  string // with the dot, case matters
	In   Family // compilers that take such a file for Fortran
	Form source.Form
	Cpp  bool // preprocessed without being asked
}

// SuffixOf returns the row for a file name; ok is false if a compiler of that
// family does not take it for Fortran. For an unknown family any row counts.
func SuffixOf(f Family, name string) (Suffix, bool) {
	ext := filepath.Ext(name)
	for _, s := range suffixes {
		if s.Ext == ext && (f == Unknown || s.In&f != 0) {
			return s, true
		}
	}
	return Suffix{}, false
}

// suffixes was read off the compilers (gfortran 12 and flang 22 with -###;
// ifx and nvfortran from their manuals). Intel's compilers take .f95, .f03 and
// .f08 for linker input.
var suffixes = [...]Suffix{
	{".CUF", NV, source.Free, true},
	{".F", all, source.Fixed, true},
	{".F03", GNU | Flang | NV, source.Free, true},
	{".F08", GNU | Flang | NV, source.Free, true},
	{".F90", all, source.Free, true},
	{".F95", GNU | Flang | NV, source.Free, true},
	{".FOR", all, source.Fixed, true},
	{".FPP", GNU | Flang | Intel | NV, source.Fixed, true},
	{".FTN", GNU | Intel, source.Fixed, true},
	{".cuf", NV, source.Free, false},
	{".f", all, source.Fixed, false},
	{".f03", GNU | Flang | NV, source.Free, false},
	{".f08", GNU | Flang | NV, source.Free, false},
	{".f90", all, source.Free, false},
	{".f95", GNU | Flang | NV, source.Free, false},
	{".for", all, source.Fixed, false},
	{".fpp", GNU | Flang | Intel | NV, source.Fixed, true},
	{".ftn", GNU | Intel, source.Fixed, false},
	{".i", Intel, source.Fixed, false},
	{".i90", Intel, source.Free, false},
}

// Plain returns the extension under which text of this kind is compiled
// without preprocessing.
func (s Suffix) Plain() string {
	if s.Form == source.Fixed {
		return ".f"
	}
	return ".f90"
}

// language tells what "-x name" makes of a file; ok is false for languages
// that are not Fortran.
func language(name string) (s Suffix, ok bool) {
	base, cpp := strings.CutSuffix(name, "-cpp-input")
	switch base {
	case "f77":
		return Suffix{Form: source.Fixed, Cpp: cpp}, true
	case "f95":
		return Suffix{Form: source.Free, Cpp: cpp}, true
	}
	return Suffix{}, false
}
