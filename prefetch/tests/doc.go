// Package tests tests message prefetching on real MPIs.
//
// The idea: no program may tell whether it runs with the library. So programs
// that try to (programs/hostile.c: one for each thing that could go wrong) print
// a number that all goes into that they receive, with the statuses and the bytes
// behind the messages, and are run without the library and with it: as users
// have it; greedy, when everything is asked for and fetched at once, whatever
// says that it cannot be complete; and with connections that break. Checksums
// are compared, too.
//
// An MPI or compiler that is not installed is skipped, visibly.
package tests
