package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func tableLines(text string) string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "|") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return strings.Join(lines, "\n")
}

// The documentation holds the table that the run time prints.
func TestOptionsAreDocumented(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		path := filepath.Join("..", "..", "spec", "options.md")
		doc, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		j := job{n: 2, exe: build(t, m, plain, fortran("errors")), args: []string{"fine"}, env: []string{"MDMP_HELP=1"}}
		want := tableLines(mustPass(t, m, j))
		if os.Getenv("MDMP_UPDATE") != "" {
			update(t, path, string(doc), want)
			return
		}
		if got := tableLines(string(doc)); got != want {
			t.Errorf("%s is not what MDMP_HELP=1 prints (MDMP_UPDATE=1 refreshes it):\n%s\nexpected:\n%s", path, got, want)
		}
	})
}

// update replaces the table of the document.
func update(t *testing.T, path, doc, table string) {
	t.Helper()
	old := regexp.MustCompile(`(?m)(^\|.*\n)+`)
	if err := os.WriteFile(path, []byte(old.ReplaceAllLiteralString(doc, table+"\n")), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestBadOptions(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("errors"))
		for _, bad := range []string{"MDMP_SPIN=abc", "MDMP_SPIN=0", "MDMP_CHUNK=10x", "MDMP_TIMEOUT=-1", "MDMP_CHUNK=99999999999999999999"} {
			j := job{n: 1, exe: exe, args: []string{"fine"}, env: []string{bad}}
			mustFail(t, m, j, `mdmp: error: rank 0: `+regexp.QuoteMeta(bad)+`: expected a whole number from \d+ to \d+`)
		}
	})
}
