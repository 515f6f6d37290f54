package mutate

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// judges are the packages whose tests look at mutants of a package, nearest first.
var judges = map[string][]string{
	"analysis/access": {"analysis/access", "analysis/rungs", "codegen"},
	"analysis/flow":   {"analysis/flow", "analysis/rungs", "codegen"},
	"analysis/rungs":  {"analysis/rungs", "codegen"},
}

// analysis is the hunt for mutants of the analysis.
type analysis struct {
	root, dir string
	until     time.Time
	sample    int // one mutant of so many is tried
}

// TestAnalysisMutants changes conditions and leaves out statements of the analysis,
// and sees whether its tests notice. MDMP_MUTANTS_GO is how many minutes it takes,
// MDMP_MUTANTS_SAMPLE that one of so many mutants is tried.
func TestAnalysisMutants(t *testing.T) {
	minutes, _ := strconv.Atoi(os.Getenv("MDMP_MUTANTS_GO"))
	if minutes == 0 {
		t.Skip("MDMP_MUTANTS_GO is not set")
	}
	sample, _ := strconv.Atoi(os.Getenv("MDMP_MUTANTS_SAMPLE"))
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	a := &analysis{root: root, dir: t.TempDir(), until: time.Now().Add(time.Duration(minutes) * time.Minute), sample: max(1, sample)}
	packages := strings.Fields(os.Getenv("MDMP_MUTANTS_PACKAGES"))
	if packages == nil {
		packages = []string{"analysis/flow", "analysis/access", "analysis/rungs"}
	}
	report := ""
	for _, p := range packages {
		report += a.hunt(t, p)
	}
	if out := os.Getenv("MDMP_MUTANTS_OUT"); out != "" {
		if err := os.WriteFile(out, []byte(report), 0o644); err != nil {
			t.Error(err)
		}
	}
}

// hunt tries the mutants of one package.
func (a *analysis) hunt(t *testing.T, pkg string) string {
	t.Helper()
	mutants := a.build(t, pkg)
	var rows []string
	tried, killed := 0, 0
	reached := a.reached(t, pkg)
	for i, m := range mutants {
		if i%a.sample != 0 || time.Now().After(a.until) {
			continue
		}
		tried++
		if by := a.killer(pkg, m, reached); by != "" {
			killed++
			continue
		}
		id := m.ID
		if m.How == "false" {
			id--
		}
		note := ""
		if len(reached[id]) == 0 {
			note = " (never reached)"
		}
		rows = append(rows, fmt.Sprintf("| %s:%d | `%s` | %s%s |\n", m.File, m.Line, strings.ReplaceAll(m.What, "|", "\\|"), m.How, note))
		t.Log(pkg, rows[len(rows)-1])
	}
	text := fmt.Sprintf("%s: %d of %d tried mutants killed (of %d).\n\n", pkg, killed, tried, len(mutants))
	t.Log(text)
	if rows != nil {
		text += "| alive | text | mutant |\n|---|---|---|\n" + strings.Join(rows, "") + "\n"
	}
	return text
}

func (a *analysis) name(pkg, judge string) string {
	return filepath.Join(a.dir, strings.ReplaceAll(pkg+" "+judge, "/", "-")+".test")
}

// build makes the test binaries of the judges with all mutants of a package in them.
func (a *analysis) build(t *testing.T, pkg string) []Mutant {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(a.root, pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	o := NewOverlay(a.dir)
	var all []Mutant
	put := func(name string, text []byte) {
		if err := o.Put(name, text); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		text, list, err := Instrument(filepath.Base(f), src, len(all)+1)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, list...)
		put(f, text)
	}
	put(filepath.Join(a.root, pkg, "zz_mutants.go"), []byte(fmt.Sprintf(Switch, filepath.Base(pkg))))
	overlay, err := o.Write()
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range judges[pkg] {
		cmd := exec.Command("go", "test", "-vet=off", "-overlay", overlay, "-c", "-o", a.name(pkg, j), "./"+j)
		cmd.Dir = a.root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return all
}

// run runs a judge; false: it noticed something.
func (a *analysis) run(pkg, judge string, limit time.Duration, env ...string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, a.name(pkg, judge), "-test.short", "-test.failfast", "-test.skip", "Fuzz|Scale|Compile|Robust")
	cmd.Dir = filepath.Join(a.root, judge)
	cmd.Env = append(os.Environ(), env...)
	failures := filepath.Join(cmd.Dir, "testdata", "rapid") // of mutants: nobody wants to see them again
	if _, err := os.Stat(failures); os.IsNotExist(err) {
		defer func() { _ = os.RemoveAll(failures) }()
	}
	return cmd.Run() == nil
}

// reached says for each mutant which judges come to it.
func (a *analysis) reached(t *testing.T, pkg string) map[int][]string {
	t.Helper()
	where := map[int][]string{}
	for _, j := range judges[pkg] {
		name := a.name(pkg, j) + ".reached"
		if !a.run(pkg, j, 10*time.Minute, "MDMP_GO_REACHED="+name) {
			t.Fatalf("tests of %s fail without a mutant", j)
		}
		f, err := os.Open(name)
		if err != nil {
			continue // none at all
		}
		for s := bufio.NewScanner(f); s.Scan(); {
			id, _ := strconv.Atoi(s.Text())
			where[id] = append(where[id], j)
		}
		_ = f.Close()
	}
	return where
}

// killer is the judge that notices a mutant.
func (a *analysis) killer(pkg string, m Mutant, reached map[int][]string) string {
	id := m.ID
	if m.How == "false" {
		id-- // both are at one place
	}
	for _, j := range judges[pkg] {
		if slices.Contains(reached[id], j) && !a.run(pkg, j, time.Minute, fmt.Sprint("MDMP_GO_MUTANT=", m.ID)) {
			return j
		}
	}
	return ""
}
