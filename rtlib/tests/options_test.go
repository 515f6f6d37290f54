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

// printedTable is the table of the documentation made of what MDMP_HELP=1 prints.
func printedTable(text string) string {
	table := "| variable | default | range | meaning |\n|---|---|---|---|"
	row := regexp.MustCompile(`(?m)^(MDMP_\w+) +(not set|\S+) +(\S.*)\n((?: {4}\S.*\n)+)`)
	for _, m := range row.FindAllStringSubmatch(text, -1) {
		table += "\n| " + m[1] + " | " + m[2] + " | " + m[3] + " | " + strings.Join(strings.Fields(m[4]), " ") + " |"
	}
	return table
}

// The documentation holds the table that the run time prints.
func TestOptionsAreDocumented(t *testing.T) {
	eachMPIAlone(t, func(t *testing.T, m *mpi) {
		path := filepath.Join("..", "..", "spec", "options.md")
		doc, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		j := job{n: 2, exe: build(t, m, plain, fortran("errors")), args: []string{"fine"}, env: []string{"MDMP_HELP=1"}}
		printed := mustPass(t, m, j)
		for line := range strings.Lines(printed) {
			if len(line) > 81 {
				t.Errorf("a long line: %s", line)
			}
		}
		want := printedTable(printed)
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

// Values that are not understood are errors, also where a text is expected.
func TestBadWords(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("errors"))
		for bad, want := range map[string]string{
			"MDMP_MODE=PLAIN":  `MDMP_MODE=PLAIN: expected plain or auto`,
			"MDMP_MODE=foo":    `MDMP_MODE=foo: expected plain or auto`,
			"MDMP_PROFILE=yes": `MDMP_PROFILE=yes: expected 1 or the name of a file \(\./yes `,
			"MDMP_PROFILE=2":   `MDMP_PROFILE=2: expected 1 or the name of a file`,
			"MDMP_HASH=1":      `MDMP_HASH=1: expected the name of a file`,
			"MDMP_HASH=.TRUE.": `MDMP_HASH=\.TRUE\.: expected the name of a file`,
			"MDMP_TIMEOUT=1.5": `MDMP_TIMEOUT=1\.5: expected a whole number`,
			"MDMP_WARN=no":     `MDMP_WARN=no: expected a whole number from 0 to 1`,
		} {
			mustFail(t, m, job{n: 1, exe: exe, args: []string{"fine"}, env: []string{bad}}, `mdmp: error: rank 0: `+want)
		}
		for _, good := range []string{"MDMP_MODE=plain", "MDMP_MODE=auto", "MDMP_MODE=", "MDMP_PROFILE=0", "MDMP_CC=cc", "MDMP_CACHE=/nowhere"} {
			mustPass(t, m, job{n: 1, exe: exe, args: []string{"fine"}, env: []string{good}})
		}
	})
}

// Names that are not known are told, once.
func TestUnknownNames(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := build(t, m, plain, fortran("errors"))
		for _, c := range []struct{ env, want string }{
			{"MDMP_TIMOUT=3", "mdmp: warning: rank 0: MDMP_TIMOUT is not an option: did you mean MDMP_TIMEOUT?"},
			{"MDMP_WEATHER_REPORT=3", "mdmp: warning: rank 0: MDMP_WEATHER_REPORT is not an option (MDMP_HELP=1 lists them)"},
		} {
			r := run(t, m, job{n: 2, exe: exe, args: []string{"fine"}, env: []string{c.env}})
			if r.code != 0 || strings.Count(r.output, c.want) != 1 || strings.Count(r.output, "warning") != 1 {
				t.Errorf("%s: exit status %d, expected once %q\n%s", c.env, r.code, c.want, clip(r.output))
			}
			if r := run(t, m, job{n: 1, exe: exe, args: []string{"fine"}, env: []string{c.env, "MDMP_WARN=0"}}); strings.Contains(r.output, "warning") {
				t.Errorf("MDMP_WARN=0 does not silence it\n%s", clip(r.output))
			}
		}
	})
}
