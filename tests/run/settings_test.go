package run

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
)

// words are the words of an environment variable.
func words(name, def string) []string {
	if v := os.Getenv(name); v != "" {
		return strings.Fields(v)
	}
	return strings.Fields(def)
}

// libraries finds the MPIs that are asked for and installed; with -short the first of them.
func libraries(t *testing.T) []*library {
	t.Helper()
	var list []*library
	for _, l := range mpirun.Installed(words("MDMP_TEST_MPI", "mpich openmpi")...) {
		list = append(list, &library{Library: l})
	}
	if len(list) == 0 {
		t.Fatal("no MPI is installed: mpifort.mpich and mpiexec.mpich, or the same of openmpi, are needed")
	}
	if testing.Short() {
		list = list[:1]
	}
	return list
}

// runLimit is how long a run may take.
func runLimit() time.Duration {
	seconds, err := strconv.Atoi(words("MDMP_TEST_TIMEOUT", "60")[0])
	if err != nil || seconds <= 0 {
		seconds = 60
	}
	return time.Duration(seconds) * time.Second
}

// library is an MPI under which programs are compared.
type library struct {
	*mpirun.Library
	loud []string // modes in which the compiler has warnings of its own
}

// build builds a program in a folder of its own.
func (l *library) build(dir string, compiler, flags, sources []string, byHand bool) mpirun.Outcome {
	compiler = append(append([]string{}, compiler...), words("MDMP_TEST_FLAGS", "-O2")...)
	return l.Build(dir, append(compiler, flags...), sources, byHand)
}

// run runs what build has left in dir.
func (l *library) run(dir string, c aCase, env []string) mpirun.Outcome {
	return l.Run(dir, c.ranks, env, runLimit(), c.args...)
}
