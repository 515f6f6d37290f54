package lang

import (
	"fmt"
	"io"

	"github.com/alecthomas/participle/v2/lexer"
)

// The tokens of a directive. Fortran's own tokens matter only as far as they
// delimit the arguments: "1.eq.k" or "a%b" is a run of Other tokens (a byte or
// a word each) here and becomes an expression in the front end.
const (
	tokWord   lexer.TokenType = iota + 1 // a name, lower-cased
	tokPunct                             // ( ) [ ] ,
	tokString                            // '...' or "..."
	tokOther                             // digits, or any other byte
)

// fortranLexer implements lexer.Definition. Every token's Pos.Offset is a byte
// of the directive's joined text.
type fortranLexer struct{}

// Symbols names the tokens for the grammar.
func (fortranLexer) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Word": tokWord, "Punct": tokPunct, "String": tokString, "Other": tokOther,
	}
}

// Lex reads all of r.
func (fortranLexer) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading a directive: %w", err)
	}
	return &scanner{text: text}, nil
}

type scanner struct {
	text []byte
	at   int
}

// Next returns the next token. It never fails: a string without its end is a
// token of the kind Other that reaches to the end (see checkBalance).
func (s *scanner) Next() (lexer.Token, error) {
	for s.at < len(s.text) && isBlank(s.text[s.at]) {
		s.at++
	}
	if s.at == len(s.text) {
		return lexer.EOFToken(position(s.at)), nil
	}
	from := s.at
	kind := tokOther
	switch c := s.text[from]; {
	case isLetter(c):
		kind = tokWord
		for s.at < len(s.text) && isNameByte(s.text[s.at]) {
			s.at++
		}
	case c == '\'' || c == '"':
		if s.stringEnd(c) {
			kind = tokString
		}
	case c == '(' || c == ')' || c == '[' || c == ']' || c == ',':
		kind = tokPunct
		s.at++
	case isDigit(c):
		for s.at < len(s.text) && isDigit(s.text[s.at]) {
			s.at++
		}
	case c >= 0x80: // a character of some encoding: kept in one piece
		for s.at < len(s.text) && s.text[s.at] >= 0x80 {
			s.at++
		}
	default:
		s.at++
	}
	value := string(s.text[from:s.at])
	if kind == tokWord {
		value = lower(value)
	}
	return lexer.Token{Type: kind, Value: value, Pos: position(from)}, nil
}

// stringEnd moves behind the string that begins here; false if it has no end.
func (s *scanner) stringEnd(quote byte) bool {
	for s.at++; s.at < len(s.text); s.at++ {
		if s.text[s.at] != quote {
			continue
		}
		if s.at+1 < len(s.text) && s.text[s.at+1] == quote {
			s.at++ // a doubled quote stands for itself
			continue
		}
		s.at++
		return true
	}
	return false
}

func position(at int) lexer.Position {
	return lexer.Position{Offset: at, Line: 1, Column: at + 1}
}

func isBlank(c byte) bool    { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }
func isDigit(c byte) bool    { return c >= '0' && c <= '9' }
func isLetter(c byte) bool   { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isNameByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' || c == '$' }

// lower folds ASCII letters only; other bytes are of an unknown encoding.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
