package mpirun

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// Outcome is what a command did.
type Outcome struct {
	Stdout, Stderr string
	Status         int // exit status; 127: not started; -1: ended because it took too long
}

// Command runs a command in a folder, in a process group of its own that is ended
// as a whole if it takes too long. env is added to this process's environment.
func Command(dir string, env []string, limit time.Duration, argv ...string) Outcome {
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
	o := Outcome{Stdout: stdout.String(), Stderr: stderr.String()}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		if cmd.Process != nil {
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		}
		o.Status = -1
		o.Stderr += fmt.Sprintf("\nended after %v: %s\n", limit, strings.Join(argv, " "))
	case errors.As(err, &exit):
		o.Status = exit.ExitCode()
	case err != nil:
		o.Status = 127
		o.Stderr += err.Error()
	}
	return o
}
