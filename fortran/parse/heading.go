package parse

import (
	"bytes"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// typeLed parses a statement that begins with a type: a function heading or a
// declaration.
func (p *parser) typeLed(st *ast.Stmt) {
	p.rewind(0)
	if p.facts.colons < 0 && p.facts.eq < 0 && p.isHeading(st) {
		return
	}
	p.rewind(0)
	p.declaration(st)
}

// isHeading tries a function heading that begins with a type.
func (p *parser) isHeading(st *ast.Stmt) bool {
	p.procedureHeading(st)
	if !p.failed && p.end() {
		return true
	}
	st.Kind, st.Body = ast.KUnknown, nil
	return false
}

// prefixWords may stand before FUNCTION and SUBROUTINE.
var prefixWords = []string{"pure", "impure", "simple", "elemental", "recursive", "non_recursive", "module"}

// procedureHeading parses a SUBROUTINE or FUNCTION statement with its prefixes.
func (p *parser) procedureHeading(st *ast.Stmt) {
	p.rewind(0)
	h := &ast.Procedure{}
	for !p.failed {
		switch {
		case p.isHeadWord("function"):
			st.Kind = ast.KFunction
		case p.isHeadWord("subroutine"):
			st.Kind = ast.KSubroutine
		case p.prefixWord(h):
			continue
		default:
			t := p.typeSpec()
			if t == nil || h.Type != nil {
				p.fail("expected FUNCTION or SUBROUTINE, found " + p.found())
				return
			}
			h.Type = t
			continue
		}
		break
	}
	p.procedureRest(st, h)
}

// isHeadWord takes FUNCTION or SUBROUTINE if a name follows.
func (p *parser) isHeadWord(word string) bool {
	save := p.pos
	if p.kw(word) && isNameStart(p.peek()) {
		return true
	}
	p.rewind(save)
	return false
}

// prefixWord takes a prefix.
func (p *parser) prefixWord(h *ast.Procedure) bool {
	for _, w := range prefixWords {
		if p.kw(w) {
			h.Prefixes = append(h.Prefixes, w)
			return true
		}
	}
	save := p.pos
	if p.kw("attributes") && p.accept('(') { // CUDA Fortran
		for name := p.name(); name != ""; name = p.name() {
			h.Prefixes = append(h.Prefixes, "attributes("+name+")")
			p.accept(',')
		}
		p.expect(')')
		return true
	}
	p.rewind(save)
	return false
}

// procedureRest parses the name, arguments and suffixes of a heading.
func (p *parser) procedureRest(st *ast.Stmt, h *ast.Procedure) {
	h.Name = p.needName()
	if p.accept('(') {
		h.Args = p.dummies()
	} else if st.Kind == ast.KFunction {
		p.fail("expected '(', found " + p.found())
	}
	for !p.failed && !p.end() {
		switch {
		case p.kw("result"):
			h.Result = inParens(p, (*parser).needName)
		case p.kw("bind"):
			h.BindC = true
			h.BindName = p.bindName()
		default:
			p.fail("unexpected " + p.found())
		}
	}
	st.Body = h
}

// dummies parses dummy arguments behind '(' and the closing ')'.
func (p *parser) dummies() []*ast.Ident {
	var out []*ast.Ident
	if p.accept(')') {
		return nil
	}
	for range p.commas {
		if p.peek() == '*' {
			out = append(out, &ast.Ident{Node: ast.Node{At: p.span(p.pos, p.pos+1)}, Name: "*"})
			p.pos++
		} else {
			out = append(out, p.ident())
		}
	}
	p.expect(')')
	return out
}

// bindName parses (c [, name = x]) behind BIND.
func (p *parser) bindName() ast.Expr {
	p.expect('(')
	if name := p.needName(); name != "c" {
		p.fail("expected BIND(C)")
	}
	var x ast.Expr
	if p.accept(',') {
		if !p.kw("name") {
			p.fail("expected name=, found " + p.found())
		}
		p.expect('=')
		x = p.expr()
	}
	p.expect(')')
	return x
}

func entry(p *parser, st *ast.Stmt) {
	st.Kind = ast.KEntry
	p.procedureRest(st, &ast.Procedure{})
}

func program(p *parser, st *ast.Stmt) {
	st.Kind = ast.KProgram
	st.Body = &ast.Name{Name: p.needName()}
	if p.accept('(') && !p.accept(')') { // an old extension: program x(input,output)
		p.argList(')')
		p.expect(')')
	}
}

func blockData(p *parser, st *ast.Stmt) {
	st.Kind = ast.KBlockData
	st.Body = &ast.Name{Name: p.name()}
}

// moduleStmt parses MODULE name, MODULE PROCEDURE and MODULE as a prefix.
func (p *parser) moduleStmt(st *ast.Stmt) {
	after := p.pos
	if p.facts.colons < 0 || p.ctx.inInterface {
		if p.kw("procedure") {
			p.moduleProcedure(st)
			if !p.failed && p.end() {
				return
			}
			p.rewind(after)
		}
		p.procedureHeading(st)
		if !p.failed && p.end() {
			return
		}
	}
	p.rewind(after)
	st.Kind = ast.KModule
	st.Body = &ast.Name{Name: p.needName()}
}

// moduleProcedure parses what follows MODULE PROCEDURE: names in an interface
// block, the name of a separate body elsewhere.
func (p *parser) moduleProcedure(st *ast.Stmt) {
	st.Kind = ast.KModuleProcedure
	if p.accept2(':', ':') || p.ctx.inInterface {
		st.Body = &ast.Names{Names: p.identList()}
		return
	}
	h := &ast.Procedure{Name: p.needName(), Prefixes: []string{"module"}}
	st.Body = h
}

// identList parses names separated by commas.
func (p *parser) identList() []*ast.Ident {
	var out []*ast.Ident
	for range p.commas {
		out = append(out, p.ident())
	}
	return out
}

func submodule(p *parser, st *ast.Stmt) {
	s := &ast.Submodule{}
	p.expect('(')
	s.Ancestor = p.needName()
	if p.accept(':') {
		s.Parent = p.needName()
	}
	p.expect(')')
	s.Name = p.needName()
	st.Kind, st.Body = ast.KSubmodule, s
}

func interfaceStmt(p *parser, st *ast.Stmt) {
	st.Kind = ast.KInterface
	st.Body = &ast.Interface{Spec: p.genericSpec()}
}

func abstractInterface(p *parser, st *ast.Stmt) {
	st.Kind = ast.KInterface
	st.Body = &ast.Interface{Spec: "abstract", Abstract: true}
}

// genericSpec parses a name, operator(…), assignment(=), read(formatted) and
// the like; "" at the end of the statement.
func (p *parser) genericSpec() string {
	if p.end() {
		return ""
	}
	name := p.needName()
	switch name {
	case "operator", "assignment", "read", "write":
	default:
		return name
	}
	if !p.accept('(') {
		return name
	}
	from := p.pos
	for p.pos < p.n && p.buf[p.pos] != ')' {
		p.pos++
	}
	op := bytes.Trim(p.buf[from:p.pos], " ")
	if len(op) == 0 {
		p.fail("expected an operator")
	}
	p.expect(')')
	return name + "(" + canonicalOp(string(op)) + ")"
}

// canonicalOp spells relations in one way.
func canonicalOp(op string) string {
	if len(op) > 2 && op[0] == '.' {
		if d, ok := dotted[op[1:len(op)-1]]; ok {
			return d.op
		}
	}
	return op
}

// ends are what may follow END, with the kind of the statement.
var ends = []struct {
	pat, what string
	kind      ast.Kind
}{
	{"do", "do", ast.KEndDo}, {"if", "if", ast.KEndIf}, {"select", "select", ast.KEndSelect},
	{"where", "where", ast.KEndWhere}, {"forall", "forall", ast.KEndForall},
	{"associate", "associate", ast.KEndAssoc}, {"critical", "critical", ast.KEndCritical}, {"team", "team", ast.KEndTeam},
	{"block data", "block data", ast.KEnd}, {"block", "block", ast.KEndBlock},
	{"subroutine", "subroutine", ast.KEnd}, {"function", "function", ast.KEnd}, {"program", "program", ast.KEnd},
	{"module", "module", ast.KEnd}, {"submodule", "submodule", ast.KEnd}, {"procedure", "procedure", ast.KEnd},
	{"interface", "interface", ast.KEnd}, {"type", "type", ast.KEnd}, {"enum", "enum", ast.KEnd},
	{"file", "file", ast.KEndfile},
}

// endStmt parses what begins with END.
func (p *parser) endStmt(st *ast.Stmt) {
	if p.end() {
		st.Kind, st.Body = ast.KEnd, &ast.End{}
		return
	}
	after := p.pos
	for _, e := range ends {
		if !p.kw(e.pat) {
			continue
		}
		switch {
		case e.kind == ast.KEndfile:
			position(ast.KEndfile)(p, st)
		case e.what == "interface":
			st.Kind, st.Body = ast.KEnd, &ast.End{What: e.what, Name: p.genericSpec()}
		case e.kind == ast.KEnd:
			st.Kind, st.Body = ast.KEnd, &ast.End{What: e.what, Name: p.name()}
		default:
			st.Kind = e.kind
			if e.kind == ast.KEndTeam && p.peek() == '(' {
				st.Body = &ast.Exprs{List: argExprs(p.parenArgs())}
			}
			p.blockName(st)
		}
		if !p.failed && p.end() {
			return
		}
		p.rewind(after)
	}
	p.fail("unexpected " + p.found() + " behind END")
}
