package prefetch

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/compiler"
)

const (
	preload   = "LD_PRELOAD"
	variables = "MDMP_PREFETCH" // what names of the library's settings begin with
)

// Launch returns the command line and the environment with which a launcher
// starts its ranks with the library. settings are variables of the environment
// ("K=V") that the ranks get, too.
func Launch(argv, env, settings []string, library string, mpi compiler.Flavour) (line, environment []string) {
	names := []string{preload}
	out := slices.Clone(env)
	for _, kv := range settings {
		name, _, _ := strings.Cut(kv, "=")
		out = without(out, name)
		names = append(names, name)
	}
	for _, kv := range out { // what the user has set
		if name, _, _ := strings.Cut(kv, "="); strings.HasPrefix(name, variables) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	// Other libraries over the profiling interface come first: what they pass on comes here.
	if before := value(out, preload); before != "" {
		library = before + ":" + library
	}
	out = append(append(without(out, preload), settings...), preload+"="+library)
	return told(argv, names, mpi), out
}

// told has Open MPI's launcher pass variables on to other machines, as others
// do without being told.
func told(argv, names []string, mpi compiler.Flavour) []string {
	at := slices.IndexFunc(argv, func(arg string) bool {
		base := filepath.Base(arg)
		return strings.HasPrefix(base, "mpiexec") || strings.HasPrefix(base, "mpirun") || strings.HasPrefix(base, "orterun")
	})
	if mpi != compiler.OpenMPI || at < 0 {
		return argv
	}
	var more []string
	for _, name := range names {
		more = append(more, "-x", name)
	}
	return slices.Insert(slices.Clone(argv), at+1, more...)
}

func value(env []string, name string) string {
	for _, kv := range slices.Backward(env) {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			return v
		}
	}
	return ""
}

func without(env []string, name string) []string {
	return slices.DeleteFunc(env, func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
}
