package parse

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// peek skips blanks and returns the byte at the cursor, 0 at the end.
func (p *parser) peek() byte {
	for p.pos < p.n {
		if c := p.buf[p.pos]; c != ' ' {
			return c
		}
		p.pos++
	}
	return 0
}

// at1 returns the byte i places behind the cursor, 0 beyond the end.
func (p *parser) ahead(i int) byte {
	if p.pos+i < p.n {
		return p.buf[p.pos+i]
	}
	return 0
}

// accept takes c if it comes next.
func (p *parser) accept(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.pos++
	return true
}

// accept2 takes the two adjacent bytes a b if they come next.
func (p *parser) accept2(a, b byte) bool {
	if p.peek() != a || p.ahead(1) != b {
		return false
	}
	p.pos += 2
	return true
}

// commas goes round once for each element of a list separated by commas, and takes
// these; it ends where the statement has failed.
func (p *parser) commas(yield func() bool) {
	for !p.failed && yield() && p.accept(',') {
	}
}

// inParens parses (x), where parse reads x.
func inParens[T any](p *parser, parse func(*parser) T) T {
	p.expect('(')
	x := parse(p)
	p.expect(')')
	return x
}

// expect2 takes the two adjacent bytes a b or fails.
func (p *parser) expect2(a, b byte) {
	if !p.accept2(a, b) {
		p.fail("expected '" + string([]byte{a, b}) + "', found " + p.found())
	}
}

// expect takes c or fails.
func (p *parser) expect(c byte) bool {
	if p.accept(c) {
		return true
	}
	p.fail("expected '" + string(rune(c)) + "', found " + p.found())
	return false
}

// end tells whether the statement is over.
func (p *parser) end() bool { return p.peek() == 0 }

// kw takes a keyword; a blank in pat stands for blanks that may be there. In
// free form the keyword must not go on as a name.
func (p *parser) kw(pat string) bool {
	i := p.match(pat)
	if i < 0 || !p.fixed && i < p.n && nameBytes[p.buf[i]] {
		return false
	}
	p.pos = i
	return true
}

// match returns the end of pat if it stands at the cursor, else -1.
func (p *parser) match(pat string) int {
	i := p.pos
	for i < p.n && p.buf[i] == ' ' {
		i++
	}
	for k := 0; k < len(pat); k++ {
		c := pat[k]
		if c == ' ' {
			for i < p.n && p.buf[i] == ' ' {
				i++
			}
			continue
		}
		if i >= p.n || p.buf[i] != c {
			return -1
		}
		i++
	}
	return i
}

// word returns the bounds of the name at the cursor; s == e if there is none.
func (p *parser) word() (s, e int) {
	if !isNameStart(p.peek()) {
		return p.pos, p.pos
	}
	s = p.pos
	e = s + 1
	for e < p.n && nameBytes[p.buf[e]] {
		e++
	}
	return s, e
}

// name takes a name and returns it, "" if there is none.
func (p *parser) name() string {
	s, e := p.word()
	if s == e {
		return ""
	}
	p.pos = e
	return p.names.get(p.buf[s:e])
}

// needName takes a name or fails.
func (p *parser) needName() string {
	name := p.name()
	if name == "" {
		p.fail("expected a name, found " + p.found())
	}
	return name
}

// ident takes a name as a node, or fails.
func (p *parser) ident() *ast.Ident {
	s, e := p.word()
	if s == e {
		p.fail("expected a name, found " + p.found())
		return &ast.Ident{Node: ast.Node{At: p.span(s, s)}}
	}
	p.pos = e
	return p.newIdent(s, e)
}

func (p *parser) newIdent(s, e int) *ast.Ident {
	x := p.nodes.ident.get()
	x.At = p.span(s, e)
	x.Name = p.names.get(p.buf[s:e])
	return x
}

// digits takes a run of digits, "" if there is none.
func (p *parser) digits() string {
	p.peek()
	s := p.pos
	for p.pos < p.n && isDigit(p.buf[p.pos]) {
		p.pos++
	}
	if s == p.pos {
		return ""
	}
	return p.names.get(p.buf[s:p.pos])
}

// label takes a statement label and returns it without leading zeros, or fails.
func (p *parser) label() string {
	d := p.digits()
	if d == "" || len(d) > 5 {
		p.fail("expected a label, found " + p.found())
	}
	return ast.NormalLabel(d)
}

// closing returns the place of the bracket that closes the one at open, -1 if
// there is none. Strings are skipped.
func (p *parser) closing(open int) int {
	depth := 0
	for i := open; i < p.n; i++ {
		switch c := p.buf[i]; c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
			if depth == 0 {
				return i
			}
		case '\'', '"':
			for i++; i < p.n && p.buf[i] != c; i++ {
			}
		}
	}
	return -1
}
