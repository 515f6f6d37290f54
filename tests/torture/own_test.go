package torture

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestOwn compares random programs with calls of MPI and what -mdmp-overlap makes of them. MDMP_TORTURE_OWN is the
// number of programs, MDMP_TORTURE_SEED the first seed.
func TestOwn(t *testing.T) {
	n := setting(t, "MDMP_TORTURE_OWN", 2)
	if testing.Short() || n == 0 {
		t.Skip("needs MPI and time")
	}
	root := t.TempDir()
	all := machines(root, filepath.Join(commands(t, root), "mdmpf90"))
	if len(all) == 0 {
		t.Skip("no MPI is installed")
	}
	seed := setting(t, "MDMP_TORTURE_SEED", time.Now().Unix()%1000000)
	t.Logf("MDMP_TORTURE_SEED=%d", seed)
	said := map[string]int{}
	for s := seed; s < seed+n; s++ {
		compareOwn(t, all[int(s)%len(all)], filepath.Join(root, fmt.Sprint("own", s)), s, said)
	}
	t.Log(said)
}

// compareOwn builds and runs one program both ways.
func compareOwn(t *testing.T, m *machine, dir string, seed int64, said map[string]int) {
	if err := m.Prepare(m.root); err != nil {
		t.Fatal(err)
	}
	text := ownProgram(seed, 6)
	level := []string{"-O0", "-O1", "-O2", "-O3"}[seed/2%4]
	report := filepath.Join(dir, "report")
	outs := map[string]string{}
	for _, way := range []string{"before", "after"} {
		work := filepath.Join(dir, way)
		if err := os.MkdirAll(work, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(work, "own.f90"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		compiler := []string{m.FC}
		if way == "after" {
			compiler = []string{m.wrapper, "-mdmp-overlap", "-mdmp-report-format=json", "-mdmp-report=" + report}
			if seed%4 != 0 { // else procedures are managed, too
				compiler = append(compiler, "-mdmp-manage=off")
			}
		}
		compiler = append(compiler, "-w", level)
		if ownThreads(seed) {
			compiler = append(compiler, "-fopenmp")
		}
		if o := m.Build(work, compiler, []string{"own.f90"}, way == "before"); o.Status != 0 {
			t.Fatalf("seed %d, %s, %s: %s%s\n%s", seed, m.Name, way, o.Stdout, o.Stderr, text)
		}
		for _, ranks := range []int{2, []int{1, 3, 4}[seed%3]} {
			o := m.run(dir, way, ranks, nil, 60*time.Second)
			lines := strings.Split(o.Stdout, "\n")
			sort.Strings(lines)
			outs[way] += fmt.Sprintf("%d ranks: status %d\n%s\n", ranks, o.Status, strings.Join(lines, "\n"))
		}
	}
	if d := cmp.Diff(outs["before"], outs["after"]); d != "" {
		t.Errorf("seed %d, %s, %s: what the program prints (-before +after)\n%s", seed, m.Name, level, d)
	}
	data, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("MDMP_TORTURE_SHOW") != "" {
		t.Logf("%s\n%s", text, data)
	}
	for line := range strings.Lines(string(data)) {
		var r struct{ Status, Reason string }
		if json.Unmarshal([]byte(line), &r) == nil {
			said[r.Status]++
			if strings.Contains(r.Reason, "in the nest") {
				said["in a nest"]++
			}
			if strings.Contains(r.Reason, "begins there") {
				said["begins in a nest"]++
			}
		}
	}
}
