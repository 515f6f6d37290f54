package doctor

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/mdmp-fortran/mdmp/compiler"
)

//go:embed src/trial.f90
var trialSource []byte

// trialWord is what it prints at its end.
const trialWord = "two ranks agree"

// trial compiles a program with directives, and runs it on two ranks.
func (e *exam) trial(ctx context.Context) {
	if !e.report.Sound || e.fc == nil || e.wrapper == "" {
		return
	}
	launcher := e.Launcher
	if len(launcher) == 0 {
		if launcher = e.ownLauncher(); launcher == nil {
			e.add("launcher", Missing, "no mpiexec in PATH", "say how MPI programs are started here: mdmp doctor -- srun -n 2")
			return
		}
	}
	e.add("launcher", OK, strings.Join(launcher, " "), "")
	dir, err := os.MkdirTemp("", "mdmp-doctor-")
	if err != nil {
		e.add("two ranks", Missing, err.Error(), "TMPDIR names another folder for temporary files")
		return
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "trial.f90"), trialSource, 0o600); err != nil {
		e.add("two ranks", Missing, err.Error(), "TMPDIR names another folder for temporary files")
		return
	}
	e.Progress("compiling a program with directives; the run time is built first if it is not in the cache")
	if out, err := e.run(ctx, dir, e.wrapper, "-mdmp-fc="+e.fc.Path, "-O2", "-o", "trial", "trial.f90"); err != nil {
		e.add("compilation", Missing, failure(err, out), "")
		return
	}
	e.Progress("running it on two ranks")
	start := time.Now()
	out, err := e.run(ctx, dir, launcher[0], append(launcher[1:len(launcher):len(launcher)], filepath.Join(dir, "trial"))...)
	switch {
	case err != nil:
		e.add("two ranks", Missing, failure(err, out), "say how MPI programs are started here: mdmp doctor -- srun -n 2")
	case !strings.Contains(out, trialWord):
		e.add("two ranks", Missing, "the program printed "+strings.TrimSpace(out), "two ranks are needed: mdmp doctor -- mpiexec -n 2")
	default:
		e.add("two ranks", OK, fmt.Sprintf("a program with directives was compiled and run, and its results are right (%.1f s)", time.Since(start).Seconds()), "")
	}
}

// ownLauncher is mpiexec of the MPI at hand: with the compiler's suffix, in its folder or in PATH.
func (e *exam) ownLauncher() []string {
	dir, suffix := filepath.Dir(e.fc.Path), filepath.Ext(e.fc.Path)
	for _, name := range []string{filepath.Join(dir, "mpiexec"+suffix), "mpiexec" + suffix, filepath.Join(dir, "mpiexec"), "mpiexec"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		argv := []string{path}
		if e.fc.Flavour() == compiler.OpenMPI {
			argv = append(argv, "--oversubscribe")
			if os.Getuid() == 0 {
				argv = append(argv, "--allow-run-as-root")
			}
		}
		return append(argv, "-n", "2")
	}
	return nil
}

// run runs a command, and ends all that it has started when the time is over.
func (e *exam) run(ctx context.Context, dir, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, e.Timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, e.Env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = fmt.Errorf("no end after %v", e.Timeout)
	}
	return string(out), err
}

// failure is an error with the end of what was said.
func failure(err error, out string) string {
	const most = 12
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) > most {
		lines = append([]string{"..."}, lines[len(lines)-most:]...)
	}
	return strings.TrimSpace(err.Error() + "\n" + strings.Join(lines, "\n"))
}
