package mutate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// An Overlay is what the go command is told to build instead of files of the repository.
type Overlay struct {
	dir     string
	replace map[string]string
}

// NewOverlay keeps its files in a folder.
func NewOverlay(dir string) *Overlay { return &Overlay{dir, map[string]string{}} }

// Put replaces a file, or adds one.
func (o *Overlay) Put(name string, text []byte) error {
	to := filepath.Join(o.dir, strings.ReplaceAll(strings.TrimPrefix(name, "/"), "/", "-"))
	if err := os.WriteFile(to, text, 0o644); err != nil {
		return fmt.Errorf("writing an overlay: %w", err)
	}
	o.replace[name] = to
	return nil
}

// Write writes the list that the go command reads, and returns its name.
func (o *Overlay) Write() (string, error) {
	text, err := json.Marshal(map[string]any{"Replace": o.replace})
	if err != nil {
		return "", fmt.Errorf("writing an overlay: %w", err)
	}
	name := filepath.Join(o.dir, "overlay.json")
	if err := os.WriteFile(name, text, 0o644); err != nil {
		return "", fmt.Errorf("writing an overlay: %w", err)
	}
	return name, nil
}

// CarefulAnswers finds the places of all provers of the repository at root, in order; with an overlay, their mutants are put there.
func CarefulAnswers(root string, o *Overlay) ([]Careful, error) {
	var all []Careful
	for _, pkg := range Provers {
		files, err := filepath.Glob(filepath.Join(root, pkg, "*.go"))
		if err != nil {
			return nil, fmt.Errorf("looking for careful answers: %w", err)
		}
		seen := map[string]int{}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			src, err := os.ReadFile(name)
			if err != nil {
				return nil, fmt.Errorf("looking for careful answers: %w", err)
			}
			text, list, err := InstrumentCareful(pkg, filepath.Base(name), src, len(all)+1, seen)
			if err != nil {
				return nil, err
			}
			all = append(all, list...)
			if o == nil || len(list) == 0 {
				continue
			}
			if err := o.Put(name, text); err != nil {
				return nil, err
			}
		}
		if o == nil {
			continue
		}
		if err := o.Put(filepath.Join(root, pkg, "zz_mutants.go"), fmt.Appendf(nil, Switch, filepath.Base(pkg))); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Off puts into an overlay what MDMP_GO_OFF switches off: the auditor ("audit"), and the comparisons before nests of what
// their order rests on ("guards").
func (o *Overlay) Off(root string) error {
	name := filepath.Join(root, "codegen", "auto.go")
	src, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("switching the auditor off: %w", err)
	}
	const audited = "audit.Audit(t.scopes, t.set, found)"
	if strings.Count(string(src), audited) != 1 {
		return fmt.Errorf("codegen/auto.go does not say %s once", audited)
	}
	if err := o.Put(name, []byte(strings.Replace(string(src), audited, "mutantAudit(t, found)", 1))); err != nil {
		return err
	}
	return o.Put(filepath.Join(root, "codegen", "zz_mutants.go"), []byte(unaudited))
}

// unaudited is added to package codegen.
const unaudited = `package codegen

import (
	"os"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/audit"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
)

func mutantAudit(t *translator, found *rungs.File) []audit.Dispute {
	off := os.Getenv("MDMP_GO_OFF")
	if strings.Contains(off, "guards") {
		for _, b := range found.Bodies {
			for _, n := range rungs.Of[*rungs.Nest](b) {
				n.Assumed = nil
			}
		}
	}
	if strings.Contains(off, "audit") {
		return nil
	}
	return audit.Audit(t.scopes, t.set, found)
}
`
