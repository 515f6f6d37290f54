package lang

import (
	"slices"
	"strings"
	"unicode"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/mdmp-fortran/mdmp/diag"
)

// The words that begin a directive.
const (
	wordBegin    = "commregion"
	wordEnd      = "end commregion"
	wordEndOne   = "endcommregion"
	wordFinished = "commregionfinished"
	wordSend     = "send"
	wordRecv     = "recv"
	wordInit     = "init"
	wordManage   = "manage"
	wordHalo     = "halo"
	wordExchange = "exchange"
	wordWait     = "wait"
	wordHarmless = "harmless"
	wordOverlap  = "overlap"
)

const allDirectives = "the directives are commregion, end commregion, send, recv, halo, exchange, wait, init, manage, harmless and overlap"

// head makes sure that the directive begins with a word that the grammar
// knows. A misspelt one is reported and put right in the tokens, so that the
// rest is checked, too, and a region does not lose its end. False: there is no
// telling what was meant.
func (r *reader) head() bool {
	if len(r.toks) == 0 {
		at := r.line.Span
		at.End = max(at.End, at.Start+sentinelLen)
		r.report(diag.Diagnostic{Code: diag.EmptyDirective, At: at,
			Message: "nothing stands after the sentinel", Hint: allDirectives})
		return false
	}
	first := r.toks[0]
	if first.Type != tokWord {
		r.report(diag.Diagnostic{Code: diag.UnknownDirective, At: r.span(first),
			Message: "a directive begins with a word, not with " + quote(first.Value), Hint: allDirectives})
		return false
	}
	n := r.headLength()
	if n > 0 {
		return true
	}
	meant, n := r.meantHead()
	said := r.joined(0, n, " ")
	d := diag.Diagnostic{Code: diag.UnknownDirective, At: r.span(r.toks[0], r.toks[n-1]),
		Message: "unknown directive " + quote(said), Hint: allDirectives}
	switch {
	case strings.HasPrefix(said, "sendrecv"):
		d.Hint = "write a send and a recv directive, one after the other: they make one exchange"
	case strings.HasPrefix(said, "wait"):
		d.Hint = "did you mean 'wait'? (An exchange is complete behind its last directive; nothing has to be waited for.)"
	case said == "end" && meant != "":
		d.Message = "end of what?"
		d.Hint = "write 'end commregion'"
	case meant != "":
		d.Hint = "did you mean " + quote(meant) + "?"
	}
	r.report(d)
	if meant == "" {
		return false
	}
	r.replaceHead(n, meant)
	return true
}

// headLength returns how many tokens name the directive, 0 if it is unknown.
func (r *reader) headLength() int {
	switch r.toks[0].Value {
	case wordBegin, wordEndOne, wordFinished, wordSend, wordRecv, wordInit, wordManage, wordHalo, wordExchange, wordWait, wordHarmless, wordOverlap:
		return 1
	case "end":
		if len(r.toks) > 1 && r.toks[1].Value == wordBegin {
			return 2
		}
	}
	return 0
}

// meantHead guesses the directive from the first words: "comm region",
// "end comregion", "sned". It returns how many tokens were judged, at least 1.
func (r *reader) meantHead() (meant string, tokens int) {
	regions := []string{wordBegin, wordEndOne, wordFinished}
	all := append([]string{wordSend, wordRecv, wordInit, wordManage, wordHalo, wordExchange, wordWait, wordHarmless, wordOverlap}, regions...)
	words := 0
	for words < len(r.toks) && words < 3 && r.toks[words].Type == tokWord {
		words++
	}
	for n := words; n >= 1; n-- {
		if s := r.joined(0, n, ""); slices.Contains(all, s) {
			return r.normal(s), n
		}
	}
	two := r.toks[0].Value == "end" || r.toks[0].Value == "begin" || strings.HasPrefix(r.toks[0].Value, "comm")
	if words >= 2 && two {
		s := r.joined(0, 2, "")
		if m := Suggest(s, regions); m != "" {
			return r.normal(m), 2
		}
		if m := habit(s); m != "" {
			return m, 2
		}
	}
	s := r.toks[0].Value
	if m := habit(strings.ReplaceAll(s, "_", "")); m != "" {
		return m, 1
	}
	return r.normal(Suggest(s, all)), 1
}

func (r *reader) normal(word string) string {
	if word == wordEndOne {
		return wordEnd
	}
	return word
}

// replaceHead puts the words of the directive that was meant in the place of
// the first n tokens.
func (r *reader) replaceHead(n int, meant string) {
	at := r.toks[0]
	if meant == wordEnd {
		meant = wordEndOne
	}
	at.Value = meant
	r.toks = append([]lexer.Token{at}, r.toks[n:]...)
}

// joined returns the values of tokens from to to-1 with sep between them.
func (r *reader) joined(from, to int, sep string) string {
	var parts []string
	for _, t := range r.toks[from:to] {
		parts = append(parts, t.Value)
	}
	return strings.Join(parts, sep)
}

// sentinelLen is the length of !$mdmp.
const sentinelLen = 6

// quote is a piece of the program fit to stand in a message.
func quote(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if r := []rune(s); len(r) > 40 {
		s = string(r[:37]) + "..."
	}
	if s != "" && (s[0] == '\'' || s[0] == '"') {
		return s
	}
	return "'" + s + "'"
}
