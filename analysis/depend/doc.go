// Package depend decides in which order the iterations of a loop nest may run.
//
// The idea: a nest is given as a small tree (Loop, If, Stmt) of accesses to
// numbered objects, with affine subscripts where they are known. Iterations of
// the outer loop may run in any order, with the same bits in memory afterwards,
// if no two of them touch the same element of which at least one writes it.
//
// For each pair of accesses the question "is there an iteration I and a later
// iteration I' whose subscripts are equal?" becomes a system of equations
// (subscripts), inequalities (loop bounds, triangular and min/max ones
// included; the order of I and I') and facts about symbols, which package
// affine tries to contradict. That one test contains the GCD test, Banerjee's
// bounds and the symbolic and coupled-subscript tests. What is not affine adds
// no equation, so it can only make a dependence look possible.
//
// Scalars are different: a scalar that every iteration assigns before it reads
// it is private. Iterations run one after the other, so it needs no copies,
// only the right final value: that of the last iteration in the original order
// (LastValues), or none if nobody reads it (MustBeDead). A scalar that is only
// accumulated, by an operation whose result does not depend on the order
// (integer sums, max, min, logical operations), is a reduction. Sums of reals
// round, so they are not.
//
// Arrays that every iteration defines anew are private in the same way (privatise.go), but
// nothing is known of what the last iteration leaves in them: it must be of no use.
//
// Strips of the outermost loop run in the original order and need no such
// proof, only that nothing jumps out of the loop.
package depend
