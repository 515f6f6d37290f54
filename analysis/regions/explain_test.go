package regions_test

import (
	"slices"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Every page of diag/explain is true: its wrong example has its code and no
// other, the right one has none.
func TestExplainedExamples(t *testing.T) {
	for _, code := range diag.Codes() {
		e, ok := diag.Lookup(code)
		if !ok || e.Stage != "directive" {
			continue
		}
		t.Run(string(code), func(t *testing.T) {
			if got := codesOf(e.Wrong); !slices.Equal(got, []diag.Code{code}) {
				t.Errorf("the wrong example has %v", got)
			}
			if got := codesOf(e.Right); len(got) != 0 {
				t.Errorf("the right example has %v", got)
			}
		})
	}
}

func codesOf(e diag.Example) []diag.Code {
	f := source.New(e.Name, []byte(e.Text), source.Options{})
	_, list := regions.Find(f, parse.File(f), nil)
	var codes []diag.Code
	for _, d := range list {
		codes = append(codes, d.Code)
	}
	return codes
}
