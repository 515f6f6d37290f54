package codegen

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// noOMP is a line that is code only to a compiler that obeys OpenMP, and wrong then.
const (
	noOMPFree  = "!$ This was translated for a compiler without OpenMP: use mdmpf90 -fopenmp, or mdmp translate --openmp"
	noOMPFixed = "!$    This was translated for a compiler without OpenMP"
)

// inert sees to it that text for which OpenMP's directives were taken for comments is
// not compiled with OpenMP: what was inserted may stand in parallel constructs, or
// between a directive and its loop.
func (t *translator) inert() {
	if !slices.ContainsFunc(t.file.Lines, func(l source.Line) bool { return l.Inert }) {
		return
	}
	st := emit.Stmt{Text: noOMPFree, Pragma: true}
	if t.file.Form == source.Fixed {
		st.Text = noOMPFixed
	}
	t.text.Before(0, []emit.Stmt{st})
}
