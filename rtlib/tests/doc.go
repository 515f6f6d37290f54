// Package tests tests the C run time on real MPIs.
//
// The idea: the run time is C and Fortran between a compiler and an MPI
// library, so it is tested there, by whole programs (folder programs), on 1 to
// 4 processes, under each MPI of this machine. The programs say what the
// translator would write (programs/mdmp.inc) and check every value that
// arrives; the Go tests build them, run them under a time limit and look at
// what they print.
//
// Apart from programs that must work there are wrong ones (errors.F90: a case
// for each message), frames made by hand (frames.c), a shim below the run time
// that counts what it leaves behind and makes the n-th MPI call fail (shim.c),
// threads (threads.c), and a test of sections against brute force
// (section_unit.c). What costs more the longer a program runs is found by
// ratios (growth_test.go).
//
// With -short the programs run under one MPI, without the sanitizers of whole programs, valgrind and more than 2^31 bytes, and
// every seventh call fails. Without it, all is run, or the part that MDMP_TEST_SHARE asks for (package share).
//
// Tests run beside each other, and one MPI program more at once than there are
// cores; those that look at the clock run alone (eachMPIAlone).
//
// An MPI or compiler that is not installed is skipped, visibly.
package tests
