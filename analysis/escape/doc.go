// Package escape finds out which variables of a file may be touched by something that does not name them.
//
// The idea: each place where a name stands has a role by its syntax: it is read, assigned, a subscript, an argument
// of this procedure. The roles that are known to leave nothing behind are listed, and so is what all others that are known leave; any other
// place lets the variable escape (roles.go). So what was forgotten here costs speed, never a result. All names are met, since the walker
// of package ast lists them.
//
// What escapes does so in one or several Ways. Through a Pointer: its address was taken, and anything that nobody sees may
// touch it. Through a Request: MPI, or asynchronous input or output, may use it until something completes
// that. Unseen: a procedure of which no statement is seen got it, and may have begun such a request.
//
// The last is weaker than "anything", by a promise of the language. A pointer to an argument that has neither
// TARGET nor POINTER is gone when the procedure is over (F2018 15.5.2.4), so that what may be left is asynchronous
// communication (18.10.4; the chapter of the MPI standard on problems with Fortran bindings has the examples). Programs do not always keep that promise
// where the dummy argument has TARGET. So it is believed of procedures that are not seen and whose interface does not say TARGET, and of no others.
//
// Between variables (flow.go): an argument escapes as the dummy argument does, if the statements of the procedure stand in the file; the
// target of a local pointer as the pointer does; what MOVE_ALLOC fills as what it empties; and all that shares storage (COMMON,
// EQUIVALENCE) alike. These are edges of a graph, and ways go along them until nothing is new. That is the connection graph of Choi et al.
// (Escape Analysis for Java, OOPSLA 1999), without order of statements: what escapes somewhere in the file has escaped everywhere in it.
// Names of ASSOCIATE and SELECT, of hosts and of modules are those of the variable behind.
//
// What is not said here: what other files do with what they can reach (variables of modules and common blocks, arguments
// of callers): that follows from where a variable is declared, and is asked of package access. What is declared ASYNCHRONOUS or VOLATILE. And
// directives: what they send and receive is the plan's.
package escape
