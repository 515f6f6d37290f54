package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mdmp-fortran/mdmp/rtlib"
)

func newCache() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "List or clear the run times built for the compilers of this machine",
		Long: `mdmpf90 builds the run time with the user's compilers when it is first needed,
and keeps it in a folder: MDMP_CACHE, else $XDG_CACHE_HOME/mdmp, else
~/.cache/mdmp. What is cleared is built again when it is needed. What somebody
else owns or can write, in that folder or by putting another in its place, is
not used.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return listCache(cmd) },
	}
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List what was built", Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error { return listCache(cmd) }},
		&cobra.Command{Use: "clear", Short: "Remove everything that was built", Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error { return clearCache(cmd) }},
		&cobra.Command{Use: "path", Short: "Print the folder", Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				dir, err := rtlib.CacheDir(os.Getenv)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(cmd.OutOrStdout(), dir)
				return err
			}},
	)
	return cmd
}

func listCache(cmd *cobra.Command) error {
	dir, err := rtlib.CacheDir(os.Getenv)
	if err != nil {
		return err
	}
	list, err := rtlib.Cached(dir)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if len(list) == 0 {
		_, err := fmt.Fprintf(out, "nothing in %s\n", dir)
		return err
	}
	for _, l := range list {
		if err := describe(out, l); err != nil {
			return err
		}
	}
	return nil
}

// describe prints what is known of an entry of the cache.
func describe(out io.Writer, l *rtlib.Library) error {
	name := filepath.Base(l.Dir)
	state := l.State()
	r, err := l.Record()
	if err != nil {
		_, err = fmt.Fprintf(out, "%s  %s\n", name, state)
		return err
	}
	mpi := r.MPI
	if mpi == "" {
		mpi = "it does not say which"
	}
	text := fmt.Sprintf("%s  %d KB  built %s\n", name, (l.Size()+1023)/1024, r.Built.Format("2006-01-02 15:04 MST"))
	if state != "" {
		text += "  " + state + "\n"
	}
	text += fmt.Sprintf("  MPI       %s\n  Fortran   %s\n  C         %s\n  self-test %s\n", mpi, r.FC, r.CC, r.SelfTest)
	_, err = io.WriteString(out, text)
	return err
}

func clearCache(cmd *cobra.Command) error {
	dir, err := rtlib.CacheDir(os.Getenv)
	if err != nil {
		return err
	}
	removed, left, err := rtlib.Clear(dir)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("removed %d from %s\n", removed, dir)
	if left > 0 {
		text += fmt.Sprintf("left %d that is being built\n", left)
	}
	_, err = io.WriteString(cmd.OutOrStdout(), text)
	return err
}
