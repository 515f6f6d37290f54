// Package overlap finds out how long the messages of the program's own MPI calls can be
// under way: where one can begin that a call sends or receives, and where it has to be
// complete.
//
// The idea (Danalis et al., MPI-aware compiler optimizations for improving
// communication-computation overlap): a blocking call is a nonblocking one and a wait, with nothing
// between them. Both keep communicator, tag, rank and buffer, so whoever is at the other end (a file that
// was not translated, a library, a receive with wildcards) meets the message that it would
// have met. The wait goes down over statements that the message does not matter to, and so does
// a wait that the program wrote. The call goes up over statements that do not matter to the message.
//
// What may be crossed. Memory: nothing crosses a statement that touches what is received, writes
// what is sent, frees either, or touches the status or the error code; nothing goes up over a
// statement that changes an argument. Order: MPI promises an order of messages between two
// ranks only, and by it and by what the program sees, a program may know that something happened
// elsewhere. A message that has come tells that its sender got so far. So whatever tells other
// ranks or the world something (a message that begins, a collective call, input and output, the
// end of the program, a procedure that is not known) stays behind every receive that it
// was behind: receives cross nothing but what is local. That a send in standard mode is complete
// tells nothing, because it may have been buffered. So the wait for it may cross other calls that
// send, receive or wait from point to point, and those only.
//
// Matching. Calls begin in the order of the program, and none begins before a receive that
// was before it is complete; so the messages of each pair of ranks leave, and its receives are
// posted, in the order in which they were, and a wildcard sees what it saw.
//
// Conditions (place.go). A call under a logical IF, or in an IF construct that holds nothing but calls, takes its condition along.
//
// Nests (cut.go). A nest or an array assignment that touches a message is cut into iterations that do not and those that do, which is a matter of
// what package depend proves of their order. Calls in a row begin later, inside the nest, each behind the wait for the one before:
// nothing is crossed by that but what is local, and the order of calls is the same.
//
// Deadlock. Let a run of the program be given in which no call waits for ever. The new one
// begins every message no later than that one, as seen from any wait: what stands between a
// start and its wait is local and ends by itself, or begins messages, or waits for messages that were waited
// for there in the same order but for sends. By induction over the waits, each one's partner has begun;
// MPI completes a message both sides of which have begun, because a rank that sits in any wait
// lets all its messages move. Therefore nothing that is not MPI and may wait for another rank is ever
// crossed. A program that hangs only because a send is not buffered may stop hanging.
//
// Which way is faster the program finds out (package codegen/nonblocking). Each rank may execute a group, each time, as it was
// written or with messages under way: all that is said here of a rank holds whatever the others do, as if they had not been translated,
// and at the end of a group everything is complete.
//
// What the compiler must not do: it sees no access to a buffer between start and wait, and there is
// none. Behind the wait the buffer is handed to a procedure of MPI that does nothing to it, so that no
// value read before and no store made after can cross the wait (package codegen/nonblocking).
package overlap
