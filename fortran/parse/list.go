package parse

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// list parses the rest of (x, …): a complex constant or an implied DO.
func (p *parser) list(s int, x ast.Expr) ast.Expr {
	base := len(p.exprs)
	p.exprs = append(p.exprs, x)
	var do *ast.ImpliedDo
	for !p.failed && do == nil && p.accept(',') {
		if do = p.doControl(); do == nil {
			p.exprs = append(p.exprs, p.expr())
		}
	}
	p.expect(')')
	if p.failed {
		return nil
	}
	items := p.takeExprs(base)
	node := ast.Node{At: p.span(s, p.pos)}
	if do != nil {
		do.Node, do.Items = node, items
		return do
	}
	if len(items) != 2 {
		p.fail("a list in parentheses")
		return nil
	}
	return &ast.Complex{Node: node, Re: items[0], Im: items[1]}
}

// doControl parses [type ::] i = lo, hi [, step], nil if that does not come.
func (p *parser) doControl() *ast.ImpliedDo {
	save := p.pos
	do := &ast.ImpliedDo{}
	if p.match("integer") >= 0 {
		if t := p.intrinsicType(); t != nil && p.accept2(':', ':') {
			do.VarType = t
		} else {
			p.rewind(save)
		}
	}
	s, e := p.word()
	if s < e {
		p.pos = e
	}
	if s == e || p.peek() != '=' || p.ahead(1) == '=' || p.ahead(1) == '>' {
		p.rewind(save)
		return nil
	}
	p.pos++
	do.Var = p.newIdent(s, e)
	do.Lo = p.expr()
	p.expect(',')
	do.Hi = p.expr()
	if p.accept(',') {
		do.Step = p.expr()
	}
	return do
}

// arrayCons parses [ … ] and (/ … /).
func (p *parser) arrayCons() ast.Expr {
	s := p.pos
	slash := p.buf[p.pos] == '('
	p.pos++
	if slash {
		p.pos++
		p.slashA++
	}
	outer := p.slashA
	if !slash {
		p.slashA = 0 // "/)" does not end [ … ]
	}
	a := &ast.ArrayCons{}
	base := len(p.exprs)
	if p.match("double precision") >= 0 {
		a.Type = p.intrinsicType()
		p.expect2(':', ':')
	}
	for !p.failed && !p.atConsEnd(slash) {
		x := p.expr()
		if a.Type == nil && len(p.exprs) == base && p.peek() == ':' && p.ahead(1) == ':' {
			a.Type = p.typeFromExpr(x)
			p.pos = min(p.pos+2, p.n)
			continue
		}
		p.exprs = append(p.exprs, x)
		if !p.accept(',') {
			break
		}
	}
	p.slashA = outer
	if slash {
		p.slashA--
	}
	if !p.failed && !p.atConsEnd(slash) {
		p.fail("expected the end of an array constructor, found " + p.found())
	}
	if p.failed {
		return nil
	}
	p.pos++
	if slash {
		p.pos++
	}
	a.At = p.span(s, p.pos)
	a.Items = p.takeExprs(base)
	return a
}

// atConsEnd tells whether the end of an array constructor comes.
func (p *parser) atConsEnd(slash bool) bool {
	if slash {
		return p.peek() == '/' && p.ahead(1) == ')'
	}
	return p.peek() == ']'
}
