package torture

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/tests/mutate"
)

// goOn takes over what a table says that was written before: who is dead stays so,
// as long as the program that killed it holds it.
func (h *mutants) goOn(table string) {
	text, err := os.ReadFile(table)
	if err != nil {
		return
	}
	for _, l := range strings.Split(string(text), "\n") {
		cells := strings.Split(l, " | ")
		if len(cells) != 4 {
			continue
		}
		kind, by := strings.TrimPrefix(cells[0], "| "), strings.TrimSuffix(cells[3], " |")
		if mutate.Mutates(kind) == "" {
			continue
		}
		name := kind + " before " + cells[1]
		alive := ""
		if _, err := fmt.Sscanf(by, "lives (%s", &alive); err != nil {
			h.killed[name] = by
		}
		h.before[name] = strings.TrimSuffix(strings.TrimPrefix(by, "lives ("), ")")
	}
}

// known lists the mutants of this run, and those of the table before whose program
// was not looked through.
func (h *mutants) known() []string {
	var names []string
	for name := range h.holds {
		if h.tried[name] || h.before[name] != "" || mutate.Equal(name) != "" {
			names = append(names, name)
		}
	}
	for name, program := range h.before {
		if h.holds[name] == "" && !h.armed[program] {
			names = append(names, name)
			h.holds[name] = program
		}
	}
	slices.Sort(names)
	return names
}

// write prints the table.
func (h *mutants) write(t *testing.T) {
	t.Helper()
	killed, alive := 0, 0
	var b, equal strings.Builder
	for _, name := range h.known() {
		kind, situation, _ := strings.Cut(name, " before ")
		by := h.killed[name]
		switch why := mutate.Equal(name); {
		case why != "":
			fmt.Fprintf(&equal, "| %s | %s | %s |\n", kind, situation, why)
			continue
		case by != "":
			killed++
		default:
			alive++
			by = fmt.Sprintf("lives (%s)", h.holds[name])
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", kind, situation, mutate.Mutates(kind), by)
	}
	text := fmt.Sprintf("%d of %d killed.\n\n| statement | before | mutant | killed by |\n|---|---|---|---|\n%s", killed, killed+alive, b.String())
	if equal.Len() > 0 {
		text += "\nThese change nothing, so nobody can notice them; they do not count.\n\n| statement | before | why |\n|---|---|---|\n" + equal.String()
	}
	t.Log(text)
	if out := os.Getenv("MDMP_MUTANTS_OUT"); out != "" {
		if err := os.WriteFile(out, []byte(text), 0o644); err != nil {
			t.Error(err)
		}
	}
}
