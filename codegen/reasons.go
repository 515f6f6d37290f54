package codegen

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// say puts a verdict into a sentence.
func (t *translator) say(v verdict) string {
	text := v.text
	if len(v.order) > 0 {
		text += ", one iteration after another, because " + t.because(v.order)
	}
	text += v.rest
	var calls []reason.Reason // these are sentences
	why := slices.Clone(v.why)
	why = slices.DeleteFunc(why, func(w reason.Reason) bool {
		if w.Key() == "elsewhere" {
			calls = append(calls, w)
		}
		return w.Key() == "elsewhere"
	})
	if len(why) > 0 {
		text += v.link + t.because(why)
	}
	for _, w := range calls {
		text += "; " + t.because([]reason.Reason{w})
	}
	return text
}

// because joins reasons. The same reason at several places is said once.
func (t *translator) because(why []reason.Reason) string {
	var texts []string
	at := map[string][]line{}
	quote := map[string]string{}
	for _, w := range why {
		text := w.Text()
		if w.Key() == "not-understood" && quote[text] == "" {
			quote[text] = t.quote(w.At)
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		if l := t.line(w.At.Start); w.At.End > w.At.Start && !slices.Contains(at[text], l) {
			at[text] = append(at[text], l)
		}
	}
	for i, text := range texts {
		if len(at[text]) > 0 {
			texts[i] += " (" + lines(at[text]) + quote[text] + ")"
		}
	}
	return strings.Join(texts, "; ")
}

// quote is what stands where something is not understood, as far as it has room: ": call f(x)".
func (t *translator) quote(at source.Span) string {
	const most = 60
	line, _, _ := strings.Cut(string(t.file.Src[at.Start:at.End]), "\n")
	text := strings.Join(strings.Fields(strings.ToValidUTF8(line, "?")), " ")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "..."
	}
	if text == "" {
		return ""
	}
	return ": " + text
}

// becauseAt is because for one reason. Its line is left out if it is that of the place
// which is spoken of.
func (t *translator) becauseAt(why reason.Reason, at source.Span) string {
	if t.line(why.At.Start) == t.line(at.Start) {
		why.At = access.Span{}
	}
	return t.because([]reason.Reason{why})
}

// hints joins what the user could do.
func hints(why []reason.Reason) string {
	var list []string
	for _, w := range why {
		if w.Hint() != "" && !slices.Contains(list, w.Hint()) {
			list = append(list, w.Hint())
		}
	}
	return strings.Join(list, "; ")
}

// line is a line as reasons speak of it.
type line struct {
	file string // "" for the source itself: it is an include file
	n    int
}

// line returns the line on which p stands.
func (t *translator) line(p source.Pos) line {
	at := t.file.Position(p)
	if at.Name == t.file.Position(source.Pos(len(t.file.Src))).Name { // no include file goes on at the end
		at.Name = ""
	}
	return line{at.Name, at.Line}
}

// compare puts lines in order, those of the source first.
func (l line) compare(o line) int { return cmp.Or(cmp.Compare(l.file, o.file), l.n-o.n) }

// lines names lines: "lines 3 and 4", "line 3 and sub.inc:1".
func lines(list []line) string {
	var own, texts []string
	for _, l := range list {
		if l.file == "" {
			own = append(own, strconv.Itoa(l.n))
		} else {
			texts = append(texts, l.file+":"+strconv.Itoa(l.n))
		}
	}
	switch len(own) {
	case 0:
	case 1:
		texts = slices.Insert(texts, 0, "line "+own[0])
	default:
		texts = slices.Insert(texts, 0, "lines "+enumerate(own))
	}
	return enumerate(texts)
}

// enumerate writes "a, b and c".
func enumerate(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// names names nests by kind, line and procedure: "the nests at lines 88 and 94
// of relax (managed)".
func (t *translator) names(nests []*rungs.Nest) string {
	type group struct{ what, of string }
	var groups []group
	at := map[group][]line{}
	for _, n := range nests {
		g := group{what: kindOf(n)}
		if n.In.Managed() {
			g.of = " of " + n.In.Unit.Name + " (managed)"
		}
		if n.Rounds.Stands() {
			g.of += " (last bits may differ: " + n.Rounds.Key() + ")"
		}
		if at[g] == nil {
			groups = append(groups, g)
		}
		at[g] = append(at[g], t.line(n.Node.Stmt.Span().Start))
	}
	var texts []string
	for _, g := range groups {
		what := g.what
		if len(at[g]) > 1 {
			what += "s"
		}
		texts = append(texts, "the "+what+" at "+lines(at[g])+g.of)
	}
	return enumerate(texts)
}

// kindOf says what a nest is.
func kindOf(n *rungs.Nest) string {
	switch {
	case n.Array != nil:
		return "array statement"
	case n.Index != nil && n.Do() != nil && n.Do().Kind == ast.KDo:
		return "DO CONCURRENT"
	case n.Index != nil:
		return "FORALL"
	}
	return "nest"
}

// stays names nests that are not cut, with the reason.
func (t *translator) stays(nests []*rungs.Nest) string {
	return t.each(nests, func(n *rungs.Nest) string { return t.whole(n).Text() }, func(names, why string) string { return names + " (not cut: " + why + ")" })
}

// sentFrom says how a send leaves from nests that are cut.
func (t *translator) sentFrom(r *rungs.Message, nests []*rungs.Nest) string {
	return t.each(nests, func(n *rungs.Nest) string { return t.standing(r, n) },
		func(names, standing string) string { return "sent from " + names + standing })
}

// each names nests, those together of which the same is to be said.
func (t *translator) each(nests []*rungs.Nest, what func(*rungs.Nest) string, say func(names, what string) string) string {
	var order, texts []string
	groups := map[string][]*rungs.Nest{}
	for _, n := range nests {
		key := what(n)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], n)
	}
	for _, key := range order {
		texts = append(texts, say(t.names(groups[key]), key))
	}
	return strings.Join(texts, "; ")
}

// feed is what a nest feeds of a send, nil if nothing.
func (t *translator) feed(r *rungs.Message, n *rungs.Nest) *rungs.Feed {
	all := t.auto.feeds[n]
	if all == nil {
		all = map[*rungs.Message]*rungs.Feed{}
		t.auto.feeds[n] = all
		for i := range n.Feeds {
			if f := &n.Feeds[i]; all[f.Message] == nil {
				all[f.Message] = f
			}
		}
	}
	return all[r]
}

// standing says how sure it is that what a nest sends is what will be sent.
func (t *translator) standing(r *rungs.Message, n *rungs.Nest) string {
	if n.In.Managed() {
		return ", as predicted from earlier steps"
	}
	f := t.feed(r, n)
	if f == nil {
		return ""
	}
	why := ""
	if len(f.Why) > 0 {
		why = ", because " + t.because(f.Why)
	}
	switch final, stated := t.auto.stated[n][r.M]; {
	case !stated:
		return ", as predicted from earlier steps" + why
	case final:
		return " (final: not compared again)"
	}
	if f.CountedToo {
		return ", as known or counted, and compared at the exchange" + why
	}
	return " and compared at the exchange" + why
}
