package parse

import "github.com/mdmp-fortran/mdmp/fortran/ast"

func call(p *parser, st *ast.Stmt) {
	x := p.nameOrFail()
	c := p.nodes.call.get()
	if a, ok := x.(*ast.Apply); ok {
		c.X, c.Args = a.X, a.Args
	} else {
		c.X = x
	}
	st.Kind, st.Body = ast.KCall, c
}

// nameOrFail parses a designator.
func (p *parser) nameOrFail() ast.Expr {
	if !isNameStart(p.peek()) {
		p.fail("expected a name, found " + p.found())
		return nil
	}
	return p.nameOperand()
}

func allocate(p *parser, st *ast.Stmt)   { p.allocation(st, ast.KAllocate) }
func deallocate(p *parser, st *ast.Stmt) { p.allocation(st, ast.KDeallocate) }

// allocation parses the list of ALLOCATE and DEALLOCATE.
func (p *parser) allocation(st *ast.Stmt, kind ast.Kind) {
	a := &ast.Allocate{}
	st.Kind, st.Body = kind, a
	p.expect('(')
	if p.match("double precision") >= 0 && p.facts.eq < 0 {
		save := p.pos
		if a.Type = p.intrinsicType(); !p.accept2(':', ':') {
			a.Type = nil
			p.rewind(save)
		}
	}
	for first := true; !p.failed; first = false {
		arg := p.typedArg(first && a.Type == nil, &a.Type)
		switch {
		case arg.X == nil:
			p.fail("expected a variable, found " + p.found())
		case arg.Keyword != nil:
			a.Opts = append(a.Opts, arg)
		default:
			a.Objects = append(a.Objects, arg.X)
		}
		if !p.accept(',') {
			break
		}
	}
	p.expect(')')
}

// typedArg parses an argument; if typed, "type ::" may come before it.
func (p *parser) typedArg(typed bool, t **ast.TypeSpec) ast.Arg {
	if !typed {
		return p.arg()
	}
	save := p.pos
	if isNameStart(p.peek()) {
		x := p.expr()
		if !p.failed && p.accept2(':', ':') {
			*t = p.typeFromExpr(x)
			return p.arg()
		}
	}
	p.rewind(save)
	if isNameStart(p.peek()) { // character(:) and the like are no expressions
		if ts := p.intrinsicType(); ts != nil && p.accept2(':', ':') {
			*t = ts
			return p.arg()
		}
		p.rewind(save)
	}
	return p.arg()
}

// argExprs returns the values of arguments.
func argExprs(args []ast.Arg) []ast.Expr {
	var out []ast.Expr
	for _, a := range args {
		if a.X != nil {
			out = append(out, a.X)
		}
	}
	return out
}

// parenExprs returns the rule of a keyword followed by a list in parentheses.
func parenExprs(kind ast.Kind) func(*parser, *ast.Stmt) {
	return func(p *parser, st *ast.Stmt) {
		st.Kind, st.Body = kind, &ast.Exprs{List: argExprs(p.parenArgs())}
	}
}

func sync(p *parser, st *ast.Stmt) {
	e := &ast.Exprs{}
	st.Kind, st.Body = ast.KSync, e
	if p.peek() == '(' {
		e.List = argExprs(p.parenArgs())
	}
}

func critical(p *parser, st *ast.Stmt) {
	sync(p, st)
	st.Kind = ast.KCritical
}

func gotoStmt(p *parser, st *ast.Stmt) {
	g := &ast.Goto{}
	st.Body = g
	switch c := p.peek(); {
	case isDigit(c):
		st.Kind = ast.KGoto
		p.labelOf(g)
	case c == '(':
		st.Kind = ast.KComputedGoto
		p.labels(g)
		p.accept(',')
		g.X = p.expr()
	default:
		st.Kind = ast.KAssignedGoto
		g.X = p.ident()
		p.accept(',')
		if p.peek() == '(' {
			p.labels(g)
		}
	}
}

// labels parses (10, 20, …).
func (p *parser) labels(g *ast.Goto) {
	p.expect('(')
	for range p.commas {
		p.labelOf(g)
	}
	p.expect(')')
}

// labelOf parses the next label of a jump.
func (p *parser) labelOf(g *ast.Goto) {
	p.peek()
	from := p.pos
	g.Labels = append(g.Labels, p.label())
	g.At = append(g.At, p.span(from, p.pos))
}

func assignLabel(p *parser, st *ast.Stmt) {
	p.peek()
	s := p.pos
	p.label()
	x := p.newLiteral(ast.IntLit, s, p.pos)
	if !p.kw("to") {
		p.fail("expected TO, found " + p.found())
	}
	st.Kind, st.Body = ast.KAssignLabel, &ast.Assign{X: p.ident(), Y: x}
}

// jump returns the rule of CYCLE and EXIT.
func jump(kind ast.Kind) func(*parser, *ast.Stmt) {
	return func(p *parser, st *ast.Stmt) {
		st.Kind = kind
		p.blockName(st)
	}
}

func returnStmt(p *parser, st *ast.Stmt) {
	e := &ast.Exprs{}
	st.Kind, st.Body = ast.KReturn, e
	if !p.end() {
		e.List = []ast.Expr{p.expr()}
	}
}

// stop returns the rule of STOP, ERROR STOP and PAUSE.
func stop(kind ast.Kind) func(*parser, *ast.Stmt) {
	return func(p *parser, st *ast.Stmt) {
		e := &ast.Exprs{}
		st.Kind, st.Body = kind, e
		if p.end() {
			return
		}
		if p.peek() != ',' {
			e.List = append(e.List, p.expr())
		}
		if p.accept(',') {
			if !p.kw("quiet") {
				p.fail("expected quiet=, found " + p.found())
			}
			p.expect('=')
			e.List = append(e.List, p.expr())
		}
	}
}

// action parses the action statement behind IF (…), WHERE (…) and FORALL (…).
func (p *parser) action(st *ast.Stmt) *ast.Stmt {
	in := p.nodes.stmt.get()
	in.Line, in.IsInner = st.Line, true
	p.whole(in)
	if p.failed {
		return nil
	}
	if in.Kind < ast.KAssign || in.Kind > ast.KFailImage || in.Kind == ast.KIf {
		p.fail("no action statement")
		return nil
	}
	return in
}
