package torture

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mutate"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// TestMutantsStayDead: the run tests that docs/mutation.md says have killed mutants of what the translator writes still kill
// them. Whether a wrong bit shows depends on when messages come, so a program has three tries. Mutants that random programs
// killed are left out: the generator draws other programs after every change of it.
func TestMutantsStayDead(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short")
	}
	_, m, tool := mutantsMachine(t)
	killers := killersOf(t, "../../docs/mutation.md")
	if len(killers) < 20 {
		t.Errorf("only %d programs kill mutants", len(killers))
	}
	for _, program := range slices.Sorted(maps.Keys(killers)) {
		t.Run(program, func(t *testing.T) {
			share.Take(t)
			s, ok := findProgram(t, program)
			if !ok {
				t.Fatalf("there is no %s in tests/run any more; docs/mutation.md says that it killed %q", program, killers[program])
			}
			left := killers[program]
			for range 3 {
				left = kills(t, m, tool, s, left)
			}
			if len(left) > 0 {
				t.Errorf("these live now: %q", left)
			}
		})
	}
}

// kills tries mutants on a program; it returns those that live.
func kills(t *testing.T, m *machine, tool string, s subject, names []string) []string {
	t.Helper()
	if len(names) == 0 {
		return nil
	}
	var quoted []string
	for _, name := range names {
		quoted = append(quoted, regexp.QuoteMeta(name))
	}
	only := regexp.MustCompile("^(" + strings.Join(quoted, "|") + ")$")
	h := newMutants(m, tool, t.TempDir(), 10*time.Minute, only)
	h.try(t, s)
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return h.killed[name] != "" })
}

// killersOf reads the first table of docs/mutation.md: the mutants that each program killed.
func killersOf(t *testing.T, table string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	killers := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) != 4 {
			continue
		}
		kind, by := strings.TrimPrefix(cells[0], "| "), strings.TrimSuffix(cells[3], " |")
		if mutate.Mutates(kind) == "" || strings.HasPrefix(by, "random programs") || strings.HasPrefix(by, "lives") {
			continue
		}
		killers[by] = append(killers[by], fmt.Sprintf("%s before %s", kind, cells[1]))
	}
	return killers
}

// findProgram finds a run test by the name in the table.
func findProgram(t *testing.T, name string) (subject, bool) {
	t.Helper()
	for _, dir := range []string{"../run/hostile", "../run/programs"} {
		path := filepath.Join(dir, name)
		if filepath.Ext(name) != ".f90" {
			path = filepath.Join(path, "main.f90")
		}
		if _, err := os.Stat(path); err == nil {
			return wholeProgram(t, path)
		}
	}
	return subject{}, false
}
