package prefetch

import (
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/compiler"
)

func TestLaunch(t *testing.T) {
	for _, c := range []struct {
		argv, env, settings string
		mpi                 compiler.Flavour
		line, environment   string
	}{
		{"mpiexec -n 2 ./a", "HOME=/h", "", compiler.MPICH, "mpiexec -n 2 ./a", "HOME=/h LD_PRELOAD=lib.so"},
		{"mpiexec -n 2 ./a", "LD_PRELOAD=tool.so HOME=/h", "K=1", compiler.MPICH, "mpiexec -n 2 ./a", "HOME=/h K=1 LD_PRELOAD=tool.so:lib.so"},
		{"mpiexec -n 2 ./a", "K=0", "K=1", compiler.OpenMPI, "mpiexec -x LD_PRELOAD -x K -n 2 ./a", "K=1 LD_PRELOAD=lib.so"},
		{"time /opt/bin/mpirun.openmpi -n 2 ./a", "", "", compiler.OpenMPI, "time /opt/bin/mpirun.openmpi -x LD_PRELOAD -n 2 ./a", "LD_PRELOAD=lib.so"},
		{"mpirun -n 2 ./a", "MDMP_PREFETCH_WAIT=9 K=0", "MDMP_PREFETCH_CHECK=1", compiler.OpenMPI, "mpirun -x LD_PRELOAD -x MDMP_PREFETCH_CHECK -x MDMP_PREFETCH_WAIT -n 2 ./a",
			"MDMP_PREFETCH_WAIT=9 K=0 MDMP_PREFETCH_CHECK=1 LD_PRELOAD=lib.so"},
		{"srun -n 2 ./a", "", "", compiler.OpenMPI, "srun -n 2 ./a", "LD_PRELOAD=lib.so"},
	} {
		line, env := Launch(strings.Fields(c.argv), strings.Fields(c.env), strings.Fields(c.settings), "lib.so", c.mpi)
		if got := strings.Join(line, " "); got != c.line {
			t.Errorf("%s: %s", c.argv, got)
		}
		if !slices.Equal(env, strings.Fields(c.environment)) {
			t.Errorf("%s with %s: %v", c.argv, c.env, env)
		}
	}
}
