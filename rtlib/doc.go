// Package rtlib carries the run time and builds it for the user's compilers.
//
// The idea: one static binary must serve every MPI and every Fortran compiler,
// though a compiled run time fits one MPI (its mpi.h), one Fortran compiler
// (its ISO_Fortran_binding.h and its .mod format) and one C compiler. So the
// binaries carry the sources of the run time (rtlib/src: C11 and one Fortran
// module), and the first program that needs it has it built with the user's
// own compilers, in a few seconds, into a cache folder named by everything
// that the result depends on: the identity (identity.go).
//
// A build is made for parallel make and for interrupted ones. It takes a file
// lock, so that of many compilations started at once one builds and the others
// wait; it builds in a folder of its own and brings the result in place with
// one rename, so that nobody ever sees half of it, even on file systems where
// locks do not work. Later runs read the notes about the build and look whether
// the files are there, as long as they were, and nobody else's to change: they
// get into the user's programs.
//
// Before the rename the result is tried (selftest.go): a small Fortran program
// is compiled, linked as a user's program would be, and run on one process,
// where it sends strided sections to itself and compares. A run time that
// cannot pass that is refused with the reason, at build time, once, instead of
// failing in every program. Where not even an MPI program without the run time
// can be started (login nodes of some clusters) the run is left out and the
// folder says so.
//
// Nothing of the machine that builds gets into the code (no -march=native): a
// cache in a shared home folder serves all nodes.
package rtlib
