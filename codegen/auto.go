package codegen

import (
	"bytes"
	"strings"

	"mdmp/analysis/regions"
	"mdmp/analysis/rungs"
	"mdmp/codegen/layout"
	"mdmp/codegen/plain"
	"mdmp/codegen/plan"
	"mdmp/codegen/verbatim"
	"mdmp/fortran/ast"
	"mdmp/fortran/source"
)

// auto is what the evidence says about the exchanges of a file, and what could
// be written of it. Code generation may always do less than the evidence
// allows: a nest that cannot be cut in the text completes the receives it would
// have waited for before it begins.
type auto struct {
	comms map[*regions.Comm]*rungs.Comm
	plans map[*regions.Exchange]*plan.Exchange
	// why says for a nest why its text could not be changed, "" if it was.
	why map[*rungs.Nest]string
	// fired holds for a send the lines behind which it is said to be complete.
	fired map[*rungs.Comm][]int
	// ifs are the logical IFs that become blocks, inIf what goes into them.
	ifs  []*ast.Stmt
	inIf map[*ast.Stmt][]layout.Stmt
	// procedures are managed; refused were asked for and are not.
	procedures []*rungs.Procedure
	refused    []*rungs.Refused
}

// evidence finds what is proved about the regions of the file and writes the
// nests, the completions and the hints.
func (t *translator) evidence() {
	t.auto = &auto{comms: map[*regions.Comm]*rungs.Comm{}, plans: map[*regions.Exchange]*plan.Exchange{},
		why: map[*rungs.Nest]string{}, fired: map[*rungs.Comm][]int{}, inIf: map[*ast.Stmt][]layout.Stmt{}}
	found := rungs.AnalyseFile(t.table(), t.set, rungs.Options{Managed: t.asked, Rounding: t.opt.Rounding})
	all := found.Regions
	t.auto.procedures, t.auto.refused = found.Procedures, found.Refused
	for _, ev := range all {
		for _, c := range ev.Comms {
			t.auto.comms[c.C] = c
		}
	}
	for _, p := range found.Procedures {
		for _, c := range p.Comms {
			t.auto.comms[c.C] = c
		}
	}
	for _, ev := range all {
		received := receivedArrays(ev)
		for _, n := range ev.Nests {
			t.nest(n)
		}
		for _, n := range ev.Needs {
			arrays := n.Arrays
			if n.Settle {
				arrays = received
			}
			t.need(n, arrays)
		}
		for _, c := range ev.Calls {
			t.call(c)
		}
		for _, g := range ev.Grants {
			t.grant(g, nil)
		}
		for _, f := range ev.Fires {
			t.fire(f)
		}
	}
	for _, p := range found.Procedures {
		t.procedure(p)
	}
	for _, st := range t.auto.ifs {
		t.exitIf(st, t.auto.inIf[st])
	}
}

// receivedArrays returns the arrays of a region that a receive may name.
func receivedArrays(ev *rungs.Evidence) []rungs.Designator {
	var list []rungs.Designator
	seen := map[string]bool{}
	add := func(d rungs.Designator) {
		if key := verbatim.Key(d.Text); !seen[key] && !strings.ContainsAny(d.Text, "(%") {
			seen[key] = true
			list = append(list, d)
		}
	}
	for _, n := range ev.Nests {
		for _, a := range n.Arrays {
			if a.Received {
				add(a.Designator)
			}
		}
	}
	for _, n := range ev.Needs {
		for _, d := range n.Arrays {
			add(d)
		}
	}
	for _, g := range ev.Grants {
		for _, d := range g.Arrays {
			add(d)
		}
	}
	return list
}

// lazy reports whether receives of an exchange may stay pending, and whether
// the exchange stands in a region that is managed at all.
func (a *auto) lazy(x *regions.Exchange) (managed, lazy bool) {
	for _, c := range x.All {
		r := a.comms[c]
		if r == nil || x.Region == nil {
			return false, false // in a procedure that may be called from a region
		}
		managed = managed || r.Rung != rungs.Plain
		lazy = lazy || !c.Send && r.Lazy
	}
	return managed, lazy && managed
}

// prompt reports whether a receive has to complete at its exchange.
func (a *auto) prompt(c *regions.Comm) bool {
	r := a.comms[c]
	return !c.Send && (r == nil || !r.Lazy)
}

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
			if len(piece.Hoists) > 0 || piece.Pack != "" {
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
		out = append(out, plain.Feed{Site: x.At, Message: m, Final: f.Final && t.announcedBefore(f.Comm, announced), While: f.FinalWhile})
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

// nest writes the box loop round a nest. Where that cannot be done it writes
// the completion of the receives instead.
func (t *translator) nest(n *rungs.Nest) {
	if why := t.cannotCut(n); why != "" {
		t.auto.why[n] = why
		t.before(n.Before, nil, plain.Need(t.at(n.Before), receivedOf(n), false, t.used))
		return
	}
	out := t.nestText(n)
	out.Copy = t.copyOf(n)
	begin, hidden := plain.NestBegin(out, t.used)
	if len(hidden) > 0 {
		t.auto.why[n] = "the program uses '" + hidden[0] + "' for something else than the intrinsic procedure"
		t.before(n.Before, nil, plain.Need(t.at(n.Before), receivedOf(n), true, t.used))
		return
	}
	if len(n.Loops) == 0 && len(out.Arrays) == 0 && len(out.Feeds) == 0 {
		return // nothing that the run time could wait for or send
	}
	t.before(n.Before, nil, begin)
	for i, l := range n.Loops {
		t.bounds(l.Do.Begin, out.Loops[i])
	}
	t.cutArrays(n, out)
	t.insertBehind(t.lastLine(n), plain.NestEnd(out, t.used))
}

// receivedOf lists the arrays of a nest that a receive may go into.
func receivedOf(n *rungs.Nest) []rungs.Designator {
	var list []rungs.Designator
	for _, a := range n.Arrays {
		if a.Received {
			list = append(list, a.Designator)
		}
	}
	return list
}

// nestText puts a nest into words.
func (t *translator) nestText(n *rungs.Nest) *plain.Nest {
	feeds, mentions := t.feeds(n.Feeds, false)
	out := &plain.Nest{At: t.file.Position(n.First.Span().Start), Any: n.Order == rungs.AnyOrder, Grid64: n.Grid64,
		Tested: t.tested(n),
		Feeds:  feeds, Mentions: mentions, Facts: t.factsOf(n)}
	for i, l := range n.Loops {
		line := l.Do.Begin.Line
		loop := plain.Loop{Var: l.Var, Lo: verbatim.Of(line, l.Lo.Span()), Hi: verbatim.Of(line, l.Hi.Span())}
		if l.Step != nil {
			loop.Step = verbatim.Of(line, l.Step.Span())
		}
		loop.First, loop.Last = plain.BoxNames(t.used, i)
		out.Loops = append(out.Loops, loop)
	}
	t.arrayText(n, out)
	t.bodyMentions(n, out)
	for _, a := range n.Arrays {
		if a.Received || a.Sent {
			out.Arrays = append(out.Arrays, a)
		}
	}
	for _, d := range n.Disjoint {
		out.Disjoint = append(out.Disjoint, [2]rungs.Designator{n.Arrays[d[0]].Designator, n.Arrays[d[1]].Designator})
	}
	if n.Order == rungs.AnyOrder {
		for _, f := range n.Finals {
			decl := declOf(out.Facts, f)
			zero := "0"
			if strings.HasPrefix(decl, "logical") {
				zero = ".false."
			}
			out.Finals = append(out.Finals, plain.Final{Text: f.Text, Decl: decl, Zero: zero})
		}
	}
	return out
}

// declOf declares a variable like a scalar; "" if its type is not known.
func declOf(facts plan.Facts, f rungs.Final) string {
	v := facts.Var(f.Name)
	if !v.Known || v.Rank != 0 {
		return ""
	}
	switch v.Type.Name {
	case "integer", "real", "complex", "logical":
		return v.Type.Name + "(kind(" + f.Text + "))"
	}
	return ""
}

// factsOf returns the facts at the place of a nest.
func (t *translator) factsOf(n *rungs.Nest) plan.Facts {
	if n.Proc != nil {
		return t.factsIn(n.Proc.Unit, n.First)
	}
	for _, r := range t.set.Regions {
		if r.Begin.Span().Start < n.First.Span().Start && n.First.Span().Start < r.End.Span().Start {
			return t.factsAt(&r.Place)
		}
	}
	return t.factsAt(&t.set.Regions[0].Place)
}

// cannotCut says why the text of a nest cannot be changed, "" if it can.
func (t *translator) cannotCut(n *rungs.Nest) string {
	if len(n.Loops) == 0 {
		return t.cannotCutArray(n)
	}
	if n.Do.End == nil {
		return "the loop has no end"
	}
	for _, l := range n.Loops {
		do, ok := l.Do.Begin.Body.(*ast.Do)
		if !ok || do.Lo == nil || do.Hi == nil {
			return "not a counted loop"
		}
		from, _ := t.file.Physical(l.Lo.Span().Start)
		to, _ := t.file.Physical(l.Hi.Span().End - 1)
		if from != to {
			return "the bounds of the loop stand on several lines"
		}
	}
	if t.sharesEnd(n) {
		return "an enclosing DO ends at the same statement"
	}
	if n.OMP != nil && bytes.Contains(bytes.ToLower(n.OMP.Line.Text), []byte("default")) {
		return "the OpenMP directive has a DEFAULT clause"
	}
	if n.Order == rungs.AnyOrder {
		facts := t.factsOf(n)
		for _, f := range n.Finals {
			if declOf(facts, f) == "" {
				return "the type of '" + f.Name + "' is not known"
			}
		}
	}
	return ""
}

// sharesEnd reports whether a DO outside the nest ends at the same statement.
func (t *translator) sharesEnd(n *rungs.Nest) bool {
	if !n.Do.SharedEnd {
		return false
	}
	shared := false
	for i := range t.tree.Stmts {
		st := &t.tree.Stmts[i]
		if st == n.Do.Begin {
			return shared
		}
		if do, ok := st.Body.(*ast.Do); ok && do.Label != "" && do.Label == n.Do.End.Label() {
			shared = true
		}
		if st.Kind == ast.KEnd {
			shared = false
		}
	}
	return shared
}

// lastLine is the line behind which a nest is over: its END DO, or the OpenMP
// directive that ends the one it is attached to.
func (t *translator) lastLine(n *rungs.Nest) *source.Line {
	if len(n.Loops) == 0 {
		return lastOf(n).Line
	}
	end := n.Do.End
	if n.OMP == nil {
		return end.Line
	}
	for i := range t.tree.Stmts {
		if &t.tree.Stmts[i] != end || i+1 == len(t.tree.Stmts) {
			continue
		}
		next := &t.tree.Stmts[i+1]
		text := bytes.ToLower(bytes.TrimSpace(next.Line.Text))
		if next.Kind == ast.KDirective && next.Line.Sentinel() == "omp" && bytes.HasPrefix(text, []byte("end")) {
			return next.Line
		}
	}
	return end.Line
}

// bounds puts the box's bounds into a DO statement.
func (t *translator) bounds(st *ast.Stmt, l plain.Loop) {
	do := st.Body.(*ast.Do)
	at := source.Span{Start: do.Lo.Span().Start, End: do.Hi.Span().End}
	text := l.First + ", " + l.Last
	_, from := t.file.Physical(at.Start)
	limit, cont := 132, " &"+t.style.EOL+"    "
	if t.file.Form == source.Fixed {
		limit, cont = 72, t.style.EOL+"     &"
	}
	rest := strings.TrimRight(t.restOfLine(at.End), " \r\n")
	if i := strings.IndexByte(rest, '!'); i >= 0 {
		rest = rest[:i]
	}
	if from-1+len(text)+len(rest) > limit {
		text = cont + text
		t.markAfter(st)
	}
	t.edits.Replace(at, text)
}

// markAfter puts the line count right behind a statement that has become longer.
func (t *translator) markAfter(st *ast.Stmt) {
	if !t.style.Markers {
		return
	}
	at := t.file.NextLine(int(st.Line.Last))
	if pos := t.position(at); pos != nil {
		t.edits.InsertBehind(at, t.style.Marker(*pos))
	}
}

// at returns the position of an item.
func (t *translator) at(item ast.Item) source.Position {
	return t.file.Position(item.First().Span().Start)
}

// need writes the completion of receives before an item.
func (t *translator) need(n *rungs.Need, arrays []rungs.Designator) {
	if n.Settle || len(arrays) > 0 {
		t.before(n.Before, n.If, plain.Need(t.at(n.Before), arrays, n.Settle, t.used))
	}
	if n.Revoke {
		t.before(n.Before, n.If, plain.Revoke(t.at(n.Before), t.used))
	}
}

// before puts statements before an item; a label moves to the first of them.
func (t *translator) before(item ast.Item, logicalIf *ast.Stmt, stmts []layout.Stmt) {
	if logicalIf != nil {
		if t.auto.inIf[logicalIf] == nil {
			t.auto.ifs = append(t.auto.ifs, logicalIf)
		}
		t.auto.inIf[logicalIf] = append(t.auto.inIf[logicalIf], stmts...)
		return
	}
	t.exitPlain(item.First(), stmts)
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
	at := t.file.Position(last.Span().Start)
	for _, x := range feeds {
		c := t.auto.comms[x.Message.C]
		t.auto.fired[c] = append(t.auto.fired[c], at.Line)
	}
	t.insertBehind(last.Line, plain.Fire(at, feeds, t.used, mentions))
}
