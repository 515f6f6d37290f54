// Package prefetch runs MPI programs that nobody annotated with message
// prefetching ("mdmp run --prefetch mpiexec ...").
//
// The idea: a receiver that waits has time, and its sender still computes. So
// the receiver's side asks the sender's side, which copies what seems to be
// complete of the memory that the next message will come from, and sends it
// ahead. When the program sends, the copies are compared with the message: only
// what differs, or was not fetched, goes as a message. Collective calls are
// made of such messages, where all ranks agree that it wins.
//
// What does that is a library in C over the profiling interface of MPI (src),
// which is preloaded; its files begin with what they rest on. This package
// builds it with the C compiler of the user's MPI, once, into the cache
// (build.go), and changes the environment of a launcher so that its ranks load
// it (launch.go). docs/prefetch.md says why no program can tell the difference.
package prefetch
