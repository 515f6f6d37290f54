package lang

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What the files for editors know is what there is.
func TestEditors(t *testing.T) {
	const dir = "../editors/"
	for _, file := range []string{"vscode/syntaxes/mdmp.json", "vim/after/syntax/fortran.vim", "emacs/mdmp.el"} {
		text, err := os.ReadFile(dir + file)
		if err != nil {
			t.Fatal(err)
		}
		known := strings.FieldsFunc(string(text), func(r rune) bool { return r < 'a' || r > 'z' })
		words := []string{"end", wordThen, wordBegin, wordSend, wordRecv, wordInit, wordManage, wordHalo, wordExchange, wordWait, wordHarmless, wordOverlap}
		for _, c := range clauseTable() {
			words = append(words, c.word)
		}
		have := strings.Join(known, " ") + " "
		for _, w := range words {
			if !strings.Contains(have, w+" ") {
				t.Errorf("%s does not know %q", file, w)
			}
		}
	}
	var extension struct {
		Contributes struct {
			ProblemPatterns []struct{ Name, Regexp string }
		}
	}
	for file, into := range map[string]any{"vscode/package.json": &extension, "vscode/syntaxes/mdmp.json": &map[string]any{}} {
		text, err := os.ReadFile(filepath.FromSlash(dir + file))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, into); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	said := map[string]string{
		"mdmp":        "src/heat.f90:41:10: error: unknown directive 'sned' [MDMP001]",
		"mdmp-report": "a b.f90:10:3: missed: recv(u, peer): plain: complete at its exchange; hint: put a region around it [nothing-between]",
	}
	for _, p := range extension.Contributes.ProblemPatterns {
		m := regexp.MustCompile(p.Regexp).FindStringSubmatch(said[p.Name])
		if m == nil || !strings.HasSuffix(m[1], ".f90") || m[len(m)-1] == "" {
			t.Errorf("%s: %q", p.Name, m)
		}
		delete(said, p.Name)
	}
	if len(said) > 0 {
		t.Errorf("no patterns for %v", said)
	}
}
