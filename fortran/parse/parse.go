// Package parse turns logical lines into statements and statements into trees.
//
// The idea: Fortran has no reserved words and, in fixed form, no blanks, so a
// statement cannot be cut into tokens before one knows what it is. The parser
// therefore works on the characters of one statement at a time. First the text
// is prepared (text.go): lower case outside of strings, blanks removed in
// fixed form, with a map back, and while at it the few facts that decide the
// kind of a statement: where '=', '=>' and '::' stand outside of parentheses
// and whether a comma follows the '='. A statement that is a designator
// followed by that '=' is an assignment; every other one begins with a keyword
// (Sale's method), and one function for each keyword reads the rest by
// recursive descent; expressions by precedence.
//
// The tree of constructs and program units (build.go) is made with a stack of
// its own, not by recursion, so that a file nested ten thousand deep is no
// problem; expressions nested deeper than maxDepth are Unknown. All work is
// linear in the size of the statement; what would need the meaning of a name is
// left to package scope.
//
// What is not understood is Unknown, with the names it mentions. A statement is
// never half understood: the whole text must be consumed by its rule.
//
// Nodes come from slabs (slab.go) and names from one table for each file, so
// that the tree costs few allocations.
package parse

import (
	"fmt"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// maxDepth bounds the nesting of expressions (parentheses, constructors), and
// maxChain the length of a chain of operators at one level, since who walks
// the tree recurses along it.
const (
	maxDepth = 12000
	maxChain = 100000
)

// Error is a reason why text is no expression, with its place.
type Error struct {
	At   source.Span
	Text string
}

// Error returns the reason.
func (e *Error) Error() string { return e.Text }

// parser holds what reading one file needs.
type parser struct {
	rules *[26][]rule
	file  *source.File
	fixed bool // blanks mean nothing
	names names
	nodes nodes

	// the current statement
	line  *source.Line
	base  int // where buf begins in line.Text
	buf   []byte
	at    []int32 // index of buf bytes in line.Text, nil if the same
	n     int
	pos   int
	facts facts

	failed bool
	why    string
	whyAt  int

	depth  int
	slashA int // open array constructors (/ … /)
	ctx    context

	structures int // open STRUCTURE blocks of DEC, none of which is understood

	args  []ast.Arg // stacks of what is being collected
	exprs []ast.Expr
}

// context is what the kind of some statements depends on.
type context struct {
	inType      bool // components of a derived type
	inBindings  bool // behind CONTAINS of a derived type
	inInterface bool
	inEnum      bool
}

// newParser returns a parser with its tables.
func newParser() *parser { return &parser{rules: &rules} }

// Expr parses bytes [from, to) of the text of a line as an expression. Blanks
// part words, also in the directives of fixed form.
func Expr(line *source.Line, from, to int) (ast.Expr, error) {
	p := newParser()
	p.line = line
	p.prepareRange(from, to)
	x := p.expr()
	if !p.failed && p.peek() != 0 {
		p.fail("unexpected " + p.found())
	}
	if p.failed {
		return nil, p.error()
	}
	return x, nil
}

// Args parses bytes [from, to) of the text of a line as a list of arguments, as
// it stands between parentheses: expressions, sections, keywords, '*'.
func Args(line *source.Line, from, to int) ([]ast.Arg, error) {
	p := newParser()
	p.line = line
	p.prepareRange(from, to)
	args := p.argList(0)
	if !p.failed && p.peek() != 0 {
		p.fail("unexpected " + p.found())
	}
	if p.failed {
		return nil, p.error()
	}
	return args, nil
}

// error returns the failure as an Error with its place.
func (p *parser) error() error {
	at := min(p.whyAt, p.n)
	return &Error{At: p.span(at, min(at+1, p.n)), Text: p.why}
}

// fail notes why a statement is not understood. The cursor goes to the end, so
// that all loops stop. The first reason is kept.
func (p *parser) fail(why string) {
	if p.failed {
		return
	}
	p.failed = true
	p.why = why
	p.whyAt = p.pos
	p.pos = p.n
}

// rewind goes back to a place in the statement and forgets a failure.
func (p *parser) rewind(pos int) {
	p.pos = pos
	p.failed = false
	p.why = ""
}

// found describes what stands at the cursor.
func (p *parser) found() string {
	c := p.peek()
	switch {
	case c == 0:
		return "end of statement"
	case isNameByte(c):
		e := p.pos
		for e < p.n && isNameByte(p.buf[e]) && e < p.pos+32 {
			e++
		}
		return fmt.Sprintf("%q", p.buf[p.pos:e])
	}
	return fmt.Sprintf("%q", string(rune(c)))
}

// span maps bytes [s, e) of buf to the file.
func (p *parser) span(s, e int) source.Span {
	if p.line.Whole() && p.at == nil {
		base := p.line.Pos(p.base)
		return source.Span{Start: base + int32(s), End: base + int32(e)}
	}
	if e <= s {
		q := p.textIndex(s)
		pos := p.line.Pos(q)
		return source.Span{Start: pos, End: pos}
	}
	return p.line.SpanOf(p.textIndex(s), p.textIndex(e-1)+1)
}

// textIndex maps an index of buf to one of line.Text.
func (p *parser) textIndex(i int) int {
	switch {
	case p.at == nil:
		return i + p.base
	case i >= len(p.at):
		return len(p.line.Text)
	}
	return int(p.at[i])
}

// raw returns bytes [s, e) as they are written, without the blanks of fixed
// form.
func (p *parser) raw(s, e int) []byte {
	if e <= s {
		return nil
	}
	from, to := p.textIndex(s), p.textIndex(e-1)+1
	if to-from == e-s {
		return p.line.Text[from:to]
	}
	out := make([]byte, 0, e-s)
	for i := s; i < e; i++ {
		out = append(out, p.line.Text[p.textIndex(i)])
	}
	return out
}
