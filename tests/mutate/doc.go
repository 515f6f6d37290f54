// Package mutate leaves out, on purpose, what keeps translated programs right, to
// see whether the tests notice.
//
// There are three kinds of mutants. One changes the text that the translator wrote
// in mode auto: a statement of it is left out, a hint becomes a promise, a guard is
// always true. It is named by the kind of the statement and by the kind of the
// user's statement behind it ("need before call"), and knows nothing of the
// translator. Another changes the analysis: a condition is always true or never,
// or a case is gone; its tests run on a copy. The third makes careful answers of the
// provers bold, to see whether the auditor, guards and tests notice (careful.go).
//
// A mutant that no test notices is a missing test or dead code, or says in the
// table why nobody can notice it. The table is docs/mutation.md.
package mutate
