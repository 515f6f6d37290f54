package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mdmp-fortran/mdmp/rtlib"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "mdmp %s\n", rtlib.Described())
			return err
		},
	}
}
