package torture

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/mutate"
)

const (
	fileMark   = "@file "
	buildLimit = 2 * time.Minute
	runLimit   = time.Minute
	// mostRuns bounds the programs that are run for a mutant, mostChanged those among which they are chosen.
	mostRuns    = 4
	mostChanged = 12
)

// slowly is the environment of all runs: receives are pending, sends go early.
var slowly = []string{"OMP_NUM_THREADS=2", "MDMP_TUNE=0", "MDMP_DELTA=512", "SLOW_NETWORK=30"}

// changed is a program whose text is another one with a mutant.
type changed struct {
	subject       int
	text          string // without the auditor
	bolder, timid int
}

// judge finds out what becomes of a mutant.
func (p *prover) judge(t *testing.T, c mutate.Careful) verdict {
	t.Helper()
	v := verdict{Name: c.Name(), Package: c.Package, Class: c.Class, File: c.File, Line: c.Line, By: notMet, Reached: len(p.reached[c.ID])}
	if v.Reached == 0 {
		return v
	}
	v.By = noChange
	var list []changed
	for _, k := range p.reached[c.ID] {
		if len(list) == mostChanged {
			break
		}
		text, ok := p.translate(t, setup{k, c.ID, auditOff})
		before, _ := p.translate(t, setup{k, 0, auditOff})
		if !ok {
			v.By, v.Program, v.How = isLoud, p.subjects[k].name, "the translator ends"
		} else if text != before {
			one := changed{subject: k, text: text}
			one.bolder, one.timid = p.compare(k, before, text)
			list = append(list, one)
		}
	}
	v.Changed = len(list)
	if len(list) == 0 {
		return v
	}
	if !slices.ContainsFunc(list, func(x changed) bool { return x.bolder > 0 || x.timid == 0 }) {
		v.By = isTimid
		return v
	}
	slices.SortStableFunc(list, func(x, y changed) int { return cmp.Compare(y.bolder-y.timid, x.bolder-x.timid) })
	if v.By == noChange {
		v.By = noHarm
	}
	for _, x := range list {
		if v.Tried == mostRuns || v.By == byTests {
			break
		}
		if want := p.want(t, x.subject); want != nil {
			v.Tried++
			p.try(t, c, x, *want, &v)
		}
	}
	if v.By == noHarm {
		p.dispute(t, c, list, &v)
	}
	return v
}

// dispute looks whether the auditor undoes what does no harm in these programs. Those of which it undoes something in any case tell nothing.
func (p *prover) dispute(t *testing.T, c mutate.Careful, list []changed, v *verdict) {
	t.Helper()
	for _, x := range list {
		with, _ := p.translate(t, setup{x.subject, 0, nothingOff})
		if without, _ := p.translate(t, setup{x.subject, 0, auditOff}); with != without {
			continue
		}
		if text, ok := p.translate(t, setup{x.subject, c.ID, nothingOff}); !ok || text != x.text {
			v.By, v.Program = isDisputed, p.subjects[x.subject].name
			return
		}
	}
}

// severity orders what is found in several programs.
var severity = []string{noChange, noHarm, isLoud, byAuditor, byGuards, byTests}

func (v *verdict) found(by, program, how string) {
	if slices.Index(severity, by) > slices.Index(severity, v.By) {
		v.By, v.Program, v.How = by, program, how
	}
}

// try runs a program without the auditor, and with it if that harms.
func (p *prover) try(t *testing.T, c mutate.Careful, x changed, want mpirun.Outcome, v *verdict) {
	t.Helper()
	k, name := x.subject, p.subjects[x.subject].name
	how := p.outcome(t, setup{k, c.ID, auditOff}, want)
	switch how {
	case "":
		text, ok := p.translate(t, setup{k, c.ID, guardsOff})
		if ok && text != x.text && p.outcome(t, setup{k, 0, guardsOff}, want) == "" {
			if how := p.outcome(t, setup{k, c.ID, guardsOff}, want); how != "" {
				v.found(byGuards, name, how)
			}
		}
		return
	case words:
		v.found(byGuards, name, how)
		return
	case notBuilt:
		v.found(isLoud, name, how)
		return
	}
	text, ok := p.translate(t, setup{k, c.ID, nothingOff})
	switch {
	case !ok: // no plan is left that is not disputed
		v.found(byAuditor, name, how)
	case text == x.text:
		v.found(byTests, name, how)
	default:
		switch with := p.outcome(t, setup{k, c.ID, nothingOff}, want); with {
		case "":
			v.found(byAuditor, name, how)
		case words:
			v.found(byGuards, name, how)
		default:
			v.found(byTests, name, with)
		}
	}
}

// What runs do; "" if they are right.
const (
	words    = "says so and ends"
	notBuilt = "does not compile"
	wrong    = "other results"
	hangs    = "hangs"
	crashes  = "crashes"
)

// outcome says what a program does that does not do what it should.
func (p *prover) outcome(t *testing.T, s setup, want mpirun.Outcome) string {
	t.Helper()
	o, ok := p.run(t, s)
	switch {
	case !ok:
		return notBuilt
	case o.Status == -1:
		return hangs
	case strings.Contains(o.Stderr, "mdmp:"):
		return words
	case o.Status != 0:
		return crashes
	case o.Stdout != want.Stdout:
		return wrong
	}
	return ""
}

// want is what a program does without a mutant; nil if it fails, or differs from run to run.
func (p *prover) want(t *testing.T, k int) *mpirun.Outcome {
	t.Helper()
	if o, known := p.wants[k]; known {
		return o
	}
	p.wants[k] = nil
	o, ok := p.run(t, setup{k, 0, nothingOff})
	if !ok || o.Status != 0 || o.Stdout == "" || strings.Contains(o.Stderr, "mdmp:") {
		t.Logf("%s is left out: status %d: %s", p.subjects[k].name, o.Status, tailOf(o.Stderr))
		return nil
	}
	if again, _ := p.run(t, setup{k, 0, nothingOff}); again.Stdout != o.Stdout {
		t.Logf("%s is left out: it differs from run to run", p.subjects[k].name)
		return nil
	}
	p.wants[k] = &o
	return &o
}

// run builds a program and runs it; false: it does not compile.
func (p *prover) run(t *testing.T, s setup) (mpirun.Outcome, bool) {
	t.Helper()
	one := p.subjects[s.subject]
	dir := p.dir(t, s.subject, "run")
	defer func() { _ = os.RemoveAll(dir) }()
	for _, v := range armed(s.mutant, s.off) {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	compiler := slices.Concat([]string{p.m.wrapper, "-mdmp=auto", "-w", "-ffree-line-length-none"}, one.flags, []string{"-O1"})
	sources := []string{p.m.Slow()}
	for _, f := range one.files {
		if !f.include {
			sources = append(sources, f.name)
		}
	}
	if o := p.m.Build(dir, compiler, sources, false); o.Status != 0 {
		return o, false
	}
	o := p.m.Run(dir, one.ranks, slices.Concat(one.env, slowly), runLimit)
	lines := strings.Split(o.Stdout, "\n")
	slices.Sort(lines)
	o.Stdout = strings.Join(lines, "\n")
	return o, true
}

// bolds are the statements of which more are bolder, cautious those of which fewer are.
var (
	bolds    = []string{"final feed", "final fire", "nest, any order", "manage 1", "grant", "grant_array", "nest_array", "pass", "prepost"}
	cautious = []string{"need", "settle", "revoke", "prompt", "call", "nest_disjoint", "nest, in order", "manage 0", "manage 2", "deferrable", "feed", "fire"}
)

// compare counts in how many kinds of statements a text is bolder than another one, and in how many it is more careful.
func (p *prover) compare(k int, before, after string) (bolder, timid int) {
	a, b := p.count(k, before), p.count(k, after)
	for _, kind := range bolds {
		bolder, timid = tell(b[kind]-a[kind], bolder, timid)
	}
	for _, kind := range cautious {
		bolder, timid = tell(a[kind]-b[kind], bolder, timid)
	}
	return bolder, timid
}

func tell(more, bolder, timid int) (int, int) {
	switch {
	case more > 0:
		bolder++
	case more < 0:
		timid++
	}
	return bolder, timid
}

// count counts the statements of a translation by their kinds.
func (p *prover) count(k int, text string) map[string]int {
	sources := map[string]string{}
	for _, f := range p.subjects[k].files {
		sources[f.name] = f.text
	}
	n := map[string]int{"prepost": strings.Count(text, "mdmp_prepost(")}
	for part := range strings.SplitSeq(text, fileMark) {
		name, made, _ := strings.Cut(part, "\n")
		for _, s := range mutate.Sites(sources[name], mutate.Read(sources[name], made)) {
			n[s.Kind]++
		}
	}
	return n
}
