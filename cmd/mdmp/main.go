// Mdmp is the companion of mdmpf90: it shows what the compiler wrapper does
// unseen (translate), explains its messages (explain), finds where two runs of
// a program part (compare), and looks after the cache of built run times
// (cache).
package main

import (
	"fmt"
	"os"
)

func main() {
	root := newRoot()
	err := root.Execute()
	if _, said := err.(status); err != nil && !said {
		fmt.Fprintf(os.Stderr, "mdmp: error: %v\n", err)
	}
	if err != nil {
		os.Exit(exitCode(err))
	}
}
