package codegen

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
)

// uses writes the questions in a loop that is opened. Where that cannot be done it writes the completion of the
// receives before it.
func (t *translator) uses(b *rungs.Body, x *rungs.Uses) {
	begin, end := x.Do.Begin, x.Do.End
	list := t.between(begin.Span().Start, end.Span().End)
	h := t.hostNames(x.Item.First().Span().Start)
	h.stmts(list)
	h.designators(x.Arrays)
	out := calls.Uses{At: t.file.Position(begin.Span().Start), Arrays: x.Arrays, In: t.in(b), Mentions: map[string]bool{}}
	t.bodyMentions(begin.Span().Start, end.Span().End, out.Mentions)
	calls.NamesIn(x.Arrays, func(name string) { out.Mentions[name] = true })
	// with a count of iterations the loop cannot stand as it was
	if x.Stays && !slices.ContainsFunc(rungs.Of[*rungs.Units](b), func(u *rungs.Units) bool { return u.Do == x.Do }) {
		out.Copy = t.copyOfLines(x.Item.First().Line, end.Line, list)
	}
	around := out.Around(t.used)
	clash := h.bars() != "" || len(around.Clash()) > 0
	inside := make([]*emit.Block, len(x.At))
	for i, u := range x.At {
		inside[i] = out.Inside(t.at(u.Item), u, t.used)
		clash = clash || len(inside[i].Clash()) > 0
	}
	if clash {
		t.complete(&rungs.Need{Before: x.Before, Arrays: x.Arrays}, b)
		return
	}
	t.auto.asking[x] = true
	around.Host = h.texts
	before, behind := around.Parts()
	t.before(x.Before, before)
	for i, u := range x.At {
		t.before(u.Before, inside[i].Stmts())
	}
	t.text.Close(begin.Span().Start, end.Line, behind)
}
