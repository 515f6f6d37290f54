package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/mdmp-fortran/mdmp/doctor"
)

func newDoctor() *cobra.Command {
	var o doctor.Options
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor [flags] [-- LAUNCHER ARGUMENT...]",
		Short: "Look whether this machine has what MDMP needs",
		Long: `Looks at compilers and MPI, the cache of built run times, and what of the kernel
page protection and prefetching use; compiles a program with directives and runs it on
two ranks. It prints one page of plain text, to be put into a report as it is. Status 1
says that something is missing that is needed.

Behind "--" stands how MPI programs are started here, on two ranks; without it mpiexec of
the MPI is used that the compiler belongs to. If the run time was not built yet, it is
built.`,
		Example: `  mdmp doctor
  mdmp doctor --json
  mdmp doctor --fc mpifort.openmpi
  mdmp doctor -- srun -n 2`,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			o.Launcher, o.Getenv, o.Env = args, os.Getenv, os.Environ()
			o.Progress = func(what string) { fmt.Fprintf(cmd.ErrOrStderr(), "mdmp doctor: %s\n", what) }
			r := doctor.Examine(ctx, o)
			var err error
			if asJSON {
				enc := json.NewEncoder(cmd.OutOrStdout())
				enc.SetEscapeHTML(false)
				enc.SetIndent("", "  ")
				err = enc.Encode(r)
			} else {
				err = r.Print(cmd.OutOrStdout())
			}
			if err == nil && !r.Sound {
				err = status(1)
			}
			return err
		},
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false)
	flags.BoolVar(&asJSON, "json", false, "print one JSON object")
	flags.StringVar(&o.FC, "fc", "", "the MPI Fortran compiler (default MDMP_FC, else mpifort)")
	flags.StringVar(&o.Wrapper, "mdmpf90", "", "the compiler wrapper (default: beside mdmp, else in PATH)")
	flags.DurationVar(&o.Timeout, "timeout", 2*time.Minute, "end the compilation, and the run, after this `TIME`")
	return cmd
}
