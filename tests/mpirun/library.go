package mpirun

import (
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// buildLimit is how long one call of a compiler may take, on a busy machine.
const buildLimit = 3 * time.Minute

// support has the module that prints hashes and the exchange by hand.
//
//go:embed support
var support embed.FS

// Library is an installed MPI.
type Library struct {
	Name    string
	FC, CC  string   // its compilers
	CCFlags []string // for the support files in C
	Env     []string // for the wrapper: which compiler it wraps

	launcher []string // up to the number of ranks

	once    sync.Once
	support string // folder with the support modules and objects
	err     error
}

// Installed finds those of the named MPIs ("mpich", "openmpi") that this machine
// has, in the way that Debian installs them side by side.
func Installed(names ...string) []*Library {
	var list []*Library
	for _, name := range names {
		l := &Library{Name: name, FC: "mpifort." + name, CC: "mpicc." + name, launcher: []string{"mpiexec." + name}}
		if Missing(l.FC) || Missing(l.CC) || Missing(l.launcher[0]) {
			continue
		}
		l.Env = []string{"MDMP_FC=" + l.FC}
		if name == "openmpi" {
			l.launcher = append(l.launcher, "--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1")
			if os.Geteuid() == 0 {
				l.launcher = append(l.launcher, "--allow-run-as-root")
			}
		}
		list = append(list, l)
	}
	return list
}

// Missing reports whether a command is not installed.
func Missing(command string) bool {
	_, err := exec.LookPath(command)
	return err != nil
}

// Prepare compiles the support files, once, somewhere below root.
func (l *Library) Prepare(root string) error {
	l.once.Do(func() {
		l.support = filepath.Join(root, l.Name, "support")
		l.err = l.compileSupport()
	})
	return l.err
}

func (l *Library) compileSupport() error {
	if err := os.MkdirAll(l.support, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"support.f90", "ref.c", "slow.c"} {
		text, err := support.ReadFile("support/" + name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(l.support, name), text, 0o644); err != nil {
			return err
		}
	}
	for _, argv := range [][]string{
		{l.FC, "-O1", "-c", "support.f90"},
		append([]string{l.CC, "-O1", "-c", "ref.c"}, l.CCFlags...),
		append([]string{l.CC, "-O1", "-c", "slow.c"}, l.CCFlags...),
	} {
		if o := Command(l.support, nil, buildLimit, argv...); o.Status != 0 {
			return fmt.Errorf("%s: %s", strings.Join(argv, " "), o.Stderr)
		}
	}
	return nil
}

// Slow is an object that makes the network slow where SLOW_NETWORK is set.
func (l *Library) Slow() string { return filepath.Join(l.support, "slow.o") }

// Build compiles and links sources to an executable called program in dir, with
// the modules that Prepare has compiled. compiler comes with its flags. byHand
// adds what "!ref" lines call.
func (l *Library) Build(dir string, compiler, sources []string, byHand bool) Outcome {
	argv := append([]string{}, compiler...)
	argv = append(argv, "-I"+l.support, "-o", "program")
	argv = append(argv, sources...)
	argv = append(argv, filepath.Join(l.support, "support.o"))
	if byHand {
		argv = append(argv, filepath.Join(l.support, "ref.o"))
	}
	return Command(dir, l.Env, buildLimit, argv...)
}

// Compile compiles one source in dir, with the modules that Prepare has compiled.
func (l *Library) Compile(dir string, compiler []string, source string) Outcome {
	argv := append([]string{}, compiler...)
	return Command(dir, l.Env, buildLimit, append(argv, "-I"+l.support, "-c", source)...)
}

// Launch is the command line that runs a program on so many ranks, which may be
// more than there are cores.
func (l *Library) Launch(ranks int, argv ...string) []string {
	line := append([]string{}, l.launcher...)
	return append(append(line, "-n", strconv.Itoa(ranks)), argv...)
}

// Run runs what Build has left in dir. Threads of OpenMP that wait leave processors to others: there are more than processors.
func (l *Library) Run(dir string, ranks int, env []string, limit time.Duration, args ...string) Outcome {
	env = append([]string{"OMP_WAIT_POLICY=passive"}, env...)
	return Command(dir, env, limit, l.Launch(ranks, append([]string{"./program"}, args...)...)...)
}
