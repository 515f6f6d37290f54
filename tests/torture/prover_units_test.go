package torture

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
)

// TestProverUnits asks the tests of the packages about mutants of MDMP_MUTANTS_OUT that no program showed: those of the
// package itself, those of the plans and the golden files. MDMP_MUTANTS_UNITS is how many are tried.
func TestProverUnits(t *testing.T) {
	n := setting(t, "MDMP_MUTANTS_UNITS", 0)
	if n == 0 {
		t.Skip("MDMP_MUTANTS_UNITS is not set")
	}
	out := os.Getenv("MDMP_MUTANTS_OUT")
	all, err := readVerdicts(out)
	if err != nil {
		t.Fatal(err)
	}
	p := newProver(t)
	for i := range all {
		v := &all[i]
		if n == 0 || v.Units || !slices.Contains([]string{noHarm, noChange, notMet}, v.By) {
			continue
		}
		n--
		for _, c := range p.sites {
			if c.Name() == v.Name {
				v.Units = true
				p.unit(t, c.ID, v)
			}
		}
		t.Logf("%+v", *v)
		if err := writeVerdicts(out, all); err != nil {
			t.Fatal(err)
		}
	}
}

// unit runs the tests of packages with a mutant.
func (p *prover) unit(t *testing.T, id int, v *verdict) {
	t.Helper()
	asked := []string{v.Package}
	for _, pkg := range []string{"analysis/rungs", "codegen"} {
		if pkg != v.Package {
			asked = append(asked, pkg)
		}
	}
	for _, pkg := range asked {
		if !p.passes(t, pkg, id) {
			v.By, v.Program, v.How = byUnits, pkg, ""
			return
		}
	}
}

// passes reports whether the tests of a package notice nothing of a mutant.
func (p *prover) passes(t *testing.T, pkg string, id int) bool {
	t.Helper()
	test := filepath.Join(filepath.Dir(p.tool), strings.ReplaceAll(pkg, "/", "-")+".test")
	dir := filepath.Join(p.top, pkg)
	if _, err := os.Stat(test); err != nil {
		cmd := exec.Command("go", "test", "-vet=off", "-overlay", p.overlay, "-c", "-o", test, "./"+pkg)
		cmd.Dir = p.top
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if !p.passes(t, pkg, 0) {
			t.Fatalf("tests of %s fail without a mutant", pkg)
		}
	}
	failures := filepath.Join(dir, "testdata", "rapid") // of mutants: nobody wants to see them again
	if _, err := os.Stat(failures); os.IsNotExist(err) {
		defer func() { _ = os.RemoveAll(failures) }()
	}
	o := mpirun.Command(dir, armed(id, nothingOff), 90*time.Second, test, "-test.short", "-test.failfast", "-test.skip", "Fuzz|Scale|Compile|Robust")
	return o.Status == 0
}
