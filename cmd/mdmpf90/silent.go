package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/diag"
)

// Sources without directives hold the loops of most programs: the exchange is a routine
// in one file, the kernels stand in others. So their procedures are managed, too. But
// nobody asked for it at these sources, so whatever goes wrong with one of them, in the
// preprocessor, the translation or the compilation, it is compiled as it is, and what is
// said about it is what the compiler says about the user's own text.

// asIsEnv is set for the second attempt at a command, in which sources without
// directives are left alone: to what went wrong in the first.
const asIsEnv = "MDMP_AS_IS"

const (
	refused    = "refused"    // the compiler refuses what it was given
	unequipped = "unequipped" // the run time cannot be built here
	unread     = "unread"     // the preprocessor refuses a source, or the translator does
)

// errNotRead says so where the source cannot go to the compiler as it is: the flag by which it is preprocessed is one
// for all sources, and goes (dropCpp).
var errNotRead = errors.New("a source without directives was not read")

// managesSilent reports whether sources without directives are translated, too, because
// their procedures are managed or their MPI calls are to overlap. Not for
// a compiler that gives no sign of an MPI, nor where a flag would have to be changed or
// leaves open what the text means: there it takes a directive to ask for it.
func (d *driver) managesSilent() bool {
	manages := d.own.mode == codegen.Auto && d.own.manage != codegen.ManageOff
	if !manages && !d.own.overlap || d.getenv(asIsEnv) != "" {
		return false
	}
	return d.cmd.Family != compiler.Unknown && d.fc != nil && !d.fc.Silent() && d.cmd.Unsure == "" &&
		d.cmd.Standard != "f95" && d.cmd.Standard != "f2003"
}

// silent marks sources as such.
func silent(list []*job) []*job {
	for _, j := range list {
		j.silent = true
	}
	return list
}

// added reports whether the compiler gets a source to which something was added that
// nobody asked for.
func added(jobs []*job) bool {
	return slices.ContainsFunc(jobs, func(j *job) bool { return j.silent && j.done })
}

// hold returns the place for what the compiler says: it is nothing for the user while
// the command may be done once more, because the compiler has not accepted text that
// nobody asked for, or modules turn out to be new (again.go), and may be said twice
// (once.go).
func (d *driver) hold(jobs []*job, args []string) (io.Writer, []string) {
	if !added(jobs) && !d.repeats() && (!d.translated || len(d.cmd.Sources()) < 2) {
		return os.Stderr, args
	}
	if colour := d.cmd.Colour(); diag.Color(os.Stderr) && colour != "" {
		args = append(slices.Clone(args), colour)
	}
	return &bytes.Buffer{}, args
}

// release prints what was held.
func (d *driver) release(says io.Writer) error {
	if b, ok := says.(*bytes.Buffer); ok {
		text := b.Bytes()
		if d.repeats() {
			text = once(text)
		}
		if _, err := os.Stderr.Write(text); err != nil {
			return fmt.Errorf("standard error: %w", err)
		}
	}
	return nil
}

// complain says, when the second attempt went well, that the first did not.
func (d *driver) complain() {
	if d.getenv(asIsEnv) == refused && !d.ended.bad() {
		fmt.Fprintln(os.Stderr, "mdmpf90: warning: what mode auto added to files without directives did not compile, which is a mistake in mdmpf90: they are compiled as they are\n"+
			"mdmpf90: note: please report it; -mdmp-manage=off leaves such files alone")
	}
}
