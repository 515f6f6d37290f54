package codegen

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
)

// Where the compiler may round by what stands around, the run time is called without being asked first whether it has
// anything to do: what stands behind such a test is computed alike only where the compiler does not copy it to both answers.
func TestOneWay(t *testing.T) {
	asks := func(res *Result) bool {
		return bytes.Contains(res.Text, []byte("mdmp_news")) || bytes.Contains(res.Text, []byte("mdmp_awake"))
	}
	more, err := filepath.Glob("testdata/auto/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	exactly := 0
	for _, name := range append(more, archives(t)...) {
		for _, f := range inputs(readArchive(t, name)) {
			if asks(translate(t, f, Options{Mode: Auto})) {
				exactly++
			}
			if asks(translate(t, f, Options{Mode: Auto, Rounding: access.Rounding{Fuses: true, Single: true}})) {
				t.Errorf("%s, %s: a way through the text depends on what the run time knows", name, f.Name)
			}
		}
	}
	if exactly < 5 {
		t.Errorf("only %d texts ask otherwise", exactly)
	}
}
