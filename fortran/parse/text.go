package parse

import "github.com/mdmp-fortran/mdmp/fortran/source"

// facts are what one pass over a statement tells about its kind. Places are
// indices of buf, -1 if absent; all outside of parentheses and strings.
type facts struct {
	eq       int  // first '=' that is no part of another operator
	arrow    int  // first '=>'
	colons   int  // first '::'
	comma    bool // a comma follows eq
	balanced bool // parentheses and brackets match
}

// class of a byte in preparation.
const (
	plain = iota
	upper
	blank
	quote
	paren
	other // = , : ! and what else is looked at
	hchar
)

// classes maps bytes to what prepare does with them.
var classes = makeClasses()

func makeClasses() (t [256]uint8) {
	for c := 'A'; c <= 'Z'; c++ {
		t[c] = upper
	}
	t['h'], t['H'] = hchar, hchar
	t[' '], t['\t'], t['\r'], t['\f'], t['\v'] = blank, blank, blank, blank, blank
	t['\''], t['"'] = quote, quote
	t['('], t[')'], t['['], t[']'] = paren, paren, paren, paren
	t['='], t[','], t[':'], t[0] = other, other, other, other
	return t
}

// prepareRange prepares part of a line for Expr, where blanks part words.
func (p *parser) prepareRange(from, to int) {
	p.base = from
	p.prepare(p.line.Text[from:to], false)
}

// prepareLine prepares a statement.
func (p *parser) prepareLine(l *source.Line) {
	p.line = l
	p.base = 0
	p.prepare(l.Text, p.fixed)
}

// prepare fills buf, at and facts from text and puts the cursor at the start.
func (p *parser) prepare(text []byte, squeeze bool) {
	p.pos, p.failed, p.why, p.depth, p.slashA = 0, false, "", 0, 0
	p.args, p.exprs = p.args[:0], p.exprs[:0]
	if cap(p.buf) < len(text) {
		p.buf = make([]byte, 0, len(text)+256)
	}
	if cap(p.buf) > 1<<20 && len(text) < 1<<16 {
		p.buf = make([]byte, 0, 1<<16)
	}
	if squeeze && hasBlank(text) {
		if cap(p.at) < len(text) {
			p.at = make([]int32, 0, cap(p.buf))
		}
		p.at = p.at[:len(text)]
	} else {
		squeeze = false
		p.at = nil
	}
	w := writer{buf: p.buf[:len(text)], at: p.at}
	w.run(text, squeeze)
	p.buf = p.buf[:w.n]
	if p.at != nil {
		p.at = p.at[:w.n]
	}
	p.n = w.n
	p.facts = w.facts
}

func hasBlank(text []byte) bool {
	for _, c := range text {
		if classes[c] == blank {
			return true
		}
	}
	return false
}

// writer copies a statement into buf.
type writer struct {
	buf   []byte
	at    []int32
	n     int
	depth int
	after int // just after the last Hollerith constant
	facts facts
}

// put appends c, which is text[i].
func (w *writer) put(c byte, i int) {
	w.buf[w.n] = c
	if w.at != nil {
		w.at[w.n] = int32(i)
	}
	w.n++
}

// run copies text: lower case outside of strings, blanks dropped if squeeze.
func (w *writer) run(text []byte, squeeze bool) {
	w.facts = facts{eq: -1, arrow: -1, colons: -1, balanced: true}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch classes[c] {
		case plain:
			w.put(c, i)
		case upper:
			w.put(c+'a'-'A', i)
		case blank:
			if !squeeze {
				w.put(' ', i)
			}
		case quote:
			w.put(c, i)
			for i++; i < len(text); i++ {
				w.put(text[i], i)
				if text[i] == c {
					break
				}
			}
		case paren:
			w.put(c, i)
			w.nest(c)
		case hchar:
			n := w.hollerith(text, i)
			w.put('h', i)
			for ; n > 0; n-- {
				i++
				w.put(text[i], i)
				w.after = w.n
			}
		default:
			w.note(text, c, i)
		}
	}
	if w.depth != 0 {
		w.facts.balanced = false
	}
}

// nest counts parentheses.
func (w *writer) nest(c byte) {
	if c == '(' || c == '[' {
		w.depth++
		return
	}
	w.depth--
	if w.depth < 0 {
		w.facts.balanced = false
	}
}

// note copies '=', ',' or ':' and records what stands outside of parentheses.
func (w *writer) note(text []byte, c byte, i int) {
	if c == 0 {
		w.put(1, i) // 0 is the parser's end of statement
		return
	}
	w.put(c, i)
	if w.depth != 0 {
		return
	}
	f := &w.facts
	switch c {
	case ',':
		if f.eq >= 0 {
			f.comma = true
		}
	case ':':
		if f.colons < 0 && w.n >= 2 && w.buf[w.n-2] == ':' {
			f.colons = w.n - 2
		}
	case '=':
		prev := byte(0)
		if w.n >= 2 {
			prev = w.buf[w.n-2]
		}
		if prev == '=' || prev == '/' || prev == '<' || prev == '>' {
			return
		}
		next := byte(0)
		for k := i + 1; k < len(text); k++ {
			if next = text[k]; classes[next] != blank || w.at == nil {
				break
			}
		}
		switch {
		case next == '>':
			if f.arrow < 0 {
				f.arrow = w.n - 1
			}
		case next != '=' && f.eq < 0:
			f.eq = w.n - 1
		}
	}
}

// hollerith returns the number of characters that belong to the Hollerith
// constant whose H is text[i], 0 if it is none.
func (w *writer) hollerith(text []byte, i int) int {
	n := source.Hollerith(w.buf[w.after:w.n], w.after == 0)
	if i+n >= len(text) {
		return 0
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }

// nameBytes marks what may stand in a name.
var nameBytes = makeNameBytes()

func makeNameBytes() (t [256]bool) {
	for c := 'a'; c <= 'z'; c++ {
		t[c] = true
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = true
	}
	t['_'], t['$'] = true, true
	return t
}

func isNameByte(c byte) bool { return nameBytes[c] }

// isNameStart tells whether a name can begin with c.
func isNameStart(c byte) bool { return isLetter(c) || c == '_' || c == '$' }
