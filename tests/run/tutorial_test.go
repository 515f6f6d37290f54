package run

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTutorial builds the programs of docs/tutorial.md: on all numbers of ranks they print what the page says.
func TestTutorial(t *testing.T) {
	if testing.Short() {
		t.Skip("builds three programs")
	}
	page, err := os.ReadFile("../../docs/tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	printed := regexp.MustCompile(`(?m)^ +\d\.\d{12}$`).FindAllString(string(page), -1)
	var texts []string
	for _, block := range strings.Split(string(page), "```fortran\n")[1:] {
		text, _, _ := strings.Cut(block, "```")
		texts = append(texts, text)
	}
	if len(texts) != 3 || len(printed) != 3 {
		t.Fatalf("%d programs, %d results", len(texts), len(printed))
	}
	l := libraries(t)[0]
	b := newBench(t)
	if err := l.Prepare(b.root); err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		dir := filepath.Join(t.TempDir(), "p")
		fresh(t, dir)
		source := filepath.Join(dir, "tutorial.f90")
		if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if o := l.build(dir, []string{b.wrapper}, []string{"-O2"}, []string{source}, false); o.Status != 0 {
			t.Fatalf("program %d does not compile:\n%s", i+1, o.Stderr)
		}
		for _, ranks := range []int{1, 2, 4}[:min(3, 1+2*i)] { // the first one is serial
			if o := l.run(dir, aCase{ranks: ranks}, nil); o.Status != 0 || strings.TrimRight(o.Stdout, "\n") != printed[i] {
				t.Errorf("program %d on %d ranks prints %q, not %q: status %d\n%s", i+1, ranks, o.Stdout, printed[i], o.Status, o.Stderr)
			}
		}
	}
}
