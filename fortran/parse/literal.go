package parse

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// number parses an integer, real or Hollerith constant.
func (p *parser) number() ast.Expr {
	s := p.pos
	e := s
	for e < p.n && isDigit(p.buf[e]) {
		e++
	}
	kind := ast.IntLit
	if h := p.behindBlanks(e); e > s && h < p.n && p.buf[h] == 'h' {
		if x := p.hollerith(s, e, h); x != nil {
			return x
		}
	}
	if e < p.n && p.buf[e] == '.' && !p.dotIsOperator(e) {
		kind = ast.RealLit
		e++
		for e < p.n && isDigit(p.buf[e]) {
			e++
		}
	}
	if x := p.exponent(e); x > e {
		kind = ast.RealLit
		e = x
	}
	if kind == ast.IntLit && e < p.n && p.buf[e] == 'u' && (e+1 == p.n || !isNameByte(p.buf[e+1]) || p.buf[e+1] == '_') {
		e++ // UNSIGNED constants
	}
	p.pos = e
	return p.literalWithKind(kind, s)
}

// dotIsOperator tells whether the '.' at i, behind digits, begins an operator
// (1.eq.k) and not a fraction (1.e5, 1.).
func (p *parser) dotIsOperator(i int) bool {
	k := i + 1
	for k < p.n && isLetter(p.buf[k]) {
		k++
	}
	return k > i+1 && k < p.n && p.buf[k] == '.'
}

// exponent returns the end of the exponent at i, i if there is none.
func (p *parser) exponent(i int) int {
	if i >= p.n {
		return i
	}
	switch p.buf[i] {
	case 'e', 'd', 'q':
	default:
		return i
	}
	k := i + 1
	if k < p.n && (p.buf[k] == '+' || p.buf[k] == '-') {
		k++
	}
	d := k
	for k < p.n && isDigit(p.buf[k]) {
		k++
	}
	if k == d || k < p.n && isNameByte(p.buf[k]) && p.buf[k] != '_' {
		return i
	}
	return k
}

// behindBlanks returns the first place from i on that holds no blank.
func (p *parser) behindBlanks(i int) int {
	for i < p.n && p.buf[i] == ' ' {
		i++
	}
	return i
}

// hollerith parses nHtext with the number from s to e and the H at h, nil if it is none.
func (p *parser) hollerith(s, e, h int) ast.Expr {
	n := 0
	for _, c := range p.buf[s:e] {
		if n = n*10 + int(c-'0'); n > p.n {
			return nil
		}
	}
	if n == 0 || h+1+n > p.n {
		return nil
	}
	p.pos = h + 1 + n
	return p.newLiteral(ast.HollerithLit, s, p.pos)
}

// literalWithKind finishes the constant that began at s with its kind
// parameter.
func (p *parser) literalWithKind(kind ast.LitKind, s int) ast.Expr {
	lit := p.newLiteral(kind, s, p.pos)
	if p.pos < p.n && p.buf[p.pos] == '_' {
		k := p.pos + 1
		e := k
		for e < p.n && nameBytes[p.buf[e]] {
			e++
		}
		switch {
		case e == k && kind == ast.IntLit && k < p.n && (p.buf[k] == '\'' || p.buf[k] == '"'):
			p.pos = k // 4_'text'
			return p.suffixes(p.stringLit(s, lit), s)
		case e == k:
			p.fail("expected a kind parameter")
			return nil
		case isDigit(p.buf[k]):
			for i := k; i < e; i++ {
				if !isDigit(p.buf[i]) {
					p.fail("bad kind parameter")
					return nil
				}
			}
			lit.Sub = p.newLiteral(ast.IntLit, k, e)
		case !isLetter(p.buf[k]):
			p.fail("bad kind parameter")
			return nil
		default:
			lit.Sub = p.newIdent(k, e)
		}
		p.pos = e
		lit.At = p.span(s, e)
	}
	if p.pos < p.n && isNameByte(p.buf[p.pos]) {
		p.fail("unexpected " + p.found() + " behind a constant")
		return nil
	}
	return lit
}

func (p *parser) newLiteral(kind ast.LitKind, s, e int) *ast.Literal {
	lit := p.nodes.literal.get()
	lit.At = p.span(s, e)
	lit.Kind = kind
	raw := p.raw(s, e)
	if len(raw) <= 24 {
		lit.Text = p.names.get(raw)
	} else {
		lit.Text = string(raw)
	}
	return lit
}

// stringLit parses a character constant at the cursor; s is where it begins
// with its kind parameter.
func (p *parser) stringLit(s int, sub ast.Expr) ast.Expr {
	q := p.buf[p.pos]
	from := p.pos
	i := from + 1
	for {
		for i < p.n && p.buf[i] != q {
			i++
		}
		if i >= p.n {
			p.fail("a character constant is not closed")
			return nil
		}
		if i+1 < p.n && p.buf[i+1] == q {
			i += 2
			continue
		}
		break
	}
	p.pos = i + 1
	if sub == nil && p.pos < p.n && isBOZ(p.buf[p.pos]) && (p.pos+1 >= p.n || !isNameByte(p.buf[p.pos+1])) {
		p.pos++ // 'ff'x, an extension
		return p.newLiteral(ast.BOZLit, from, p.pos)
	}
	lit := p.newLiteral(ast.StringLit, from, p.pos)
	lit.Sub = sub
	lit.At = p.span(s, p.pos)
	return lit
}

// isBOZ tells whether c marks a binary, octal or hexadecimal constant.
func isBOZ(c byte) bool { return c == 'b' || c == 'o' || c == 'z' || c == 'x' }

// boz parses z'ff'.
func (p *parser) boz(s int) ast.Expr {
	q := p.buf[s+1]
	e := s + 2
	for e < p.n && p.buf[e] != q {
		e++
	}
	if e >= p.n {
		p.fail("a constant is not closed")
		return nil
	}
	p.pos = e + 1
	return p.newLiteral(ast.BOZLit, s, p.pos)
}
