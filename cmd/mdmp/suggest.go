package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/suggest"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// suggestFlags are the flags of mdmp suggest.
type suggestFlags struct {
	translateFlags
	patch    bool
	format   string
	noRegion bool
	checks   bool
}

func newSuggest() *cobra.Command {
	var f suggestFlags
	cmd := &cobra.Command{
		Use:   "suggest [flags] FILE...",
		Short: "Write directives for the MPI calls of a program",
		Long: `Finds exchanges in the MPI calls of a program (MPI_Isend, MPI_Irecv, MPI_Wait,
MPI_Waitall, MPI_Send, MPI_Recv, MPI_Sendrecv, MPI_Sendrecv_replace) and says which
directives mean the same messages, and why. With --patch it prints the changes as a patch for "patch
-p1" or "git apply".

Give all files of the program that hold MPI calls: messages of directives meet none of
MPI calls, so a call is only replaced if all that may be its partners are. A call that
is not understood stays, with the reason. Where something rests on code that is not
seen, "check:" says what to look at.

With --check, what stands behind "--" is given to the shell twice, in copies of the
current folder: with the files as they are, and changed. It builds the program with
mdmpf90 and runs it; what the two print must be the same, line by line in any order,
and so must be the files that they leave (but for executables, objects and modules).
The changed program runs once more with MDMP_MODE=plain, and the hashes of all its
messages (MDMP_HASH) must be the same; and each must be one that the program as it
is sent, which a library over MPI's profiling interface logs.

Files are read as they are, without preprocessing, so that the patch fits. Modules of
other files are known if the files are given, too, or their .mod files are found. Exit
status 1 says that there is nothing to suggest.`,
		Example: `mdmp suggest *.f90
mdmp suggest --patch *.f90 | patch -p1
mdmp suggest --check *.f90 -- 'mdmpf90 *.f90 -o prog && mpiexec -n 4 ./prog'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var command []string
			if at := cmd.ArgsLenAtDash(); at >= 0 {
				args, command = args[:at], args[at:]
			}
			if f.checks != (len(command) > 0) || len(args) == 0 {
				return fmt.Errorf("--check needs files, and a command behind --")
			}
			return f.run(cmd.OutOrStdout(), cmd.ErrOrStderr(), args, command)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.patch, "patch", false, "print a patch")
	flags.StringVar(&f.format, "format", "text", "what to print: text or json")
	flags.BoolVar(&f.checks, "check", false, "build and run the program before and after, by the command behind --, and compare")
	flags.BoolVar(&f.noRegion, "no-region", false, "put no region around the time loop")
	flags.StringVar(&f.form, "form", "auto", "source form: free, fixed or auto")
	flags.IntVar(&f.lineLength, "line-length", 0, "last column that counts (0: 72 in fixed form, no limit in free form)")
	flags.BoolVar(&f.openmp, "openmp", false, "'!$' lines are code, as under -fopenmp")
	flags.BoolVar(&f.dLines, "d-lines", false, "'d' lines of fixed form are code")
	flags.StringArrayVarP(&f.include, "include-dir", "I", nil, "folder of include files and modules")
	return cmd
}

func (f *suggestFlags) run(out, errs io.Writer, names, command []string) error {
	if f.format != "text" && f.format != "json" {
		return fmt.Errorf("--format is text or json, not %q", f.format)
	}
	res, err := f.find(names)
	if err != nil {
		return err
	}
	switch {
	case f.checks:
		return f.check(out, errs, res, command)
	case f.patch:
		for _, file := range res.Files {
			if _, err := io.WriteString(out, file.Patch); err != nil {
				return err
			}
		}
	case f.format == "json":
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		if err := enc.Encode(res); err != nil {
			return err
		}
	default:
		if err := res.WriteText(out); err != nil {
			return err
		}
	}
	if len(res.Exchanges) == 0 {
		return status(1)
	}
	return nil
}

// find reads the files and looks through them.
func (f *suggestFlags) find(names []string) (*suggest.Result, error) {
	reading, err := f.reading()
	if err != nil {
		return nil, err
	}
	var in []program.Input
	for i, name := range names {
		if slices.ContainsFunc(names[:i], func(o string) bool { return filepath.Clean(o) == filepath.Clean(name) }) {
			continue
		}
		src, err := readFile(name)
		if err != nil {
			return nil, err
		}
		in = append(in, program.Input{Name: name, Src: src, Names: f.names(name, reading)})
	}
	return suggest.Find(in, suggest.Options{Source: reading, Region: !f.noRegion, Verify: f.verify(reading)}), nil
}

// verify has the translator look at a changed file: what it calls a mistake is none of
// the user's.
func (f *suggestFlags) verify(reading source.Options) func(string, []byte) string {
	return func(name string, src []byte) string {
		res, err := codegen.Translate(name, src, codegen.Options{Mode: codegen.Plain, Source: reading, Names: f.names(name, reading), Hearsay: true})
		if err != nil {
			return err.Error()
		}
		for _, d := range res.Diags {
			if d.Severity == diag.Error {
				at := res.File.Position(d.At.Start)
				return fmt.Sprintf("%s [%s], line %d of the changed file", d.Message, d.Code, at.Line)
			}
		}
		return ""
	}
}
