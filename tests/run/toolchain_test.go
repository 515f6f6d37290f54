package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// library is an installed MPI with what is built for it once.
type library struct {
	name     string
	fc       string // the plain compiler
	cc       string
	ccFlags  []string
	launcher []string // up to the number of ranks
	env      []string // for mdmpf90
	loud     []string // modes in which the compiler has warnings of its own

	once    sync.Once
	support string // folder with the support module and objects
	err     error
}

// libraries finds the MPIs that are asked for and installed.
func libraries() []*library {
	var list []*library
	for _, name := range words("MDMP_TEST_MPI", "mpich openmpi") {
		fc, launcher := "mpifort."+name, "mpiexec."+name
		if missing(fc) || missing(launcher) {
			continue
		}
		l := &library{name: name, fc: fc, cc: "mpicc." + name, launcher: []string{launcher}}
		l.env = []string{"MDMP_FC=" + l.fc}
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

func missing(name string) bool {
	_, err := exec.LookPath(name)
	return err != nil
}

// words are the words of an environment variable.
func words(name, def string) []string {
	if v := os.Getenv(name); v != "" {
		return strings.Fields(v)
	}
	return strings.Fields(def)
}

// outcome is what a command did.
type outcome struct {
	stdout, stderr string
	status         int // -1: killed because it took too long
}

// command runs a command in a folder, in a process group of its own that is
// ended as a whole if it takes too long.
func command(dir string, env []string, limit time.Duration, argv ...string) outcome {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	// The launchers end their ranks when they are asked to; what is left after
	// that is killed.
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	o := outcome{stdout: stdout.String(), stderr: stderr.String()}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		o.status = -1
		o.stderr += fmt.Sprintf("\nended after %v: %s\n", limit, strings.Join(argv, " "))
	case errors.As(err, &exit):
		o.status = exit.ExitCode()
	case err != nil:
		o.status = 127
		o.stderr += err.Error()
	}
	return o
}

// prepare compiles what all programs share.
func (l *library) prepare(root string) error {
	l.once.Do(func() {
		l.support = filepath.Join(root, l.name, "support")
		if l.err = os.MkdirAll(l.support, 0o755); l.err != nil {
			return
		}
		src, err := filepath.Abs("support")
		if err != nil {
			l.err = err
			return
		}
		for _, argv := range [][]string{
			{l.fc, "-O1", "-c", filepath.Join(src, "support.f90")},
			append([]string{l.cc, "-O1", "-c", filepath.Join(src, "ref.c")}, l.ccFlags...),
		} {
			if o := command(l.support, nil, time.Minute, argv...); o.status != 0 {
				l.err = fmt.Errorf("%s: %s", strings.Join(argv, " "), o.stderr)
				return
			}
		}
	})
	return l.err
}

// build compiles and links sources in a folder of its own.
func (l *library) build(dir string, compiler, flags, sources []string, reference bool) outcome {
	argv := append([]string{}, compiler...)
	argv = append(argv, words("MDMP_TEST_FLAGS", "-O2")...)
	argv = append(argv, flags...)
	argv = append(argv, "-I"+l.support, "-o", "program")
	argv = append(argv, sources...)
	argv = append(argv, filepath.Join(l.support, "support.o"))
	if reference {
		argv = append(argv, filepath.Join(l.support, "ref.o"))
	}
	return command(dir, l.env, 2*time.Minute, argv...)
}

// run runs what build has left in dir.
func (l *library) run(dir string, ranks int, env, args []string) outcome {
	seconds, err := strconv.Atoi(words("MDMP_TEST_TIMEOUT", "60")[0])
	if err != nil || seconds <= 0 {
		seconds = 60
	}
	argv := append([]string{}, l.launcher...)
	argv = append(argv, "-n", strconv.Itoa(ranks), "./program")
	argv = append(argv, args...)
	return command(dir, env, time.Duration(seconds)*time.Second, argv...)
}
