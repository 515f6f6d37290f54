package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/probe"
	"github.com/mdmp-fortran/mdmp/rtlib"
	"github.com/mdmp-fortran/mdmp/safefile"
)

type probeFlags struct {
	cc, json, html, svg string
	from                string
	timeout             time.Duration
	knobs               bool
}

func newProbe() *cobra.Command {
	f := &probeFlags{}
	cmd := &cobra.Command{
		Use:   "probe [flags] -- LAUNCHER ARGUMENT...",
		Short: "Measure what this MPI overlaps with computation, and what directives can win",
		Long: `Starts a small measuring program under the launcher behind "--", exactly as MPI
programs are started on this machine, and prints a page that says in plain words what
the MPI library does with messages while a program computes: what it overlaps by
itself, up to which length messages leave at once, whether a rank that computes holds
up another one, what directives can win, and for which lengths of messages. It takes
about half a minute, twice that with --knobs.

At least two ranks are needed. With ranks on two machines both a pair on one machine
and a pair on two is measured, where there are such. Ranks need processors of their
own, and nothing else should run: the page says so where that was not the case. The
program is built with the C compiler of the MPI and lies in the cache folder
(mdmp cache path), which all machines must see.

The JSON file is also for programs with directives: MDMP_PROBE_FILE=FILE lets the run
time begin with what was measured instead of finding it out. It is only a first
guess: an old file costs some time at most.`,
		Example: `  mdmp probe -- mpiexec -n 2
  mdmp probe --json here.json --html here.html -- mpiexec -hosts a,b -ppn 1 -n 2
  mdmp probe --knobs -- srun -N 2 -n 4
  mdmp probe --cc mpicc.openmpi -- mpiexec.openmpi -n 2
  mdmp probe --from here.json --svg here.svg
  MDMP_PROBE_FILE=here.json mpiexec -n 4 ./prog`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false) // what comes behind the launcher's name is its own
	flags.StringVar(&f.cc, "cc", "", "C compiler of the launcher's MPI (default: MDMP_CC, MDMP_FC's, mpicc.NAME beside mpiexec.NAME, else the one that goes with mpifort)")
	flags.StringVar(&f.json, "json", "", "write all figures to `FILE`, which MDMP_PROBE_FILE may name")
	flags.StringVar(&f.html, "html", "", "write the page and the curves to `FILE`")
	flags.StringVar(&f.svg, "svg", "", "write the curves to `FILE`")
	flags.StringVar(&f.from, "from", "", "measure nothing: show what `FILE` holds, written with --json")
	flags.DurationVar(&f.timeout, "timeout", 5*time.Minute, "end a run of the measuring program after this `TIME`")
	flags.BoolVar(&f.knobs, "knobs", false, "measure also with settings of the MPI that change what it overlaps")
	return cmd
}

func (f *probeFlags) run(cmd *cobra.Command, launcher []string) error {
	r, err := f.result(cmd, launcher)
	if err != nil {
		return err
	}
	if err := r.Page(cmd.OutOrStdout()); err != nil { // first: it is not measured again because of a file that cannot be written
		return err
	}
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{{f.json, r.Write}, {f.html, r.HTML}, {f.svg, r.Figure}} {
		if file.name == "" {
			continue
		}
		var text strings.Builder
		if err := file.write(&text); err != nil {
			return err
		}
		if err := safefile.Write(file.name, []byte(text.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// result measures, or reads what was measured.
func (f *probeFlags) result(cmd *cobra.Command, launcher []string) (*probe.Result, error) {
	switch {
	case f.from != "" && len(launcher) > 0:
		return nil, errors.New("--from measures nothing: leave the launcher out")
	case f.from != "":
		text, err := os.ReadFile(f.from)
		if err != nil {
			return nil, err
		}
		r, err := probe.Read(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.from, err)
		}
		return r, nil
	case len(launcher) == 0:
		return nil, errors.New("how are MPI programs started here? It goes behind --, as in \"mdmp probe -- mpiexec -n 2\"")
	}
	cache, err := rtlib.CacheDir(os.Getenv)
	if err != nil {
		return nil, err
	}
	cc, err := probe.FindCompiler(launcher[0], f.cc, os.Getenv, compiler.Memo{Dir: rtlib.ToolsDir(cache), Env: os.Environ()})
	if err != nil {
		return nil, err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return probe.Run(ctx, probe.Options{
		Launcher: launcher,
		CC:       cc,
		Cache:    cache,
		Env:      os.Environ(),
		Timeout:  f.timeout,
		Quick:    os.Getenv("MDMP_PROBE_QUICK") == "1",
		Knobs:    f.knobs,
		Progress: func(what string) { fmt.Fprintf(cmd.ErrOrStderr(), "mdmp probe: %s\n", what) },
	})
}
