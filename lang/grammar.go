package lang

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar is generous on purpose: it takes any words as clauses and any
// balanced text as an argument, so that what is wrong is said by the checks
// that follow, in the user's words, and not by the parser.
type (
	directiveG struct {
		Begin    *beginG   `parser:"'commregion' @@"`
		End      *beginG   `parser:"| ( 'end' 'commregion' | 'endcommregion' | 'commregionfinished' ) @@"`
		Send     *messageG `parser:"| 'send' @@"`
		Recv     *messageG `parser:"| 'recv' @@"`
		Init     *listG    `parser:"| 'init' @@"`
		Manage   *listG    `parser:"| 'manage' @@"`
		Overlap  *listG    `parser:"| 'overlap' @@"`
		Wait     *argsG    `parser:"| 'wait' @@"`
		Harmless *argsG    `parser:"| 'harmless' @@"`
	}
	beginG struct {
		Name    *wordG     `parser:"( (?! Word '(') @@ )?"`
		Clauses []*clauseG `parser:"( ','? @@ )*"`
	}
	listG struct {
		Clauses []*clauseG `parser:"( ','? @@ )*"`
	}
	// argsG is a directive that takes a list in parentheses, or nothing.
	argsG struct {
		Args    []*argG    `parser:"( '(' @@ ( ',' @@ )*"`
		Close   closeG     `parser:"@@ )?"`
		Clauses []*clauseG `parser:"( ','? @@ )*"`
	}
	messageG struct {
		Several []*argG    `parser:"'(' ( '[' @@ ( ',' @@ )* ']' )?"`
		First   *argG      `parser:"@@"` // empty behind brackets
		Rest    []*argG    `parser:"( ',' @@ )*"`
		Close   closeG     `parser:"@@"`
		Clauses []*clauseG `parser:"( ','? @@ )*"`
	}
	clauseG struct {
		Word  wordG   `parser:"@@"`
		Args  []*argG `parser:"( '(' @@ ( ',' @@ )*"`
		Close closeG  `parser:"@@ )?"`
	}
	// wordG is a name with its place.
	wordG struct {
		Pos  lexer.Position
		Text string `parser:"@Word"`
	}
	// closeG is a closing parenthesis; At is 0 if it was not written.
	closeG struct {
		Pos  lexer.Position
		Text string `parser:"@')'"`
	}
)

// argG is the text of an argument: everything up to a comma or a closing
// bracket of its own level. It may be empty.
type argG struct {
	From, To int // bytes of the joined text, blanks around it excluded
	Keyword  bool
}

// Parse implements participle.Parseable.
func (a *argG) Parse(lex *lexer.PeekingLexer) error {
	a.From, a.To = lex.Peek().Pos.Offset, lex.Peek().Pos.Offset
	depth := 0
	var first, second lexer.Token
	for n := 0; ; n++ {
		t := lex.Peek()
		if t.EOF() {
			break
		}
		if t.Type == tokPunct {
			switch t.Value {
			case "(", "[":
				depth++
			case ")", "]":
				depth--
			}
			if depth < 0 || depth == 0 && t.Value == "," {
				break
			}
		}
		switch n {
		case 0:
			first = *t
		case 1:
			second = *t
		case 2:
			a.Keyword = first.Type == tokWord && second.Value == "=" && t.Value != "="
		}
		a.To = t.Pos.Offset + len(t.Value)
		lex.Next()
	}
	return nil
}

// grammar is built on first use: building it costs a millisecond, and files
// without directives never need it.
var grammar = sync.OnceValues(func() (*participle.Parser[directiveG], error) {
	return participle.Build[directiveG](participle.Lexer(fortranLexer{}))
})
