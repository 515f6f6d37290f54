package codegen

import (
	"slices"
	"testing"

	"github.com/mdmp-fortran/mdmp/diag"
)

// The pages of the translation's codes are true: the wrong example has the code
// and no other, the right one has none.
func TestExplainedExamples(t *testing.T) {
	seen := 0
	for _, code := range diag.Codes() {
		e, ok := diag.Lookup(code)
		if !ok || e.Stage != "translation" {
			continue
		}
		seen++
		if got := codesOf(t, e.Wrong); !slices.Equal(got, []diag.Code{code}) {
			t.Errorf("%s: the wrong example has %v", code, got)
		}
		if got := codesOf(t, e.Right); len(got) != 0 {
			t.Errorf("%s: the right example has %v", code, got)
		}
	}
	if seen == 0 {
		t.Error("no page belongs to the translation")
	}
}

// codesOf returns the codes that an example has in some mode.
func codesOf(t *testing.T, e diag.Example) []diag.Code {
	var codes []diag.Code
	for _, mode := range []Mode{Plain, Off} {
		res, err := Translate(e.Name, []byte(e.Text), Options{Mode: mode})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range res.Diags {
			if !slices.Contains(codes, d.Code) {
				codes = append(codes, d.Code)
			}
		}
	}
	return codes
}
