package parse

import "github.com/mdmp-fortran/mdmp/fortran/ast"

func common(p *parser, st *ast.Stmt) {
	c := &ast.Common{}
	st.Kind, st.Body = ast.KCommon, c
	for !p.failed && !p.end() {
		g := ast.Group{}
		if p.accept('/') {
			g.Name = p.name()
			p.expect('/')
		} else if len(c.Groups) > 0 {
			p.fail("unexpected " + p.found())
			return
		}
		g.Entities = p.commonEntities()
		c.Groups = append(c.Groups, g)
	}
	if len(c.Groups) == 0 {
		p.fail("expected names")
	}
}

// commonEntities parses names up to the next /block/, commas before which are
// optional.
func (p *parser) commonEntities() []ast.Entity {
	var out []ast.Entity
	for !p.failed {
		out = append(out, p.entity(false))
		if !p.accept(',') || p.peek() == '/' {
			break
		}
	}
	return out
}

func namelist(p *parser, st *ast.Stmt) {
	c := &ast.Common{}
	st.Kind, st.Body = ast.KNamelist, c
	for !p.failed && !p.end() {
		g := ast.Group{}
		p.expect('/')
		g.Name = p.needName()
		p.expect('/')
		for !p.failed {
			g.Entities = append(g.Entities, ast.Entity{Name: p.ident()})
			if !p.accept(',') || p.peek() == '/' {
				break
			}
		}
		c.Groups = append(c.Groups, g)
	}
	if len(c.Groups) == 0 {
		p.fail("expected '/', found " + p.found())
	}
}

func equivalence(p *parser, st *ast.Stmt) {
	e := &ast.Equivalence{}
	st.Kind, st.Body = ast.KEquivalence, e
	for range p.commas {
		p.expect('(')
		base := len(p.exprs)
		for range p.commas {
			p.exprs = append(p.exprs, p.primary())
		}
		p.expect(')')
		e.Sets = append(e.Sets, p.takeExprs(base))
	}
}

func data(p *parser, st *ast.Stmt) {
	d := &ast.Data{}
	st.Kind, st.Body = ast.KData, d
	for !p.failed && !p.end() {
		base := len(p.exprs)
		for range p.commas {
			p.exprs = append(p.exprs, p.primary())
		}
		set := ast.DataSet{Objects: p.takeExprs(base)}
		p.expect('/')
		set.Values = p.dataValues()
		d.Sets = append(d.Sets, set)
		p.accept(',')
	}
	if len(d.Sets) == 0 {
		p.fail("expected objects")
	}
}

// dataValues parses values up to the closing '/', which it takes.
func (p *parser) dataValues() []ast.Expr {
	base := len(p.exprs)
	if p.accept('/') {
		return nil
	}
	for range p.commas {
		x := p.dataValue()
		if p.peek() == '*' {
			p.pos++
			y := p.dataValue()
			if p.failed {
				break
			}
			x = p.newBinary("*", x, y, 0)
		}
		p.exprs = append(p.exprs, x)
	}
	p.expect('/')
	return p.takeExprs(base)
}

// dataValue parses a constant of DATA with its sign.
func (p *parser) dataValue() ast.Expr {
	c := p.peek()
	if c == '+' || c == '-' {
		s := p.pos
		p.pos++
		return p.newUnary(symbol1[c], s, p.primary())
	}
	if c == '.' && isLetter(p.ahead(1)) {
		return p.dotOperand(precPow)
	}
	return p.primary()
}
