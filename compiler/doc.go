// Package compiler knows about the compilers that mdmpf90 wraps: where they
// are, what family they belong to, and what the words of their command lines
// mean.
//
// The idea: a wrapper must understand a command line just far enough to answer
// four questions, and must hand on everything else unread. Which words are
// Fortran sources? How are they read (form, line length, preprocessing,
// OpenMP, include folders)? What comes out (an executable, objects, assembly,
// preprocessed text, or only an answer about the compiler itself)? And where do
// outputs go? Wrappers that guess at this with string tests go wrong in the
// same ways again and again: "-cpp" begins with "-c", "-o heat.f90" is not a
// source, "-extend-source 132" has an argument, "-u" means one thing to ifx and
// another to gfortran.
//
// So all knowledge of flags is data: one sorted table (flags.go), a row for a
// spelling and the families for which it holds, saying where the value of the
// flag stands and what it means to us. A flag that is not in the table is
// handed on and assumed to have no separate argument. Knowledge of file names
// is a second table (suffix.go). Parse reads a command line with both.
//
// The wrapped compiler is itself a wrapper (mpifort, ftn). Which compiler it
// runs and which MPI it stands for is asked once (probe.go) and remembered in
// a small file that is valid as long as the files it speaks of do not change
// (memo.go), because a build starts the wrapper hundreds of times.
package compiler
