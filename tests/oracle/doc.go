// Package oracle compares what the front end understands of Fortran files with
// what compilers understand: the parse trees that flang prints, the symbols and
// loops that gfortran prints.
//
// It is used by tests and by "make corpus" only. For flang the comparison is of
// sequences: both trees are written as the list of their statements, each with
// its kind and, for executable statements, the operators and names of its
// expressions in the order of the tree (a tree with operators of fixed arity is
// known by that order). Where the two differ, the first statement that does is
// reported.
package oracle
