// Package diag holds what the tools say about a program: diagnostics with an
// append-only code, a place, a message, notes and a hint, and how they are
// printed.
//
// The idea: a message is data. The packages that find something fill in a
// Diagnostic; only this package knows how it looks on a terminal (in the form
// file:line:col: error: message [MDMP012], the source line, a caret, notes,
// hint). Places are bytes of the file; what a user reads (name,
// line, column, with the preprocessor's line markers applied) is worked out
// when a message is printed.
//
// Every code has a page in explain/: severity, stage, title, explanation, an
// example that is wrong and the same example put right. "mdmp explain MDMP012"
// shows it, the language's specification lists the titles, and a test feeds
// every wrong example to the tools and wants exactly its code back. A code is
// never reused or renumbered: users search for it.
package diag

import "github.com/mdmp-fortran/mdmp/fortran/source"

// Severity of a diagnostic.
type Severity uint8

// Severities.
const (
	Error Severity = iota
	Warning
	Note
)

// String returns the word that stands in a message.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	default:
		return "note"
	}
}

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
