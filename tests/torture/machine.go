package torture

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
	"syscall"
	"time"
)

// machine builds and runs with one MPI.
type machine struct {
	name     string
	wrapper  string
	launcher []string
	support  string // folder with the support module and objects
}

func machines(root, wrapper string) ([]*machine, error) {
	var list []*machine
	for _, name := range []string{"mpich", "openmpi"} {
		if _, err := exec.LookPath("mpiexec." + name); err != nil {
			continue
		}
		m := &machine{name: name, wrapper: wrapper, launcher: []string{"mpiexec." + name}}
		if name == "openmpi" {
			m.launcher = append(m.launcher, "--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1")
			if os.Geteuid() == 0 {
				m.launcher = append(m.launcher, "--allow-run-as-root")
			}
		}
		if err := m.prepare(root); err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// prepare compiles the support files of tests/run.
func (m *machine) prepare(root string) error {
	m.support = filepath.Join(root, m.name)
	if err := os.MkdirAll(m.support, 0o755); err != nil {
		return err
	}
	src, err := filepath.Abs("../run/support")
	if err != nil {
		return err
	}
	for _, argv := range [][]string{
		{"mpifort." + m.name, "-O1", "-c", filepath.Join(src, "support.f90")},
		{"mpicc." + m.name, "-O1", "-c", filepath.Join(src, "ref.c")},
	} {
		if o := command(m.support, nil, time.Minute, argv...); o.status != 0 {
			return fmt.Errorf("%s: %s", strings.Join(argv, " "), o.stderr)
		}
	}
	return nil
}

// outcome is what a command did.
type outcome struct {
	stdout, stderr string
	status         int // -1: killed because it took too long
}

// command runs a command in a process group of its own, which is ended as a
// whole if it takes too long.
func command(dir string, env []string, limit time.Duration, argv ...string) outcome {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
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

// build compiles a program; mode "ref" is the exchange by hand.
func (m *machine) build(dir, text, mode string, flags []string) outcome {
	work := filepath.Join(dir, mode)
	if err := os.MkdirAll(work, 0o755); err != nil {
		return outcome{status: 127, stderr: err.Error()}
	}
	if mode == "ref" {
		text = byHand(text)
	}
	if err := os.WriteFile(filepath.Join(work, "torture.f90"), []byte(text), 0o644); err != nil {
		return outcome{status: 127, stderr: err.Error()}
	}
	argv := []string{"mpifort." + m.name}
	if mode != "ref" {
		argv = []string{m.wrapper, "-mdmp=" + mode}
	}
	argv = append(argv, flags...)
	argv = append(argv, "-I"+m.support, "-o", "program", "torture.f90", filepath.Join(m.support, "support.o"))
	if mode == "ref" {
		argv = append(argv, filepath.Join(m.support, "ref.o"))
	}
	return command(work, []string{"MDMP_FC=mpifort." + m.name}, 3*time.Minute, argv...)
}

func (m *machine) run(dir, mode string, ranks int, env []string, limit time.Duration) outcome {
	argv := append([]string{}, m.launcher...)
	argv = append(argv, "-n", strconv.Itoa(ranks), "./program")
	return command(filepath.Join(dir, mode), env, limit, argv...)
}

// byHand makes the text of the reference: "!ref" lines become code.
func byHand(text string) string {
	l := strings.Split(text, "\n")
	for i, s := range l {
		if t := strings.TrimLeft(s, " "); strings.HasPrefix(t, "!ref ") {
			l[i] = s[:len(s)-len(t)] + "     " + t[5:]
		}
	}
	return strings.Join(l, "\n")
}
