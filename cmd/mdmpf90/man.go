package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/mdmp-fortran/mdmp/rtlib"
)

// printMan writes the manual page from the tables of options and variables.
func printMan(w io.Writer) {
	roff := strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace
	fmt.Fprintf(w, `.TH MDMPF90 1 "" "MDMP %s" "User Commands"
.SH NAME
mdmpf90 \- compile and link Fortran programs with MDMP directives
.SH SYNOPSIS
.B mdmpf90
.RI [ options ]
.RI [ "options of the wrapped compiler" ]
.IR file ...
.SH DESCRIPTION
Used in place of mpifort. Sources that hold MDMP directives are translated and
compiled; everything else is handed to the wrapped compiler as it is.
.SH OPTIONS
`, rtlib.Version)
	for _, row := range optionTable() {
		if row.meaning != "" {
			fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(row.name+row.value), roff(row.meaning))
		}
	}
	fmt.Fprint(w, ".SH ENVIRONMENT\n")
	for _, row := range environment {
		fmt.Fprintf(w, ".TP\n.B %s\n%s\n", row.name, roff(row.meaning))
	}
	fmt.Fprint(w, `.SH EXIT STATUS
That of the wrapped compiler; 1 if a source could not be translated, 2 for a
wrong option of ours. A compiler that is ended by a signal ends mdmpf90 by it.
.SH SEE ALSO
.BR mdmp (1)
`)
}
