// Package source turns the bytes of a Fortran file into logical lines.
//
// The idea: a Fortran statement is not a run of bytes. It may be broken by
// continuations (inside a name or a string, in both forms), interrupted by
// comments, blank lines and preprocessor lines, end at column 72, share its
// line with others (';') or be conditional ('!$'). This package removes all of
// that once: it yields Lines, each holding the joined text of one statement or
// one directive, and a map from every byte of the joined text back to the byte
// of the file it came from. Everything above works on joined text and reports
// positions of the file.
//
// Nothing is lost: the file's bytes are kept as they are (no encoding is
// assumed, every kind of line end is kept), edits are made on byte ranges of
// the file, and what no Line covers is comment or layout.
package source

// Pos is a byte offset into File.Src.
type Pos = int32

// Span is the half-open byte range [Start, End) of File.Src.
type Span struct{ Start, End Pos }

// Form is the source form of a file.
type Form uint8

// The source forms. Auto asks Detect: evidence in the text first, then the
// extension.
const (
	Auto Form = iota
	Free
	Fixed
)

// Options say how a file is read; the zero value is a good default.
type Options struct {
	Form       Form // Auto: decided by Detect
	LineLength int  // last significant column; 0: 72 in fixed form, unlimited in free form
	OpenMP     bool // '!$' conditional compilation lines are code
	DLines     bool // 'd' in column 1 of fixed form is code (-fd-lines-as-code)
}

// LineKind tells statements from directives.
type LineKind uint8

// The kinds of logical line. Include and Cpp lines stand where they were found.
const (
	Statement LineKind = iota // a Fortran statement (after ';' splitting)
	Directive                 // a comment with a known sentinel: !$mdmp, !$omp, !$acc
	Include                   // include 'file'
	Cpp                       // a preprocessor line, line markers included
)

// Seg maps Text[At:] of a Line (up to the next Seg) to the file from Pos on.
type Seg struct {
	At  int32
	Pos Pos
}

// Line is one logical line: a statement, a directive, an include or cpp line.
type Line struct {
	Kind     LineKind
	Sentinel string // for Directive: "mdmp", "omp", "acc" (lower case)
	Label    string // digits of the statement label, "" if none
	Text     []byte // joined text without label, sentinel, comments and continuations; blanks in fixed form are kept
	Segs     []Seg  // at least one; ascending in At
	Span     Span   // bytes of the file from the first to just after the last byte of the statement, continuations included, trailing comment excluded; starts at the label if there is one, for a directive at the sentinel
	First    int32  // first and last physical line, from 1, markers not applied
	Last     int32
	Cond     bool // stood behind the conditional-compilation sentinel '!$'
	Shared   bool // shares a physical line with another statement (';')
}

// Pos returns the file offset of byte at of l.Text; len(l.Text) is allowed and
// means just after the last byte.
func (l *Line) Pos(at int) Pos {
	lo, hi := 0, len(l.Segs)
	for lo+1 < hi {
		mid := (lo + hi) / 2
		if int(l.Segs[mid].At) <= at {
			lo = mid
		} else {
			hi = mid
		}
	}
	s := l.Segs[lo]
	return s.Pos + Pos(at) - s.At
}

// File is the bytes of a file with what is needed to speak of places in them.
type File struct {
	Name  string
	Src   []byte
	Form  Form
	Lines []Line
	// unexported: line starts, line markers
}

// Position is a place as a user speaks of it: line markers ('# 12 "a.F90"' and
// '#line') are applied, columns count bytes from 1.
type Position struct {
	Name      string
	Line, Col int
}
