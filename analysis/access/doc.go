// Package access says what every statement of an execution part may touch.
//
// The idea: a statement is reduced to its Effects: references (reads and
// writes of objects, with affine subscripts where they are known), what it may
// touch without naming it (a call may reach module variables, a statement that
// was not understood anything), whether it may wait for another rank, and
// whether control may leave. All later reasoning uses Effects only, so
// everything Fortran offers for touching memory is understood here or nowhere.
// What is not recognised becomes ReachAll: it touches everything and may leave.
//
// What a name stands for is told by package scope: an Entity is a scope.Symbol with the
// little that only the statements of the file tell (that MPI keeps using it, that it
// shares storage, that it is VOLATILE where it is used).
//
// An Object is a variable or a component reached by a path without subscripts
// (chunk%tile(t)%u(i,j) is object chunk%tile%u with section (t,i,j)), so that
// subscripts in the middle take part in comparisons like any other. Where the
// path goes through a pointer, subscripts before it choose among pointers that
// may point anywhere; then they are part of the object's name.
//
// Which objects may share storage follows Fortran's rules: variables without
// POINTER or TARGET are distinct unless COMMON and EQUIVALENCE say otherwise, a
// dummy argument that is written may not be reached by another name, and a
// call can reach what it gets and what it can see.
//
// Much that is a call does not look like one. Stmt says for every statement what
// it evaluates, in the order of the standard's list; expr goes through all of an
// expression, operator.go and scope.Operation tell operators and assignments of
// the language from procedures, final.go knows where final procedures may be
// called, received (in use.go) what a dummy argument alone does, and mpi.go what
// is MPI's.
// evaluated_test.go has a row for every place where an expression stands.
//
// Symbols in affine forms are texts of expressions (n, size(u,1), nx(t)). A
// form means the same at two places only if nothing between them writes what
// its symbols are computed from; Unit.Deps tells what that is.
package access
