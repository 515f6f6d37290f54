package lang

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// clauseRule is what is known about a clause.
type clauseRule struct {
	word  string
	usage string
	on    []string // directives that take it
}

// clauseTable returns all clauses.
func clauseTable() []clauseRule {
	return []clauseRule{
		{"tag", "tag(integer)", []string{wordSend, wordRecv, wordBegin}},
		{"comm", "comm(handle)", []string{wordSend, wordRecv, wordBegin, wordInit}},
		{"if", "if(logical)", []string{wordSend, wordRecv, wordBegin}},
		{"mode", "mode(auto), mode(counted), mode(paged) or mode(plain)", []string{wordBegin}},
		{"delta", "delta(bytes) or delta(element)", []string{wordBegin}},
	}
}

func clauseNames(on string) []string {
	var names []string
	for _, c := range clauseTable() {
		if on == "" || slices.Contains(c.on, on) {
			names = append(names, c.word)
		}
	}
	return names
}

func findClause(word string) (clauseRule, bool) {
	for _, c := range clauseTable() {
		if c.word == word {
			return c, true
		}
	}
	return clauseRule{}, false
}

// IsClause reports whether a word names a clause.
func IsClause(word string) bool {
	_, ok := findClause(word)
	return ok
}

func clauseUsage(word string) string {
	c, _ := findClause(word)
	return c.usage
}

// clauses reads the clauses of the directive.
func (r *reader) clauses(list []*clauseG) Clauses {
	var out Clauses
	for _, g := range list {
		if !r.known(g) {
			continue
		}
		at := r.clauseSpan(g)
		if i := slices.IndexFunc(out.Written, func(p Written) bool { return p.Word == g.Word.Text }); i >= 0 {
			r.report(diag.Diagnostic{Code: diag.RepeatedClause, At: at,
				Message: "clause " + quote(g.Word.Text) + " stands twice",
				Notes:   []diag.Related{{At: out.Written[i].At, Message: "it stands here already"}}})
			continue
		}
		out.Written = append(out.Written, Written{Word: g.Word.Text, At: at})
		r.clause(&out, g)
	}
	return out
}

// known checks that the clause exists and that the directive takes it. A
// misspelt one is put right after it was reported.
func (r *reader) known(g *clauseG) bool {
	word := g.Word.Text
	at := r.wordSpan(&g.Word)
	on := r.word()
	rule, ok := findClause(word)
	switch {
	case !ok && len(g.Args) == 0:
		d := diag.Diagnostic{Code: diag.UnexpectedText, At: at,
			Message: "unexpected " + quote(word) + " at the end of the directive", Hint: r.afterHint()}
		if m := Suggest(word, clauseNames(on)); m != "" {
			d = diag.Diagnostic{Code: diag.UnknownClause, At: at,
				Message: "unknown clause " + quote(word), Hint: "did you mean " + clauseUsage(m) + "?"}
		}
		r.report(d)
		return false
	case !ok:
		meant := Suggest(word, clauseNames(on))
		if meant == "" {
			meant = clauseHabit(strings.ReplaceAll(word, "_", ""))
		}
		d := diag.Diagnostic{Code: diag.UnknownClause, At: at, Message: "unknown clause " + quote(word)}
		if meant == "" {
			d.Hint = takes(on)
		} else {
			d.Hint = "did you mean " + quote(meant) + "?"
		}
		r.report(d)
		g.Word.Text = meant
		rule, ok = findClause(meant)
		return ok && slices.Contains(rule.on, on)
	case !slices.Contains(rule.on, on):
		r.report(diag.Diagnostic{Code: diag.MisplacedClause, At: r.clauseSpan(g),
			Message: on + " takes no clause " + quote(word),
			Hint:    quote(word) + " is a clause of " + strings.Join(rule.on, ", ")})
		return false
	}
	return true
}

func takes(on string) string {
	names := clauseNames(on)
	if len(names) == 0 {
		return on + " takes no clauses"
	}
	return "the clauses of " + on + " are " + strings.Join(names, ", ")
}

// clause reads the value of one clause.
func (r *reader) clause(out *Clauses, g *clauseG) {
	word := g.Word.Text
	if len(g.Args) == 0 || len(g.Args) == 1 && g.Args[0].empty() {
		r.report(diag.Diagnostic{Code: diag.BadClauseValue, At: r.clauseSpan(g),
			Message: "clause " + quote(word) + " has no value", Hint: "write " + clauseUsage(word)})
		return
	}
	if len(g.Args) > 1 {
		r.report(diag.Diagnostic{Code: diag.BadClauseValue, At: r.argSpan(g.Args[1]),
			Message: "clause " + quote(word) + " takes one value", Hint: "write " + clauseUsage(word)})
		return
	}
	switch word {
	case "mode":
		out.Mode = r.mode(g.Args[0])
	case "delta":
		out.Delta, out.DeltaElement = r.delta(g.Args[0])
	case "tag":
		out.Tag = r.tag(g.Args[0])
	case "comm":
		out.Comm = r.expr(g.Args[0], "the communicator")
		r.notLiteral(out.Comm, "the communicator", "a handle")
	case "if":
		out.If = r.expr(g.Args[0], "the condition")
		r.condition(out.If)
	}
}

func (r *reader) mode(a *argG) Mode {
	modes := []string{string(ModeAuto), string(ModeCounted), string(ModePaged), string(ModePlain)}
	word := r.argText(a)
	if slices.Contains(modes, word) {
		return Mode(word)
	}
	d := diag.Diagnostic{Code: diag.BadClauseValue, At: r.argSpan(a),
		Message: "unknown mode " + quote(word), Hint: "the modes are auto, counted, paged and plain"}
	if m := Suggest(word, modes); m != "" {
		d.Hint = "did you mean " + quote(m) + "?"
	}
	r.report(d)
	return ""
}

func (r *reader) delta(a *argG) (x ast.Expr, element bool) {
	if r.argText(a) == "element" {
		return nil, true
	}
	x = r.expr(a, "the size")
	if v, ok := IntValue(x); ok && v <= 0 {
		r.report(diag.Diagnostic{Code: diag.BadClauseValue, At: x.Span(),
			Message: "a piece has at least one byte", Hint: "write " + clauseUsage("delta")})
	}
	r.integer(x, "the size")
	return x, false
}

func (r *reader) tag(a *argG) ast.Expr {
	x := r.expr(a, "the tag")
	if v, ok := IntValue(x); ok && v < 0 {
		r.report(diag.Diagnostic{Code: diag.BadClauseValue, At: x.Span(), Message: "a tag is not negative"})
	}
	r.wildcard(x, "tag")
	r.integer(x, "the tag")
	return x
}

// argText is the argument as written, in lower case.
func (r *reader) argText(a *argG) string { return lower(string(r.line.Text[a.From:a.To])) }

func (r *reader) argSpan(a *argG) source.Span { return r.between(a.From, a.To) }

func (r *reader) wordSpan(w *wordG) source.Span {
	return r.between(w.Pos.Offset, w.Pos.Offset+len(w.Text))
}

func (r *reader) clauseSpan(g *clauseG) source.Span {
	if g.Close.Text == "" {
		return r.wordSpan(&g.Word)
	}
	return r.between(g.Word.Pos.Offset, g.Close.Pos.Offset+1)
}

func (a *argG) empty() bool { return a.From == a.To }
