package regions_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// The examples in the language's specification are what it says they are:
// nothing is said about those marked fortran, something about those marked
// wrong.
func TestSpecExamples(t *testing.T) {
	data, err := os.ReadFile("../../spec/language.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(data), "```fortran")
	if len(blocks) < 8 {
		t.Fatalf("only %d examples", len(blocks)-1)
	}
	line := 1 + strings.Count(blocks[0], "\n")
	for i, b := range blocks[1:] {
		info, rest, _ := strings.Cut(b, "\n")
		text, _, ok := strings.Cut(rest, "```")
		if !ok {
			t.Fatalf("example %d has no end", i+1)
		}
		wrong, form := strings.TrimSpace(info) == "wrong", source.Free
		if strings.TrimSpace(info) == "fixed" {
			form = source.Fixed
		}
		f := source.New(fmt.Sprintf("language.md+%d", line), []byte(text), source.Options{Form: form})
		file := parse.File(f)
		_, list := regions.Find(f, file, nil)
		if wrong != (len(list) > 0) {
			t.Errorf("example in line %d of the specification: %v", line, list)
		}
		if len(file.Errors) > 0 {
			t.Errorf("example in line %d of the specification: %v", line, file.Errors)
		}
		line += strings.Count(b, "\n")
	}
}
