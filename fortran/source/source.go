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
//
// Nothing is passed over in silence either: a comment that looks like one of
// our directives but is not (a misspelt sentinel, a directive behind a
// statement, a continuation of nothing) is a Problem.
//
// Reading is one pass over the physical lines. A statement that stands on one
// line shares its text with the file; only continued ones are copied. Two
// accumulators, one for the open statement and one for the open directive,
// collect pieces until a line that does not continue them comes.
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

// String returns "auto", "free" or "fixed".
func (f Form) String() string {
	switch f {
	case Free:
		return "free"
	case Fixed:
		return "fixed"
	}
	return "auto"
}

// Options say how a file is read; the zero value is a good default.
type Options struct {
	Form       Form // Auto: decided by Detect
	LineLength int  // last significant column; 0: 72 in fixed form, unlimited in free form; negative: unlimited
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
// Lines come in the order of their first bytes.
type Line struct {
	Sentinel string // for Directive: "mdmp", "omp", "acc" (lower case)
	Label    string // digits of the statement label, "" if none
	Text     []byte // joined text without label, sentinel, comments and continuations; blanks in fixed form are kept; read only, often part of File.Src
	Segs     []Seg  // at least one; ascending in At
	Span     Span   // bytes of the file from the first to just after the last byte of the statement, continuations included, trailing comment excluded; starts at the label if there is one, for a directive at the sentinel
	First    int32  // first and last physical line, from 1, markers not applied
	Last     int32
	Kind     LineKind
	Cond     bool // stood behind the conditional-compilation sentinel '!$'
	Shared   bool // shares a physical line with another statement (';')
	Inside   bool // for Directive and Cpp: stood between the lines of a continued statement
	Split    bool // preprocessor lines other than line markers stand inside: the text may hold both branches of an #if
	Broken   bool // something is wrong with the line, see File.Problems: it must not be understood
}

// Pos returns the file offset of byte at of l.Text; len(l.Text) is allowed and
// means just after the last byte.
func (l *Line) Pos(at int) Pos {
	if len(l.Segs) == 1 {
		return l.Segs[0].Pos + Pos(at)
	}
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

// SpanOf returns the bytes of the file from byte from of l.Text to just after
// byte to-1: continuations that stand between them are inside, what follows
// byte to-1 is not.
func (l *Line) SpanOf(from, to int) Span {
	start := l.Pos(from)
	if to <= from {
		return Span{start, start}
	}
	return Span{start, max(start, min(l.Pos(to-1)+1, l.Span.End))}
}

// Problem is something wrong with the lines of a file: an unfinished
// continuation, an open string, what looks like a directive of ours but is a
// comment to every compiler.
type Problem struct {
	At   Span
	Text string
	Hint string // what to write instead, "" if unknown
	// Directive is set if a directive of ours is concerned; such a problem
	// must be reported to the user, or a directive is lost.
	Directive bool
	Comment   bool // what looks like a directive is a comment to everyone
	Cut       bool // text behind the last column of a directive, which is not read
}

// File is the bytes of a file with what is needed to speak of places in them.
type File struct {
	Name     string
	Src      []byte
	Form     Form
	Opt      Options // as given, with Form decided
	Lines    []Line
	Problems []Problem

	starts  []Pos    // first byte of every physical line
	markers []marker // line markers, in order
}

// MaxSize is the size in bytes of the largest file that New reads.
const MaxSize = 1<<31 - 1<<16

// New reads a file. It never fails: what is wrong with the lines is in
// Problems, and the lines concerned are Broken.
func New(name string, src []byte, opt Options) *File {
	f := &File{Name: name, Src: src, Form: opt.Form}
	if f.Form == Auto {
		f.Form = Detect(name, src)
	}
	opt.Form = f.Form
	f.Opt = opt
	if len(src) > MaxSize {
		f.Problems = append(f.Problems, Problem{Text: "the file is too large (2 GB and more)"})
		f.Src = nil
		return f
	}
	j := newJoiner(f, opt)
	if f.Form == Fixed {
		j.readFixed()
	} else {
		j.readFree()
	}
	j.finish()
	return f
}
