package lang

import (
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// then parts the phases of a pattern.
const wordThen = "then"

// halo reads halo name(arguments) message … then message …. What stands between
// the words send, recv and then is read as the directive that it looks like.
func (r *reader) halo() *Halo {
	h := &Halo{}
	args, rest, ok := r.named(r.toks[1:], &h.Name)
	if !ok {
		return h
	}
	switch {
	case IsClause(h.Text) || h.Text == wordSend || h.Text == wordRecv || h.Text == wordThen:
		r.badHalo(h.NameAt, quote(h.Text)+" cannot name a halo pattern", "choose another name")
	case len(h.Text) > 63:
		r.badHalo(h.NameAt, "the name of a halo pattern has at most 63 characters", "")
	}
	for _, a := range args {
		r.formal(h, a)
	}
	r.phases(h, rest)
	return h
}

func (r *reader) badHalo(at source.Span, message, hint string) {
	r.report(diag.Diagnostic{Code: diag.BadHalo, At: at, Message: message, Hint: hint})
}

// named reads name(arguments) at the beginning of some tokens.
func (r *reader) named(toks []lexer.Token, name *Name) (args []*argG, rest []lexer.Token, ok bool) {
	switch {
	case len(toks) == 0:
		r.report(diag.Diagnostic{Code: diag.WrongArguments, At: r.span(r.toks[0]),
			Message: r.word() + " names no halo pattern", Hint: r.usage()})
		return nil, nil, false
	case toks[0].Type != tokWord:
		r.report(diag.Diagnostic{Code: diag.UnexpectedText, At: r.span(toks[0]),
			Message: "unexpected " + quote(toks[0].Value) + " where the name of a halo pattern stands", Hint: r.usage()})
		return nil, nil, false
	}
	*name = Name{Text: toks[0].Value, NameAt: r.span(toks[0])}
	end := closing(toks, 1)
	if end < 0 {
		r.report(diag.Diagnostic{Code: diag.WrongArguments, At: name.NameAt,
			Message: quote(name.Text) + " needs its arguments in parentheses", Hint: r.usage()})
		return nil, nil, false
	}
	return split(toks[2:end]), toks[end+1:], true
}

// closing returns the index of the parenthesis that closes the one at i, -1 if
// none opens there. All are known to match.
func closing(toks []lexer.Token, i int) int {
	depth := 0
	for ; i < len(toks); i++ {
		depth += level(toks[i])
		if depth == 0 {
			if toks[i].Value == ")" {
				return i
			}
			return -1
		}
	}
	return -1
}

// level is 1 for what opens, -1 for what closes.
func level(t lexer.Token) int {
	if t.Type == tokPunct {
		switch t.Value {
		case "(", "[":
			return 1
		case ")", "]":
			return -1
		}
	}
	return 0
}

// split returns what stands between the commas of the first level; nothing if
// there are no tokens.
func split(toks []lexer.Token) []*argG {
	var out []*argG
	from, depth := 0, 0
	for i, t := range toks {
		depth += level(t)
		if depth == 0 && t.Type == tokPunct && t.Value == "," {
			out = append(out, argOf(toks[from:i], t))
			from = i + 1
		}
	}
	if len(toks) == 0 {
		return nil
	}
	return append(out, argOf(toks[from:], toks[len(toks)-1]))
}

// argOf makes an argument of tokens; without any it stands before next.
func argOf(toks []lexer.Token, next lexer.Token) *argG {
	if len(toks) == 0 {
		return &argG{From: next.Pos.Offset, To: next.Pos.Offset}
	}
	last := toks[len(toks)-1]
	return &argG{From: toks[0].Pos.Offset, To: last.Pos.Offset + len(last.Value),
		Keyword: len(toks) > 2 && toks[0].Type == tokWord && toks[1].Value == "=" && toks[2].Value != "="}
}

// formal reads an argument of a pattern: a name, with bounds if it is an array.
func (r *reader) formal(h *Halo, a *argG) {
	x := r.expr(a, "the argument")
	f := Formal{}
	switch e := x.(type) {
	case nil:
		return
	case *ast.Ident:
		f.Name = Name{Text: e.Name, NameAt: e.At}
	case *ast.Apply:
		id, ok := e.X.(*ast.Ident)
		if !ok || len(e.Args) == 0 || e.Args[0].Keyword != nil {
			r.badHalo(x.Span(), "an argument of a halo pattern is a name, with or without bounds", r.usage())
			return
		}
		f.Name, f.Bounds = Name{Text: id.Name, NameAt: id.At}, e.Args
	default:
		r.badHalo(x.Span(), "an argument of a halo pattern is a name, with or without bounds", r.usage())
		return
	}
	for _, g := range h.Formals {
		if g.Text == f.Text {
			r.badHalo(f.NameAt, "two arguments of the halo pattern are named "+quote(f.Text), "")
			return
		}
	}
	h.Formals = append(h.Formals, f)
}

// phases reads the messages of a pattern.
func (r *reader) phases(h *Halo, toks []lexer.Token) {
	var phase []*Message
	last := r.toks[len(r.toks)-1]
	next := func(at lexer.Token) {
		if len(phase) == 0 {
			r.badHalo(r.span(at), "a phase of the halo pattern has no messages", r.usage())
		}
		h.Phases = append(h.Phases, phase)
		phase = nil
	}
	for i := 0; i < len(toks); {
		switch t := toks[i]; {
		case t.Value == "," && i > 0 && toks[i-1].Value != ",": // between messages
			i++
		case t.Type == tokWord && t.Value == wordThen:
			next(t)
			i++
		case t.Type == tokWord && (t.Value == wordSend || t.Value == wordRecv):
			end := i + messageLength(toks[i:])
			if m := r.messageOf(toks[i:end]); m != nil {
				phase = append(phase, m)
			}
			i = end
		default:
			d := diag.Diagnostic{Code: diag.UnexpectedText, At: r.span(t), Message: "unexpected " + quote(t.Value) + " in a halo pattern",
				Hint: r.usage()}
			if meant := Suggest(t.Value, []string{wordSend, wordRecv, wordThen}); meant != "" {
				d.Hint = "did you mean " + quote(meant) + "?"
			}
			r.report(d)
			return
		}
	}
	next(last)
}

// messageLength returns how many tokens belong to the message that begins some.
func messageLength(toks []lexer.Token) int {
	depth := 0
	for i, t := range toks {
		depth += level(t)
		if i == 0 || depth > 0 || t.Type != tokWord {
			continue
		}
		switch t.Value {
		case wordSend, wordRecv, wordThen:
			return i
		}
	}
	return len(toks)
}

// messageOf reads tokens as a directive of their own. A comma at the end parts it from
// the next one.
func (r *reader) messageOf(toks []lexer.Token) *Message {
	if n := len(toks); toks[n-1].Value == "," {
		toks = toks[:n-1]
	}
	in := &reader{f: r.f, line: r.line, toks: toks}
	defer func() {
		for _, d := range in.diags {
			r.report(d)
		}
	}()
	g, ok := in.parse()
	if !ok {
		return nil
	}
	m, ok := in.directive(g).(*Message)
	if !ok {
		return nil
	}
	last := toks[len(toks)-1]
	m.At = r.span(toks[0], last)
	return m
}

// haloExchange reads exchange pattern(arguments) [if(condition)], ….
func (r *reader) haloExchange() *HaloExchange {
	x := &HaloExchange{}
	toks := r.toks[1:]
	for first := true; first || len(toks) > 0; first = false {
		if !first && toks[0].Value == "," && len(toks) > 1 {
			toks = toks[1:]
		}
		var u Use
		args, rest, ok := r.named(toks, &u.Name)
		if !ok {
			return x
		}
		u.At = r.span(toks[0], toks[len(toks)-len(rest)-1])
		if IsClause(u.Text) {
			r.useClause(x, u, args)
		} else {
			for _, a := range args {
				if y := r.expr(a, "the argument"); y != nil {
					u.Args = append(u.Args, y)
				}
			}
			x.Uses = append(x.Uses, u)
		}
		toks = rest
	}
	return x
}

// useClause reads a clause behind the use of a pattern; only if stands there.
func (r *reader) useClause(x *HaloExchange, c Use, args []*argG) {
	switch {
	case c.Text != "if":
		r.report(diag.Diagnostic{Code: diag.MisplacedClause, At: c.At, Message: "exchange takes no clause " + quote(c.Text),
			Hint: "write it in the halo pattern, behind the messages that it is about"})
		return
	case len(x.Uses) == 0:
		r.report(diag.Diagnostic{Code: diag.UnexpectedText, At: c.At, Message: "a condition stands behind the pattern that it is about", Hint: r.usage()})
		return
	}
	u := &x.Uses[len(x.Uses)-1]
	switch {
	case u.If != nil:
		r.report(diag.Diagnostic{Code: diag.RepeatedClause, At: c.At, Message: "clause 'if' stands twice",
			Notes: []diag.Related{{At: u.If.Span(), Message: "it stands here already"}}})
	case len(args) != 1:
		r.report(diag.Diagnostic{Code: diag.BadClauseValue, At: c.At, Message: "clause 'if' takes one value", Hint: "write " + clauseUsage("if")})
	default:
		u.If = r.expr(args[0], "the condition")
		r.condition(u.If)
	}
}
