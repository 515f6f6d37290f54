package torture

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
)

// machine builds and runs with one MPI.
type machine struct {
	*mpirun.Library
	wrapper, root string
	slowly        bool // files have no level of optimising of their own
}

// machines are the MPIs of this machine. What their programs share is compiled when the first one is built.
func machines(root, wrapper string) []*machine {
	var list []*machine
	for _, l := range mpirun.Installed("mpich", "openmpi") {
		list = append(list, &machine{Library: l, wrapper: wrapper, root: root})
	}
	return list
}

// byHand is the mode of the program with MPI by hand.
const byHand = "ref"

// build compiles a program; mode byHand is the exchange by hand.
func (m *machine) build(dir string, kernels []*kernel, mode string, flags []string) mpirun.Outcome {
	work := filepath.Join(dir, mode)
	if err := errors.Join(os.MkdirAll(work, 0o755), m.Prepare(m.root)); err != nil {
		return mpirun.Outcome{Status: 127, Stderr: err.Error()}
	}
	hand := mode == byHand
	compiler := []string{m.wrapper, "-mdmp=" + mode}
	if hand {
		compiler = []string{m.FC}
	}
	var names []string
	apart := slices.ContainsFunc(kernels, func(k *kernel) bool { return k.code != nil || k.unseen })
	for _, f := range program(kernels) {
		source := []byte(f.text)
		if hand {
			source = mpirun.Derive(source)
		}
		if err := os.WriteFile(filepath.Join(work, f.name), source, 0o644); err != nil {
			return mpirun.Outcome{Status: 127, Stderr: err.Error()}
		}
		if f.include {
			continue
		}
		if !apart {
			names = append(names, f.name)
			continue
		}
		level := f.level
		if m.slowly {
			level = nil
		}
		argv := slices.Concat(m.compilerOf(f, mode, flags), flagsOf(f, mode, flags), level)
		if !reused(work, f, keyOf(work, f, source, argv)) {
			if o := m.Compile(work, argv, f.name); o.Status != 0 {
				return o
			}
		}
		names = append(names, strings.TrimSuffix(f.name, filepath.Ext(f.name))+".o")
	}
	if !hand {
		names = append(names, m.Slow())
	}
	return m.Build(work, append(compiler, flags...), names, hand)
}

// compilerOf is the command for a file, in a mode of the program.
func (m *machine) compilerOf(f file, mode string, flags []string) []string {
	switch {
	case mode == byHand || f.foreign:
		return []string{m.FC}
	case mode == "auto":
		return append([]string{m.wrapper, "-mdmp=auto"}, f.options...)
	}
	return []string{m.wrapper, "-mdmp=" + mode}
}

// flagsOf are those of the program, without the wrapper's where it is not asked; a file
// that says which bits it wants has its own.
func flagsOf(f file, mode string, flags []string) []string {
	return slices.DeleteFunc(slices.Clone(flags), func(s string) bool {
		return strings.HasPrefix(s, "-mdmp") && (mode == byHand || f.foreign)
	})
}

func (m *machine) run(dir, mode string, ranks int, env []string, limit time.Duration) mpirun.Outcome {
	left, _ := filepath.Glob(filepath.Join(dir, mode, "*.txt")) // by a run that was ended
	for _, name := range left {
		_ = os.Remove(name)
	}
	env = append([]string{"OMP_NUM_THREADS=2", "OMP_WAIT_POLICY=passive"}, env...)
	return m.Run(filepath.Join(dir, mode), ranks, env, limit)
}
