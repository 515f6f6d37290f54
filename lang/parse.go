package lang

import (
	"errors"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/mdmp-fortran/mdmp/diag"
)

// parse applies the grammar to the tokens.
func (r *reader) parse() (*directiveG, bool) {
	parser, err := grammar()
	if err != nil {
		r.report(diag.Diagnostic{Code: diag.UnexpectedText, At: r.line.Span, Message: "internal error: " + err.Error()})
		return nil, false
	}
	peeking, err := lexer.Upgrade(&replay{toks: r.toks, end: len(r.line.Text)})
	if err != nil {
		r.report(diag.Diagnostic{Code: diag.UnexpectedText, At: r.line.Span, Message: "internal error: " + err.Error()})
		return nil, false
	}
	g, err := parser.ParseFromLexer(peeking)
	if err == nil {
		return g, true
	}
	at := len(r.line.Text)
	var perr participle.Error
	if errors.As(err, &perr) {
		at = perr.Position().Offset
	}
	r.unexpected(at)
	return nil, false
}

// unexpected says what is wrong at byte at of the text, where the grammar could
// not go on. The grammar's own words are of no use to a Fortran user.
func (r *reader) unexpected(at int) {
	i := 1
	for i < len(r.toks) && r.toks[i].Pos.Offset < at {
		i++
	}
	word := r.word()
	before := r.toks[i-1]
	message := word == wordSend || word == wordRecv
	switch {
	case message && i == 1:
		r.report(diag.Diagnostic{Code: diag.WrongArguments, At: r.between(before.Pos.Offset, before.Pos.Offset+len(word)),
			Message: word + " needs its arguments in parentheses", Hint: r.usage()})
	case i > 1 && before.Type == tokWord && IsClause(before.Value):
		r.report(diag.Diagnostic{Code: diag.BadClauseValue, At: r.span(before),
			Message: "clause " + quote(before.Value) + " needs its value in parentheses",
			Hint:    "write " + clauseUsage(before.Value)})
	case i == len(r.toks):
		r.report(diag.Diagnostic{Code: diag.UnexpectedText, At: r.span(before),
			Message: "the directive ends too early, after " + quote(before.Value)})
	default:
		r.report(diag.Diagnostic{Code: diag.UnexpectedText, At: r.span(r.toks[i]),
			Message: "unexpected " + quote(r.toks[i].Value) + " after " + quote(before.Value), Hint: r.afterHint()})
	}
}

// usage shows how the directive is written.
func (r *reader) usage() string {
	switch r.word() {
	case wordSend:
		return "write send(section, destination) or send(first, count, destination)"
	case wordRecv:
		return "write recv(section, source) or recv(first, count, source)"
	case wordBegin:
		return "write commregion [name] [clauses]"
	case wordInit:
		return "write init or init comm(handle)"
	case wordManage:
		return "write manage"
	case wordHalo:
		return "write halo name(array, ...) send(section, destination) recv(section, source) ... [then send(...) ...]"
	case wordExchange:
		return "write exchange pattern(arguments) [if(logical)], ..."
	case wordWait:
		return "write wait or wait(u, v)"
	case wordOverlap:
		return "write overlap before the call"
	case wordHarmless:
		return "write harmless(procedure, procedure)"
	default:
		return "write end commregion [name]"
	}
}

// afterHint says what may stand at the end of the directive.
func (r *reader) afterHint() string {
	switch r.word() {
	case wordSend, wordRecv:
		return "behind the arguments stand clauses: tag(integer), comm(handle), if(logical)"
	default:
		return r.usage()
	}
}

// replay is a lexer.Lexer over tokens that were read before.
type replay struct {
	toks []lexer.Token
	end  int
}

// Next returns the next token.
func (p *replay) Next() (lexer.Token, error) {
	if len(p.toks) == 0 {
		return lexer.EOFToken(position(p.end)), nil
	}
	t := p.toks[0]
	p.toks = p.toks[1:]
	return t, nil
}
