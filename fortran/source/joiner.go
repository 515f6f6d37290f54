package source

import (
	"bytes"
	"cmp"
	"slices"
)

// piece is a run of bytes of the file that belongs to an open logical line,
// followed by pad blanks that stand in no file (an unmarked continuation
// separates tokens; a short line inside a string of fixed form is padded).
type piece struct {
	start, end Pos
	pad        int32
}

// open is a logical line that is being collected.
type open struct {
	active  bool
	slot    int // index in File.Lines, reserved when the line began
	pieces  []piece
	label   label
	from    Pos // start of the span
	to      Pos // just after the last byte
	first   int32
	last    int32
	cond    bool
	shared  bool
	cpp     bool // a preprocessor line was met; split if the line goes on after it
	split   bool
	broken  bool
	word    *string // of the sentinel of a directive
	inside  int     // slots from here on are not yet marked as inside
	quote   byte    // open string, 0 if none
	holl    int     // characters of an open Hollerith constant that are still to come
	kept    Pos     // just after the last byte of a Hollerith constant, 0 if there is none
	keptPad int     // blanks behind it that stand in no file and belong to the constant
	cont    bool    // free form: the line said that it continues
	contPos Pos     // place of that '&'
}

// joiner reads the physical lines of a file one after the other.
type joiner struct {
	f     *File
	src   []byte
	opt   Options
	words words // of sentinels
	stmt  open
	dir   open
	line  int32 // number of the current physical line
	last  int   // last significant column of fixed form, 0: none

	segs    []seg   // slab
	text    []byte  // slab
	lastSep int     // line slot of the statement before a ';' on this line, -1 if none
	holes   bool    // a reserved slot stayed empty
	skipped []int32 // physical lines that hold characters which gfortran skips
}

// hole marks a reserved slot that stayed empty.
const hole LineKind = 255

func newJoiner(f *File, opt Options) *joiner {
	lines := bytes.Count(f.Src, []byte{'\n'}) + 1
	f.starts = make([]Pos, 0, lines)
	f.Lines = make([]Line, 0, lines/4+8)
	return &joiner{f: f, src: f.Src, opt: opt, words: opt.words(), last: lastColumn(opt.LineLength), lastSep: -1}
}

// physical cuts the next physical line at p: its end without line end, and the
// start of the line after it.
func (j *joiner) physical(p int) (end, next int) {
	j.f.starts = append(j.f.starts, Pos(p))
	j.line++
	n := bytes.IndexByte(j.src[p:], '\n')
	end, next = len(j.src), len(j.src)
	if n >= 0 {
		end, next = p+n, p+n+1
	}
	if n >= 0 && end > p && j.src[end-1] == '\r' {
		end--
	}
	if bytes.IndexByte(j.src[p:end], '\r') >= 0 || bytes.IndexByte(j.src[p:end], 0) >= 0 {
		j.skipped = append(j.skipped, j.line)
	}
	return end, next
}

// breakSkipped breaks the statements of lines with carriage returns or nulls inside. gfortran skips these, so that what follows
// stands in other columns than it does here, and a comment line may be one that goes on: the statements beside break, too.
func (j *joiner) breakSkipped() {
	for _, line := range j.skipped {
		i, _ := slices.BinarySearchFunc(j.f.Lines, line, func(l Line, line int32) int { return cmp.Compare(l.First, line) })
		for i > 0 && j.f.Lines[i-1].Last >= line {
			i--
		}
		for k := max(i-1, 0); k < len(j.f.Lines); k++ {
			j.f.Lines[k].Broken = j.f.Lines[k].Broken || j.f.Lines[k].Kind == Statement
			if j.f.Lines[k].First > line {
				break
			}
		}
	}
}

// mark returns where the text begins: behind a byte order mark, if there is one.
func (j *joiner) mark() int {
	if bytes.HasPrefix(j.src, []byte("\xef\xbb\xbf")) {
		return 3
	}
	return 0
}

// begin opens a logical line at from.
func (j *joiner) begin(o *open, from int) {
	if o.active {
		return
	}
	slot := len(j.f.Lines)
	*o = open{active: true, slot: slot, inside: slot + 1, pieces: o.pieces[:0], from: Pos(from), to: Pos(from), first: j.line, last: j.line}
	j.f.Lines = append(j.f.Lines, Line{Kind: hole})
}

// add appends bytes [start,end) to an open line.
func (j *joiner) add(o *open, start, end, pad int) {
	o.last = j.line
	if start >= end && pad == 0 && len(o.pieces) > 0 {
		return
	}
	o.pieces = append(o.pieces, piece{Pos(start), Pos(end), int32(pad)})
	for end > start && isBlank(j.src[end-1]) {
		end--
	}
	if end > start {
		o.to = Pos(end)
	}
}

// close ends an open line and fills its slot.
func (j *joiner) close(o *open, kind LineKind) {
	if !o.active {
		return
	}
	o.active = false
	l := Line{Kind: kind, word: o.word, label: o.label, Span: Span{o.from, max(o.to, o.kept)}, Inside: j.f.Lines[o.slot].Inside,
		First: o.first, Last: o.last, Cond: o.cond, Shared: o.shared, Split: o.split, Broken: o.broken}
	j.join(o, &l)
	l.Inert = j.inert(&l)
	switch {
	case len(l.Text) == 0 && l.label == 0 && kind == Statement && !l.Broken:
		j.holes = true
		l.Kind = hole
	case kind == Statement && isInclude(l.Text):
		l.Kind = Include
	}
	j.f.Lines[o.slot] = l
}

// inert reports whether a directive means nothing to the compiler.
func (j *joiner) inert(l *Line) bool {
	if l.word == nil || l.word == &j.words[0] {
		return false
	}
	return slices.Contains(j.opt.Unread, "$"+*l.word) || j.opt.OnlySIMD && *l.word == "omp" && !ofSIMD(l.Text)
}

// join makes the text and the map of a line from its pieces.
func (j *joiner) join(o *open, l *Line) {
	ps := o.pieces
	for len(ps) > 0 && trimLeft(j.src, &ps[0]) {
		ps = ps[1:]
	}
	if len(ps) == 0 {
		l.start = o.to
		l.Text = j.src[o.to:o.to]
		return
	}
	if len(ps) == 1 && o.keptPad == 0 {
		p := ps[0]
		end := p.end
		for end > p.start && end > o.kept && isBlank(j.src[end-1]) {
			end--
		}
		l.start = p.start
		l.Text = j.src[p.start:end:end]
		return
	}
	size := 0
	for _, p := range ps {
		size += int(p.end-p.start) + int(p.pad)
	}
	segs := j.newSegs(len(ps))[:0]
	buf := j.newText(size)[:0]
	kept := 0
	for _, p := range ps {
		if p.start < o.kept && o.kept <= p.end {
			kept = len(buf) + int(o.kept-p.start) + o.keptPad
		}
		segs = append(segs, seg{int32(len(buf)), p.start})
		buf = append(buf, j.src[p.start:p.end]...)
		for range p.pad {
			buf = append(buf, ' ')
		}
	}
	end := len(buf)
	for end > kept && isBlank(buf[end-1]) {
		end--
	}
	l.Text = buf[:end:end]
	for n := len(segs); n > 1 && int(segs[n-1].at) >= end; n-- {
		segs = segs[:n-1] // blanks alone
	}
	l.start = segs[0].pos
	if len(segs) > 1 || !bytes.Equal(l.Text, j.src[l.start:min(int(l.start)+end, len(j.src))]) {
		l.segs = &segs
	}
}

// trimLeft removes leading blanks of a piece and tells whether nothing is left.
func trimLeft(src []byte, p *piece) (empty bool) {
	for p.start < p.end && isBlank(src[p.start]) {
		p.start++
	}
	return p.start == p.end
}

func (j *joiner) newSegs(n int) []seg {
	if n > len(j.segs) {
		j.segs = make([]seg, max(n, min(512, len(j.src)/128+1)))
	}
	s := j.segs[:n:n]
	j.segs = j.segs[n:]
	return s
}

func (j *joiner) newText(n int) []byte {
	if n > len(j.text) {
		j.text = make([]byte, max(n, min(8192, len(j.src)/16+64)))
	}
	s := j.text[:n:n]
	j.text = j.text[n:]
	return s
}

// cpp takes a preprocessor line, with the lines that a final backslash adds,
// and returns the start of the line after it.
func (j *joiner) cpp(p, end, next int) int {
	first := j.line
	start := p
	for end > p && j.src[end-1] == '\\' && next < len(j.src) {
		p = next
		end, next = j.physical(p)
	}
	text := j.src[start:end:end]
	j.f.Lines = append(j.f.Lines, Line{Kind: Cpp, Text: text, start: Pos(start),
		Span: Span{Pos(start), Pos(end)}, First: first, Last: j.line})
	if num, name, ok := parseMarker(text); ok {
		if name == "" && len(j.f.markers) > 0 {
			name = j.f.markers[len(j.f.markers)-1].name
		}
		j.f.markers = append(j.f.markers, marker{j.line, num, name})
		return next
	}
	j.stmt.cpp = true
	j.dir.cpp = true
	return next
}

// resume notes that an open line goes on: what was met since its last line
// stood inside it.
func (j *joiner) resume(o *open) {
	if o.cpp {
		o.split = true
	}
	for ; o.inside < len(j.f.Lines); o.inside++ {
		j.f.Lines[o.inside].Inside = true
	}
}

// problem records that something is wrong.
func (j *joiner) problem(from, to int, text, hint string, directive bool) {
	j.f.Problems = append(j.f.Problems, Problem{At: Span{Pos(from), Pos(to)}, Text: text, Hint: hint, Directive: directive})
}

// ignored records that what looks like a directive of ours is a comment.
func (j *joiner) ignored(from, to int, text, hint string) {
	j.problem(from, to, text, hint, true)
	j.f.Problems[len(j.f.Problems)-1].Comment = true
}

// finish removes the slots that stayed empty and what was allocated in vain.
func (j *joiner) finish() {
	if j.holes {
		j.fillHoles()
	}
	j.breakSkipped()
	if n := len(j.f.Lines); cap(j.f.Lines)-n > n/16 {
		j.f.Lines = append(make([]Line, 0, n), j.f.Lines...)
	}
}

func (j *joiner) fillHoles() {
	kept := j.f.Lines[:0]
	for _, l := range j.f.Lines {
		if l.Kind != hole {
			kept = append(kept, l)
		}
	}
	clear(j.f.Lines[len(kept):])
	j.f.Lines = kept
}

// share marks the statement that o holds and the one before it on the same
// line, if there is one.
func (j *joiner) share(o *open) {
	if j.lastSep >= 0 {
		j.f.Lines[j.lastSep].Shared = true
		o.shared = true
		j.lastSep = -1
	}
}

// isInclude tells include 'file' from other statements.
func isInclude(text []byte) bool {
	const word = "include"
	n := 0
	i := 0
	for ; i < len(text) && n < len(word); i++ {
		c := text[i]
		if isBlank(c) {
			continue
		}
		if lower(c) != word[n] {
			return false
		}
		n++
	}
	for i < len(text) && isBlank(text[i]) {
		i++
	}
	if i+1 >= len(text) || text[i] != '\'' && text[i] != '"' {
		return false
	}
	return bytes.IndexByte(text[i+1:], text[i]) == len(text)-i-2
}

// IncludePath returns the file that an Include line names.
func (l *Line) IncludePath() string {
	if i := bytes.IndexAny(l.Text, `'"`); i >= 0 && len(l.Text) > i+1 {
		return string(l.Text[i+1 : len(l.Text)-1])
	}
	return ""
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameByte(c byte) bool {
	return isDigit(c) || 'a' <= lower(c) && lower(c) <= 'z' || c == '_' || c == '$'
}

// blankFrom tells whether [p,end) holds blanks only.
func blankFrom(src []byte, p, end int) bool {
	for p < end && isBlank(src[p]) {
		p++
	}
	return p >= end
}

// skipBlanks returns the first non-blank at or after p, at most end.
func skipBlanks(src []byte, p, end int) int {
	for p < end && isBlank(src[p]) {
		p++
	}
	return p
}

// own tells whether what is open is a directive of our own.
func (j *joiner) own(o *open) bool { return o.word == &j.words[0] }
