// Package run holds the run tests: programs with directives, built by mdmpf90
// in every mode, run on 1 to 4 ranks under every MPI that is installed, and
// compared bit for bit with the same program with hand-written MPI.
//
// Where a reference comes from. An example (../../examples/x/x.f90) has one
// beside it (x_mpi.f90), written as a user would write it. A test program
// (programs/) carries its own in lines that begin with "!ref"; package mpirun says
// how they become code, and what they call.
//
// What is compared: standard output and the exit status; standard error has to
// be silent where the reference's is, for the build and for the run.
//
// A program tells what it needs in its first lines:
//
//	! run: flags -fopenmp -O3       more compiler flags, for both builds
//	! run: args 10 20               arguments
//	! run: env OMP_NUM_THREADS=2    environment
//	! run: with a.f90 sub/b.f90     more sources, relative to this one
//	! run: include inc              a folder for -I, relative to this one
//	! run: ranks 2 3                not on 1, 2, 3 and 4 ranks
//	! run: modes plain              not in all modes
//	! run: needs NAME               only where this environment variable is set
//	! run: mpi openmpi            not under others
//	! run: self                     no reference: the program prints "ok" if all is well
//	! run: fails TEXT               no reference: the run ends with an error that says TEXT
//	! run: never TEXT               nothing says TEXT on the standard error
//
// The programs of hostile/ were written to break the rule: late messages, names
// used twice, hidden calls. They have no reference lines: mode off is their
// reference, and mode auto is tried with several settings of the run time
// (hostile_test.go). They run on 2 ranks unless they say otherwise.
//
// A program that needs several files is a folder with a main file. Settings:
// MDMP_TEST_MODES (default "off plain auto"), MDMP_TEST_MPI ("mpich openmpi"),
// MDMP_TEST_RANKS ("1 2 3 4"), MDMP_TEST_FLAGS ("-O2"), MDMP_TEST_TIMEOUT
// (seconds for a run, default 60), MDMP_TEST_KEEP (a folder for what is built),
// MDMP_TEST_SHARE (package share: a part of the tests).
//
// With -short a program runs in mode auto, on one number of ranks, under the first MPI, and is compared with what its
// reference printed when that was recorded (recorded_test.go).
package run
