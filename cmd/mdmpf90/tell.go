package main

import (
	"fmt"
	"os"

	"github.com/mdmp-fortran/mdmp/diag"
)

// tell says what takes long, to somebody who waits for it at a terminal. In logs and
// to programs that read what compilers say we are silent.
func (d *driver) tell(format string, args ...any) {
	if diag.Terminal(os.Stderr) {
		fmt.Fprintf(os.Stderr, "mdmpf90: note: "+format+"\n", args...)
	}
}
