package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/lang"
)

func newExplain() *cobra.Command {
	var list bool
	cmd := &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Explain a diagnostic or a code of the report; without a code list them all",
		Long: `Explains a diagnostic (MDMP012, or 12) with a worked example, or a code that stands
in brackets at the end of a line of the report of mdmpf90 -mdmp-report: what it
means, why it stands against overlap, and what can be done.`,
		Example: `  mdmp explain MDMP012
  mdmp explain 12
  mdmp explain carried
  mdmp explain`,
		Args: func(cmd *cobra.Command, args []string) error {
			if list {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.MaximumNArgs(1)(cmd, args)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return allCodes(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if list || len(args) == 0 {
				listCodes(cmd.OutOrStdout())
				return nil
			}
			text, err := explanation(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), text)
			return err
		},
	}
	cmd.Flags().BoolVar(&list, "list", false, "list all codes, as without an argument")
	return cmd
}

// allCodes returns the codes of diagnostics and of the report.
func allCodes() []string {
	var codes []string
	for _, c := range diag.Codes() {
		codes = append(codes, string(c))
	}
	return append(codes, diag.Reasons()...)
}

// listCodes prints all codes: errors and warnings, then those of the report.
func listCodes(w io.Writer) {
	for _, code := range diag.Codes() {
		e, _ := diag.Lookup(code)
		fmt.Fprintf(w, "%s  %-8s %s\n", e.Code, e.Severity, e.Title)
	}
	for _, code := range diag.Reasons() {
		title, _, _ := diag.Reason(code)
		fmt.Fprintf(w, "%-19s%s\n", code, title)
	}
}

// explanation returns the page of a code.
func explanation(arg string) (string, error) {
	if text, ok := diag.Explain(fullCode(arg)); ok {
		return text, nil
	}
	if title, text, ok := diag.Reason(arg); ok {
		if remedy := diag.Remedy(arg); remedy != "" {
			text += "\nIt would overlap, as far as this goes, if " + remedy + ".\n"
		}
		return fmt.Sprintf("%s: %s\n\n%s", strings.ToLower(strings.Trim(arg, " []")), title, text), nil
	}
	if near := lang.Suggest(strings.ToLower(arg), diag.Reasons()); near != "" {
		return "", fmt.Errorf("there is no code %s; did you mean %s? \"mdmp explain\" names them all", arg, near)
	}
	return "", fmt.Errorf("there is no code %s; \"mdmp explain\" names them all", arg)
}

// fullCode completes a bare number: 12 means MDMP012.
func fullCode(arg string) string {
	digits := strings.Trim(arg, "0123456789") == "" && arg != ""
	if !digits {
		return arg
	}
	return "MDMP" + strings.Repeat("0", max(0, 3-len(arg))) + arg
}
