package torture

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/tests/mutate"
)

// tally counts what was drawn, and what the translator made of it: classes, and
// the statements it wrote with the kind of statement that they stand before.
type tally struct {
	translator string // the command mdmp; "": only classes are counted
	dir        string
	counts     map[string]int
}

func newTally(translator, dir string) *tally {
	return &tally{translator: translator, dir: dir, counts: map[string]int{}}
}

// candidates is how many kernels are made for each that is taken.
const candidates = 3

// choose makes kernels and takes the one that has what is rare so far. What it is
// depends on all that was chosen before, so its seed is kept in it.
func (t *tally) choose(id int, seed int64, draw func(id int, seed int64) *kernel) (*kernel, error) {
	var best *kernel
	var features []string
	most := -1.0
	for c := range int64(candidates) {
		k := draw(id, seed*candidates+c)
		list, err := t.features(k)
		if err != nil {
			return nil, err
		}
		if r := t.rarity(list); r > most {
			best, features, most = k, list, r
		}
	}
	for _, f := range features {
		t.counts[f]++
	}
	return best, nil
}

// rarity is the larger the rarer what a kernel has.
func (t *tally) rarity(features []string) float64 {
	sum := 0.0
	for _, f := range distinct(features) {
		sum += 1 / float64(1+t.counts[f])
	}
	return sum
}

func distinct(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

// features lists what a kernel has.
func (t *tally) features(k *kernel) ([]string, error) {
	list := []string{"elements: " + k.elem.name}
	for _, c := range k.drawn {
		list = append(list, "class: "+c)
	}
	for _, a := range k.arrays {
		list = append(list, "storage: "+a.where.String())
	}
	for _, c := range strings.Fields(k.clauses) {
		list = append(list, "clause: "+c)
	}
	if t.translator == "" || k.code != nil { // of codes the translator knows more when modules are compiled
		return list, nil
	}
	for _, f := range program([]*kernel{k}) {
		if f.foreign {
			continue
		}
		if f.include {
			if err := t.write(f); err != nil {
				return nil, err
			}
			continue
		}
		text, err := t.translate(f)
		if err != nil {
			return nil, fmt.Errorf("kernel of seed %d: %w", k.seed, err)
		}
		for _, s := range mutate.Sites(f.text, mutate.Read(f.text, text)) {
			list = append(list, "wrote: "+s.Name())
		}
		t.entries(text)
	}
	return list, nil
}

// entryCall is a call of the run time that is no site of package mutate.
var entryCall = regexp.MustCompile(`\bmdmp_(prepost|grant_all|nest_lookup|use)\(`)

// entries counts such calls.
func (t *tally) entries(text string) {
	for _, c := range entryCall.FindAllStringSubmatch(text, -1) {
		t.counts["called: "+c[1]]++
	}
}

func (t *tally) write(f file) error {
	return os.WriteFile(filepath.Join(t.dir, f.name), []byte(f.text), 0o644)
}

func (t *tally) translate(f file) (string, error) {
	if err := t.write(f); err != nil {
		return "", err
	}
	cmd := exec.Command(t.translator, "translate", "--mode=auto", "--openmp", "--markers", filepath.Join(t.dir, f.name))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("mdmp translate: %w: %s", err, stderr.String())
	}
	return string(text), nil
}

// increments counts what a run's profile says of pages: increments that a write opened.
func (t *tally) increments(profile string) int {
	n := 0
	for _, m := range opened.FindAllStringSubmatch(profile, -1) {
		k, _ := strconv.Atoi(m[1])
		n += k
	}
	t.counts["pages: increments opened"] += n
	return n
}

var opened = regexp.MustCompile(`mode\(paged\): (\d+) increments opened`)

// table prints the counts, rarest first in each group.
func (t *tally) table(w io.Writer) {
	type row struct {
		name  string
		count int
	}
	var rows []row
	for name, count := range t.counts {
		rows = append(rows, row{name, count})
	}
	slices.SortFunc(rows, func(a, b row) int {
		ga, _, _ := strings.Cut(a.name, ":")
		gb, _, _ := strings.Cut(b.name, ":")
		return cmp.Or(cmp.Compare(ga, gb), cmp.Compare(a.count, b.count), cmp.Compare(a.name, b.name))
	})
	for _, r := range rows {
		_, _ = fmt.Fprintf(w, "%7d  %s\n", r.count, r.name)
	}
}

// String names a storage.
func (s storage) String() string {
	return [...]string{"local", "allocatable", "pointer", "module", "assumed shape", "explicit shape", "component"}[s]
}
