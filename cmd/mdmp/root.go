package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/mdmp-fortran/mdmp/rtlib"
)

// newRoot returns the command tree. All commands are named here.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "mdmp",
		Short: "Tools for Fortran programs with MDMP directives",
		Long: `mdmp goes with mdmpf90, the compiler wrapper for Fortran programs with MDMP
directives ("!$mdmp send(...)", "!$mdmp recv(...)").`,
		Version:       rtlib.Described(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetVersionTemplate("mdmp {{.Version}}\n") // as the command version prints it
	root.AddCommand(
		newTranslate(),
		newSyntax(),
		newExplain(),
		newReport(),
		newSuggest(),
		newCompare(),
		newDoctor(),
		newProbe(),
		newRun(),
		newCache(),
		newVersion(),
		newMan(),
	)
	return root
}

// status is an error that is only an exit code: everything has been said.
type status int

// Error implements error; main says nothing of it.
func (s status) Error() string { return "failed" }

// exitCode tells with what code to end.
func exitCode(err error) int {
	var s status
	if errors.As(err, &s) {
		return int(s)
	}
	return 2
}
