package parse

import (
	"bytes"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// condition parses (x).
func (p *parser) condition() *ast.Cond {
	c := p.nodes.cond.get()
	c.X = inParens(p, (*parser).expr)
	return c
}

// ifStmt parses IF (x) THEN, IF (x) 10, 20, 30 and IF (x) action.
func (p *parser) ifStmt(st *ast.Stmt) {
	c := p.condition()
	if p.failed {
		return
	}
	if isDigit(p.peek()) {
		g := &ast.Goto{X: c.X}
		for range p.commas {
			p.labelOf(g)
		}
		if len(g.Labels) > 3 {
			p.fail("more than three labels")
		}
		st.Kind, st.Body = ast.KArithIf, g
		return
	}
	save := p.pos
	if p.kw("then") && p.end() {
		st.Kind, st.Body = ast.KIfThen, c
		return
	}
	p.rewind(save)
	st.Kind, st.Body = ast.KIf, c
	st.Inner = p.action(st)
}

func elseIf(p *parser, st *ast.Stmt) {
	st.Kind, st.Body = ast.KElseIf, p.condition()
	if !p.kw("then") {
		p.fail("expected THEN, found " + p.found())
	}
	p.blockName(st)
}

func elseWhere(p *parser, st *ast.Stmt) {
	c := &ast.Cond{}
	if p.peek() == '(' {
		c = p.condition()
	}
	st.Kind, st.Body = ast.KElseWhere, c
	p.blockName(st)
}

func elseStmt(p *parser, st *ast.Stmt) {
	st.Kind = ast.KElse
	p.blockName(st)
}

func where(p *parser, st *ast.Stmt) {
	c := p.condition()
	st.Body = c
	if p.failed || p.end() {
		st.Kind = ast.KWhereCons
		return
	}
	st.Kind = ast.KWhere
	st.Inner = p.action(st)
	if st.Inner != nil && st.Inner.Kind != ast.KAssign {
		p.fail("no assignment behind WHERE")
	}
}

func forall(p *parser, st *ast.Stmt) {
	f := p.forallHeader()
	st.Body = f
	if p.failed || p.end() {
		st.Kind = ast.KForallCons
		return
	}
	st.Kind = ast.KForall
	st.Inner = p.action(st)
	if in := st.Inner; in != nil && in.Kind != ast.KAssign && in.Kind != ast.KPointerAssign {
		p.fail("no assignment behind FORALL")
	}
}

// forallHeader parses ([type ::] i = lo:hi[:step], … [, mask]).
func (p *parser) forallHeader() *ast.Forall {
	f := &ast.Forall{}
	p.expect('(')
	save := p.pos
	if t := p.intrinsicType(); t != nil && p.accept2(':', ':') {
		f.Type = t
	} else {
		p.rewind(save)
	}
	for range p.commas {
		save := p.pos
		s, e := p.word()
		p.pos = e
		if s < e && p.peek() == '=' && p.ahead(1) != '=' {
			p.pos++
			ix := ast.ForallIndex{Var: p.newIdent(s, e), Lo: p.expr()}
			p.expect(':')
			ix.Hi = p.expr()
			if p.accept(':') {
				ix.Step = p.expr()
			}
			f.Index = append(f.Index, ix)
		} else {
			p.rewind(save)
			f.Mask = p.expr()
			break
		}
	}
	if len(f.Index) == 0 {
		p.fail("expected an index")
	}
	p.expect(')')
	return f
}

// do parses DO, DO i = …, DO 10 …; WHILE and CONCURRENT may follow a label.
func (p *parser) do(st *ast.Stmt) {
	d := &ast.Do{}
	st.Kind, st.Body = ast.KDo, d
	if isDigit(p.peek()) {
		from := p.pos
		d.Label = p.label()
		d.LabelAt = p.span(from, p.pos)
		p.accept(',')
		switch {
		case p.kw("while"):
			p.whileRest(d)
			return
		case p.kw("concurrent"):
			p.concurrentRest(d)
			return
		}
	} else {
		p.accept(',')
	}
	if p.end() {
		return
	}
	d.Form = ast.DoCounted
	d.Var = p.ident()
	p.expect('=')
	d.Lo = p.expr()
	p.expect(',')
	d.Hi = p.expr()
	if p.accept(',') {
		d.Step = p.expr()
	}
}

func doWhile(p *parser, st *ast.Stmt) {
	d := &ast.Do{}
	st.Kind, st.Body = ast.KDo, d
	p.whileRest(d)
}

func (p *parser) whileRest(d *ast.Do) {
	d.Form = ast.DoWhile
	d.While = inParens(p, (*parser).expr)
}

func doConcurrent(p *parser, st *ast.Stmt) {
	d := &ast.Do{}
	st.Kind, st.Body = ast.KDo, d
	p.concurrentRest(d)
}

func (p *parser) concurrentRest(d *ast.Do) {
	d.Form = ast.DoConcurrent
	d.Conc = p.forallHeader()
	for !p.failed && !p.end() {
		d.Conc.Locality = append(d.Conc.Locality, p.locality())
	}
}

// locality parses local(…), local_init(…), shared(…), default(none) and
// reduce(op: …).
func (p *parser) locality() ast.Locality {
	l := ast.Locality{What: p.needName()}
	p.expect('(')
	switch l.What {
	case "default":
		if !p.kw("none") {
			p.fail("expected NONE")
		}
	case "reduce":
		from := p.pos
		for p.pos < p.n && p.buf[p.pos] != ':' {
			p.pos++
		}
		l.What += ":" + string(bytes.Trim(p.buf[from:p.pos], " "))
		p.expect(':')
		l.Names = p.identList()
	case "local", "local_init", "shared":
		l.Names = p.identList()
	default:
		p.fail("unknown locality " + l.What)
	}
	p.expect(')')
	return l
}

func selectCase(p *parser, st *ast.Stmt) { st.Kind, st.Body = ast.KSelectCase, p.condition() }

// selectName returns the rule of SELECT TYPE and SELECT RANK.
func selectName(kind ast.Kind) func(*parser, *ast.Stmt) {
	return func(p *parser, st *ast.Stmt) {
		s := &ast.Select{}
		st.Kind, st.Body = kind, s
		p.expect('(')
		save := p.pos
		if name := p.name(); name != "" && p.accept2('=', '>') {
			s.Name = name
		} else {
			p.rewind(save)
		}
		s.X = p.expr()
		p.expect(')')
	}
}

func caseDefault(p *parser, st *ast.Stmt) {
	st.Kind, st.Body = ast.KCase, &ast.Case{Default: true}
	if p.buf[0] == 'r' {
		st.Kind = ast.KRank
	}
	p.blockName(st)
}

func caseStmt(p *parser, st *ast.Stmt) {
	st.Kind, st.Body = ast.KCase, &ast.Case{List: argExprs(p.parenArgs())}
	p.blockName(st)
}

func rankStmt(p *parser, st *ast.Stmt) {
	caseStmt(p, st)
	st.Kind = ast.KRank
}

// typeGuard returns the rule of TYPE IS, CLASS IS and CLASS DEFAULT.
func typeGuard(what string) func(*parser, *ast.Stmt) {
	return func(p *parser, st *ast.Stmt) {
		g := &ast.TypeGuard{What: what}
		st.Kind, st.Body = ast.KTypeGuard, g
		if what != "class default" {
			p.expect('(')
			if g.Type = p.intrinsicType(); g.Type == nil || p.peek() != ')' {
				p.backToParen()
				s := p.pos
				g.Type = &ast.TypeSpec{Name: "type", Derived: p.needName()}
				if p.peek() == '(' {
					g.Type.Params = p.parenArgs()
				}
				g.Type.At = p.span(s, p.pos)
			}
			p.expect(')')
		}
		p.blockName(st)
	}
}

func associate(p *parser, st *ast.Stmt) {
	st.Kind, st.Body = ast.KAssociate, &ast.Associate{Pairs: inParens(p, (*parser).assocPairs)}
}

// assocPairs parses name => x, ….
func (p *parser) assocPairs() []ast.AssocPair {
	var out []ast.AssocPair
	for range p.commas {
		pair := ast.AssocPair{Name: p.ident()}
		if p.peek() == '[' { // a coarray of CHANGE TEAM
			p.bounds('[', ']')
		}
		p.expect2('=', '>')
		pair.X = p.expr()
		out = append(out, pair)
	}
	return out
}

func changeTeam(p *parser, st *ast.Stmt) {
	a := &ast.Associate{}
	st.Kind, st.Body = ast.KChangeTeam, a
	p.expect('(')
	a.X = p.expr()
	for !p.failed && p.accept(',') {
		save := p.pos
		if p.name() != "" && p.accept('=') && p.peek() != '>' {
			p.expr() // stat=, errmsg=
			continue
		}
		p.rewind(save)
		a.Pairs = append(a.Pairs, p.assocPairs()...)
	}
	p.expect(')')
}
