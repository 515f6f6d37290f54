package tests

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A result is how a run ended.
type result struct {
	output string
	code   int // exit status; -1: the time limit
}

// A job is a run of an executable on n processes.
type job struct {
	n     int
	env   []string
	under []string // a command that runs the executable on each process
	exe   string
	args  []string
	limit time.Duration // 0: one minute
}

// run runs a job; the time limit kills all of it.
func run(t *testing.T, m *mpi, j job) result {
	t.Helper()
	if j.limit == 0 {
		j.limit = time.Minute
	}
	ctx, stop := context.WithTimeout(context.Background(), j.limit)
	defer stop()
	args := append(append([]string{}, m.args...), "-n", strconv.Itoa(j.n))
	args = append(append(args, j.under...), j.exe)
	cmd := exec.CommandContext(ctx, m.exec, append(args, j.args...)...)
	cmd.Env = append(os.Environ(), j.env...)
	cmd.Dir = t.TempDir()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	r := result{output: out.String(), code: cmd.ProcessState.ExitCode()}
	if ctx.Err() != nil {
		r.code = -1
	} else if err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return r
}

// mustPass runs a job that has to end well and say so.
func mustPass(t *testing.T, m *mpi, j job) string {
	t.Helper()
	r := run(t, m, j)
	if r.code != 0 || !strings.Contains(r.output, "passed") {
		t.Fatalf("%s on %d processes %v: exit status %d\n%s", j.exe, j.n, j.env, r.code, clip(r.output))
	}
	if strings.Contains(r.output, "mdmp: ") {
		t.Fatalf("%s on %d processes %v: the run time was not silent\n%s", j.exe, j.n, j.env, clip(r.output))
	}
	return r.output
}

// clip keeps the beginning of what may be long.
func clip(s string) string {
	if len(s) > 4000 {
		return s[:4000] + "\n..."
	}
	return s
}
