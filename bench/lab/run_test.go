package lab

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fakeMPI puts a stand-in for mpiexec.mpich on the path, a shell script.
func fakeMPI(t *testing.T, script string) {
	t.Helper()
	dir := t.TempDir()
	writeScript(t, filepath.Join(dir, "mpiexec.mpich"), "#!/bin/sh\n"+script)
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
}

func TestRun(t *testing.T) {
	quick := Limits{Timeout: 20 * time.Second, Done: regexp.MustCompile(`^results complete$`), Grace: 200 * time.Millisecond}
	short := quick
	short.Timeout = 300 * time.Millisecond
	tests := []struct {
		name   string
		script string
		limits Limits
		want   Outcome
		err    error
		out    string
	}{
		{"success", "echo hello; exit 0", quick, Outcome{}, nil, "hello\n"},
		{"failure", "echo bad; exit 3", quick, Outcome{Exit: 3}, nil, "bad\n"},
		{"output without a line end", "printf end", quick, Outcome{}, nil, "end"},
		{"hang after the results", "echo results complete; sleep 60", quick, Outcome{Hung: true}, nil, "results complete\n"},
		{"failure after the results", "echo results complete; exit 9", quick, Outcome{Exit: 9}, nil, "results complete\n"},
		{"hang before the results", "echo results; sleep 60", short, Outcome{Exit: 124, TimedOut: true}, ErrTimeout, "results\n"},
		{"deaf to signals", "trap '' TERM; echo x; while :; do sleep 1; done", short, Outcome{Exit: 124, TimedOut: true}, ErrTimeout, "x\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fakeMPI(t, tt.script)
			var out, errs bytes.Buffer
			got, err := Run(context.Background(), Job{MPI: MPICH, Ranks: 1, Argv: []string{"p"}}, tt.limits, &out, &errs)
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("got %+v, %v; want %+v, %v", got, err, tt.want, tt.err)
			}
			if out.String() != tt.out {
				t.Errorf("output %q, want %q", out.String(), tt.out)
			}
		})
	}
}

// The end of a job is the end of its whole tree, also of a child in a session
// of its own.
func TestRunEndsTree(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("setsid is missing")
	}
	pids := filepath.Join(t.TempDir(), "pids")
	fakeMPI(t, "echo $$ >> "+pids+"; setsid sh -c 'echo $$ >> "+pids+"; sleep 60' & sleep 60")
	_, err := Run(context.Background(), Job{MPI: MPICH, Ranks: 1, Argv: []string{"p"}},
		Limits{Timeout: 500 * time.Millisecond}, os.Stdout, os.Stderr)
	if !errors.Is(err, ErrTimeout) {
		t.Errorf("error %v, want the time limit", err)
	}
	text, err := os.ReadFile(pids)
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Fields(string(text))
	if len(list) != 2 {
		t.Fatalf("noted processes %q, want 2", list)
	}
	for _, f := range list {
		pid, err := strconv.Atoi(f)
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := readProcess(pid); ok {
			t.Errorf("process %+v is still there", p)
		}
	}
}

func TestRunInterrupted(t *testing.T) {
	fakeMPI(t, "sleep 60")
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, cancel)
	out, err := Run(ctx, Job{MPI: MPICH, Ranks: 1, Argv: []string{"p"}}, DefaultLimits(), os.Stdout, os.Stderr)
	if out.Exit != 130 || !errors.Is(err, context.Canceled) {
		t.Errorf("got %+v, %v", out, err)
	}
}

func TestDescendants(t *testing.T) {
	cmd := exec.Command("sh", "-c", "sleep 60 & wait")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var tree []process
	for deadline := time.Now().Add(5 * time.Second); len(tree) < 2 && time.Now().Before(deadline); {
		tree = descendants(cmd.Process.Pid)
		time.Sleep(10 * time.Millisecond)
	}
	if len(tree) != 2 || tree[0].pid != cmd.Process.Pid || tree[1].parent != cmd.Process.Pid {
		t.Errorf("descendants %+v", tree)
	}
	for _, p := range tree {
		_ = syscall.Kill(p.pid, syscall.SIGKILL)
	}
	_ = cmd.Wait()
	if anyAlive(tree[:1]) {
		t.Error("a process that has ended counts as alive")
	}
}

// A lab is for one run at a time; another one waits, but not for ever.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	unlock, err := lock(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(context.Background(), 150*time.Millisecond)
	defer cancel()
	if _, err := lock(short, path); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("second lock: %v, want the time limit", err)
	}
	time.AfterFunc(100*time.Millisecond, unlock)
	unlock, err = lock(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	unlock()
	if _, err := lock(context.Background(), filepath.Join(t.TempDir(), "gone", "lock")); !errors.Is(err, ErrNotUp) {
		t.Errorf("lock of a lab that is not up: %v", err)
	}
}
