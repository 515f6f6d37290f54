package probe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/mdmp-fortran/mdmp/compiler"
)

// Options say what is measured, and how.
type Options struct {
	Launcher []string       // how the user starts MPI programs: the program comes behind it
	CC       *compiler.Tool // C compiler of the MPI
	Cache    string         // folder of what is built
	Env      []string       // of the launcher
	Timeout  time.Duration  // of each start
	Quick    bool           // few sizes, few rounds: for tests
	Knobs    bool           // try settings of the MPI, too
	Progress func(string)   // told what is being done
}

// Run measures.
func Run(ctx context.Context, o Options) (*Result, error) {
	launcher, err := exec.LookPath(o.Launcher[0])
	if err != nil {
		return nil, fmt.Errorf("the launcher %s: %w: behind -- stands how MPI programs are started here, as in \"mdmp probe -- mpiexec -n 2\"",
			o.Launcher[0], errors.Unwrap(err))
	}
	o.Progress("building the measuring program with " + o.CC.Path)
	path, err := program(ctx, o.Cache, o.CC)
	if err != nil {
		return nil, err
	}
	depth := "full"
	if o.Quick {
		depth = "quick"
	}
	argv := append(append([]string{launcher}, o.Launcher[1:]...), path)
	o.Progress("measuring, for up to a minute")
	r, err := o.measure(ctx, o.Env, append(argv, depth))
	if err != nil {
		return nil, err
	}
	r.When = time.Now().UTC().Truncate(time.Second)
	r.Launcher, r.Quick = o.Launcher, o.Quick
	if o.Knobs {
		if !o.Quick {
			depth = "knob"
		}
		o.turn(ctx, r, append(argv, depth))
	}
	return r, nil
}

// turn measures again with settings of the MPI. One that does not run is a result, too.
func (o Options) turn(ctx context.Context, r *Result, argv []string) {
	for _, s := range settingsFor(o.CC.Flavour(), r.Peers) {
		o.Progress("measuring with " + s.text)
		k := Knob{Setting: s.text, What: s.what}
		if with, err := o.measure(ctx, append(o.Env[:len(o.Env):len(o.Env)], s.text), argv); err != nil {
			k.Error, _, _ = strings.Cut(err.Error(), "\n")
		} else {
			k.Peers = with.Peers
		}
		r.Knobs = append(r.Knobs, k)
	}
}

// measure starts the program once.
func (o Options) measure(ctx context.Context, env, argv []string) (*Result, error) {
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	// Launchers end their ranks when they are asked to; what is left after that is killed.
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if cmd.Process != nil && ctx.Err() != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // those that did not listen; there may be none
	}
	r, whole := parse(out.String())
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, o.failed(argv, fmt.Sprintf("was ended after %v (--timeout sets another limit)", o.Timeout), out.String(), errs.String())
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case whole == nil && r.Ranks == 1:
		return nil, o.alone(out.String())
	case whole == nil && err == nil:
		return r, nil
	case err != nil:
		return nil, o.failed(argv, err.Error(), out.String(), errs.String())
	}
	return nil, o.failed(argv, whole.Error(), out.String(), errs.String())
}

// alone explains a run of one rank.
func (o Options) alone(out string) error {
	started := strings.Count(out, mark+"all end")
	if started > 1 {
		return fmt.Errorf("%s started %d programs that know nothing of each other: it belongs to another MPI than %s (%s); "+
			"--cc or MDMP_CC names the C compiler of the launcher's MPI", o.Launcher[0], started, o.CC.Path, o.CC.MPI)
	}
	return fmt.Errorf("there was one rank only: at least two are needed, as in \"mdmp probe -- mpiexec -n 2\"")
}

// failed is the error of a start, with the end of what was printed.
func (o Options) failed(argv []string, what, out, errs string) error {
	const most = 12
	lines := strings.Split(strings.TrimSpace(errs), "\n")
	if lines[0] == "" {
		lines = strings.Split(strings.TrimSpace(out), "\n")
	}
	lines = lines[max(0, len(lines)-most):]
	text := strings.TrimSpace(strings.Join(lines, "\n"))
	if text != "" {
		text = "\n" + text
	}
	return fmt.Errorf("%s: %s%s", strings.Join(argv, " "), what, text)
}
