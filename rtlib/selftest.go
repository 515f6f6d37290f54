package rtlib

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// selfTestTime bounds a run of the self-test on one process.
const selfTestTime = 60 * time.Second

// selfTestWord is what the programs print at their end.
const selfTestWord = "self-test passed"

// selftest compiles, links and runs a program with exchanges. If it fails, a
// program without the run time tells whether the machine can run MPI programs
// like this at all.
func (j *job) selftest(ctx context.Context) error {
	if _, err := unpack(selftest, "selftest", j.path("selftest"), ""); err != nil {
		return err
	}
	defer os.RemoveAll(j.path("selftest"))
	lib := &Library{Dir: j.dir, Variant: j.Variant}
	program := j.path("selftest", "exchange")
	args := append([]string{"-I", lib.Modules(), "-o", program, j.path("selftest", "exchange.f90")}, lib.LinkFlags(Wrappers{})...)
	if err := j.fortranIn(ctx, "selftest", args...); err != nil {
		return fmt.Errorf("the self-test could not be built: %w", err)
	}
	failure := j.try(ctx, program)
	if failure == nil {
		j.tested = "passed"
		return nil
	}
	control := j.path("selftest", "control")
	if err := j.fortranIn(ctx, "selftest", "-o", control, j.path("selftest", "control.f90")); err != nil {
		return fmt.Errorf("an MPI program could not be built: %w", err)
	}
	if err := j.try(ctx, control); err != nil {
		j.tested = "not run: an MPI program cannot be started here without mpiexec"
		return nil
	}
	return fmt.Errorf("the self-test failed: %w", failure)
}

// fortranIn runs the Fortran compiler; files it may leave go to a folder of
// the build.
func (j *job) fortranIn(ctx context.Context, dir string, args ...string) error {
	sub := *j
	sub.dir = j.path(dir)
	return sub.run(ctx, j.tc.FC, args...)
}

// try runs a program on one process, without mpiexec.
func (j *job) try(ctx context.Context, program string) error {
	ctx, cancel := context.WithTimeout(ctx, selfTestTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, program)
	cmd.Dir = j.path("selftest")
	env := j.Env
	if env == nil {
		env = os.Environ()
	}
	cmd.Env = singleton(env)
	// Its own process group: what an MPI starts beside it ends with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("no end after %v", selfTestTime)
	case err != nil:
		return fmt.Errorf("%w\n%s", err, strings.TrimSpace(string(out)))
	case !strings.Contains(string(out), selfTestWord):
		return errors.New("it printed " + strings.TrimSpace(string(out)))
	}
	return nil
}

// singleton takes out of the environment what a job around us has put there:
// our program is a job of its own, not a process of that one. Options of the
// run time and sanitizer options that would fail the program go, too.
func singleton(env []string) []string {
	drop := []string{"PMI_", "PMIX_", "PMI2_", "HYDI_", "HYDRA_", "MPI_LOCALRANKID", "MPI_LOCALNRANKS",
		"OMPI_COMM_WORLD_", "OMPI_UNIVERSE_SIZE", "OMPI_MCA_ess", "OMPI_MCA_orte_", "OMPI_MCA_pmix", "SLURM_", "MDMP_",
		"ASAN_OPTIONS="}
	env = slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		return slices.ContainsFunc(drop, func(p string) bool { return strings.HasPrefix(kv, p) })
	})
	// MPI libraries keep memory until the end; that is not what is tested.
	return append(env, "ASAN_OPTIONS=detect_leaks=0")
}
