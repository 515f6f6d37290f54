package torture

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
)

// trial is a way to build and run the program.
type trial struct {
	mode  string
	ranks int
	env   []string
}

// String names a trial as the mode and environment that repeat it.
func (t trial) String() string {
	return strings.TrimSpace(fmt.Sprintf("-mdmp=%s, %d ranks %s", t.mode, t.ranks, strings.Join(t.env, " ")))
}

// hunt is one batch on one machine with one set of flags.
type hunt struct {
	m      *machine
	dir    string
	flags  []string
	own    []string // of mdmpf90
	ref    string   // the mode that is compared with: "ref" is MPI by hand
	refEnv []string // the environment that it runs in then
	rounds bool     // compare only what cannot round
	trials []trial
	limit  time.Duration // of a run
}

// failure says which kernel went wrong and how.
type failure struct {
	id    int // 0: no kernel could be blamed
	trial trial
	what  string
}

// batch builds the kernels in every mode and compares all runs with the
// reference. The error is about the reference: then the generator is wrong.
func (h *hunt) batch(kernels []*kernel) ([]failure, error) {
	var bad []failure
	built := map[string]bool{}
	refs := map[string]string{}
	for _, t := range h.trials {
		ref, rounds := h.against()
		if !built[ref] {
			built[ref] = true
			if o := h.m.build(h.dir, kernels, ref, h.flagsOf(ref)); o.Status != 0 {
				return nil, fmt.Errorf("reference (%s) does not compile: %s", ref, o.Stderr)
			}
		}
		key := fmt.Sprint(ref, t.ranks)
		if _, ok := refs[key]; !ok {
			o := h.m.run(h.dir, ref, t.ranks, h.refEnv, h.limit)
			if o.Status != 0 {
				err := fmt.Errorf("reference (%s) on %d ranks: status %d: %s%s", ref, t.ranks, o.Status, tailOf(o.Stdout), o.Stderr)
				if h.compilers(kernels, t.ranks) {
					return nil, &compilerError{err}
				}
				return nil, err
			}
			refs[key] = o.Stdout
		}
		if !built[t.mode] {
			built[t.mode] = true
			if o := h.m.build(h.dir, kernels, t.mode, h.flagsOf(t.mode)); o.Status != 0 {
				bad = append(bad, failure{0, t, "does not compile: " + o.Stderr})
				return bad, nil
			}
		}
		o, want := h.m.run(h.dir, t.mode, t.ranks, t.env, h.limit), refs[key]
		if rounds {
			o.Stdout, want = rounded(kernels, o.Stdout), rounded(kernels, want)
		}
		if id, what := compare(kernels, want, o); what != "" {
			bad = append(bad, failure{id, t, what})
		}
	}
	return bad, nil
}

// profile is what a run in mode auto says of itself, with sends that go early wherever they may.
func (h *hunt) profile(ranks int) string {
	return h.m.run(h.dir, "auto", ranks, []string{"MDMP_TUNE=0", "MDMP_PROFILE=1"}, h.limit).Stderr
}

// compilerError says that a reference fails as the compiler made it: there is nothing to compare with.
type compilerError struct{ error }

// compilers reports whether the program with MPI by hand fails as the flags of the batch
// make it, and works without optimising.
func (h *hunt) compilers(kernels []*kernel, ranks int) bool {
	one := *h
	one.dir = h.dir + "-hand"
	defer func() { _ = os.RemoveAll(one.dir) }()
	works := func(flags ...string) bool {
		if o := one.m.build(one.dir, kernels, byHand, slices.Concat(h.flags, flags)); o.Status != 0 {
			return false
		}
		return one.m.run(one.dir, byHand, ranks, nil, one.limit).Status == 0
	}
	if works() {
		return false
	}
	one.m = &machine{Library: h.m.Library, wrapper: h.m.wrapper, root: h.m.root, slowly: true}
	return works("-O0")
}

// flagsOf are the flags for a mode of the program.
func (h *hunt) flagsOf(mode string) []string {
	if mode == byHand {
		return h.flags
	}
	return append(slices.Clone(h.own), h.flags...)
}

// compare finds the first kernel whose lines differ or are missing.
func compare(kernels []*kernel, want string, got mpirun.Outcome) (int, string) {
	w, g := strings.Split(want, "\n"), strings.Split(got.Stdout, "\n")
	for i, line := range w {
		if i < len(g) && g[i] == line {
			continue
		}
		id := 0
		_, _ = fmt.Sscan(line, &id)
		have := "nothing"
		if i < len(g) && g[i] != "" {
			have = g[i]
		}
		return id, fmt.Sprintf("status %d\n  want %s\n  have %s\n%s", got.Status, line, have, tailOf(got.Stderr))
	}
	if got.Status != 0 {
		return kernels[len(kernels)-1].id, fmt.Sprintf("status %d: %s", got.Status, tailOf(got.Stderr))
	}
	if got.Stderr != "" {
		return kernels[len(kernels)-1].id, "stderr: " + tailOf(got.Stderr)
	}
	return 0, ""
}

func tailOf(s string) string {
	if len(s) > 1500 {
		s = "..." + s[len(s)-1500:]
	}
	return s
}

// blame finds the kernel that does not compile, or goes wrong only in its batch.
func (h *hunt) blame(kernels []*kernel) *kernel {
	for _, k := range kernels {
		if h.fails([]*kernel{k}) {
			return k
		}
	}
	return nil
}

// fails reports whether the reference works and a trial differs, in up to three
// runs.
func (h *hunt) fails(kernels []*kernel) bool {
	one := *h
	one.dir = h.dir + "-one"
	one.limit = h.limit / 6
	defer func() { _ = os.RemoveAll(one.dir) }()
	bad, err := one.batch(kernels)
	return err == nil && len(bad) > 0
}
