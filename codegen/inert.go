package codegen

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Lines that mean something only to a compiler that obeys OpenMP or OpenACC, and are wrong then.
const (
	noOMPFree  = "!$ This was translated for a compiler without OpenMP: use mdmpf90 -fopenmp, or mdmp translate --openmp"
	noOMPFixed = "!$    This was translated for a compiler without OpenMP"
	onlySIMD   = "!$omp This was translated for a compiler that obeys SIMD alone" // which skips what it does not know
	noACC      = "!$acc This was translated for a compiler without OpenACC"
)

// inert sees to it that text for which directives of OpenMP or OpenACC were taken for comments
// is not compiled by somebody to whom they are none: what was inserted may stand in parallel
// constructs, or between a directive and its loop.
func (t *translator) inert() {
	var list []emit.Stmt
	add := func(word, text string) {
		if slices.ContainsFunc(t.file.Lines, func(l source.Line) bool { return l.Inert && l.Sentinel() == word }) {
			list = append(list, emit.Stmt{Text: text, Pragma: true})
		}
	}
	switch {
	case t.file.Opt.OnlySIMD:
		add("omp", onlySIMD)
	case t.file.Form == source.Fixed:
		add("omp", noOMPFixed)
	default:
		add("omp", noOMPFree)
	}
	add("acc", noACC)
	if len(list) > 0 {
		t.text.Before(0, list)
	}
}
