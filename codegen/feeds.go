package codegen

import (
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// message returns the message of a send as the exchange will state it; nil if
// it cannot be stated elsewhere.
func (t *translator) message(c *rungs.Message) *plan.Message {
	p := t.plan(c.X)
	if len(p.diags) > 0 {
		return nil
	}
	for _, m := range p.Messages {
		if m.M != c.M {
			continue
		}
		for _, piece := range m.Pieces {
			if len(piece.Hoists) > 0 || piece.Pack != "" || piece.List != nil || len(piece.Each) > 0 {
				return nil
			}
		}
		return m
	}
	return nil
}

// feeds returns the feeds that can be written.
func (t *translator) feeds(list []rungs.Feed, single bool) ([]calls.Feed, map[string]bool) {
	var out []calls.Feed
	mentions := map[string]bool{}
	stated := map[*regions.Message]bool{}
	for _, f := range list {
		if !f.Stable {
			continue
		}
		m := t.message(f.Message)
		if m == nil || single && (len(m.Pieces) != 1 || m.Pieces[0].Count != "") {
			continue
		}
		x := t.plan(f.Message.X)
		stated[f.Message.M] = true
		for name := range x.Mentions {
			mentions[name] = true
		}
		condMentions(t.namesAt(f.Message.X), f.FinalIf, mentions)
		out = append(out, calls.Feed{Site: x.At, Message: m, Final: f.Final && f.Message.Uncounted(stated) == nil, Counted: f.Counted, CountedToo: f.CountedToo, Elements: f.Elements, Packed: f.Packed, If: f.FinalIf, Guards: f.Guards})
	}
	return out, mentions
}

// fire writes hints behind an item.
func (t *translator) fire(f *rungs.Fire) {
	feeds, mentions := t.feeds(f.Feeds, true)
	if len(feeds) == 0 {
		return
	}
	last := lastOf(f.After, f.End)
	if last == nil {
		return
	}
	at := t.file.Position(last.Span().Start)
	hints := calls.Fire(at, feeds, t.used, mentions)
	if len(hints.Clash()) > 0 {
		return // it is only a hint
	}
	for _, x := range feeds {
		c := t.auto.messages[x.Message.M]
		t.auto.fired[c] = append(t.auto.fired[c], t.line(last.Span().Start))
	}
	h := t.hostNames(last.Span().Start)
	for _, x := range f.Feeds {
		h.message(x.Message.X, x.Message.M)
	}
	t.text.Behind(last.Line, h.with(hints))
}

// lastOf returns the statement behind which something is put that is to stand behind an item
// and the OpenMP directive that belongs to it; nil if there is no place.
func lastOf(item ast.Item, end *ast.Stmt) *ast.Stmt {
	last := item.First()
	if c, ok := item.(*ast.Construct); ok {
		if c.End == nil || c.SharedEnd {
			return nil
		}
		last = c.End
	}
	if end != nil {
		return end
	}
	return last
}
