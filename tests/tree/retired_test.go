package tree

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// retired are images that the field's words replaced (docs/glossary.md). They are looked for in names and comments of the run
// time and in names of the translator.
var retired = regexp.MustCompile(`(?i)[a-z_]*(porch|foresee|vacat|ledger|region_told|licen[cs]e|spared|stranger|voice)[a-z_]*`)

// TestRetiredWords: a word that left does not come back.
func TestRetiredWords(t *testing.T) {
	list, err := exec.Command("git", "-C", root, "ls-files", "rtlib/src", "codegen", "analysis", "spec", "docs/architecture.md", "docs/glossary.md").Output()
	if err != nil {
		t.Skip("no git: ", err)
	}
	for _, name := range strings.Fields(string(list)) {
		if m := retired.FindString(filepath.Base(name)); m != "" {
			t.Errorf("%s: a file is called %q", name, m)
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			continue // removed, and not committed yet
		}
		for i, line := range strings.Split(string(text), "\n") {
			if m := retired.FindString(line); m != "" {
				t.Errorf("%s:%d: %q: see docs/glossary.md", name, i+1, m)
			}
		}
	}
}
