package source

import (
	"sort"
	"strconv"
)

// Line is one logical line: a statement, a directive, an include or cpp line.
// Lines come in the order of their first bytes.
//
// Files have as many lines as statements, so a Line is kept small: labels are
// numbers, and only a text that is put together from several
// places has a map.
type Line struct {
	Text   []byte // joined text without label, sentinel, comments and continuations; blanks in fixed form are kept; read only, often part of File.Src
	Span   Span   // bytes of the file from the first to just after the last byte of the statement, continuations included, trailing comment excluded; starts at the label if there is one, for a directive at the sentinel
	First  int32  // first and last physical line, from 1, markers not applied
	Last   int32
	Kind   LineKind
	Cond   bool // stood behind the conditional-compilation sentinel '!$'
	Shared bool // shares a physical line with another statement (';')
	Inside bool // for Directive and Cpp: stood between the lines of a continued statement
	Split  bool // preprocessor lines other than line markers stand inside: the text may hold both branches of an #if
	Inert  bool // a directive that the compiler takes for a comment, see Options.Unread
	Broken bool // something is wrong with the line, see File.Problems: it must not be understood

	word  *string // of the sentinel, nil for others than directives
	label label
	start Pos    // of Text in the file
	segs  *[]seg // nil if Text stands in the file as it is
}

// seg maps Text[at:] of a Line (up to the next seg) to the file from pos on.
type seg struct {
	at  int32
	pos Pos
}

// Sentinel returns the word of a Directive, one of Options.Sentinels, else "".
func (l *Line) Sentinel() string {
	if l.word == nil {
		return ""
	}
	return *l.word
}

// Label returns the digits of the statement label, "" if there is none.
func (l *Line) Label() string { return l.label.String() }

// LabelValue returns the value of the statement label, which leading zeros do
// not change; -1 if there is none.
func (l *Line) LabelValue() int {
	if l.label == 0 {
		return -1
	}
	return int(l.label % labelDigits)
}

// Whole reports whether the text stands in the file as it is, in one piece.
func (l *Line) Whole() bool { return l.segs == nil }

// Pos returns the file offset of byte at of l.Text; len(l.Text) is allowed and
// means just after the last byte.
func (l *Line) Pos(at int) Pos {
	if l.segs == nil {
		return l.start + Pos(at)
	}
	segs := *l.segs
	lo, hi := 0, len(segs)
	for lo+1 < hi {
		mid := (lo + hi) / 2
		if int(segs[mid].at) <= at {
			lo = mid
		} else {
			hi = mid
		}
	}
	return min(segs[lo].pos+Pos(at)-segs[lo].at, l.Span.End)
}

// Index returns the index in l.Text of byte p of the file; that of the next
// byte of the text if p is none of them.
func (l *Line) Index(p Pos) int {
	if l.segs == nil {
		return max(0, min(int(p-l.start), len(l.Text)))
	}
	segs := *l.segs
	i := sort.Search(len(segs), func(i int) bool { return segs[i].pos > p }) - 1
	if i < 0 {
		return 0
	}
	end := len(l.Text)
	if i+1 < len(segs) {
		end = int(segs[i+1].at)
	}
	return min(int(segs[i].at)+int(p-segs[i].pos), end)
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

// label is a statement label: its value, of at most five digits, and a hundred
// thousand times the number of digits (leading zeros are written, too).
type label int32

const labelDigits = 100000

// newLabel returns the label of at most five digits.
func newLabel(digits []byte) label {
	l := label(0)
	for _, c := range digits {
		l = l*10 + label(c-'0')
	}
	return l + labelDigits*label(len(digits))
}

// String returns the digits.
func (l label) String() string {
	if l == 0 {
		return ""
	}
	const zeros = "00000"
	text := strconv.Itoa(int(l % labelDigits))
	return zeros[:int(l/labelDigits)-len(text)] + text
}
