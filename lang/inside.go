package lang

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/diag"
)

// outside reports clauses that stand among the arguments of a message, as in
// recv(a(:,1), west, tag(1)), and takes them away, so that the rest is read as
// it was meant. What looks like a clause may be an array of peers that is
// called tag or comm; so it is taken for a clause only where it cannot be a
// peer: behind too many arguments, or if what would then be the first element
// of several is a section or a list. (What declarations tell is looked at in
// analysis/regions.)
func (r *reader) outside(g *messageG) {
	args := len(g.Rest)
	for args > 1 && clauseIn(r.argText(g.Rest[args-1])) != "" {
		args--
	}
	if args == len(g.Rest) || len(g.Rest) == 2 && len(g.Several) == 0 && !r.isSection(g.First) {
		return
	}
	meant := r.argText(&argG{From: r.toks[1].Pos.Offset + 1, To: g.Rest[args-1].To}) // behind the opening parenthesis
	for _, a := range g.Rest[args:] {
		r.report(diag.Diagnostic{Code: diag.WrongArguments, At: r.argSpan(a),
			Message: "clause " + quote(clauseIn(r.argText(a))) + " stands among the arguments of " + r.word(),
			Hint:    ClauseOutside(r.word(), meant, r.argText(a))})
	}
	g.Rest = g.Rest[:args]
}

// ClauseOutside is a hint for a clause that was written inside the parentheses
// of a message: what the message should look like.
func ClauseOutside(word, arguments, clause string) string {
	return "clauses stand behind the parentheses: write " + word + "(" + strings.TrimSpace(arguments) + ") " + clause
}

// clauseIn returns the word of the clause that an argument looks like, "" if it
// looks like none.
func clauseIn(text string) string {
	word, rest, ok := strings.Cut(text, "(")
	word = strings.TrimSpace(word)
	if !ok || !IsClause(word) || !strings.HasSuffix(rest, ")") {
		return ""
	}
	return word
}

// isSection reports whether an argument is seen to be a section: it has a
// colon at the first level of its last subscripts.
func (r *reader) isSection(a *argG) bool {
	depth := 0
	for _, t := range r.toks {
		if t.Pos.Offset < a.From || t.Pos.Offset >= a.To {
			continue
		}
		switch t.Value {
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		case ":":
			if depth == 1 {
				return true
			}
		}
	}
	return false
}
