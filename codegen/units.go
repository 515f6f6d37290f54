package codegen

import (
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
)

// units writes the counting of a loop's iterations. It is a hint: where anything stands against it, it is left out.
func (t *translator) units(b *rungs.Body, x *rungs.Units) {
	feeds, mentions := t.feeds(x.Feeds, false)
	if len(feeds) == 0 {
		return
	}
	begin, end := x.Do.Begin, x.Do.End
	h := t.hostNames(x.Item.First().Span().Start)
	h.stmts(t.between(begin.Span().Start, end.Span().End))
	for _, f := range x.Feeds {
		h.message(f.Message.X, f.Message.M)
	}
	out := calls.Units{At: t.file.Position(begin.Span().Start), Feeds: feeds, In: t.in(b), Mentions: mentions}
	t.bodyMentions(begin.Span().Start, end.Span().End, out.Mentions)
	around, inside := out.Around(t.used)
	if h.bars() != "" || len(around.Clash()) > 0 || len(inside.Clash()) > 0 {
		return
	}
	for _, f := range feeds {
		c := t.auto.messages[f.Message.M]
		t.auto.looped[c] = append(t.auto.looped[c], t.line(begin.Span().Start))
	}
	around.Host = h.texts
	before, behind := around.Parts()
	t.before(x.Before, before)
	t.text.Behind(begin.Line, inside.Stmts())
	t.text.Close(begin.Span().Start, end.Line, behind)
}
