package parse

import (
	"bytes"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// typeStmt parses what begins with TYPE: a declaration, a function heading or
// the definition of a type.
func (p *parser) typeStmt(st *ast.Stmt) {
	after := p.pos
	if p.peek() == '(' {
		p.typeLed(st)
		return
	}
	p.rewind(after)
	d := &ast.TypeDef{}
	for p.accept(',') && !p.failed {
		switch {
		case p.kw("extends"):
			d.Extends = inParens(p, (*parser).needName)
		case p.kw("bind"):
			p.bindName()
			d.Attrs = append(d.Attrs, "bind")
		case p.kw("abstract"):
			d.Attrs = append(d.Attrs, "abstract")
		case p.kw("public"):
			d.Attrs = append(d.Attrs, "public")
		case p.kw("private"):
			d.Attrs = append(d.Attrs, "private")
		default:
			p.fail("unknown attribute " + p.found())
		}
	}
	p.accept2(':', ':')
	d.Name = p.needName()
	if p.peek() == '(' {
		for _, id := range inParens(p, (*parser).identList) {
			d.Params = append(d.Params, id.Name)
		}
	}
	st.Kind, st.Body = ast.KTypeDef, d
}

// procedure parses what begins with PROCEDURE: names in an interface block, a
// binding in a type, else a declaration.
func procedure(p *parser, st *ast.Stmt) {
	if p.ctx.inInterface && p.peek() != '(' && p.peek() != ',' {
		p.accept2(':', ':')
		st.Kind = ast.KModuleProcedure
		st.Body = &ast.Names{Names: p.identList()}
		return
	}
	if p.ctx.inBindings {
		binding(p, st)
		return
	}
	d := &ast.ProcDecl{}
	p.expect('(')
	if p.peek() != ')' {
		if t := p.typeSpec(); t != nil && p.peek() == ')' {
			d.Type = t
		} else {
			p.backToParen()
			d.Iface = p.needName()
		}
	}
	p.expect(')')
	if p.accept(',') {
		d.Attrs = p.attributes()
	}
	p.accept2(':', ':')
	d.Entities = p.entities(true)
	st.Kind, st.Body = ast.KProcDecl, d
}

// backToParen goes back to just behind the first '(' of the statement.
func (p *parser) backToParen() {
	p.rewind(0)
	for p.pos < p.n && p.buf[p.pos] != '(' {
		p.pos++
	}
	p.pos++
}

// binding parses a type-bound PROCEDURE statement.
func binding(p *parser, st *ast.Stmt) {
	b := &ast.Binding{What: "procedure"}
	if p.peek() == '(' {
		b.Iface = inParens(p, (*parser).needName)
	}
	if p.accept(',') {
		b.Attrs = p.attrNames()
	}
	p.accept2(':', ':')
	b.Names = p.renames(false)
	st.Kind, st.Body = ast.KBinding, b
}

// attrNames parses attributes as text.
func (p *parser) attrNames() []string {
	var out []string
	for _, a := range p.attributes() {
		if a.Text != "" {
			a.Name += "(" + a.Text + ")"
		}
		out = append(out, a.Name)
	}
	return out
}

// renames parses local => remote, …; ops allows operators.
func (p *parser) renames(ops bool) []ast.Rename {
	var out []ast.Rename
	one := p.needName
	if ops {
		one = func() string {
			s := p.genericSpec()
			if s == "" {
				p.fail("expected a name, found " + p.found())
			}
			return s
		}
	}
	for range p.commas {
		r := ast.Rename{Local: one()}
		r.Remote = r.Local
		if p.accept2('=', '>') {
			r.Remote = one()
		}
		out = append(out, r)
	}
	return out
}

func generic(p *parser, st *ast.Stmt) {
	b := &ast.Binding{What: "generic"}
	if p.accept(',') {
		b.Attrs = p.attrNames()
	}
	p.expect2(':', ':')
	b.Spec = p.genericSpec()
	p.expect2('=', '>')
	b.Names = p.renames(false)
	st.Kind, st.Body = ast.KBinding, b
}

func final(p *parser, st *ast.Stmt) {
	p.accept2(':', ':')
	st.Kind = ast.KBinding
	st.Body = &ast.Binding{What: "final", Names: p.renames(false)}
}

func use(p *parser, st *ast.Stmt) {
	u := &ast.Use{}
	if p.accept(',') {
		u.Nature = p.needName()
		if u.Nature != "intrinsic" && u.Nature != "non_intrinsic" {
			p.fail("expected INTRINSIC or NON_INTRINSIC")
		}
	}
	p.accept2(':', ':')
	u.Module = p.needName()
	st.Kind, st.Body = ast.KUse, u
	if !p.accept(',') {
		return
	}
	if p.kw("only") {
		p.expect(':')
		u.Only = true
		if p.end() {
			return
		}
	}
	from := p.pos
	u.Renames = p.renames(true)
	if !u.Only && !p.failed && bytes.Count(p.buf[from:p.pos], []byte("=>")) != len(u.Renames) {
		p.fail("expected '=>' in the list of a USE statement")
	}
}

func importStmt(p *parser, st *ast.Stmt) {
	n := &ast.Names{}
	st.Kind, st.Body = ast.KImport, n
	if p.end() {
		return
	}
	if p.accept(',') {
		switch {
		case p.kw("none"):
			n.Text = "none"
			return
		case p.kw("all"):
			n.Text = "all"
			return
		case p.kw("only") && p.accept(':'):
			n.Text = "only"
		default:
			p.fail("unexpected " + p.found())
		}
	} else {
		p.accept2(':', ':')
	}
	n.Names = p.identList()
}

func implicit(p *parser, st *ast.Stmt) {
	im := &ast.Implicit{}
	st.Kind, st.Body = ast.KImplicit, im
	if p.kw("none") {
		im.None = true
		if p.accept('(') {
			if p.accept(')') {
				return
			}
			im.None = false
			for _, id := range p.identList() {
				switch id.Name {
				case "type":
					im.None = true
				case "external":
					im.External = true
				default:
					p.fail("expected TYPE or EXTERNAL")
				}
			}
			p.expect(')')
		}
		return
	}
	for range p.commas {
		im.Specs = append(im.Specs, p.implicitSpec())
	}
}

// implicitSpec parses a type and its letters. A parenthesis behind the type is
// a kind selector only if another one follows it.
func (p *parser) implicitSpec() ast.ImplicitSpec {
	p.peek()
	s := p.pos
	t := p.typeSpec()
	if p.failed || t == nil || p.peek() != '(' {
		p.rewind(s)
		t = p.bareType()
	}
	spec := ast.ImplicitSpec{Type: t}
	p.expect('(')
	for range p.commas {
		lo := p.letter()
		hi := lo
		if p.accept('-') {
			hi = p.letter()
		}
		if hi < lo {
			p.fail("letters in the wrong order")
		}
		spec.Ranges = append(spec.Ranges, [2]byte{lo, hi})
	}
	p.expect(')')
	return spec
}

// bareType parses the name of an intrinsic type without selector.
func (p *parser) bareType() *ast.TypeSpec {
	s := p.pos
	for _, it := range intrinsicTypes {
		if p.kw(it.pat) {
			return &ast.TypeSpec{Name: it.name, At: p.span(s, p.pos)}
		}
	}
	p.fail("expected a type, found " + p.found())
	return nil
}

// letter parses a single letter.
func (p *parser) letter() byte {
	s, e := p.word()
	if e != s+1 {
		p.fail("expected a letter, found " + p.found())
		return 0
	}
	p.pos = e
	return p.buf[s]
}

func format(p *parser, st *ast.Stmt) {
	if p.peek() != '(' {
		p.fail("expected '(', found " + p.found())
		return
	}
	from := p.textIndex(p.pos)
	st.Kind = ast.KFormat
	st.Body = &ast.Raw{Text: string(p.line.Text[from:])}
	p.pos = p.n
}
