package tree

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A page names a function by its file and its name: `codegen/emit/edits.go` `Apply`.
// Names that follow, as in `a.c` `one`, `two`, stand in the same file.
var named = regexp.MustCompile("`([a-z0-9_/]+\\.(?:go|c))`((?:(?:,| and)?\\s+`\\w+`)*)")

func TestFunctionsOfThePagesExist(t *testing.T) {
	const page = "docs/onedirective.md"
	text, err := os.ReadFile(filepath.Join("../..", page))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, m := range named.FindAllStringSubmatch(string(text), -1) {
		source, err := os.ReadFile(filepath.Join("../..", m[1]))
		if err != nil {
			t.Errorf("%s: %v", page, err)
			continue
		}
		for _, name := range strings.FieldsFunc(strings.ReplaceAll(m[2], "and", ""), func(r rune) bool { return strings.ContainsRune("`, \n", r) }) {
			n++
			if !regexp.MustCompile(`(?m)^[a-zA-Z].*\b` + name + `(\[[^]]*\])?\(`).Match(source) {
				t.Errorf("%s: %s has no %s", page, m[1], name)
			}
		}
	}
	if n < 30 {
		t.Errorf("%s names only %d functions", page, n)
	}
}
