package rtlib

import (
	"regexp"
	"strings"
	"testing"
)

// Every function of the header has a text, a prototype and a form in Fortran.
func TestFunctions(t *testing.T) {
	header, err := sources.ReadFile("src/mdmp_delta.h")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^int (MDMP_Delta_[a-z_]+)\(`).FindAllStringSubmatch(string(header), -1) {
		if !strings.HasSuffix(m[1], "_at") {
			want[m[1]] = true
		}
	}
	list := Functions()
	if len(list) != len(want) || len(list) < 9 {
		t.Errorf("%d functions, the header has %d", len(list), len(want))
	}
	for _, f := range list {
		if !want[f.Name] || len(f.Text) < 20 || strings.Contains(f.Text, "*") && !strings.Contains(f.Text, "MPI_") ||
			!strings.HasPrefix(f.C, "int "+f.Name+"(") || !strings.HasPrefix(f.Fortran, "call "+f.Name+"(") {
			t.Errorf("%+v", f)
		}
	}
}
