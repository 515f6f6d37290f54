// Package rungs puts every directive of a region on a rung of the ladder, says
// why it did not get higher, and lists what is to be written for it.
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
// after), or are counted. These are hints, since the run time compares at the exchange. Only a
// feed that is marked Final is a proof.
//
// A managed procedure is covered like a region, but completely: it may be
// entered while receives are pending of which it knows nothing, so everything
// that others can reach is described or completed before it is touched. Both
// are a Body with a list of actions; codegen writes them in that order.
//
// Whether a nest may be cut, and how, does not depend on directives: package
// nests has looked at it. Its boxes may run in any order, or in that of its
// outermost loop. Where the loop that is cut may be one that the compiler
// vectorises, it is cut on a grid of 64 iterations, and only if a test has shown
// that this compiler computes the same bits then.
package rungs
