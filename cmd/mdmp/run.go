package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/prefetch"
	"github.com/mdmp-fortran/mdmp/probe"
	"github.com/mdmp-fortran/mdmp/rtlib"
)

type runFlags struct {
	cc                      string
	prefetch, check, report bool
}

func newRun() *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run --prefetch [flags] LAUNCHER ARGUMENT...",
		Short: "Run an MPI program that nobody annotated with message prefetching",
		Long: `Starts the launcher as it stands, with a library preloaded into its ranks. A rank that
waits for a message, or has posted a receive for it, asks the sender's side for what is
complete of it already, while the sender still computes; the send carries only what is
left. Programs in C and Fortran need no change and no new compilation. What they receive
is the same to the last bit: what was fetched is compared with the message when it is
sent.

It can win where a rank waits long for messages of some 100 KB or more over a network,
which lie in the same place each time and are written some time before they are sent: in
MPI_Recv, MPI_Sendrecv, MPI_Irecv with any call that waits or tests, MPI_Scatter,
MPI_Gather, MPI_Allgather, MPI_Alltoall and the same with v, MPI_Bcast, and MPI_Reduce
of integers. Collective calls that win nothing are left to MPI. Other messages are left
alone: shorter ones than 4 KB, between ranks of one machine, of derived types,
wildcards, other reductions. All ranks must be started with it, and link MPI
dynamically.

The library is built with the C compiler of the launcher's MPI and lies in the cache
folder (mdmp cache path), which all machines must see.`,
		Example: `  mdmp run --prefetch mpiexec -n 4 ./prog
  mdmp run --prefetch --report mpiexec -hosts a,b -ppn 1 -n 2 ./prog
  mdmp run --prefetch --cc mpicc.openmpi mpiexec.openmpi -n 4 ./prog
  mdmp run --prefetch --check mpiexec -n 4 ./prog`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(args) },
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false) // what comes behind the launcher's name is its own
	flags.BoolVar(&f.prefetch, "prefetch", false, "prefetch messages")
	flags.BoolVar(&f.check, "check", false, "compare whole messages that were prefetched in part, by checksums, and end the program if one differs")
	flags.BoolVar(&f.report, "report", false, "print at the end how many messages were shortened, and by how much")
	flags.StringVar(&f.cc, "cc", "", "C compiler of the launcher's MPI (default: MDMP_CC, MDMP_FC's, mpicc.NAME beside mpiexec.NAME, else the one that goes with mpifort)")
	return cmd
}

// run becomes the launcher.
func (f *runFlags) run(argv []string) error {
	switch {
	case !f.prefetch:
		return errors.New("nothing to do: there is --prefetch, as in \"mdmp run --prefetch mpiexec -n 4 ./prog\"")
	case len(argv) == 0:
		return errors.New("how is the program started? As in \"mdmp run --prefetch mpiexec -n 4 ./prog\"")
	}
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return fmt.Errorf("the launcher %s: %w", argv[0], errors.Unwrap(err))
	}
	cache, err := rtlib.CacheDir(os.Getenv)
	if err != nil {
		return err
	}
	cc, err := probe.FindCompiler(path, f.cc, os.Getenv, compiler.Memo{Dir: rtlib.ToolsDir(cache), Env: os.Environ()})
	if err != nil {
		return err
	}
	library, err := prefetch.Library(context.Background(), cache, cc)
	if err != nil {
		return err
	}
	line, env := prefetch.Launch(argv, os.Environ(), f.settings(), library, cc.Flavour())
	return syscall.Exec(path, line, env)
}

func (f *runFlags) settings() []string {
	var list []string
	if f.check {
		list = append(list, "MDMP_PREFETCH_CHECK=1")
	}
	if f.report {
		list = append(list, "MDMP_PREFETCH_REPORT=1")
	}
	return list
}
