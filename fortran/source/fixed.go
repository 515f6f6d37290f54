package source

import "bytes"

// fixedLine is a physical line of fixed form taken apart.
type fixedLine struct {
	text, end int  // columns 7 to the last significant one
	stop      int  // end of the physical line
	label     int  // first byte of the label field
	labelEnd  int  // just after it
	cont      bool // column 6 marks a continuation
	bad       bool // columns 1 to 5 hold neither blanks nor a label
}

// readFixed reads all lines of a file in fixed form.
func (j *joiner) readFixed() {
	for p := j.mark(); p < len(j.src); {
		end, next := j.physical(p)
		j.lastSep = -1
		if p == end {
			p = next
			continue
		}
		switch c := j.src[p]; c {
		case '#':
			next = j.cpp(p, end, next)
		case 'c', 'C', '*', '!':
			j.fixedComment(p, end)
		case '%': // %LIST and the like, directives to old compilers
		case 'd', 'D':
			if j.opt.DLines {
				j.fixedCode(p, p+1, end, false)
			}
		default:
			j.fixedCode(p, p, end, false)
		}
		p = next
	}
	j.endDirective(len(j.src))
	j.endFixed()
}

// endFixed closes the open statement: nothing continues it.
func (j *joiner) endFixed() {
	o := &j.stmt
	if !o.active {
		return
	}
	if o.inText() {
		j.openString(o, int(o.from), int(o.to))
	}
	j.close(o, Statement)
}

// lastColumn returns the last significant column of fixed form, 0 if there is
// none. Statements begin in column 7, so it is not less.
func lastColumn(length int) int {
	switch {
	case length < 0:
		return 0
	case length == 0:
		return 72
	}
	return max(length, 7)
}

// limit returns the end of the significant part of a line whose column 7 is at
// text.
func (j *joiner) limit(text, end int) int {
	if j.last == 0 || j.last-6 >= end-text {
		return end
	}
	return text + j.last - 6
}

// fixedComment takes a line with a comment character in column 1.
func (j *joiner) fixedComment(p, end int) {
	s := j.words.fixed(j.src, p, j.limit(p+6, end))
	switch s.kind {
	case ourSentinel, otherKnown:
		j.fixedDirective(p, end, s)
	case condSentinel:
		if j.opt.OpenMP && j.conditional(p, end) {
			j.fixedCode(p, p+2, end, true)
		}
	case nearSentinel:
		j.suspect(p, end, s)
	}
}

// conditional reports whether a line that begins with a conditional sentinel is
// code: it begins a statement, or continues one and has no label. gfortran takes
// all others for comments.
func (j *joiner) conditional(p, end int) bool {
	label := false
	for i := p + 2; i < end && i < p+5; i++ {
		if j.src[i] == '\t' {
			return true
		}
		label = label || isDigit(j.src[i])
	}
	if p+5 >= end || isBlank(j.src[p+5]) || j.src[p+5] == '0' {
		return true
	}
	return j.stmt.active && !label
}

// fixedDirective takes a directive line. The sentinel of mdmp ends in column
// 6, the others in column 5; the column after it begins or continues.
func (j *joiner) fixedDirective(p, end int, s sentinel) {
	text := s.after + 1
	stop := j.limit(p+6, end)
	cont := s.after < stop && !isBlank(j.src[s.after]) && j.src[s.after] != '0'
	if s.after < end && j.src[s.after] == '\t' {
		stop = j.limit(text, end)
	}
	text = min(text, stop)
	if j.dir.active && (!cont || j.dir.word != s.word) {
		j.endDirective(p)
	}
	fresh := !j.dir.active
	j.begin(&j.dir, p)
	j.dir.word = s.word
	switch {
	case !fresh:
		j.resume(&j.dir)
	case cont:
		j.dir.broken = true
		hint := ""
		if s.kind == ourSentinel {
			hint = "leave a blank after the sentinel: column 7 marks a continuation"
		}
		j.problem(p, s.after+1, "this directive line continues nothing", hint, s.kind == ourSentinel)
	}
	at := j.scanFixed(&j.dir, text, stop)
	pad := j.padding(&j.dir, p+6, at, stop, end)
	if pad == 0 && (at < stop || stop < j.limit(p+6, len(j.src))) {
		pad = 1 // the rest of the line is blank, and blanks part words in directives
	}
	j.add(&j.dir, text, at, pad)
	if s.kind == ourSentinel && at == stop && stop < end && !j.nothingAfter(stop, end) && !isCardNumber(j.src[stop:end]) {
		j.problem(stop, end, "text behind the last column of the line is no part of the directive", "continue it on a line that begins with !$"+j.words.own()+"&", true)
		j.f.Problems[len(j.f.Problems)-1].Cut = true
	}
}

// isCardNumber tells whether text behind the last column can be the name or
// number of a punched card and not the end of a directive.
func isCardNumber(text []byte) bool {
	return !bytes.ContainsAny(text, "()[],=%&'\"")
}

// maxPadded is the longest line that is padded with blanks where a string is
// open at its end: those of files with lines of any length hold what they say.
const maxPadded = 1024

// padding returns the number of blanks that a line shorter than the last
// column stands for, if a constant is open at its end, and takes them for its own.
func (j *joiner) padding(o *open, text, at, stop, end int) int {
	if !o.inText() || at != end || stop != end || j.last > maxPadded {
		return 0
	}
	n := max(0, j.last-6-(end-text))
	if o.holl > 0 {
		used := min(o.holl, n)
		o.holl -= used
		o.kept, o.keptPad = Pos(at), used
	}
	return n
}

// cutFixed takes apart the line whose column 1 is at p; columns before from
// count as blank.
func (j *joiner) cutFixed(p, from, end int) fixedLine {
	l := fixedLine{stop: end, label: from}
	src := j.src
	i := from
	for i < end && i < p+5 && src[i] != '\t' {
		if c := src[i]; !isBlank(c) && !isDigit(c) {
			if c == '!' {
				break
			}
			l.bad = true
			if c == '&' && i == p { // vendors' continuation by '&' in column 1
				l.bad, l.cont = false, true
				l.labelEnd, l.text = p, p+1
				l.end = j.limit(p+6, end)
				return l
			}
		}
		i++
	}
	l.labelEnd = i
	switch {
	case i >= end:
		l.text = end
	case src[i] == '\t':
		i++
		if i < end && '1' <= src[i] && src[i] <= '9' {
			l.cont = true
			i++
		}
		l.text = i
		l.end = j.limit(i, end)
		return l
	case src[i] == '!' && i < p+5:
		l.text = i
	case src[i] == '\t' || isBlank(src[i]) || src[i] == '0':
		l.text = i + 1
	default:
		l.cont = true
		l.text = i + 1
	}
	l.end = max(j.limit(p+6, end), l.text)
	return l
}

// fixedCode takes a line of code.
func (j *joiner) fixedCode(p, from, end int, cond bool) {
	first := skipBlanks(j.src, from, end)
	if first == end {
		return
	}
	if j.src[first] == '!' && (first != p+5 || bytes.IndexByte(j.src[p:first], '\t') >= 0) {
		j.misplaced(first, end)
		return
	}
	l := j.cutFixed(p, from, end)
	if first >= l.end && !l.cont {
		return // nothing before the last column
	}
	j.endDirective(p)
	hasLabel := !blankFrom(j.src, l.label, l.labelEnd)
	if l.cont && !hasLabel && !l.bad && !j.stmt.active && j.nothingIn(l) {
		return // behind a ';' at the end of a line
	}
	if l.cont && !hasLabel && !l.bad && j.stmt.active {
		j.resume(&j.stmt)
		j.fixedText(p, l, cond)
		return
	}
	j.endFixed()
	o := &j.stmt
	j.begin(o, first)
	o.cond = cond
	switch {
	case l.bad:
		o.broken = true
		j.problem(first, l.labelEnd, "columns 1 to 5 hold something that is no label", "", false)
		l.text = first
	case l.cont:
		o.broken = true
		j.problem(first, l.text, "this line continues nothing", "", false)
	case hasLabel:
		o.label = digits(j.src[l.label:l.labelEnd])
	}
	if o.label != 0 {
		o.to = Pos(l.labelEnd)
	}
	j.fixedText(p, l, cond)
}

// nothingIn reports whether a line holds no text but a comment and ';'.
func (j *joiner) nothingIn(l fixedLine) bool {
	i := l.text
	for i < l.end && (isBlank(j.src[i]) || j.src[i] == ';') {
		i++
	}
	return i >= l.end || j.src[i] == '!'
}

// digits returns the label of the digits of b.
func digits(b []byte) label {
	out := make([]byte, 0, 5)
	for _, c := range b {
		if isDigit(c) {
			out = append(out, c)
		}
	}
	return newLabel(out)
}

// misplaced looks for a directive of ours that does not begin in column 1.
func (j *joiner) misplaced(p, end int) {
	s := j.words.free(j.src, p, end)
	if s.kind == ourSentinel || s.kind == nearSentinel {
		j.ignored(p, end, "in fixed form a directive begins in column 1: this line is a comment", "")
	}
}

// fixedText adds the text of a line to the open statement, split at ';'.
func (j *joiner) fixedText(p int, l fixedLine, cond bool) {
	o := &j.stmt
	from := l.text
	for {
		at := j.scanFixed(o, from, l.end)
		j.add(o, from, at, j.padding(o, l.text, at, l.end, l.stop))
		if at == l.end {
			return
		}
		if j.src[at] == '!' {
			j.trailing(at, l.stop)
			return
		}
		slot := o.slot
		j.close(o, Statement)
		if j.f.Lines[slot].Kind != hole {
			j.lastSep = slot
		}
		from = skipBlanks(j.src, at+1, l.end)
		if from == l.end || j.src[from] == '!' {
			j.trailing(from, l.stop)
			return
		}
		j.begin(o, from)
		o.cond = cond
		j.share(o)
	}
}

// scanFixed runs over code from p to a comment, a ';' or end.
func (j *joiner) scanFixed(o *open, p, end int) int {
	src := j.src
	start := p
	for ; p < end; p++ {
		c := src[p]
		if o.inText() {
			o.textByte(c, p)
			continue
		}
		if !special[c] {
			continue
		}
		switch c {
		case '\'', '"':
			o.quote = c
		case '!':
			return p
		case ';':
			if o != &j.dir {
				return p
			}
		case 'h', 'H':
			o.holl = j.hollerith(o, start, p)
		}
	}
	return end
}
