// Package flow follows control through a region: from an exchange forwards to
// what touches what was received, and from an exchange backwards to what wrote
// what is sent, round the loops that enclose both.
//
// The idea: soundness is local, quality is not. A pending receive is completed
// before every place that could do harm, whatever the path to it; places are
// the statements of the region, with loops without directives taken as one.
// So gotos and unknown paths cost nothing but calls that turn out to have
// nothing to do. The paths are followed only to leave out such calls, to find
// out which place is met first (for the report) and where early sends should
// start, which are hints.
//
// One thing needs a proof along a path: that the send comes next, with the
// same section, peer, tag, communicator and condition, and nothing written in
// between (Final). It is only given along paths that can be seen at a glance:
// forward through lists of statements, out of branches, and once round the
// innermost loop that encloses the exchange.
package flow
