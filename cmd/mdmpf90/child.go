package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// wrappedEnv names the wrappers that are on the way to the compiler; one that
// finds itself there would run for ever.
const wrappedEnv = "MDMP_WRAPPED"

// replace becomes another program. It returns only if that fails.
func replace(path string, args, env []string) error {
	err := syscall.Exec(path, append([]string{path}, args...), env)
	return fmt.Errorf("%s: %w", path, err)
}

// signals hands signals on to a child while there is one, and keeps them in
// mind otherwise, so that temporary files are removed in any case.
type signals struct {
	cancel context.CancelFunc
	in     chan os.Signal

	mu    sync.Mutex
	child *os.Process
	got   syscall.Signal // the first one, 0 if none
}

// catch begins to catch the signals that end a compilation.
func catch(cancel context.CancelFunc) *signals {
	s := &signals{cancel: cancel, in: make(chan os.Signal, 8)}
	for _, sig := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGALRM,
		syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGXCPU, syscall.SIGPIPE} {
		if !signal.Ignored(sig) { // nohup stays what it is
			signal.Notify(s.in, sig)
		}
	}
	go func() {
		for sig := range s.in {
			s.mu.Lock()
			if s.got == 0 {
				s.got = sig.(syscall.Signal)
			}
			if s.child != nil {
				_ = s.child.Signal(sig) // it may have ended meanwhile
			}
			s.mu.Unlock()
			s.cancel()
		}
	}()
	return s
}

func (s *signals) caught() syscall.Signal {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.got
}

// start starts a child unless a signal has come already.
func (s *signals) start(cmd *exec.Cmd) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.got != 0 {
		return fmt.Errorf("stopped by a signal")
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	s.child = cmd.Process
	return nil
}

func (s *signals) ended() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.child = nil
}

// spawn runs a program to its end and returns how it ended.
func (s *signals) spawn(path string, args, env []string, in io.Reader, out, says io.Writer) (ending, error) {
	cmd := exec.Command(path, args...)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = env, in, out, says
	return s.wait(cmd)
}

// quiet runs a program whose output does not matter, in a folder, "": here.
func (s *signals) quiet(dir, path string, args, env []string) (ending, error) {
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Env = dir, env
	return s.wait(cmd)
}

func (s *signals) wait(cmd *exec.Cmd) (ending, error) {
	if err := s.start(cmd); err != nil {
		return ending{code: 1}, fmt.Errorf("%s: %w", cmd.Path, err)
	}
	err := cmd.Wait()
	s.ended()
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case ok && status.Signaled():
		return ending{signal: status.Signal()}, nil
	case cmd.ProcessState.ExitCode() >= 0:
		return ending{code: cmd.ProcessState.ExitCode()}, nil
	}
	return ending{code: 1}, err
}

// ending is how a program ended.
type ending struct {
	code   int
	signal syscall.Signal
}

func (e ending) bad() bool { return e.code != 0 || e.signal != 0 }

// die ends this process by a signal, as the child did, so that a shell or make
// sees the same.
func die(sig syscall.Signal) int {
	// A core file of ours would tell nothing.
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
	// The default action, for signals that Go answers with a stack trace, too:
	// in a struct sigaction of zeros the handler is SIG_DFL on every machine.
	var action [64]byte
	syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(sig), uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0)
	if syscall.Kill(os.Getpid(), sig) == nil {
		time.Sleep(time.Second) // it is delivered asynchronously
	}
	return 128 + int(sig)
}

// quote writes a command as a shell would take it.
func quote(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		plain := w != ""
		for _, c := range w {
			plain = plain && (c == '-' || c == '_' || c == '.' || c == '/' || c == '=' || c == ',' || c == '+' || c == ':' ||
				c == '@' || c == '%' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z')
		}
		if plain {
			b.WriteString(w)
		} else {
			b.WriteString("'" + strings.ReplaceAll(w, "'", `'\''`) + "'")
		}
	}
	return b.String()
}
