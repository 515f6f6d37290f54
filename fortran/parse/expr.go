package parse

import (
	"bytes"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Precedences, loosest first. Equal ones associate to the left, precPow to the
// right; relations do not associate.
const (
	precDefined = iota + 1 // .op. between operands
	precEqv
	precOr
	precAnd
	precNot
	precRel
	precConcat
	precAdd
	precMul
	precPow
)

// operator is a binary operator in the text.
type operator struct {
	op   string
	prec int
	len  int // bytes in buf
}

// dotted are the intrinsic operators written with letters.
var dotted = map[string]operator{
	"eq": {op: "==", prec: precRel}, "ne": {op: "/=", prec: precRel},
	"lt": {op: "<", prec: precRel}, "le": {op: "<=", prec: precRel},
	"gt": {op: ">", prec: precRel}, "ge": {op: ">=", prec: precRel},
	"and": {op: ".and.", prec: precAnd}, "or": {op: ".or.", prec: precOr},
	"eqv": {op: ".eqv.", prec: precEqv}, "neqv": {op: ".neqv.", prec: precEqv},
	"xor": {op: ".xor.", prec: precEqv},
}

// expr parses an expression.
func (p *parser) expr() ast.Expr { return p.binary(precDefined) }

// binary parses operands joined by operators of precedence min and tighter.
func (p *parser) binary(min int) ast.Expr {
	p.depth++
	defer p.leave()
	if p.depth > maxDepth {
		p.fail("nested too deeply")
		return nil
	}
	p.peek()
	start := p.pos
	x := p.operand(min)
	for n := 0; !p.failed; n++ {
		op := p.operator()
		if op.prec < min || op.prec == 0 {
			break
		}
		if n > maxChain {
			p.fail("too many operators in a row")
			break
		}
		p.pos += op.len
		next := op.prec + 1
		if op.prec == precPow {
			next = precPow
		}
		y := p.binary(next)
		if p.failed {
			break
		}
		x = p.newBinary(op.op, x, y, start)
		if op.prec == precRel && p.operator().prec == precRel {
			p.fail("two relations in a row")
		}
	}
	return x
}

func (p *parser) leave() { p.depth-- }

func (p *parser) newBinary(op string, x, y ast.Expr, start int) ast.Expr {
	b := p.nodes.binary.get()
	b.At = source.Span{Start: x.Span().Start, End: y.Span().End}
	b.Op, b.X, b.Y = op, x, y
	return b
}

// operand parses a primary with the unary operators before it. A sign binds
// like the binary one; behind another operator (an extension that all compilers
// know) it takes what that operator would have taken.
func (p *parser) operand(min int) ast.Expr {
	switch c := p.peek(); c {
	case '+', '-':
		s := p.pos
		p.pos++
		return p.newUnary(string(rune(c)), s, p.binary(max(precMul, min)))
	case '.':
		if isLetter(p.ahead(1)) {
			return p.dotOperand(min)
		}
	}
	return p.primary()
}

// dotOperand parses .true., .false., .not. x and .op. x.
func (p *parser) dotOperand(min int) ast.Expr {
	s := p.pos
	e := s + 1
	for e < p.n && isLetter(p.buf[e]) {
		e++
	}
	if e >= p.n || p.buf[e] != '.' {
		p.fail("expected an operand, found " + p.found())
		return nil
	}
	switch word := string(p.buf[s+1 : e]); word {
	case "true", "false":
		p.pos = e + 1
		return p.literalWithKind(ast.LogicalLit, s)
	case "not":
		if min > precNot {
			p.fail(".not. behind an operator that binds tighter")
			return nil
		}
		p.pos = e + 1
		return p.newUnary(".not.", s, p.binary(precNot))
	default:
		if _, ok := dotted[word]; ok {
			p.fail("expected an operand, found ." + word + ".")
			return nil
		}
		p.pos = e + 1
		op := p.names.get(p.buf[s : e+1])
		return p.newUnary(op, s, p.logicalOrPrimary())
	}
}

// logicalOrPrimary parses what may stand behind a defined operator.
func (p *parser) logicalOrPrimary() ast.Expr {
	if p.peek() == '.' {
		if rest := p.buf[p.pos:p.n]; bytes.HasPrefix(rest, []byte(".true.")) || bytes.HasPrefix(rest, []byte(".false.")) {
			return p.dotOperand(precDefined)
		}
	}
	return p.primary()
}

func (p *parser) newUnary(op string, s int, x ast.Expr) ast.Expr {
	if p.failed || x == nil {
		return nil
	}
	u := p.nodes.unary.get()
	u.At = source.Span{Start: p.span(s, s+1).Start, End: x.Span().End}
	u.Op, u.X = op, x
	return u
}

// operator looks at the binary operator at the cursor; prec 0 if there is none.
func (p *parser) operator() operator {
	c := p.peek()
	d := p.ahead(1)
	switch c {
	case '+', '-':
		return operator{symbol1[c], precAdd, 1}
	case '*':
		if d == '*' {
			return operator{"**", precPow, 2}
		}
		return operator{"*", precMul, 1}
	case '/':
		switch {
		case d == '/':
			if p.slashA > 0 && p.ahead(2) == ')' {
				return operator{} // x / /) is no concatenation, nor is it legal
			}
			return operator{"//", precConcat, 2}
		case d == '=':
			return operator{"/=", precRel, 2}
		case d == ')' && p.slashA > 0:
			return operator{}
		}
		return operator{"/", precMul, 1}
	case '=':
		if d == '=' {
			return operator{"==", precRel, 2}
		}
	case '<':
		if d == '=' {
			return operator{"<=", precRel, 2}
		}
		if d == '>' {
			return operator{} // no Fortran
		}
		return operator{"<", precRel, 1}
	case '>':
		if d == '=' {
			return operator{">=", precRel, 2}
		}
		return operator{">", precRel, 1}
	case '.':
		return p.dotOperator()
	}
	return operator{}
}

// symbol1 spells the signs without an allocation.
var symbol1 = [256]string{'+': "+", '-': "-"}

// dotOperator looks at .eq. and its like, and at defined operators.
func (p *parser) dotOperator() operator {
	e := p.pos + 1
	for e < p.n && isLetter(p.buf[e]) {
		e++
	}
	if e == p.pos+1 || e >= p.n || p.buf[e] != '.' {
		return operator{}
	}
	word := p.buf[p.pos+1 : e]
	n := e + 1 - p.pos
	if op, ok := dotted[string(word)]; ok {
		op.len = n
		return op
	}
	switch string(word) {
	case "not", "true", "false":
		return operator{}
	}
	return operator{p.names.get(p.buf[p.pos : e+1]), precDefined, n}
}
