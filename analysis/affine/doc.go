// Package affine is arithmetic with integers that are only partly known.
//
// The idea: what a Fortran subscript or loop bound is at run time is unknown,
// but most of them are sums like 2*j+n-1 of loop variables and of values that
// do not change. Such a Form can be added, compared and solved without knowing
// the values. Everything else is left out, and leaving out is always allowed:
// a subscript that is not a Form may be anything.
//
// Three things are built on Forms. A System is a set of linear equations and
// inequalities; Impossible says whether no integers satisfy it (by elimination:
// exact for equations, after Pugh's Omega test, and the real shadow with integer
// tightening for inequalities, so that "true" is a proof and "false" is not).
// Facts are inequalities known to hold, against which forms are compared. A
// Section is a region of an array, one triplet for each dimension; two of them
// are compared with an Answer: yes and no are proofs, maybe is the rest.
//
// Numbers are 64 bits. Whatever does not fit becomes unknown, never wrong.
// Fortran forbids integer overflow, so that a Form means what the program means.
package affine
