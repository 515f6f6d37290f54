// Mdmp is the companion of mdmpf90: it shows what the compiler wrapper does
// unseen (translate) and what its front end understands (syntax), explains its
// messages (explain), looks whether a machine has what is needed (doctor), sums up its reports (report), measures what the MPI of a
// machine overlaps (probe), finds where two runs of a
// program part (compare), and looks after the cache of built run times (cache).
//
// The idea: a command is a file, its flags a struct, and all it does is to call the
// packages that mdmpf90 is made of. Results go to the standard output, messages to
// the standard error; status 1 says that the answer is no (mistakes found, runs
// differ), 2 that there is none.
package main

import (
	"fmt"
	"os"

	"github.com/mdmp-fortran/mdmp/safefile"
)

func main() {
	out := safefile.Output{W: os.Stdout}
	root := newRoot()
	root.SetOut(&out)
	err := root.Execute()
	if err == nil {
		err = out.Err()
	}
	if _, said := err.(status); err != nil && !said {
		fmt.Fprintf(os.Stderr, "mdmp: error: %v\n", err)
	}
	if err != nil {
		os.Exit(exitCode(err))
	}
}
