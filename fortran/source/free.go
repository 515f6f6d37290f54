package source

// readFree reads all lines of a file in free form.
func (j *joiner) readFree() {
	for p := j.mark(); p < len(j.src); {
		end, next := j.physical(p)
		j.lastSep = -1
		q := skipBlanks(j.src, p, end)
		switch {
		case q == end: // blank, also inside a continued statement
		case j.src[q] == '#' && (q == p || !j.stmt.inText()): // some preprocessors allow blanks before it
			next = j.cpp(q, end, next)
		case j.src[q] == '!':
			j.freeComment(q, end)
		default:
			j.endDirective(q)
			j.freeCode(q, end, false)
		}
		p = next
	}
	j.endDirective(len(j.src))
	j.endFree()
}

// endFree closes the open statement at the end of the file.
func (j *joiner) endFree() {
	if j.stmt.active && j.stmt.cont {
		at := int(j.stmt.contPos)
		j.problem(at, at+1, "the file ends in a continued statement", "", false)
		j.stmt.broken = true
	}
	j.close(&j.stmt, Statement)
}

// freeComment takes a line whose first character is '!'.
func (j *joiner) freeComment(p, end int) {
	s := j.words.free(j.src, p, end)
	switch s.kind {
	case ourSentinel, otherKnown:
		if j.opt.OpenMP && *s.word != "omp" && j.stmt.active && j.stmt.cont {
			j.stmt.broken = true // gfortran takes it for a conditional line
		}
		j.freeDirective(p, end, s)
	case condSentinel:
		if j.opt.OpenMP {
			j.endDirective(p)
			if q := skipBlanks(j.src, s.after, end); q < end && (j.src[q] != '!' || j.stmt.inText()) {
				j.freeCode(q, end, true)
			}
		}
	case nearSentinel:
		j.suspect(p, end, s)
	case noSentinel:
		if j.opt.OpenMP && j.stmt.active && j.stmt.cont && p+2 < end && j.src[p+1] == '$' {
			j.endDirective(p)
			j.stmt.broken = true // a comment to some compilers
			j.freeCode(p+2, end, true)
		}
	}
}

// suspect reports a comment that looks like a directive of ours.
func (j *joiner) suspect(p, end int, s sentinel) {
	for end > p && isBlank(j.src[end-1]) {
		end--
	}
	j.ignored(p, end, s.text+": this line is a comment", "write !$"+j.words.own()+" followed by a blank")
}

// freeDirective takes a directive line with the sentinel s at p.
func (j *joiner) freeDirective(p, end int, s sentinel) {
	q := skipBlanks(j.src, s.after, end)
	amp := q < end && j.src[q] == '&'
	if j.dir.active && (!j.dir.cont || j.dir.word != s.word) {
		j.endDirective(p)
	}
	fresh := !j.dir.active
	j.begin(&j.dir, p)
	j.dir.word = s.word
	if fresh {
		if amp {
			j.dir.broken = true
			j.problem(p, q+1, "this directive line continues nothing", "", s.kind == ourSentinel)
		}
	} else {
		j.resume(&j.dir)
		if !amp && !j.dir.inText() {
			j.dir.pieces[len(j.dir.pieces)-1].pad++
		}
	}
	if amp {
		q++
	}
	j.dir.cont = false
	stop := j.scanFree(&j.dir, q, end)
	if j.dir.inText() && !j.dir.cont {
		j.openString(&j.dir, p, end)
	}
	if !j.dir.cont {
		j.add(&j.dir, q, stop, 0)
		j.close(&j.dir, Directive)
	}
}

// endDirective closes the open directive, whose continuation did not come.
func (j *joiner) endDirective(int) {
	if !j.dir.active {
		return
	}
	if j.dir.cont {
		at := int(j.dir.contPos)
		j.problem(at, at+1, "the directive ends in '&' but no !$"+*j.dir.word+"& line continues it", "", j.own(&j.dir))
		j.dir.broken = true
	}
	j.close(&j.dir, Directive)
}

// openString reports a string that is not closed on its line.
func (j *joiner) openString(o *open, from, end int) {
	j.problem(from, end, "a character constant is not closed", "", j.own(o))
	o.quote, o.holl = 0, 0
	o.broken = true
}

// freeCode takes a line of code from its first non-blank on.
func (j *joiner) freeCode(p, end int, cond bool) {
	o := &j.stmt
	if o.active && o.cont {
		o.cont = false
		switch {
		case j.src[p] == '&':
			p++
			if !o.inText() && j.nothingAfter(p, end) {
				o.cont = true // a line of '&' alone
				return
			}
		case o.inText() || len(o.pieces) == 0:
		case cond: // gfortran parts no tokens here, others do
			last := o.pieces[len(o.pieces)-1]
			if last.start < last.end && isNameByte(j.src[last.end-1]) && isNameByte(j.src[p]) {
				o.broken = true
			}
		case !j.doubled(o, p):
			o.pieces[len(o.pieces)-1].pad++
		}
		j.resume(o)
	}
	for {
		if !o.active {
			p = skipBlanks(j.src, p, end)
			if p == end || j.src[p] == '!' {
				j.trailing(p, end)
				return
			}
			if j.src[p] == '&' && j.nothingAfter(p+1, end) {
				return // a line of '&' alone, which continues nothing
			}
			p = j.startFree(p, end, cond)
		}
		stop := j.scanFree(o, p, end)
		if o.cont {
			return
		}
		if o.inText() {
			j.openString(o, p, end)
		}
		j.add(o, p, stop, 0)
		slot := o.slot
		j.close(o, Statement)
		if stop == end || j.src[stop] == '!' {
			j.trailing(stop, end)
			return
		}
		if j.f.Lines[slot].Kind != hole {
			j.lastSep = slot
		}
		p = stop + 1
	}
}

// doubled tells whether the quote at p, which begins a line without a leading '&', is the second of a doubled one: as
// constants never stand next to each other, gfortran takes it so.
func (j *joiner) doubled(o *open, p int) bool {
	last := o.pieces[len(o.pieces)-1]
	c := j.src[p]
	return (c == '\'' || c == '"') && last.start < last.end && j.src[last.end-1] == c
}

// startFree opens a statement at p and takes its label.
func (j *joiner) startFree(p, end int, cond bool) int {
	o := &j.stmt
	if j.src[p] == ';' {
		j.begin(o, p)
		return p
	}
	j.begin(o, p)
	o.cond = cond
	j.share(o)
	if !isDigit(j.src[p]) {
		return p
	}
	q := p
	for q < end && isDigit(j.src[q]) {
		q++
	}
	o.broken = q < end && j.src[q] == '&' // a label that may go on
	if q-p > 5 || q < end && !isBlank(j.src[q]) && j.src[q] != ';' && j.src[q] != '!' {
		return p // no label: left to the parser, which will not understand it
	}
	o.label = newLabel(j.src[p:q])
	o.to = Pos(q)
	return skipBlanks(j.src, q, end)
}

// trailing looks for a directive of ours behind a statement, where it is a
// comment.
func (j *joiner) trailing(p, end int) {
	if p+1 >= end || j.src[p] != '!' || j.src[p+1] != '$' {
		return
	}
	word := j.src[p+2 : wordEnd(j.src, p+2, end)]
	if len(word) > 0 && (equalFold(word, j.words.own()) || j.words.isNear(word)) {
		j.ignored(p, end, "a directive behind a statement is a comment", "put it on a line of its own")
	}
}

// nothingAfter tells whether only blanks or a comment follow.
func (j *joiner) nothingAfter(p, end int) bool {
	p = skipBlanks(j.src, p, end)
	return p == end || j.src[p] == '!'
}

// special marks the bytes at which scanFree and scanFixed look closer.
var special = [256]bool{'\'': true, '"': true, '!': true, ';': true, '&': true, 'h': true, 'H': true}

// scanFree runs over code from p to the end of the statement on this line: at
// a comment, a ';' (not in directives) or end. If the line says that it is
// continued, o.cont is set and the code is added to o.
func (j *joiner) scanFree(o *open, p, end int) int {
	src := j.src
	start := p
	for ; p < end; p++ {
		c := src[p]
		if o.inText() {
			if c == '&' && blankFrom(src, p+1, end) {
				j.continued(o, start, p)
				return end
			}
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
		case '&':
			if j.nothingAfter(p+1, end) {
				j.continued(o, start, p)
				j.trailing(skipBlanks(src, p+1, end), end)
				return end
			}
		default:
			o.holl = j.hollerith(o, start, p)
		}
	}
	return end
}

// continued adds [start,at) to o, which goes on after the '&' at at.
func (j *joiner) continued(o *open, start, at int) {
	j.add(o, start, at, 0)
	o.to = max(o.to, Pos(at)+1)
	o.cont = true
	o.contPos = Pos(at)
}
