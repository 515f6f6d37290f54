package parse

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// primary parses a constant, a designator or call, a constructor or an
// expression in parentheses.
func (p *parser) primary() ast.Expr {
	c := p.peek()
	switch {
	case isDigit(c) || c == '.' && isDigit(p.ahead(1)):
		return p.number()
	case isNameStart(c):
		return p.nameOperand()
	}
	switch c {
	case '\'', '"':
		s := p.pos
		return p.suffixes(p.stringLit(s, nil), s)
	case '(':
		if p.ahead(1) == '/' && p.ahead(2) != '=' {
			return p.arrayCons()
		}
		return p.parens()
	case '[':
		return p.arrayCons()
	case '%':
		if p.match("%loc") >= 0 { // an old spelling of LOC, also outside of argument lists
			return p.percentArg()
		}
	}
	p.fail("expected an operand, found " + p.found())
	return nil
}

// nameOperand parses what begins with a name.
func (p *parser) nameOperand() ast.Expr {
	s, e := p.word()
	if e < p.n && (p.buf[e] == '\'' || p.buf[e] == '"') {
		switch {
		case e == s+1 && isBOZ(p.buf[s]):
			return p.boz(s)
		case p.buf[e-1] == '_' && e-s > 1:
			p.pos = e
			return p.suffixes(p.stringLit(s, p.newIdent(s, e-1)), s)
		}
		p.fail("a name before a character constant")
		return nil
	}
	p.pos = e
	return p.suffixes(p.newIdent(s, e), s)
}

// suffixes parses (args), %name and [image] behind x.
func (p *parser) suffixes(x ast.Expr, s int) ast.Expr {
	for n := 0; !p.failed; n++ {
		if n > maxDepth {
			p.fail("nested too deeply")
			break
		}
		switch p.peek() {
		case '(':
			if _, twice := x.(*ast.Paren); twice {
				return x
			}
			p.pos++
			args := p.argList(')')
			p.expect(')')
			if p.failed {
				return nil
			}
			a := p.nodes.apply.get()
			a.At = p.span(s, p.pos)
			a.X, a.Args = x, args
			x = a
		case '%':
			p.pos++
			ws, we := p.word()
			if ws == we {
				p.fail("expected a component name, found " + p.found())
				return nil
			}
			p.pos = we
			m := p.nodes.member.get()
			m.At = p.span(s, we)
			m.X, m.Name, m.Sel = x, p.names.get(p.buf[ws:we]), p.span(ws, we)
			x = m
		case '[':
			if _, ok := x.(*ast.Literal); ok {
				return x
			}
			p.pos++
			args := p.specifiers(']')
			p.expect(']')
			if p.failed {
				return nil
			}
			x = &ast.Coindex{Node: ast.Node{At: p.span(s, p.pos)}, X: x, Args: args}
		default:
			return x
		}
	}
	return x
}

// argList parses arguments or subscripts up to the closing bracket, which it
// leaves; up to the end of the text if closing is 0.
func (p *parser) argList(closing byte) []ast.Arg {
	if p.peek() == closing {
		return nil
	}
	base := len(p.args)
	for range p.commas {
		a := p.arg()
		p.args = append(p.args, a)
	}
	args := p.nodes.args.list(p.args[base:])
	clear(p.args[base:])
	p.args = p.args[:base]
	return args
}

// arg parses one argument, subscript or specifier.
func (p *parser) arg() ast.Arg {
	c := p.peek()
	switch {
	case c == ',' || c == ')' || c == ']':
		return ast.Arg{} // f(a,,b)
	case c == '*':
		return ast.Arg{X: p.starArg()}
	case c == ':':
		return ast.Arg{X: p.triplet(nil)}
	case c == '%':
		return ast.Arg{X: p.percentArg()}
	case isNameStart(c):
		s, e := p.word()
		save := p.pos
		p.pos = e
		if p.peek() == '=' && p.ahead(1) != '=' {
			p.pos++
			return ast.Arg{Keyword: p.newIdent(s, e), X: p.keywordValue()}
		}
		p.pos = save
	}
	x := p.expr()
	if p.peek() == ':' {
		return ast.Arg{X: p.triplet(x)}
	}
	return ast.Arg{X: x}
}

// keywordValue parses what stands behind keyword=.
func (p *parser) keywordValue() ast.Expr {
	switch p.peek() {
	case '*':
		return p.starArg()
	case ':':
		return p.triplet(nil)
	}
	x := p.expr()
	if p.peek() == ':' {
		return p.triplet(x)
	}
	return x
}

// starArg parses '*' and the alternate return '*label'.
func (p *parser) starArg() ast.Expr {
	s := p.pos
	p.pos++
	if isDigit(p.peek()) {
		label := p.label()
		return &ast.AltReturn{Node: ast.Node{At: p.span(s, p.pos)}, Label: label}
	}
	return p.newStar(s)
}

func (p *parser) newStar(s int) ast.Expr {
	x := p.nodes.star.get()
	x.At = p.span(s, s+1)
	return x
}

// percentArg parses %val(x) and %ref(x) as calls of "%val" and "%ref".
func (p *parser) percentArg() ast.Expr {
	s := p.pos
	p.pos++
	ws, we := p.word()
	if word := string(p.buf[ws:we]); word != "val" && word != "ref" && word != "loc" {
		p.fail("unexpected '%'")
		return nil
	}
	p.pos = we
	x := &ast.Ident{Node: ast.Node{At: p.span(s, we)}, Name: "%" + string(p.buf[ws:we])}
	return p.suffixes(x, s)
}

// triplet parses the rest of lo:hi:step from its first colon on.
func (p *parser) triplet(lo ast.Expr) ast.Expr {
	if p.failed {
		return nil
	}
	s := p.pos
	r := p.nodes.rng.get()
	r.Lo = lo
	p.pos++
	r.Hi = p.tripletPart()
	if p.accept(':') {
		r.Step = p.tripletPart()
		if r.Step == nil && !p.failed {
			p.fail("expected a stride, found " + p.found())
		}
	}
	if p.failed {
		return nil
	}
	r.At = p.span(s, p.pos)
	e := p.pos
	for e > s+1 && p.buf[e-1] == ' ' {
		e--
	}
	r.At = p.span(s, e)
	if lo != nil {
		r.At.Start = lo.Span().Start
	}
	return r
}

// tripletPart parses a part of a triplet, nil if it is left out.
func (p *parser) tripletPart() ast.Expr {
	switch p.peek() {
	case ':', ',', ')', ']', 0:
		return nil
	case '*': // the last cobound: x[2:*]
		k := 1
		for p.ahead(k) == ' ' {
			k++
		}
		if c := p.ahead(k); c == ']' || c == 0 {
			p.pos++
			return p.newStar(p.pos - 1)
		}
	}
	return p.expr()
}

// parens parses what '(' begins: an expression in parentheses, a complex
// constant, an implied DO, a conditional expression.
func (p *parser) parens() ast.Expr {
	s := p.pos
	p.pos++
	x := p.expr()
	if p.failed {
		return nil
	}
	switch p.peek() {
	case ')':
		p.pos++
		q := p.nodes.paren.get()
		q.At = p.span(s, p.pos)
		q.X = x
		return q
	case ',':
		return p.list(s, x)
	case '?':
		return p.conditional(s, x)
	}
	p.fail("expected ')', found " + p.found())
	return nil
}

// conditional parses the rest of ( c ? a : b ), which may go on with another
// condition in place of b.
func (p *parser) conditional(s int, cond ast.Expr) ast.Expr {
	p.depth++
	defer p.leave()
	if p.depth > maxDepth {
		p.fail("nested too deeply")
		return nil
	}
	p.expect('?')
	x := p.expr()
	p.expect(':')
	y := p.expr()
	more := !p.failed && p.peek() == '?'
	if more {
		y = p.conditional(-1, y)
	}
	if p.failed || !more && !p.expect(')') {
		return nil
	}
	c := &ast.CondExpr{Cond: cond, X: x, Y: y}
	c.At = source.Span{Start: cond.Span().Start, End: y.Span().End}
	if s >= 0 {
		c.At = p.span(s, p.pos)
	}
	return c
}
