package codegen

import (
	"mdmp/analysis/regions"
	"mdmp/analysis/rungs"
	"mdmp/codegen/plain"
	"mdmp/codegen/plan"
	"mdmp/fortran/ast"
)

// message returns the message of a send as the exchange will state it; nil if
// it cannot be stated elsewhere.
func (t *translator) message(c *rungs.Comm) *plan.Message {
	p := t.auto.plans[c.X]
	if p == nil {
		built, d := plan.Build(t.file, c.X, t.factsAt(&c.X.Place), t.used, plan.Options{})
		if len(d) > 0 {
			return nil
		}
		p = built
		t.auto.plans[c.X] = p
	}
	for _, m := range p.Messages {
		if m.C != c.C {
			continue
		}
		for _, piece := range m.Pieces {
			if len(piece.Hoists) > 0 || piece.Pack != "" || len(piece.Each) > 0 {
				return nil
			}
		}
		return m
	}
	return nil
}

// feeds returns the feeds that can be written.
func (t *translator) feeds(list []rungs.Feed, single bool) ([]plain.Feed, map[string]bool) {
	var out []plain.Feed
	mentions := map[string]bool{}
	announced := map[*regions.Comm]bool{}
	for _, f := range list {
		if !f.Stable {
			continue
		}
		m := t.message(f.Comm)
		if m == nil || single && (len(m.Pieces) != 1 || m.Pieces[0].Count != "") {
			continue
		}
		x := t.auto.plans[f.Comm.X]
		announced[f.Comm.C] = true
		for name := range x.Mentions {
			mentions[name] = true
		}
		out = append(out, plain.Feed{Site: x.At, Message: m, Final: f.Final && t.announcedBefore(f.Comm, announced), While: f.FinalWhile, Guards: f.Guards})
	}
	return out, mentions
}

// announcedBefore reports whether all sends of the exchange before c are
// announced: on one lane the first send stated is the next message, and only
// that may be FINAL.
func (t *translator) announcedBefore(c *rungs.Comm, announced map[*regions.Comm]bool) bool {
	for _, s := range c.X.Sends {
		if s == c.C {
			return true
		}
		if !announced[s] {
			return false
		}
	}
	return false
}

// fire writes hints behind an item.
func (t *translator) fire(f *rungs.Fire) {
	feeds, mentions := t.feeds(f.Feeds, true)
	if len(feeds) == 0 {
		return
	}
	last := f.After.First()
	if c, ok := f.After.(*ast.Construct); ok {
		if c.End == nil || c.SharedEnd {
			return
		}
		last = c.End
	}
	if f.End != nil {
		last = f.End
	}
	at := t.file.Position(last.Span().Start)
	stmts, hidden := plain.Fire(at, feeds, t.used, mentions)
	if len(hidden) > 0 {
		return // it is only a hint
	}
	for _, x := range feeds {
		c := t.auto.comms[x.Message.C]
		t.auto.fired[c] = append(t.auto.fired[c], at.Line)
	}
	h := t.hostNames(last.Span().Start)
	for _, x := range f.Feeds {
		h.message(x.Comm.X, x.Comm.C)
	}
	t.insertBehind(last.Line, append(h.statement(at), stmts...))
}
