package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// runner carries out steps, one after the other.
type runner struct {
	out   io.Writer
	env   []string
	tally *tally
	lines []string // the table of steps
	sum   time.Duration
	bad   bool // a step failed
}

func (r *runner) title(s scope) { fmt.Fprintf(r.out, "== %s\n", s) }

// run carries out a step and prints its line.
func (r *runner) run(s step) {
	began := time.Now()
	ok := r.start(s)
	took := time.Since(began)
	verdict, note := "ok", ""
	if !ok {
		verdict, r.bad = "FAILED", true
	}
	if s.first {
		note = " (not counted: what it builds is kept)"
	} else {
		r.sum += took
	}
	line := fmt.Sprintf("%-6s %5.0f s  %s%s", verdict, took.Seconds(), s.name, note)
	r.lines = append(r.lines, line)
	fmt.Fprintln(r.out, line)
	if !ok {
		for _, k := range r.tally.failed() {
			fmt.Fprintf(r.out, "         failed so far: %s\n", k)
		}
	}
}

// start runs the command of a step and takes in what it says.
func (r *runner) start(s step) bool {
	cmd := exec.Command(s.argv[0], s.argv[1:]...)
	cmd.Env = append(r.env[:len(r.env):len(r.env)], s.env...)
	pipe, err := cmd.StdoutPipe()
	if err == nil {
		cmd.Stderr = cmd.Stdout
		err = cmd.Start()
	}
	if err != nil {
		r.tally.command(s.name, false, []string{err.Error() + "\n"})
		return false
	}
	var said []string
	in := bufio.NewReader(pipe)
	for {
		line, err := in.ReadString('\n')
		if s.tests && strings.HasPrefix(line, "{") {
			line = r.tally.line([]byte(line))
		}
		if line != "" {
			said = append(said, line)
		}
		if err != nil {
			break
		}
	}
	ok := cmd.Wait() == nil
	if !s.tests {
		r.tally.command(s.name, ok, said)
	} else if !ok && len(said) > 0 {
		r.tally.command("go test: "+s.name, false, said)
	}
	return ok
}

// conclude prints what failed and the counts; it reports whether nothing failed.
func (r *runner) conclude(slow int) bool {
	r.tally.failures(r.out)
	if slow > 0 {
		fmt.Fprintln(r.out)
		r.tally.slowest(r.out, slow)
	}
	fmt.Fprintln(r.out)
	for _, l := range r.lines {
		fmt.Fprintln(r.out, l)
	}
	passed, failed, skipped := r.tally.counts()
	if r.bad && failed == 0 {
		failed = 1 // a step ended badly and said nothing
	}
	fmt.Fprintf(r.out, "%-6s %5.0f s\n%d passed, %d failed, %d skipped\n", "in all", r.sum.Seconds(), passed, failed, skipped)
	return failed == 0
}
