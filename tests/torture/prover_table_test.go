package torture

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/tests/mutate"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// columns are those of the table, in order.
var columns = []string{byAuditor, byGuards, byTests, isDisputed, byUnits, isLoud, noHarm, noChange, notMet}

// proverTable is the chapter on the mutants of the provers.
func proverTable(sites []mutate.Careful, all []verdict) string {
	places, count, sum := map[string]int{}, map[string]map[string]int{}, map[string]int{}
	for _, c := range sites {
		places[c.Package]++
	}
	drawn, timid := 0, 0
	for _, v := range all {
		if v.By == isTimid {
			timid++
			continue
		}
		drawn++
		if count[v.Package] == nil {
			count[v.Package] = map[string]int{}
		}
		count[v.Package][v.By]++
		sum[v.By]++
	}
	var b strings.Builder
	harm := sum[byAuditor] + sum[byGuards] + sum[byTests]
	fmt.Fprintf(&b, "%d of %d places were drawn; %d more made programs only slower, and were drawn again. %d do harm where auditor and guards are off; of these %d are "+
		"caught by the auditor, %d by guards, %d by run tests alone. Of %d more the auditor objects to what they change, though these programs are right without it.\n\n", drawn, len(sites), timid, harm, sum[byAuditor], sum[byGuards], sum[byTests], sum[isDisputed])
	b.WriteString("| package | places | drawn | auditor | guards | only run tests | disputed | package tests | loud | harmless | no text changes | not met |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	row := func(name string, places int, n map[string]int) {
		cells := []string{name, fmt.Sprint(places), fmt.Sprint(total(n))}
		for _, k := range columns {
			cells = append(cells, fmt.Sprint(n[k]))
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	for _, p := range mutate.Provers {
		row(p, places[p], count[p])
	}
	row("all", len(sites), sum)
	b.WriteString(proverList(all, "\nCaught by the auditor, by guards or by run tests alone, or disputed:\n\n", byAuditor, byGuards, byTests, isDisputed))
	b.WriteString(proverList(all, "\nNothing notices:\n\n", noHarm, noChange, notMet))
	return b.String()
}

func total(n map[string]int) int {
	sum := 0
	for _, k := range n {
		sum += k
	}
	return sum
}

// proverList lists mutants that were noticed in some ways.
func proverList(all []verdict, title string, by ...string) string {
	var lines []string
	for _, v := range all {
		if slices.Contains(by, v.By) {
			lines = append(lines, fmt.Sprintf("| `%s` | %s | %s |\n", strings.ReplaceAll(v.Name, "|", "\\|"), v.By, strings.TrimSuffix(v.Program+": "+v.How, ": ")))
		}
	}
	if lines == nil {
		return ""
	}
	slices.Sort(lines)
	return title + "| place | noticed by | where |\n|---|---|---|\n" + strings.Join(lines, "")
}

// TestProverTable writes the table of what TestProver found: MDMP_MUTANTS_OUT to MDMP_MUTANTS_TABLE.
func TestProverTable(t *testing.T) {
	out := os.Getenv("MDMP_MUTANTS_TABLE")
	if out == "" {
		t.Skip("MDMP_MUTANTS_TABLE is not set")
	}
	sites, err := mutate.CarefulAnswers("../..", nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := readVerdicts(os.Getenv("MDMP_MUTANTS_OUT"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(out, []byte(proverTable(sites, all)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// mostKept bounds the mutants that are tried again.
const mostKept = 8

// TestProverStaysCaught: what docs/mutation.md says that the auditor catches it still undoes. Only texts are compared.
func TestProverStaysCaught(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short")
	}
	share.Take(t)
	caught := caughtBy(t, "../../docs/mutation.md")
	p := newProver(t)
	tried := 0
	for _, c := range p.sites {
		program, listed := caught[c.Name()]
		if !listed || tried == mostKept {
			continue
		}
		s, ok := findProgram(t, program)
		if !ok {
			continue // a random one
		}
		p.subjects = append(p.subjects, s)
		k := len(p.subjects) - 1
		bold, ok := p.translate(t, setup{k, c.ID, auditOff})
		plain, _ := p.translate(t, setup{k, 0, auditOff})
		if with, _ := p.translate(t, setup{k, 0, nothingOff}); !ok || bold == plain || with != plain {
			t.Logf("%s: %s changes nothing any more, or more than that is disputed", program, c.Name())
			continue
		}
		tried++
		if text, ok := p.translate(t, setup{k, c.ID, nothingOff}); ok && text == bold {
			t.Errorf("%s: the auditor does not see any more what %s does", program, c.Name())
		}
	}
	if tried == 0 {
		t.Error("docs/mutation.md names no mutant to which the auditor could object")
	}
}

// caughtBy reads the table of docs/mutation.md: places, and the programs in which the auditor catches their mutants.
func caughtBy(t *testing.T, table string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	caught := map[string]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "| "), " |"), " | ")
		if len(cells) != 3 || cells[1] != byAuditor && cells[1] != isDisputed {
			continue
		}
		name := strings.ReplaceAll(strings.Trim(cells[0], "`"), "\\|", "|")
		caught[name], _, _ = strings.Cut(cells[2], ":")
	}
	return caught
}
