// Command mdmp-bench runs the benchmarks and draws their results. See package
// github.com/mdmp-fortran/mdmp/bench/suite for the idea and docs/bench.md for how to read them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/mdmp-fortran/mdmp/bench/lab"
	"github.com/mdmp-fortran/mdmp/bench/measure"
	"github.com/mdmp-fortran/mdmp/bench/suite"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := rootCommand().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "mdmp-bench:", err)
		os.Exit(1)
	}
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "mdmp-bench",
		Short:         "Benchmarks: directives against hand-written MPI, interleaved in one run",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	for _, b := range suite.All() {
		root.AddCommand(benchCommand(b))
	}
	root.AddCommand(drawCommand())
	return root
}

// settings are the flags of a benchmark.
type settings struct {
	mpis, places, flags []string
	budget              float64
	quick, hand         bool
	resume, built       bool
	wrapper, mode, root string
	build, results      string
	timeout             time.Duration
}

func benchCommand(b suite.Bench) *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   b.Name,
		Short: b.Title,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			session, err := s.session()
			if err != nil {
				return err
			}
			part := b.Name + ".part"
			if s.resume {
				if session.Done, err = runsOf(filepath.Join(s.results, part+".json")); err != nil {
					return err
				}
				session.Keep = func(r measure.Report) error { return save(s.results, part, r) }
			}
			report, err := session.Measure(cmd.Context(), b)
			if err != nil {
				return err
			}
			if err := save(s.results, b.Name, report); err != nil {
				return err
			}
			if s.resume {
				if err := os.Remove(filepath.Join(s.results, part+".json")); err != nil {
					return err
				}
			}
			return draw(filepath.Join(s.results, b.Name+".json"))
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&s.mpis, "mpi", []string{"mpich", "openmpi"}, "MPI libraries")
	f.StringSliceVar(&s.places, "where", nil, fmt.Sprintf("places: shm, or speeds of a wire (default %v)", b.Places))
	f.StringSliceVar(&s.flags, "flags", []string{"-O3"}, "flags of the Fortran compiler")
	f.Float64Var(&s.budget, "budget", 1, "seconds for each case")
	f.BoolVar(&s.quick, "quick", false, "few cases, to see that everything works")
	f.BoolVar(&s.resume, "resume", false, "keep each job in NAME.part.json, and go on from there after an interruption")
	f.BoolVar(&s.hand, "hand", false, "hand-written variants only, mdmpf90 is not needed")
	f.StringVar(&s.wrapper, "mdmpf90", "bin/mdmpf90", "the compiler wrapper")
	f.StringVar(&s.mode, "mode", b.Mode, "value of mdmpf90's option -mdmp")
	f.StringVar(&s.root, "root", "bench", "folder of the benchmarks' sources")
	f.StringVar(&s.build, "build", "build/bench", "folder for the programs")
	f.BoolVar(&s.built, "built", false, "take programs that are there from an earlier session as they are")
	f.StringVar(&s.results, "results", "bench/results", "folder for the results")
	f.DurationVar(&s.timeout, "timeout", 20*time.Minute, "time limit of each job")
	return cmd
}

// session turns flags into a session, or says what is missing.
func (s settings) session() (suite.Session, error) {
	session := suite.Session{
		Options: suite.Options{Budget: s.budget, Quick: s.quick, HandOnly: s.hand, Cores: runtime.NumCPU()},
		Builder: &suite.Builder{Root: s.root, Out: s.build, Mode: s.mode, Flags: s.flags, Built: s.built},
		Places:  s.places, Timeout: s.timeout, Progress: os.Stderr,
	}
	if !s.hand {
		wrapper, err := exec.LookPath(s.wrapper)
		if err != nil {
			return session, fmt.Errorf("%w: build mdmpf90 first, or use --hand for the hand-written variants alone", err)
		}
		if session.Builder.MDMPF90, err = filepath.Abs(wrapper); err != nil {
			return session, err
		}
	}
	for _, name := range s.mpis {
		mpi, err := lab.ParseMPI(name)
		if err != nil {
			return session, err
		}
		if _, err := exec.LookPath(mpi.Compiler()); err != nil {
			return session, fmt.Errorf("%w: install %s, or choose with --mpi", err, mpi)
		}
		session.MPIs = append(session.MPIs, mpi)
	}
	return session, nil
}

// runsOf reads the runs of a session that was interrupted, none if there was none.
func runsOf(name string) ([]measure.Run, error) {
	in, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer in.Close()
	report, err := measure.Read(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return report.Runs, nil
}

// save writes a report as JSON.
func save(dir, name string, r measure.Report) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, name+".json"))
	if err != nil {
		return err
	}
	if err := r.Write(f); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

func drawCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "draw file.json...",
		Short: "Make table and picture from results again",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			for _, name := range args {
				if err := draw(name); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// draw reads results and writes the table, also to the terminal, and the
// picture beside them.
func draw(name string) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	report, err := measure.Read(in)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	b, err := suite.Find(report.Bench)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	base := name[:len(name)-len(filepath.Ext(name))]
	if err := write(base+".svg", func(f *os.File) error { return b.Figure(report).Write(f) }); err != nil {
		return err
	}
	if err := write(base+".txt", func(f *os.File) error { return b.WriteText(f, report) }); err != nil {
		return err
	}
	return b.WriteText(os.Stdout, report)
}

// write makes a file.
func write(name string, fill func(*os.File) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := fill(f); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}
