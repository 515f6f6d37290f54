package codegen

import (
	"maps"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
)

// prepost says behind an item that receives may be posted from there on. Names mean there
// what they mean at the exchange.
func (t *translator) prepost(v *rungs.Prepost) {
	last := lastOf(v.After, v.End)
	if last == nil || t.scopes.At(last.Span().Start) != t.scopes.At(v.X.Span().Start) {
		return
	}
	receives := t.vacant(v)
	if len(receives) == 0 {
		return
	}
	at := t.file.Position(last.Span().Start)
	x := *t.plan(v.X).Exchange
	x.Mentions = maps.Clone(x.Mentions)
	condMentions(t.namesAt(v.X), v.If, x.Mentions)
	block := calls.Prepost(at, &x, receives, v.If, t.opt.Rounding.Single, t.used)
	if len(block.Clash()) > 0 {
		return
	}
	h := t.hostNames(last.Span().Start)
	for _, m := range receives {
		c := t.auto.messages[m.M]
		if l := t.line(last.Span().Start); !slices.Contains(t.auto.preposted[c], l) {
			t.auto.preposted[c] = append(t.auto.preposted[c], l)
		}
		h.message(v.X, m.M)
	}
	t.text.Behind(last.Line, h.with(block))
}

// vacant returns the receives that can be stated, without those behind one on their lane that
// cannot.
func (t *translator) vacant(v *rungs.Prepost) []*plan.Message {
	var list []*plan.Message
	posted := map[*regions.Message]bool{}
	for i, c := range v.Receives {
		m := t.message(c)
		if m == nil || m.Back() || v.Uncounted(i, posted) != nil {
			continue
		}
		posted[c.M] = true
		list = append(list, m)
	}
	return list
}

// preposted is the word, and the code that is explained, of receives that are posted before their exchange.
const preposted = "preposted"

// prepostedFrom says from where on what is received is put where it belongs as it comes.
func (t *translator) prepostedFrom(r *rungs.Message) string {
	list := t.auto.preposted[r]
	if len(list) == 0 {
		return ""
	}
	return "; " + preposted + ": put where it belongs as it comes, from " + lines(list) + " on"
}
