// Package audit looks a plan over before code is made of it: a second opinion that knows nothing of how the plan came about.
//
// The idea is that of translation validation (Pnueli, Siegel, Singerman 1998; Necula 2000): what made a plan is long and
// clever, what looks it over is short and coarse. It imports the syntax tree, scopes, the table of MPI and the plan
// (rungs.Body), and nothing of what proves (a test of tests/tree sees to that).
//
// It walks each region and each managed procedure forwards, to a fixed point. A receive that is left pending is generated at its exchange,
// and killed by what the plan says of it: a completion before a statement, or the end of the region. In between no
// statement may touch its variable, or memory that may be that variable's, or what has no name, but a nest that states the
// variable. What a statement touches is derived from the statement and the declarations alone, variable by variable: sections
// are not looked at. Where that is too coarse the plan lists a claim (rungs.Claim), which MDMP_VERIFY compares at run time. Of nests it
// is believed which elements their boxes touch.
//
// A zero value of what is known of a statement says that it may do anything.
package audit
