package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"
)

// testLab is a lab of this test's own, removed when the test ends.
func testLab(t *testing.T, hosts int, rate string) Config {
	t.Helper()
	if err := Available(); err != nil {
		t.Skip(err)
	}
	c := Default()
	c.Name = fmt.Sprintf("mdmp-test-%d", os.Getpid())
	c.Hosts, c.Rate = hosts, rate
	t.Cleanup(func() {
		if err := Down(c.Name); err != nil {
			t.Error(err)
		}
	})
	return c
}

// remains lists the namespaces that bear the lab's name.
func remains(t *testing.T, c Config) []string {
	t.Helper()
	all, err := namespaces(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(ns string) bool { return !c.owns(ns) })
}

func TestUpAndDown(t *testing.T) {
	c := testLab(t, 3, "100mbit")
	ctx := context.Background()
	for range 2 {
		if err := Up(ctx, c); err != nil {
			t.Fatal(err)
		}
		if got := remains(t, c); len(got) != 4 {
			t.Errorf("namespaces %v, want 3 hosts and a switch", got)
		}
	}
	if got, err := Load(c.Name); err != nil || got != c {
		t.Errorf("loaded %+v, %v", got, err)
	}
	c.Hosts = 2 // another shape is rebuilt
	if err := Up(ctx, c); err != nil {
		t.Fatal(err)
	}
	if got := remains(t, c); len(got) != 2 {
		t.Errorf("namespaces %v, want 2 hosts", got)
	}
	for range 2 {
		if err := Down(c.Name); err != nil {
			t.Fatal(err)
		}
		if got := remains(t, c); len(got) != 0 {
			t.Errorf("left behind: %v", got)
		}
	}
	if _, err := Load(c.Name); !errors.Is(err, ErrNotUp) {
		t.Errorf("after the end: %v", err)
	}
	if _, err := os.Stat(c.dir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("state is left behind: %v", err)
	}
}

// A builder that was killed leaves part of a lab and no state; Down finds it
// by name, with the processes in it. The next Up does the same.
func TestDownAfterKill(t *testing.T) {
	c := testLab(t, 3, "100mbit")
	ctx := context.Background()
	steps := plan(c)
	for _, argv := range steps[:len(steps)/2] {
		if err := step(ctx, argv...); err != nil {
			t.Fatal(err)
		}
	}
	sleeper := exec.Command("ip", "netns", "exec", c.Host(0), "sleep", "60")
	if err := sleeper.Start(); err != nil {
		t.Fatal(err)
	}
	inside := func() bool {
		out, err := output(ctx, "ip", "netns", "pids", c.Host(0))
		return err == nil && out != ""
	}
	for deadline := time.Now().Add(5 * time.Second); !inside() && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	if err := Up(ctx, c); err != nil {
		t.Fatal(err)
	}
	if err := sleeper.Wait(); err == nil {
		t.Error("the process inside was not ended")
	}
}

func TestUpInterrupted(t *testing.T) {
	c := testLab(t, 2, "100mbit")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Up(ctx, c); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the interruption", err)
	}
	if got := remains(t, c); len(got) != 0 {
		t.Errorf("left behind: %v", got)
	}
}

var (
	bandwidthLine = regexp.MustCompile(`(?m)^bandwidth +(\S+)$`)
	hostLine      = regexp.MustCompile(`(?m)^host 1 (\S+)$`)
)

// The ping-pong must see the wire: about the bandwidth asked for, far below
// that of shared memory, and hosts of different names.
func TestPingPong(t *testing.T) {
	c := testLab(t, 2, "50mbit")
	if err := Up(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	for _, mpi := range []MPI{MPICH, OpenMPI} {
		t.Run(string(mpi), func(t *testing.T) {
			text := runPingPong(t, c, mpi, 2)
			m := bandwidthLine.FindStringSubmatch(text)
			if m == nil {
				t.Fatalf("no bandwidth in the output:\n%s", text)
			}
			got, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				t.Fatal(err)
			}
			// A busy machine may lower it; nothing may raise it above the wire.
			const wire = 50e6 / 8
			if got < 0.5*wire || got > 1.1*wire {
				t.Errorf("%.3g MB/s, want about %.3g", got/1e6, wire/1e6)
			}
			if h := hostLine.FindStringSubmatch(text); h == nil || h[1] != c.Host(1) {
				t.Errorf("rank 1 is not on %s:\n%s", c.Host(1), text)
			}
		})
	}
}

func TestPingPongOverBridge(t *testing.T) {
	c := testLab(t, 3, "200mbit")
	if err := Up(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	for _, mpi := range []MPI{MPICH, OpenMPI} {
		t.Run(string(mpi), func(t *testing.T) {
			text := runPingPong(t, c, mpi, 3)
			if !regexp.MustCompile(`(?m)^ranks 3$`).MatchString(text) {
				t.Errorf("want 3 ranks:\n%s", text)
			}
		})
	}
}

func runPingPong(t *testing.T, c Config, mpi MPI, ranks int) string {
	t.Helper()
	for _, tool := range []string{mpi.Compiler(), mpi.launcher()} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	prog := filepath.Join(t.TempDir(), "pingpong")
	if out, err := exec.Command(mpi.Compiler(), "-O2", "testdata/pingpong.f90", "-o", prog).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lim := DefaultLimits()
	lim.Done = regexp.MustCompile(`^results complete`)
	lim.Timeout = time.Minute
	var out, errs bytes.Buffer
	got, err := Run(context.Background(), Job{MPI: mpi, Ranks: ranks, Lab: &c, Argv: []string{prog}}, lim, &out, &errs)
	if err != nil || got.Exit != 0 {
		t.Fatalf("%+v, %v\n%s%s", got, err, out.String(), errs.String())
	}
	for i := range c.Hosts {
		if left, err := output(context.Background(), "ip", "netns", "pids", c.Host(i)); err != nil || left != "" {
			t.Errorf("left in host %d: %q, %v", i, left, err)
		}
	}
	return out.String()
}
