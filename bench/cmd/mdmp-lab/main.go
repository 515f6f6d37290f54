// Command mdmp-lab builds and removes an emulated cluster and runs MPI
// programs on it. See package github.com/mdmp-fortran/mdmp/bench/lab for the idea.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"strconv"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/mdmp-fortran/mdmp/bench/lab"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	code := 0
	root := rootCommand(&code)
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "mdmp-lab:", err)
		if code == 0 {
			code = 1
		}
	}
	os.Exit(code)
}

// rootCommand has a subcommand for each step in the life of a lab; code
// receives the exit code of a program that was run.
func rootCommand(code *int) *cobra.Command {
	root := &cobra.Command{
		Use:           "mdmp-lab",
		Short:         "An emulated cluster: hosts are network namespaces, the wire is shaped",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(upCommand(), downCommand(), statusCommand(), runCommand(code))
	return root
}

func upCommand() *cobra.Command {
	c := lab.Default()
	cmd := &cobra.Command{
		Use:   "up",
		Short: "Build the lab; keep it if it is up in this shape already",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := lab.Up(cmd.Context(), c); err != nil {
				return err
			}
			fmt.Println(describe(c))
			return nil
		},
	}
	cmd.Flags().StringVar(&c.Name, "name", c.Name, "first part of the namespaces' names")
	cmd.Flags().IntVar(&c.Hosts, "hosts", c.Hosts, "number of hosts")
	cmd.Flags().StringVar(&c.Rate, "rate", c.Rate, "speed of the wire, for example 200mbit")
	cmd.Flags().StringVar(&c.Burst, "burst", c.Burst, "size of the token bucket")
	return cmd
}

func describe(c lab.Config) string {
	return fmt.Sprintf("lab %s is up: %d hosts at %s, %s to %s",
		c.Name, c.Hosts, c.Rate, c.Address(0), c.Address(c.Hosts-1))
}

func downCommand() *cobra.Command {
	name := lab.DefaultName
	cmd := &cobra.Command{
		Use:   "down",
		Short: "Remove the lab and every process in it; nothing to do is no error",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return lab.Down(name) },
	}
	cmd.Flags().StringVar(&name, "name", name, "name of the lab")
	return cmd
}

func statusCommand() *cobra.Command {
	name := lab.DefaultName
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say whether the lab is up, and its shape",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			c, err := lab.Load(name)
			if err != nil {
				return err
			}
			fmt.Println(describe(c))
			return nil
		},
	}
	cmd.Flags().StringVar(&name, "name", name, "name of the lab")
	return cmd
}

func runCommand(code *int) *cobra.Command {
	name := lab.DefaultName
	lim := lab.DefaultLimits()
	var done string
	var env, opts []string
	var shm bool
	cmd := &cobra.Command{
		Use:   "run [flags] mpich|openmpi -n N program [arguments]",
		Short: "Run an MPI program on the lab",
		Args:  cobra.MinimumNArgs(4),
		RunE: func(cmd *cobra.Command, args []string) error {
			j, err := job(args)
			if err != nil {
				return err
			}
			j.Env, j.Opts = env, opts
			if done != "" {
				if lim.Done, err = regexp.Compile(done); err != nil {
					return fmt.Errorf("--done: %w", err)
				}
			}
			if !shm {
				c, err := onLab(name)
				if err != nil {
					return err
				}
				j.Lab = &c
			}
			out, err := lab.Run(cmd.Context(), j, lim, os.Stdout, os.Stderr)
			*code = out.Exit
			if out.Hung {
				fmt.Fprintln(os.Stderr, "mdmp-lab: the job did not end by itself after its results; it was ended")
			}
			return err
		},
	}
	f := cmd.Flags()
	f.SetInterspersed(false)
	f.StringVar(&name, "name", name, "name of the lab")
	f.DurationVar(&lim.Timeout, "timeout", lim.Timeout, "time limit of the run")
	f.StringVar(&done, "done", "", "regular expression: after an output line like this the results are complete")
	f.DurationVar(&lim.Grace, "grace", lim.Grace, "how long the job may take to end after that line")
	f.StringArrayVar(&env, "env", nil, "K=V, set for all ranks (may be repeated)")
	f.StringArrayVar(&opts, "opt", nil, "a further option of mpiexec (may be repeated)")
	f.BoolVar(&shm, "shm", false, "run over shared memory instead, on this machine")
	return cmd
}

// job reads "mpich -n 2 program arguments".
func job(args []string) (lab.Job, error) {
	mpi, err := lab.ParseMPI(args[0])
	if err != nil {
		return lab.Job{}, err
	}
	if args[1] != "-n" && args[1] != "-np" {
		return lab.Job{}, errors.New("want: run mpich|openmpi -n N program [arguments]")
	}
	n, err := strconv.Atoi(args[2])
	if err != nil {
		return lab.Job{}, fmt.Errorf("number of ranks %q is not a number", args[2])
	}
	return lab.Job{MPI: mpi, Ranks: n, Argv: args[3:]}, nil
}

// onLab returns the lab of that name, or the reason why there is none.
func onLab(name string) (lab.Config, error) {
	if err := lab.Available(); err != nil {
		return lab.Config{}, err
	}
	return lab.Load(name)
}
