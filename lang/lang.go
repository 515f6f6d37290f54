package lang

import (
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Parse reads the directive on a line of the file (source.Directive with the
// sentinel "mdmp"). The Directive is nil if there is no telling which one was
// meant; otherwise it is what could be understood, even if there are errors:
// a region then still has its end. Code must only be made of it if no
// diagnostic is an error.
func Parse(f *source.File, line *source.Line) (Directive, []diag.Diagnostic) {
	r := &reader{f: f, line: line}
	r.scan()
	if !r.head() {
		return nil, r.diags
	}
	if !r.balanced() {
		return r.partial(), r.diags
	}
	switch r.keyword() {
	case wordHalo:
		return r.halo(), r.diags
	case wordExchange:
		return r.haloExchange(), r.diags
	}
	g, ok := r.parse()
	if !ok {
		return r.partial(), r.diags
	}
	return r.directive(g), r.diags
}

// reader is the state of reading one directive.
type reader struct {
	f     *source.File
	line  *source.Line
	toks  []lexer.Token // without EOF; the first may be a corrected word
	diags diag.List
}

func (r *reader) scan() {
	s := scanner{text: r.line.Text}
	for {
		t, err := s.Next()
		if err != nil || t.EOF() {
			return
		}
		r.toks = append(r.toks, t)
	}
}

func (r *reader) report(d diag.Diagnostic) { r.diags.Add(d) }

// span returns the bytes of the file from the first token to the last.
func (r *reader) span(t ...lexer.Token) source.Span {
	last := t[len(t)-1]
	return r.between(t[0].Pos.Offset, last.Pos.Offset+len(last.Value))
}

// between returns the bytes of the file for bytes of the joined text.
func (r *reader) between(from, to int) source.Span {
	n := len(r.line.Text)
	return r.line.SpanOf(min(from, n), min(to, n))
}

// keyword is the word that names the directive, as the grammar has it.
func (r *reader) keyword() string { return r.toks[0].Value }

// word is the word that names the directive, as the user knows it.
func (r *reader) word() string {
	switch k := r.keyword(); k {
	case "end", wordEndOne, wordFinished:
		return wordEnd
	default:
		return k
	}
}

// partial makes a directive of its first words only, for one whose rest is
// not understood.
func (r *reader) partial() Directive {
	switch r.word() {
	case wordBegin:
		return &Begin{}
	case wordEnd:
		return &End{}
	case wordSend, wordRecv:
		return &Message{Send: r.word() == wordSend}
	case wordInit:
		return &Init{}
	case wordHalo:
		return &Halo{}
	case wordExchange:
		return &HaloExchange{}
	case wordWait:
		return &Wait{}
	case wordHarmless:
		return &Harmless{}
	case wordOverlap:
		return &Overlap{}
	default:
		return &Manage{}
	}
}

// balanced checks that every string, parenthesis and bracket has its end.
func (r *reader) balanced() bool {
	var open []lexer.Token
	for _, t := range r.toks {
		if t.Type == tokOther && (t.Value[0] == '\'' || t.Value[0] == '"') {
			r.report(diag.Diagnostic{Code: diag.UnterminatedString, At: r.span(t),
				Message: "the character constant has no end"})
			return false
		}
		if t.Type != tokPunct {
			continue
		}
		switch t.Value {
		case "(", "[":
			open = append(open, t)
		case ")", "]":
			if len(open) == 0 {
				r.report(diag.Diagnostic{Code: diag.Unbalanced, At: r.span(t),
					Message: quote(t.Value) + " closes nothing"})
				return false
			}
			last := open[len(open)-1]
			if partner(last.Value) != t.Value {
				r.report(diag.Diagnostic{Code: diag.Unbalanced, At: r.span(t),
					Message: quote(last.Value) + " is closed by " + quote(t.Value),
					Notes:   []diag.Related{{At: r.span(last), Message: "it was opened here"}}})
				return false
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return true
	}
	r.report(diag.Diagnostic{Code: diag.Unbalanced, At: r.span(open[len(open)-1]),
		Message: quote(open[len(open)-1].Value) + " is never closed"})
	return false
}

func partner(open string) string {
	if open == "(" {
		return ")"
	}
	return "]"
}
