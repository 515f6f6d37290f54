package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mdmp/diag"
)

func newExplain() *cobra.Command {
	var list bool
	cmd := &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Explain a diagnostic, with a worked example; without a code list them all",
		Example: `  mdmp explain MDMP012
  mdmp explain 12
  mdmp explain`,
		Args: func(cmd *cobra.Command, args []string) error {
			if list {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.MaximumNArgs(1)(cmd, args)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var codes []string
			for _, c := range diag.Codes() {
				codes = append(codes, string(c))
			}
			return codes, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if list || len(args) == 0 {
				for _, code := range diag.Codes() {
					e, _ := diag.Lookup(code)
					fmt.Fprintf(cmd.OutOrStdout(), "%s  %-8s %s\n", e.Code, e.Severity, e.Title)
				}
				return nil
			}
			text, ok := diag.Explain(fullCode(args[0]))
			if !ok {
				return fmt.Errorf("there is no diagnostic %s; \"mdmp explain\" names them all", args[0])
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), text)
			return err
		},
	}
	cmd.Flags().BoolVar(&list, "list", false, "list all codes, as without an argument")
	return cmd
}

// fullCode completes a bare number: 12 means MDMP012.
func fullCode(arg string) string {
	digits := strings.Trim(arg, "0123456789") == "" && arg != ""
	if !digits {
		return arg
	}
	return "MDMP" + strings.Repeat("0", max(0, 3-len(arg))) + arg
}
