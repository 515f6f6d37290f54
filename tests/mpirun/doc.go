// Package mpirun is what the tests of whole programs share: the MPIs of this
// machine, builds with and without the wrapper, and runs that end in time.
//
// The idea: a program with directives carries its own reference. A line that
// begins with "!ref" ("Cref" in fixed form) is a comment for the translator and for
// the compiler; with these five characters blanked out (Derive) it calls the same
// exchange by hand, and the directives are comments in turn. So both versions stand
// side by side, and everything else is the same byte for byte. What these lines
// call (support/ref.c) is a reference implementation of a few lines that shares
// nothing with the run time. The module support prints hashes of the bits of whole
// arrays, gathered from all ranks, so that a wrong bit anywhere shows.
//
// A run that hangs is a result like any other: its whole process group is ended
// when its time is over, and the outcome says so.
package mpirun
