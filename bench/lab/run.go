package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"

	"golang.org/x/sys/unix"
)

// Limits of a run.
type Limits struct {
	Timeout time.Duration  // of the whole run
	Done    *regexp.Regexp // a line of output after which the results are complete, or nil
	Grace   time.Duration  // how long the job may take to end after that line
}

// DefaultLimits allow two minutes.
func DefaultLimits() Limits {
	return Limits{Timeout: 2 * time.Minute, Grace: 5 * time.Second}
}

// Outcome of a run.
type Outcome struct {
	Exit     int  // exit code of mpiexec; 0 where the results were complete
	Hung     bool // the results were complete, but the job did not end (MPICH over TCP does that in MPI_Finalize)
	TimedOut bool
}

// ErrTimeout is returned for a job that was ended by its time limit.
var ErrTimeout = errors.New("time limit reached, the job was ended")

// Run starts a job, copies its output and waits for its end. Whatever happens,
// no process of the job is left when it returns. A job in a lab has the lab for
// itself: another one waits, within the same time limit.
func Run(ctx context.Context, j Job, lim Limits, stdout, stderr io.Writer) (Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, lim.Timeout)
	defer cancel()
	argv, env, err := j.Command()
	if err != nil {
		return Outcome{Exit: 1}, err
	}
	if j.Lab != nil {
		unlock, err := lock(ctx, filepath.Join(j.Lab.dir(), "lock"))
		if err != nil {
			return Outcome{Exit: 1}, err
		}
		defer unlock()
		defer clearHosts(*j.Lab)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = stderr
	// The job's process group is its own, so that an interrupt from the
	// keyboard reaches us alone; if we are killed, mpiexec is told to end.
	cmd.SysProcAttr = &unix.SysProcAttr{Setpgid: true, Pdeathsig: unix.SIGTERM}
	cmd.WaitDelay = time.Second
	done := make(chan struct{}, 1)
	cmd.Stdout = stdout
	if lim.Done != nil {
		cmd.Stdout = &watcher{out: stdout, form: lim.Done, done: done}
	}
	if err := cmd.Start(); err != nil {
		return Outcome{Exit: 1}, fmt.Errorf("start %s: %w", argv[0], err)
	}
	return wait(ctx, cmd, lim, done)
}

// wait returns when the job is over: by itself, after its results, or by force.
func wait(ctx context.Context, cmd *exec.Cmd, lim Limits, done <-chan struct{}) (Outcome, error) {
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	var grace <-chan time.Time
	complete := false
	for {
		select {
		case err := <-ended:
			return exitOutcome(err)
		case <-done:
			complete = true
			grace = time.After(lim.Grace)
		case <-grace:
			endTree(cmd.Process.Pid)
			<-ended
			return Outcome{Hung: true}, nil
		case <-ctx.Done():
			endTree(cmd.Process.Pid)
			<-ended
			switch {
			case complete:
				return Outcome{Hung: true}, nil
			case errors.Is(ctx.Err(), context.DeadlineExceeded):
				return Outcome{Exit: 124, TimedOut: true}, ErrTimeout
			}
			return Outcome{Exit: 130}, ctx.Err()
		}
	}
}

func exitOutcome(err error) (Outcome, error) {
	var exit *exec.ExitError
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay): // mpiexec is over, a child still holds its output
		return Outcome{}, nil
	case errors.As(err, &exit) && exit.ExitCode() > 0:
		return Outcome{Exit: exit.ExitCode()}, nil
	}
	return Outcome{Exit: 1}, err
}

// clearHosts ends what is left in the hosts after a run.
func clearHosts(c Config) {
	for i := range c.Hosts {
		killInside(context.Background(), c.Host(i))
	}
}

// lock takes the lab for one run.
func lock(ctx context.Context, path string) (func(), error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if errors.Is(err, os.ErrNotExist) {
		return nil, ErrNotUp
	}
	if err != nil {
		return nil, err
	}
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() { _ = f.Close() }, nil
		}
		select {
		case <-ctx.Done():
			_ = f.Close()
			return nil, fmt.Errorf("waiting for another run in the lab: %w", ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// watcher passes output on and looks for the line that says the results are
// complete.
type watcher struct {
	out  io.Writer
	form *regexp.Regexp
	line []byte // what came since the last line end
	done chan<- struct{}
}

// Write implements io.Writer.
func (w *watcher) Write(p []byte) (int, error) {
	w.line = append(w.line, p...)
	for {
		end := bytes.IndexByte(w.line, '\n')
		if end < 0 {
			break
		}
		if w.form.Match(w.line[:end]) {
			select {
			case w.done <- struct{}{}:
			default: // said before
			}
		}
		w.line = w.line[end+1:]
	}
	return w.out.Write(p)
}
