package suite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/mdmp-fortran/mdmp/bench/lab"
	"github.com/mdmp-fortran/mdmp/bench/measure"
)

// Session runs benchmarks.
type Session struct {
	Options
	Builder  *Builder
	MPIs     []lab.MPI
	Places   []string // empty: the benchmark's own
	Timeout  time.Duration
	Progress io.Writer
	Done     []measure.Run              // of a session that was interrupted: these jobs are not run again
	Keep     func(measure.Report) error // if not nil, called after each job with all so far
}

// labName is the session's own lab, beside the one of "make lab".
func labName() string { return fmt.Sprintf("mdmp-bench-%d", os.Getpid()) }

// Measure runs all jobs of a benchmark. Its lab is gone when it returns.
func (s Session) Measure(ctx context.Context, b Bench) (report measure.Report, err error) {
	places := s.Places
	if len(places) == 0 {
		places = b.Places
	}
	report = measure.Report{
		Bench: b.Name, Date: time.Now().UTC().Truncate(time.Second),
		Machine: measure.ThisMachine(), Tools: s.tools(ctx), Flags: s.Builder.Flags, Mode: s.Builder.Mode,
	}
	defer func() {
		if lab.Available() == nil {
			err = errors.Join(err, lab.Down(labName()))
		}
	}()
	for _, where := range places {
		for _, mpi := range s.MPIs {
			place := Place{MPI: mpi, Where: where}
			jobs := b.Jobs(place, s.Options)
			for i, job := range jobs {
				run, done := s.done(b, place, job)
				fmt.Fprintf(s.Progress, "%s", s.step(b, place, job, i, len(jobs), done))
				if !done {
					if run, err = s.run(ctx, b, place, job); err != nil {
						return report, fmt.Errorf("%s, %s, %s %s: %w", b.Name, mpi, where, job.Label, err)
					}
				}
				report.Runs = append(report.Runs, run)
				if s.Keep != nil {
					if err := s.Keep(report); err != nil {
						return report, err
					}
				}
			}
		}
	}
	return report, nil
}

// tools names the versions of what the figures depend on.
func (s Session) tools(ctx context.Context) []string {
	var list []string
	for _, mpi := range s.MPIs {
		launcher := "mpiexec." + string(mpi)
		v := measure.Version(ctx, launcher, "--version")
		if mpi == lab.MPICH { // its first line says "HYDRA build details:"
			v = measure.Version(ctx, "mpichversion")
		}
		list = append(list, strings.Join(strings.Fields(v), " "), measure.Version(ctx, mpi.Compiler(), "--version"))
	}
	return dedup(list)
}

func dedup(list []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range list {
		if !seen[s] {
			out = append(out, s)
		}
		seen[s] = true
	}
	return out
}

// step says which job comes now. A benchmark that is kept job by job is a long one: it says how far it is.
func (s Session) step(b Bench, p Place, job Job, i, jobs int, done bool) string {
	line := fmt.Sprintf("%s: %s %s, %d ranks %s", b.Name, p.MPI, p.Where, job.Ranks, strings.Join(append([]string{job.Label}, job.Args...), " "))
	if s.Keep != nil {
		line += fmt.Sprintf(" (%d of %d here)", i+1, jobs)
	}
	if done {
		line += ": kept"
	}
	return line + "\n"
}

// done returns the run of a job in an interrupted session.
func (s Session) done(b Bench, p Place, job Job) (measure.Run, bool) {
	args := append([]string{b.variants(s.Options)}, job.Args...)
	for _, run := range s.Done {
		if run.MPI == string(p.MPI) && run.Where == p.Where && run.Label == job.Label && run.Ranks == job.Ranks &&
			slices.Equal(run.Args, args) && slices.Equal(run.Env, job.Env) {
			return run, true
		}
	}
	return measure.Run{}, false
}

// run builds and runs one job.
func (s Session) run(ctx context.Context, b Bench, p Place, job Job) (measure.Run, error) {
	prog, err := s.Builder.Build(ctx, b, p.MPI, job.Defines)
	if err != nil {
		return measure.Run{}, err
	}
	j := lab.Job{
		MPI: p.MPI, Ranks: job.Ranks, Env: job.Env, Opts: job.Opts,
		Argv: append([]string{prog, b.variants(s.Options)}, job.Args...),
	}
	if p.Where != SharedMemory {
		c := lab.Default()
		c.Name, c.Rate, c.Hosts = labName(), p.Where, max(job.Hosts, 2)
		if p.Where == SlowWire {
			c.Burst = "2k"
		}
		if job.Hosts == 0 {
			c.Hosts = max(job.Ranks, 2)
		}
		if err := lab.Up(ctx, c); err != nil {
			return measure.Run{}, err
		}
		j.Lab = &c
	}
	load := measure.Load(ctx, 500*time.Millisecond)
	out, hung, err := s.execute(ctx, j)
	if err != nil {
		return measure.Run{}, err
	}
	run := measure.Run{
		MPI: string(p.MPI), Where: p.Where, Label: job.Label, Ranks: job.Ranks, Env: job.Env,
		Args: j.Argv[1:], Load: load, Hung: hung, Facts: out.Facts, Cases: out.Cases(b.Baselines),
	}
	for _, line := range out.Other {
		fmt.Fprintln(s.Progress, "  "+line)
	}
	return run, nil
}

// execute runs a job and reads what it prints.
func (s Session) execute(ctx context.Context, j lab.Job) (out measure.Output, hung bool, err error) {
	lim := lab.Limits{Timeout: s.Timeout, Done: regexp.MustCompile(measure.Done), Grace: 5 * time.Second}
	var stdout, stderr bytes.Buffer
	got, err := lab.Run(ctx, j, lim, &stdout, &stderr)
	if err == nil && got.Exit != 0 {
		err = fmt.Errorf("exit code %d", got.Exit)
	}
	if err == nil {
		out, err = measure.Parse(bytes.NewReader(stdout.Bytes()))
	}
	if err == nil && !out.Complete {
		err = errors.New("the results are not complete")
	}
	if err != nil {
		return out, false, fmt.Errorf("%s: %w\n%s%s", strings.Join(j.Argv, " "), err, tail(stdout.String()), tail(stderr.String()))
	}
	return out, got.Hung, nil
}

// tail is the end of a long output.
func tail(s string) string {
	const most = 2000
	if len(s) > most {
		return "...\n" + s[len(s)-most:]
	}
	return s
}
