package codegen

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// verdict is what the report says of a send or receive in mode auto: what
// happens, from the best that could be written, and what stood against better.
type verdict struct {
	rung, code string
	text       string
	order      []reason.Reason // why iterations keep their order
	rest       string          // what happens at the nests that are not cut
	link       string          // between that and why
	why        []reason.Reason
	hint       string
}

// sentOpen says what becomes of a send whose writers are not known.
const sentOpen = "decided while the program runs: sent at its exchange, or earlier, from the loop that writes it last, once a step has shown which that is"

// found is the remark about a send or receive in mode auto.
func (t *translator) found(c *regions.Message) Remark {
	r := t.auto.messages[c]
	if r == nil {
		return t.exchangeRoutine(c)
	}
	v := t.receives(r)
	switch {
	case c.Send:
		v = t.sends(r)
		v.packed(r)
	case noCaller(r):
		v = t.decidedByCallers(r)
	case r.Outlives:
		v.text = t.granted(r) + v.text
	}
	m := t.remark(c.Stmt, c.Dir.Word(), t.say(v)+t.prepostedFrom(r), v.code)
	m.Rung, m.Hint, m.Against = v.rung, v.hint, t.against(r, v)
	if m.Hint == "" {
		m.Hint = hints(append(v.order, v.why...))
	}
	return m
}

// granted says which callers let a receive outlive its procedure. Where there
// are none, the reasons of the receive say so.
func (t *translator) granted(r *rungs.Message) string {
	if len(r.Granted) == 0 {
		return ""
	}
	text := "outlives " + r.X.Unit.Name + ", as its caller grants (" + lines(t.linesOf(r.Granted)) + ")"
	if len(r.Refused) > 0 {
		text += " or not (" + lines(t.linesOf(r.Refused)) + ")"
	}
	return text + ": "
}

// linesOf lists the lines on which something begins, each once.
func (t *translator) linesOf(list []source.Span) []line {
	var out []line
	for _, at := range list {
		out = append(out, t.line(at.Start))
	}
	slices.SortFunc(out, line.compare)
	return slices.Compact(out)
}

// receives says where a receive is waited for.
func (t *translator) receives(r *rungs.Message) verdict {
	v := verdict{rung: rungs.RungName(r.Rung, false), code: codeOf(r), why: r.Why}
	cut, whole := t.split(r.Nests)
	switch {
	case len(cut) > 0:
		v.text = "waited for in " + t.names(cut)
		v.spread(r, cut)
		v.keepsOrder(cut)
		if len(whole) > 0 {
			v.rest = ", complete before " + t.stays(whole)
		}
		v.link = "; complete before other uses: "
	case len(whole) > 0:
		v.rung = rungs.RungName(rungs.Beside, false)
		v.text = "complete before " + t.stays(whole)
		v.link = "; complete before other uses: "
	case r.Rung == rungs.Counted:
		v.text, v.rung = t.asks(r.Opened)
		v.link = "; complete before other uses: "
	case r.Rung == rungs.Plain:
		v.text = "complete at its exchange"
		v.link = ", because "
	case len(r.Why) == 0:
		v.text = "complete at the end of the region: nothing before that touches it"
	default:
		v.text = "complete before its first use"
		v.link = ", because "
	}
	t.notCut(&v, whole)
	return v
}

// sends says from where a send leaves.
func (t *translator) sends(r *rungs.Message) verdict {
	v := verdict{rung: rungs.RungName(r.Rung, true), code: codeOf(r), why: r.Why}
	cut, whole := t.split(r.Nests)
	after := t.auto.fired[r]
	counted := t.counting(r)
	switch {
	case len(cut) > 0:
		v.text = t.sentFrom(r, cut)
		if v.code == proved && !slices.ContainsFunc(cut, func(n *rungs.Nest) bool { return t.auto.stated[n][r.M] }) {
			v.code = notFinal(r, cut)
		}
		v.keepsOrder(cut)
		if len(whole) > 0 {
			v.rest = ", not from " + t.stays(whole)
		}
		v.link = "; other writes: "
	case len(whole) > 0 && slices.ContainsFunc(whole, func(n *rungs.Nest) bool { return !t.auto.why[n].Stands() }):
		v.rung = rungs.RungName(rungs.Beside, true)
		v.text = "sent after " + t.stays(whole)
		v.link = "; other writes: "
	case len(whole) > 0:
		v.rung = rungs.RungName(rungs.Plain, true)
		v.text = "sent at its exchange, not from " + t.stays(whole)
		v.link = "; other writes: "
	case r.Rung == rungs.Counted && len(counted) > 0:
		v.text = "sent from " + t.counted(r, counted)
		v.link = ", because "
	case r.Rung == rungs.Counted && len(t.auto.looped[r]) > 0:
		v.text = "sent from " + t.counted(r, nil)
		v.link = ", because "
	case len(after) > 0:
		v.text = "sent after " + lines(after) + ", before its exchange"
		if len(counted) > 0 || len(t.auto.looped[r]) > 0 {
			v.text += ", and from " + t.counted(r, counted)
		}
		v.link = ", because "
	case r.Swaps && !slices.ContainsFunc(r.Why, func(w reason.Reason) bool { return w.Key() == "call" }):
		v.rung = predicted
		v.text = "sent from the nest that writes it last, as predicted from earlier steps"
		v.link = ", because "
	case slices.ContainsFunc(r.Why, mayBePredicted):
		v.rung = openRung
		v.text = sentOpen
		v.link = "; that is not known now, because "
	default:
		v.rung = rungs.RungName(rungs.Plain, true)
		v.text = "sent at its exchange"
		v.link = ", because "
	}
	t.notCut(&v, whole)
	return v
}

// packed takes back what is no overlap: of a send that leaves right before its exchange.
func (v *verdict) packed(r *rungs.Message) {
	if !r.Packed || v.rung == openRung || v.rung == predicted || v.rung == rungs.RungName(rungs.Plain, true) {
		return
	}
	v.rung = rungs.RungName(rungs.Plain, true)
	v.text += ", right before its exchange"
	v.link, v.rest = "; ", ""
	v.why, v.order = []reason.Reason{reason.Packed.At(source.Span{})}, nil
	v.code = v.why[0].Key()
}

// notCut gives a verdict the code of nests that stay whole, if nothing else stood
// against better.
func (t *translator) notCut(v *verdict, whole []*rungs.Nest) {
	if len(whole) > 0 && v.code == proved {
		v.code = t.whole(whole[0]).Key()
	}
}

// against lists the codes of all that stands against the overlap of a message.
func (t *translator) against(r *rungs.Message, v verdict) []string {
	var list []string
	for _, w := range v.why {
		if !slices.Contains(list, w.Key()) {
			list = append(list, w.Key())
		}
	}
	_, whole := t.split(r.Nests)
	for _, n := range whole {
		if key := t.whole(n).Key(); !slices.Contains(list, key) {
			list = append(list, key)
		}
	}
	return list
}

// keepsOrder tells the reasons that keep iterations of nests in their order from
// all others.
func (v *verdict) keepsOrder(nests []*rungs.Nest) {
	all := v.why
	v.why = nil
	for _, w := range all {
		if slices.ContainsFunc(nests, func(n *rungs.Nest) bool { return reason.Among(n.Why, w) }) {
			v.order = append(v.order, w)
		} else {
			v.why = append(v.why, w)
		}
	}
}

// mayBePredicted reports whether a nest may have written what is sent although w
// stands against proving it.
func mayBePredicted(w reason.Reason) bool {
	return slices.Contains([]string{"call", "outer-loop", "no-writer"}, w.Key())
}

// proved is the code of remarks about what could not be better.
const proved = "proved"

// codeOf is the key of the first thing that stood against a better rung.
func codeOf(r *rungs.Message) string {
	if len(r.Why) > 0 {
		return r.Why[0].Key()
	}
	return proved
}

// notFinal is the key of what stood against final pieces.
func notFinal(r *rungs.Message, nests []*rungs.Nest) string {
	for _, n := range nests {
		for _, f := range n.Feeds {
			if f.Message == r && len(f.Why) > 0 {
				return f.Why[0].Key()
			}
		}
	}
	return predicted
}

// counted names the nests and loops of which the units are counted for a send.
func (t *translator) counted(r *rungs.Message, nests []*rungs.Nest) string {
	var parts []string
	if len(nests) > 0 {
		parts = append(parts, t.names(nests))
	}
	if list := t.auto.looped[r]; len(list) > 0 {
		parts = append(parts, "the iterations of the loop at "+lines(list))
	}
	return enumerate(parts) + ", as counted in an earlier step"
}

// asks says where statements of loops wait for what they use of a receive, and the rung that this is.
func (t *translator) asks(list []*rungs.Uses) (text, rung string) {
	var at []line
	for _, x := range list {
		if t.auto.asking[x] {
			at = append(at, t.line(x.Do.Begin.Span().Start))
		}
	}
	if len(at) == 0 {
		return "complete before its first use", rungs.RungName(rungs.Beside, false)
	}
	return "waited for in the loop at " + lines(at) + ", before each statement that uses some of it", rungs.RungName(rungs.Counted, false)
}

// counting lists the nests of which the boxes are counted for a send.
func (t *translator) counting(r *rungs.Message) []*rungs.Nest {
	cut, _ := t.split(r.Counted)
	return slices.DeleteFunc(cut, func(n *rungs.Nest) bool {
		_, stated := t.auto.stated[n][r.M]
		return !stated
	})
}

// split tells nests that are cut from those that stay whole.
func (t *translator) split(nests []*rungs.Nest) (cut, whole []*rungs.Nest) {
	for _, n := range nests {
		if !t.whole(n).Stands() {
			cut = append(cut, n)
		} else {
			whole = append(whole, n)
		}
	}
	return cut, whole
}

// whole says why a nest stays whole; no text: it is cut.
func (t *translator) whole(n *rungs.Nest) reason.Reason {
	why := t.auto.why[n]
	if !why.Stands() && n.Grid64 && !t.tested(n) {
		return reason.OtherPieces.At(n.Node.Stmt.Span())
	}
	return why
}
