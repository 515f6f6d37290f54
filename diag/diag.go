// Package diag holds what the tools say about a program: diagnostics with an
// append-only code, a place, a message, notes and a hint, and how they are
// printed.
//
// The idea: a message is data. The packages that find something fill in a
// Diagnostic; only this package knows how it looks on a terminal (in the form
// file:line:col: error: message [MDMP012], the source line, a caret, notes,
// hint) or as JSON. Every code has an explanation with a worked example
// (explain), shown by "mdmp explain MDMP012".
package diag

import "mdmp/fortran/source"

// Severity of a diagnostic.
type Severity uint8

// Severities.
const (
	Error Severity = iota
	Warning
	Note
)

// Diagnostic is one finding.
type Diagnostic struct {
	Severity Severity
	Code     Code
	At       source.Span // bytes of the file
	Message  string      // one line, no final stop, in words of Fortran users
	Notes    []Related
	Hint     string // what to do, "" if none
}

// Related points at another place that matters.
type Related struct {
	At      source.Span
	Message string
}
