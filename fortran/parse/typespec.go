package parse

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// typeSpec parses a declaration type, nil (and no failure) if none comes.
func (p *parser) typeSpec() *ast.TypeSpec {
	switch p.peek() {
	case 't':
		return p.derivedType("type")
	case 'c':
		if p.match("class") >= 0 {
			return p.derivedType("class")
		}
	}
	return p.intrinsicType()
}

// derivedType parses type(name) and class(name); also type(real(8)), which
// F2018 allows.
func (p *parser) derivedType(what string) *ast.TypeSpec {
	p.peek()
	s := p.pos
	if !p.kw(what) || !p.accept('(') {
		p.rewind(s)
		return nil
	}
	t := &ast.TypeSpec{Name: what}
	if p.peek() == '*' {
		p.pos++
		t.Derived = "*"
	} else if in := p.intrinsicType(); in != nil && p.peek() == ')' && in.Name != "byte" && in.Name != "unsigned" {
		t = in
	} else {
		p.rewindTo(s, what)
		t = &ast.TypeSpec{Name: what, Derived: p.needName()}
		if p.accept('(') {
			t.Params = p.specifiers(')')
			p.expect(')')
		}
	}
	p.expect(')')
	t.At = p.span(s, p.pos)
	return t
}

// rewindTo goes back to just behind what and its '('.
func (p *parser) rewindTo(s int, what string) {
	p.rewind(s)
	p.kw(what)
	p.accept('(')
}

// intrinsicTypes are the intrinsic types, those that begin others last.
var intrinsicTypes = []struct{ pat, name string }{
	{"integer", "integer"}, {"real", "real"}, {"character", "character"},
	{"logical", "logical"}, {"double precision", "double precision"},
	{"complex", "complex"}, {"double complex", "double complex"}, {"byte", "byte"},
	{"unsigned", "unsigned"},
}

// intrinsicType parses an intrinsic type, nil if none comes.
func (p *parser) intrinsicType() *ast.TypeSpec {
	switch p.peek() {
	case 'i', 'r', 'c', 'l', 'd', 'b', 'u':
	default:
		return nil
	}
	s := p.pos
	for _, it := range intrinsicTypes {
		if p.buf[p.pos] != it.pat[0] || !p.kw(it.pat) {
			continue
		}
		t := &ast.TypeSpec{Name: it.name}
		p.kindSelector(t)
		if p.failed {
			return nil
		}
		e := p.pos
		for p.buf[e-1] == ' ' {
			e--
		}
		t.At = p.span(s, e)
		return t
	}
	return nil
}

// kindSelector parses *8, *(*), (8), (kind=8), (len=…, kind=…) behind a type.
func (p *parser) kindSelector(t *ast.TypeSpec) {
	char := t.Name == "character"
	switch {
	case p.peek() == '*' && t.Name != "double precision" && t.Name != "double complex":
		p.pos++
		t.Star = true
		if char {
			t.Len = p.starLength()
			p.charComma()
			return
		}
		p.peek()
		s := p.pos
		if d := p.digits(); d == "" {
			p.fail("expected a kind behind '*'")
		} else {
			t.Kind = p.newLiteral(ast.IntLit, s, p.pos)
		}
	case p.peek() == '(' && (char || t.Name != "byte" && t.Name != "double precision"):
		save := p.pos
		p.pos++
		args := p.specifiers(')')
		p.expect(')')
		if p.failed || !setSelector(t, args) {
			p.rewind(save)
		}
	}
}

// charComma takes the comma that may follow character*n in old programs.
func (p *parser) charComma() {
	save := p.pos
	if p.accept(',') && p.facts.colons < 0 && isNameStart(p.peek()) {
		return
	}
	p.pos = save
}

// starLength parses a length behind '*': digits, (*), (:) or (expression).
func (p *parser) starLength() ast.Expr {
	if p.accept('(') {
		args := p.specifiers(')')
		p.expect(')')
		if len(args) != 1 || args[0].Keyword != nil || args[0].X == nil {
			p.fail("bad length")
			return nil
		}
		return args[0].X
	}
	p.peek()
	s := p.pos
	if p.digits() == "" {
		p.fail("expected a length, found " + p.found())
		return nil
	}
	return p.newLiteral(ast.IntLit, s, p.pos)
}

// setSelector interprets the arguments behind an intrinsic type; false if they
// are none of a selector.
func setSelector(t *ast.TypeSpec, args []ast.Arg) bool {
	char := t.Name == "character"
	if len(args) == 0 || len(args) > 2 || len(args) == 2 && !char {
		return false
	}
	for i, a := range args {
		if a.X == nil {
			return false
		}
		switch {
		case a.Key() == "kind", a.Keyword == nil && !char, a.Keyword == nil && i == 1:
			if t.Kind != nil {
				return false
			}
			t.Kind = a.X
		case char && (a.Key() == "len" || a.Keyword == nil && i == 0):
			if t.Len != nil {
				return false
			}
			t.Len = a.X
		default:
			return false
		}
	}
	return true
}

// typeFromExpr reads the type before "::" in a constructor or ALLOCATE, which
// was parsed as an expression: t, t(k), real(8), character*5.
func (p *parser) typeFromExpr(x ast.Expr) *ast.TypeSpec {
	if p.failed || x == nil {
		return nil
	}
	t := &ast.TypeSpec{At: x.Span()}
	if b, ok := x.(*ast.Binary); ok && b.Op == "*" {
		id, ok := b.X.(*ast.Ident)
		if !ok || !isIntrinsicName(id.Name) {
			p.fail("expected a type before '::'")
			return nil
		}
		t.Name, t.Star = id.Name, true
		if t.Name == "character" {
			t.Len = b.Y
		} else {
			t.Kind = b.Y
		}
		return t
	}
	var args []ast.Arg
	if a, ok := x.(*ast.Apply); ok {
		x, args = a.X, a.Args
	}
	id, ok := x.(*ast.Ident)
	switch {
	case !ok:
	case isIntrinsicName(id.Name):
		t.Name = id.Name
		if args == nil || setSelector(t, args) {
			return t
		}
	case id.Name == "doubleprecision" && args == nil:
		t.Name = "double precision"
		return t
	default:
		t.Name, t.Derived, t.Params = "type", id.Name, args
		return t
	}
	p.fail("expected a type before '::'")
	return nil
}

// isIntrinsicName tells whether a type of this one-word name is intrinsic.
func isIntrinsicName(name string) bool {
	switch name {
	case "integer", "real", "complex", "logical", "character":
		return true
	}
	return false
}

// charLen parses the *length behind an entity, nil if there is none.
func (p *parser) charLen() ast.Expr {
	if p.peek() != '*' {
		return nil
	}
	p.pos++
	return p.starLength()
}
