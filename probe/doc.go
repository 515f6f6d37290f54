// Package probe finds out what the MPI of a machine does with messages while
// ranks compute, and says what that means for programs with directives.
//
// The idea: whether overlap of communication and computation wins anything is
// no property of a program alone. An MPI library may move messages while nobody
// calls it, or only small ones, or none; and it is the network that decides
// whether there is anything to hide. White and Bova asked that with two
// experiments, overlap of synchronisation and overlap of data transfer. Here
// they are made again, with two questions more: does a rank that computes hold
// up another one, and what do messages in pieces win, which is what directives
// make of them.
//
// The data flow one way. A C program (src) measures pairs of ranks under the
// user's launcher and prints lines of figures; it is built with the user's MPI
// compiler into the cache (build.go), started (run.go), perhaps again with other
// settings of the MPI (knobs.go); the lines become a Result (result.go), which is
// also the JSON file. What follows from figures is worked out in one place
// (advice.go), from which the page, the HTML (page.go, html.go) and what the run
// time is told are made. The curves are drawn by package chart (figure.go).
//
// Nothing here can make a program wrong: the run time takes what it is told as
// the first thing to try (rtlib/src/prior.c).
package probe
