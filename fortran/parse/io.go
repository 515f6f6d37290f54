package parse

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// control returns the rule of an I/O statement that is a control list alone.
func control(kind ast.Kind) func(*parser, *ast.Stmt) {
	return func(p *parser, st *ast.Stmt) {
		st.Kind, st.Body = kind, &ast.IO{Control: p.parenArgs()}
	}
}

// parenArgs parses a list of specifiers with its parentheses. Only references may leave
// arguments out: an empty specifier is an error.
func (p *parser) parenArgs() []ast.Arg {
	p.expect('(')
	args := p.specifiers(')')
	p.expect(')')
	return args
}

// specifiers parses what argList does, where each stands for something.
func (p *parser) specifiers(closing byte) []ast.Arg {
	args := p.argList(closing)
	for _, a := range args {
		if a.X == nil {
			p.fail("nothing between two commas")
		}
	}
	return args
}

// position returns the rule of REWIND, BACKSPACE, ENDFILE and FLUSH: a unit or
// a control list.
func position(kind ast.Kind) func(*parser, *ast.Stmt) {
	return func(p *parser, st *ast.Stmt) {
		io := &ast.IO{}
		st.Kind, st.Body = kind, io
		switch {
		case p.peek() == '(' && p.closing(p.pos) == p.lastByte():
			io.Control = p.parenArgs()
		case p.end() && kind == ast.KFlush:
		default:
			io.Control = []ast.Arg{{X: p.expr()}}
		}
	}
}

// lastByte is the place of the last byte of the statement.
func (p *parser) lastByte() int {
	i := p.n - 1
	for i > 0 && p.buf[i] == ' ' {
		i--
	}
	return i
}

// items parses the list of an I/O statement.
func (p *parser) items() []ast.Expr {
	base := len(p.exprs)
	for range p.commas {
		p.exprs = append(p.exprs, p.expr())
	}
	return p.takeExprs(base)
}

func write(p *parser, st *ast.Stmt) {
	io := &ast.IO{Control: p.parenArgs()}
	st.Kind, st.Body = ast.KWrite, io
	p.accept(',') // an extension
	if !p.end() {
		io.Items = p.items()
	}
}

func inquire(p *parser, st *ast.Stmt) {
	io := &ast.IO{Control: p.parenArgs()}
	st.Kind, st.Body = ast.KInquire, io
	if len(io.Control) == 1 && io.Control[0].Key() == "iolength" && !p.end() {
		io.Items = p.items()
	}
}

func printStmt(p *parser, st *ast.Stmt) {
	st.Kind = ast.KPrint
	st.Body = p.formatAndItems()
}

// read parses READ (controls) items and READ format, items.
func read(p *parser, st *ast.Stmt) {
	st.Kind = ast.KRead
	if p.peek() == '(' {
		save := p.pos
		io := &ast.IO{Control: p.parenArgs()}
		st.Body = io
		comma := p.peek() == ','
		if !p.failed && (!comma || len(io.Control) > 1 || len(io.Control) == 1 && io.Control[0].Keyword != nil) {
			p.accept(',') // an extension
			if !p.end() {
				io.Items = p.items()
			}
			return
		}
		p.rewind(save)
	}
	st.Body = p.formatAndItems()
}

// formatAndItems parses the format of PRINT and READ and the list behind it.
func (p *parser) formatAndItems() *ast.IO {
	io := &ast.IO{}
	if p.peek() == '*' {
		p.pos++
		io.Control = []ast.Arg{{X: p.newStar(p.pos - 1)}}
	} else {
		io.Control = []ast.Arg{{X: p.expr()}}
	}
	if p.accept(',') {
		io.Items = p.items()
	}
	return io
}
