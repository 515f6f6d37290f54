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
	Form Form // Auto: decided by Detect
	// LineLength is the last significant column of fixed form, not less than 7; 0:
	// 72; negative: unlimited. Free form is read whole: compilers refuse lines
	// that are too long.
	LineLength int
	OpenMP     bool // '!$' conditional compilation lines are code
	// Unread are the sentinels, in lower case and without the character that begins a comment ("$omp", "dir$"), of
	// comments that mean nothing to the compiler. Directives are read all the same, but nothing follows from them for
	// the code around them.
	Unread   []string
	OnlySIMD bool // so it is with OpenMP's directives but those of SIMD (-fopenmp-simd)
	DLines   bool // 'd' in column 1 of fixed form is code (-fd-lines-as-code)
	// Sentinels are the words, in lower case, of the comments that are directives:
	// !$word. The first is that of the reader's own, of which mistakes are found; the
	// others are known. nil: mdmp, omp and acc.
	Sentinels []string
}

// LineKind tells statements from directives.
type LineKind uint8

// The kinds of logical line. Include and Cpp lines stand where they were found.
const (
	Statement LineKind = iota // a Fortran statement (after ';' splitting)
	Directive                 // a comment with a sentinel of Options.Sentinels
	Include                   // include 'file'
	Cpp                       // a preprocessor line, line markers included
)

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
	f := &File{Name: Spoken(name), Src: src, Form: opt.Form}
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
