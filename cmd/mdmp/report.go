package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

func newReport() *cobra.Command {
	var asJSON, asSARIF bool
	cmd := &cobra.Command{
		Use:   "report [flags] FILE...",
		Short: "Sum up the reports of a build: how much overlaps, and what stands against the rest",
		Long: `Reads what mdmpf90 wrote with -mdmp-report=FILE -mdmp-report-format=json while a
program was built, and says how many send and recv directives overlap with
computation, in the whole build and in each file, how many are decided while the
program runs, and what stands against the rest, the reason with most directives
first. FILE may be "-" for the standard input, or what a run wrote with
MDMP_PROFILE=profile.json: then the reasons come first for which the run waited
longest, what the compilation left open counts as the run decided, and it says what
the run showed, too. MPI calls that may overlap
(-mdmp-overlap) are counted beside directives.

A source that was compiled again replaces what was said of it before, and of what it
includes. Lines of sources that are no longer in the build stay; remove FILE before a
complete build.`,
		Example: `  make clean && make FC="mdmpf90 -mdmp-report=$PWD/build.json -mdmp-report-format=json"
  mdmp report build.json
  MDMP_PROFILE=profile.json mpiexec -n 4 ./prog
  mdmp report build.json profile.json
  mdmp report --json build.json
  mdmp report --sarif build.json > build.sarif`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := readReports(cmd.InOrStdin(), args)
			if err != nil {
				return err
			}
			if asSARIF {
				return b.writeSARIF(cmd.OutOrStdout())
			}
			s := b.sum()
			if !asJSON {
				return s.print(cmd.OutOrStdout())
			}
			enc := json.NewEncoder(cmd.OutOrStdout())
			enc.SetEscapeHTML(false)
			enc.SetIndent("", "  ")
			return enc.Encode(s)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&asSARIF, "sarif", false, "print each directive's line as SARIF 2.1.0, for editors and code hosts")
	cmd.MarkFlagsMutuallyExclusive("json", "sarif")
	return cmd
}

// readReports reads reports, one after the other.
func readReports(in io.Reader, names []string) (*build, error) {
	b := &build{}
	for _, name := range names {
		data, err := readReport(in, name)
		if err != nil {
			return nil, err
		}
		if p, ok := readProfile(data); ok {
			b.run = p
			continue
		}
		if err := b.read(name, data); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func readReport(in io.Reader, name string) ([]byte, error) {
	if name != "-" {
		return os.ReadFile(name)
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("reading the standard input: %w", err)
	}
	return data, nil
}
