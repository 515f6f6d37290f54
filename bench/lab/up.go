package lab

import (
	"bytes"
	"context"
	"encoding/json"
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

// stepLimit is the time that one ip or tc command may take.
const stepLimit = 10 * time.Second

// ErrNotUp is returned by Load where there is no finished lab of that name.
var ErrNotUp = errors.New("the lab is not up (make lab)")

// Up builds the lab. A lab of the same name and shape is kept as it is, one of
// another shape is rebuilt. If a step fails or ctx ends, nothing stays behind.
func Up(ctx context.Context, c Config) error {
	if err := c.Check(); err != nil {
		return err
	}
	if err := Available(); err != nil {
		return err
	}
	if old, err := Load(c.Name); err == nil && old == c && intact(ctx, c) {
		return nil
	}
	if err := Down(c.Name); err != nil {
		return err
	}
	if err := build(ctx, c); err != nil {
		return errors.Join(err, Down(c.Name))
	}
	return nil
}

// build runs the plan, then writes the agent and, last of all, the state: a
// state file therefore means that everything before it was done.
func build(ctx context.Context, c Config) error {
	for _, argv := range plan(c) {
		if err := step(ctx, argv...); err != nil {
			return err
		}
	}
	if err := carriers(ctx, c); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(c.dir(), "tmp"), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(c.agent(), agentScript(c), 0o755); err != nil {
		return err
	}
	state, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.dir(), "state.json"), append(state, '\n'), 0o644)
}

// carriers waits until every host sees its wire: the kernel reports that a
// little later, and UCX ignores an interface that is not running.
func carriers(ctx context.Context, c Config) error {
	ctx, cancel := context.WithTimeout(ctx, stepLimit)
	defer cancel()
	for i := range c.Hosts {
		for {
			out, err := output(ctx, "ip", "-n", c.Host(i), "link", "show", wire)
			if err != nil {
				return err
			}
			if strings.Contains(out, " state UP ") {
				break
			}
			select {
			case <-ctx.Done():
				return fmt.Errorf("host %s does not see its wire: %w", c.Host(i), ctx.Err())
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	return nil
}

// Down removes every namespace that bears the lab's name, with the processes
// in it, and the state. It succeeds where there is nothing to remove.
func Down(name string) error {
	c := Config{Name: name}
	if !nameForm.MatchString(name) {
		return fmt.Errorf("lab name %q is not valid", name)
	}
	if err := Available(); err != nil {
		return err
	}
	// The clean-up has to go through even if the caller was interrupted.
	ctx := context.Background()
	all, err := namespaces(ctx)
	if err != nil {
		return err
	}
	for _, ns := range all {
		if !c.owns(ns) {
			continue
		}
		killInside(ctx, ns)
		if err := step(ctx, "ip", "netns", "del", ns); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(c.dir()); err != nil {
		return err
	}
	_ = os.Remove(stateRoot) // stays while other labs are up
	return nil
}

// Load returns the shape of a lab that is up.
func Load(name string) (Config, error) {
	var c Config
	data, err := os.ReadFile(filepath.Join(Config{Name: name}.dir(), "state.json"))
	if errors.Is(err, os.ErrNotExist) {
		return c, ErrNotUp
	}
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return c, fmt.Errorf("state of lab %s: %w", name, err)
	}
	return c, nil
}

// intact reports whether all namespaces of c still exist.
func intact(ctx context.Context, c Config) bool {
	all, err := namespaces(ctx)
	if err != nil {
		return false
	}
	n := 0
	for _, ns := range all {
		if c.owns(ns) {
			n++
		}
	}
	want := c.Hosts
	if c.Hosts > 2 {
		want++
	}
	return n == want
}

// namespaces lists the named network namespaces of the machine.
func namespaces(ctx context.Context) ([]string, error) {
	out, err := output(ctx, "ip", "netns", "list")
	if err != nil {
		return nil, err
	}
	var names []string
	for line := range strings.Lines(out) {
		if f := strings.Fields(line); len(f) > 0 { // "name" or "name (id: 3)"
			names = append(names, f[0])
		}
	}
	return names, nil
}

// killInside ends the processes of one of the lab's namespaces.
func killInside(ctx context.Context, ns string) {
	out, err := output(ctx, "ip", "netns", "pids", ns)
	if err != nil {
		return
	}
	for _, f := range strings.Fields(out) {
		if pid, err := strconv.Atoi(f); err == nil && pid != os.Getpid() {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by itself
		}
	}
}

// step runs one command of a plan.
func step(ctx context.Context, argv ...string) error {
	_, err := output(ctx, argv...)
	return err
}

// output runs a command and returns what it prints.
func output(ctx context.Context, argv ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, stepLimit)
	defer cancel()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w: %s", strings.Join(argv, " "), err, strings.TrimSpace(errs.String()))
	}
	return out.String(), nil
}
