package parse

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// declaration parses a type declaration, of variables or of components.
func (p *parser) declaration(st *ast.Stmt) {
	t := p.typeSpec()
	if t == nil {
		p.fail("expected a type, found " + p.found())
		return
	}
	d := &ast.Decl{Type: t}
	if p.facts.colons >= 0 {
		if p.accept(',') {
			d.Attrs = p.attributes()
		}
		p.expect2(':', ':')
	}
	d.Entities = p.entities(true)
	st.Kind, st.Body = ast.KDecl, d
}

// attributes parses the attributes of a declaration; the first comma is taken.
func (p *parser) attributes() []ast.AttrSpec {
	var out []ast.AttrSpec
	for range p.commas {
		out = append(out, p.attribute())
	}
	return out
}

// plainAttrs are the attributes that stand alone; some belong to compilers.
var plainAttrs = map[string]bool{
	"allocatable": true, "pointer": true, "target": true, "parameter": true, "save": true,
	"external": true, "intrinsic": true, "optional": true, "public": true, "private": true,
	"protected": true, "value": true, "volatile": true, "asynchronous": true, "contiguous": true,
	"kind": true, "len": true, "nopass": true, "pass": true, "deferred": true, "non_overridable": true,
	"automatic": true, "static": true,
	"device": true, "managed": true, "constant": true, "shared": true, "pinned": true, "texture": true, "unified": true,
}

// attribute parses one attribute.
func (p *parser) attribute() ast.AttrSpec {
	name := p.needName()
	a := ast.AttrSpec{Name: name}
	switch name {
	case "dimension":
		a.Bounds = p.bounds('(', ')')
	case "codimension":
		a.Bounds = p.bounds('[', ']')
	case "intent":
		a.Text = inParens(p, (*parser).intentText)
	case "bind":
		a.X = p.bindName()
	case "pass":
		if p.peek() == '(' {
			a.Text = inParens(p, (*parser).needName)
		}
	default:
		if !plainAttrs[name] {
			p.fail("unknown attribute " + name)
		}
	}
	return a
}

// intentText parses in, out, inout and in out.
func (p *parser) intentText() string {
	switch {
	case p.kw("in out"):
		return "inout"
	case p.kw("in"):
		return "in"
	case p.kw("out"):
		return "out"
	}
	p.fail("expected IN, OUT or INOUT, found " + p.found())
	return ""
}

// bounds parses a list of bounds with its brackets.
func (p *parser) bounds(open, closing byte) []ast.Expr {
	if !p.expect(open) {
		return nil
	}
	base := len(p.exprs)
	for range p.commas {
		p.exprs = append(p.exprs, p.bound())
	}
	p.expect(closing)
	return p.takeExprs(base)
}

// takeExprs returns what was collected since base.
func (p *parser) takeExprs(base int) []ast.Expr {
	out := p.nodes.exprs.list(p.exprs[base:])
	clear(p.exprs[base:])
	p.exprs = p.exprs[:base]
	return out
}

// bound parses *, .., :, hi, lo:, lo:hi, lo:*.
func (p *parser) bound() ast.Expr {
	switch p.peek() {
	case '*':
		p.pos++
		return p.newStar(p.pos - 1)
	case '.':
		if p.ahead(1) == '.' {
			p.pos += 2
			return &ast.DoubleDot{Node: ast.Node{At: p.span(p.pos-2, p.pos)}}
		}
	case ':':
		s := p.pos
		p.pos++
		r := p.nodes.rng.get()
		if c := p.peek(); c != ',' && c != ')' && c != ']' {
			r.Hi = p.expr()
		}
		r.At = p.span(s, max(s+1, p.pos))
		return r
	}
	lo := p.expr()
	if p.peek() != ':' || p.failed {
		return lo
	}
	p.pos++
	r := p.nodes.rng.get()
	r.Lo = lo
	r.At = source.Span{Start: lo.Span().Start, End: p.span(p.pos-1, p.pos).End}
	switch p.peek() {
	case ',', ')', ']':
		return r
	case '*':
		p.pos++
		r.Hi = p.newStar(p.pos - 1)
	default:
		r.Hi = p.expr()
	}
	if r.Hi != nil {
		r.At.End = r.Hi.Span().End
	}
	return r
}

// entities parses the names of a declaration with their shapes; init allows
// values.
func (p *parser) entities(init bool) []ast.Entity {
	var few [8]ast.Entity
	out := few[:0]
	for range p.commas {
		out = append(out, p.entity(init))
	}
	return p.nodes.entities.list(out)
}

// entity parses one declared name.
func (p *parser) entity(init bool) ast.Entity {
	e := ast.Entity{Name: p.ident()}
	var more ast.EntityExtra
	more.Len = p.charLen()
	if p.peek() == '(' {
		e.Bounds = p.bounds('(', ')')
	}
	if p.peek() == '[' {
		more.Cobound = p.bounds('[', ']')
	}
	if more.Len == nil {
		more.Len = p.charLen()
	}
	if init && !p.failed {
		e.Init = p.initial(&more)
	}
	if more.Cobound != nil || more.Len != nil || more.Values != nil || more.Pointer {
		e.More = &ast.EntityExtra{Cobound: more.Cobound, Len: more.Len, Values: more.Values, Pointer: more.Pointer}
	}
	return e
}

// initial parses = x, => x or /values/ behind a declared name, nil if none comes.
func (p *parser) initial(more *ast.EntityExtra) ast.Expr {
	switch {
	case p.peek() == '=' && p.ahead(1) == '>':
		p.pos += 2
		more.Pointer = true
		return p.expr()
	case p.peek() == '=':
		p.pos++
		return p.expr()
	case p.peek() == '/' && p.facts.colons < 0:
		p.pos++
		more.Values = p.dataValues()
		if len(more.Values) > 0 {
			return more.Values[0]
		}
	}
	return nil
}

// attr returns the rule of an attribute statement with entities.
func attr(name string) func(*parser, *ast.Stmt) {
	return func(p *parser, st *ast.Stmt) {
		p.accept2(':', ':')
		st.Kind = ast.KAttr
		st.Body = &ast.Attr{Attr: ast.AttrSpec{Name: name}, Entities: p.entities(false)}
	}
}

// pointerStmt parses POINTER names and the Cray form POINTER (p, x), ….
func pointerStmt(p *parser, st *ast.Stmt) {
	if p.peek() != '(' {
		attr("pointer")(p, st)
		return
	}
	c := &ast.Common{}
	for range p.commas {
		p.expect('(')
		g := ast.Group{Name: p.needName()}
		p.expect(',')
		g.Entities = []ast.Entity{p.entity(false)}
		p.expect(')')
		c.Groups = append(c.Groups, g)
	}
	st.Kind, st.Body = ast.KCrayPointer, c
}

// cudaAttributes parses ATTRIBUTES(…) of CUDA Fortran: names with attributes,
// or a prefix of a heading.
func cudaAttributes(p *parser, st *ast.Stmt) {
	if p.facts.colons < 0 {
		p.procedureHeading(st)
		return
	}
	name := inParens(p, (*parser).needName)
	attr("attributes("+name+")")(p, st)
}

func intent(p *parser, st *ast.Stmt) {
	a := &ast.Attr{Attr: ast.AttrSpec{Name: "intent", Text: inParens(p, (*parser).intentText)}}
	p.accept2(':', ':')
	a.Entities = p.entities(false)
	st.Kind, st.Body = ast.KAttr, a
}

// access returns the rule of PUBLIC and PRIVATE.
func access(name string) func(*parser, *ast.Stmt) {
	return func(p *parser, st *ast.Stmt) {
		a := &ast.Attr{Attr: ast.AttrSpec{Name: name}}
		st.Kind, st.Body = ast.KAttr, a
		if (p.ctx.inType || p.ctx.inBindings) && p.end() {
			st.Kind = ast.KPrivateSeq
			return
		}
		p.accept2(':', ':')
		for !p.end() && !p.failed {
			p.peek()
			s := p.pos
			spec := p.genericSpec()
			a.Entities = append(a.Entities, ast.Entity{Name: &ast.Ident{Node: ast.Node{At: p.span(s, p.pos)}, Name: spec}})
			if !p.accept(',') {
				break
			}
		}
	}
}

func sequence(p *parser, st *ast.Stmt) {
	st.Kind = ast.KPrivateSeq
	st.Body = &ast.Attr{Attr: ast.AttrSpec{Name: "sequence"}}
}

func save(p *parser, st *ast.Stmt) {
	st.Kind = ast.KAttr
	st.Body = &ast.Attr{Attr: ast.AttrSpec{Name: "save"}, Entities: p.blocksOrNames()}
}

func bindStmt(p *parser, st *ast.Stmt) {
	a := &ast.Attr{Attr: ast.AttrSpec{Name: "bind", X: p.bindName()}}
	a.Entities = p.blocksOrNames()
	if len(a.Entities) == 0 {
		p.fail("expected a name, found " + p.found())
	}
	st.Kind, st.Body = ast.KAttr, a
}

// blocksOrNames parses names and /common/ blocks, the latter as "/name/".
func (p *parser) blocksOrNames() []ast.Entity {
	p.accept2(':', ':')
	var out []ast.Entity
	for !p.failed && !p.end() {
		if p.peek() == '/' {
			s := p.pos
			p.pos++
			name := p.needName()
			p.expect('/')
			out = append(out, ast.Entity{Name: &ast.Ident{Node: ast.Node{At: p.span(s, p.pos)}, Name: "/" + name + "/"}})
		} else {
			out = append(out, ast.Entity{Name: p.ident()})
		}
		if !p.accept(',') {
			break
		}
	}
	return out
}

func parameter(p *parser, st *ast.Stmt) {
	bracket := p.accept('(')
	a := &ast.Assigns{}
	for range p.commas {
		x := p.ident()
		p.expect('=')
		a.List = append(a.List, ast.Assign{X: x, Y: p.expr()})
	}
	if bracket {
		p.expect(')')
	}
	st.Kind, st.Body = ast.KParameter, a
}

func enum(p *parser, st *ast.Stmt) {
	st.Kind = ast.KEnum
	if p.accept(',') {
		p.kw("bind")
		p.bindName()
	}
	if p.accept2(':', ':') { // F2023: a named enumeration
		p.needName()
	}
}

func enumerator(p *parser, st *ast.Stmt) {
	p.accept2(':', ':')
	a := &ast.Assigns{}
	for range p.commas {
		as := ast.Assign{X: p.ident()}
		if p.accept('=') {
			as.Y = p.expr()
		}
		a.List = append(a.List, as)
	}
	st.Kind, st.Body = ast.KEnumerator, a
}
