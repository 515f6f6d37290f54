// Package rungs puts every directive of a region on a rung of the ladder and
// says why it did not get higher.
//
// The idea: two questions are answered with proofs, all else is left to the
// run time, which may ignore every answer.
//
// For a receive the question is where it must be complete at the latest. Every
// statement of the region is asked what it may touch and whether it may wait
// for another rank. If the answer is a nest with a proved footprint, the run
// time waits box by box (rungs scheduled and strips). If it is anything else,
// the receive is completed just before that statement (rung before): such a
// call stands before each statement that could do harm, wherever it is, so no
// path through the region has to be understood for it; paths are only used to
// leave out calls where nothing can be pending. Where such a call cannot be
// placed (the condition of a DO WHILE, a statement that a GO TO jumps to), the
// receive completes at its exchange (plain).
//
// For a send the question is from where on its section does not change.
// The last nests and statements that may write it, going back from the exchange
// and round the enclosing loop, are where early sends start (scheduled, strips,
// after). These are hints, since the run time compares at the exchange. Only a
// feed that is marked Final is a proof.
//
// Whether a nest may be cut, and how, does not depend on directives: its
// iterations are independent (any order), or its outermost loop can be cut into
// strips that run in order. Innermost loops are never cut, because compilers
// compute the last few iterations of a vector loop by other instructions.
package rungs
