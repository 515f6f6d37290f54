// Package nests turns a DO construct, or an array statement, into a nest that may be
// cut into boxes, or says why it may not.
//
// The idea: package access knows what statements touch, package depend knows
// what orders of iterations are equivalent. Between them stands the question
// what the subscripts mean: a subscript is affine in the loops around it only
// if everything else in it keeps its value all through the nest. Integer
// scalars that the nest itself sets (jp = j+1) are followed forward, so that
// u(i,jp) is u(i,j+1); what cannot be followed is unknown.
//
// The same subscripts, with the variables of inner loops replaced by their
// ranges, give the footprints: which elements a piece of the boxed loops
// reads and writes. A footprint may be too large, never too small.
package nests
