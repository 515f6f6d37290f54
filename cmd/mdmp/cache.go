package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"mdmp/rtlib"
)

func newCache() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "List or clear the run times built for the compilers of this machine",
		Long: `mdmpf90 builds the run time with the user's compilers when it is first needed,
and keeps it in a folder: MDMP_CACHE, else $XDG_CACHE_HOME/mdmp, else
~/.cache/mdmp. What is cleared is built again when it is needed.`,
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
		r, err := l.Record()
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s  %d KB  built %s\n", filepath.Base(l.Dir), (l.Size()+1023)/1024, r.Built.Format("2006-01-02 15:04 MST"))
		fmt.Fprintf(out, "  Fortran   %s\n  C         %s\n  self-test %s\n", r.FC, r.CC, r.SelfTest)
	}
	return nil
}

func clearCache(cmd *cobra.Command) error {
	dir, err := rtlib.CacheDir(os.Getenv)
	if err != nil {
		return err
	}
	n, err := rtlib.Clear(dir)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "removed %d from %s\n", n, dir)
	return err
}
