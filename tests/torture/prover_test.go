package torture

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/mutate"
)

// prover tries mutants of the analysis: careful answers that are made bold, one at a time (mutate.Careful).
type prover struct {
	m        *machine // its wrapper holds all mutants
	tool     string   // so does the command mdmp
	root     string
	top      string // of the repository
	overlay  string
	sites    []mutate.Careful
	subjects []subject
	reached  map[int][]int           // the subjects in which a place answers
	texts    map[setup]string        // translations without a mutant
	wants    map[int]*mpirun.Outcome // what a subject does without a mutant; nil: it is of no use here
}

// setup is a translation of a subject: the mutant, and what is switched off.
type setup struct {
	subject, mutant int
	off             string
}

// What is switched off, see mutate.Overlay.
const (
	nothingOff = ""
	auditOff   = "audit"
	guardsOff  = "audit,guards"
)

// verdict is what became of a mutant.
type verdict struct {
	Name, Package, Class, File string
	Line                       int
	By                         string // one of the constants below
	Program                    string // that showed it
	How                        string
	Reached, Changed, Tried    int  // programs
	Units                      bool // the tests of the packages were asked
}

// What notices a mutant.
const (
	byAuditor = "auditor" // results are wrong without it, and right with it
	byGuards  = "guards"  // a comparison at run time ends the program, or runs a nest whole
	byTests   = "test"    // results are wrong: a test alone notices
	byUnits   = "units"   // no program shows it, a test of the package does
	isLoud    = "loud"    // the translator ends, or the compiler refuses what it wrote
	noHarm    = "harmless"
	// isDisputed: results are right without the auditor, in these programs; it objects all the same.
	isDisputed = "disputed"
	noChange   = "unchanged" // no text is another one
	notMet     = "not met"   // no program comes to the place
	isTimid    = "timid"     // programs only lose: the answer was not the careful one
)

// TestProver makes careful answers of the analysis bold, and sees what notices. MDMP_MUTANTS_PROVER is how many are tried,
// MDMP_MUTANTS_SEED draws them, a list in MDMP_MUTANTS_OUT goes on, programs are those of MDMP_MUTANTS_PROGRAMS and random ones.
// MDMP_MUTANTS_BIN has the commands with all mutants, if it is set and they are there.
func TestProver(t *testing.T) {
	n := setting(t, "MDMP_MUTANTS_PROVER", 0)
	if n == 0 {
		t.Skip("MDMP_MUTANTS_PROVER is not set")
	}
	out := os.Getenv("MDMP_MUTANTS_OUT")
	known, err := readVerdicts(out)
	if err != nil {
		t.Fatal(err)
	}
	p := newProver(t)
	p.subjects = slices.Concat(wholePrograms(t), randomSubjects(24))
	p.find(t)
	done, counted := map[string]bool{}, 0
	for _, v := range known {
		done[v.Name] = true
		if v.By != isTimid {
			counted++
		}
	}
	seed := setting(t, "MDMP_MUTANTS_SEED", 32)
	for _, i := range rand.New(rand.NewSource(seed)).Perm(len(p.sites)) {
		if c := p.sites[i]; n > 0 && counted < 100 && !done[c.Name()] {
			v := p.judge(t, c)
			t.Logf("%+v", v)
			known = append(known, v)
			if err := writeVerdicts(out, known); err != nil {
				t.Fatal(err)
			}
			n--
			if v.By != isTimid {
				counted++
			}
		}
	}
	t.Log(proverTable(p.sites, known))
}

// newProver builds the commands with all mutants in them.
func newProver(t *testing.T) *prover {
	t.Helper()
	root := t.TempDir()
	p := &prover{root: root, reached: map[int][]int{}, texts: map[setup]string{}, wants: map[int]*mpirun.Outcome{}}
	var err error
	if p.top, err = filepath.Abs("../.."); err != nil {
		t.Fatal(err)
	}
	o := mutate.NewOverlay(root)
	if p.sites, err = mutate.CarefulAnswers(p.top, o); err != nil {
		t.Fatal(err)
	}
	if err := o.Off(p.top); err != nil {
		t.Fatal(err)
	}
	if p.overlay, err = o.Write(); err != nil {
		t.Fatal(err)
	}
	bin := os.Getenv("MDMP_MUTANTS_BIN")
	if bin == "" {
		bin = filepath.Join(root, "bin")
	}
	p.tool = filepath.Join(bin, "mdmp")
	if _, err := os.Stat(p.tool); err != nil {
		cmd := exec.Command("go", "build", "-overlay", p.overlay, "-o", bin+"/", "./cmd/mdmpf90", "./cmd/mdmp")
		cmd.Dir = p.top
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	all := machines(root, filepath.Join(bin, "mdmpf90"))
	if len(all) == 0 {
		t.Skip("no MPI is installed")
	}
	p.m = all[0]
	if err := p.m.Prepare(root); err != nil {
		t.Fatal(err)
	}
	return p
}

// randomSubjects are programs of random kernels.
func randomSubjects(n int) []subject {
	var list []subject
	for seed := range int64(n) {
		var kernels []*kernel
		for id := range perProgram {
			kernels = append(kernels, newKernel(id+1, seed*perProgram+int64(id)))
		}
		list = append(list, subject{name: fmt.Sprint("random programs, seed ", seed), files: program(kernels), ranks: 2})
	}
	return list
}

// find learns which places answer in which programs.
func (p *prover) find(t *testing.T) {
	t.Helper()
	for k := range p.subjects {
		log := filepath.Join(p.root, fmt.Sprint("reached", k))
		t.Setenv("MDMP_GO_REACHED", log)
		if _, ok := p.translate(t, setup{k, 0, nothingOff}); !ok {
			t.Logf("%s cannot be translated by itself", p.subjects[k].name)
			continue
		}
		text, err := os.ReadFile(log)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		met := map[int]bool{}
		for _, word := range strings.Fields(string(text)) {
			if id, err := strconv.Atoi(word); err == nil && !met[id] {
				met[id] = true
				p.reached[id] = append(p.reached[id], k)
			}
		}
	}
	t.Setenv("MDMP_GO_REACHED", "")
}

// dir is the folder of a subject, with its files.
func (p *prover) dir(t *testing.T, k int, kind string) string {
	t.Helper()
	dir := filepath.Join(p.root, kind, fmt.Sprint(k))
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range p.subjects[k].files {
		write(t, dir, f.name, f.text)
	}
	return dir
}

// translate returns the text that is made of a subject, all files one after the other; false if the translator fails.
func (p *prover) translate(t *testing.T, s setup) (string, bool) {
	t.Helper()
	if text, known := p.texts[s]; known && s.mutant == 0 {
		return text, true
	}
	dir := p.dir(t, s.subject, "text")
	var b strings.Builder
	for _, f := range p.subjects[s.subject].files {
		if f.include || !strings.HasPrefix(filepath.Ext(f.name), ".f") {
			continue
		}
		o := mpirun.Command(dir, armed(s.mutant, s.off), buildLimit, p.tool, "translate", "--mode=auto", "--openmp", "--markers", f.name)
		if o.Status != 0 {
			return o.Stderr, false
		}
		fmt.Fprintf(&b, "%s%s\n%s", fileMark, f.name, o.Stdout)
	}
	if s.mutant == 0 {
		p.texts[s] = b.String()
	}
	return b.String(), true
}

// armed is the environment in which a mutant is alive.
func armed(mutant int, off string) []string {
	return []string{fmt.Sprint("MDMP_GO_MUTANT=", mutant), "MDMP_GO_OFF=" + off}
}

func readVerdicts(name string) ([]verdict, error) {
	text, err := os.ReadFile(name)
	if name == "" || os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading what was found before: %w", err)
	}
	var list []verdict
	for line := range strings.Lines(string(text)) {
		var v verdict
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			return nil, fmt.Errorf("reading what was found before: %w", err)
		}
		list = append(list, v)
	}
	return list, nil
}

func writeVerdicts(name string, list []verdict) error {
	if name == "" {
		return nil
	}
	var b strings.Builder
	for _, v := range list {
		line, err := json.Marshal(v)
		if err != nil {
			return fmt.Errorf("writing what was found: %w", err)
		}
		b.Write(append(line, '\n'))
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("writing what was found: %w", err)
	}
	return nil
}
