package codegen

import (
	"bytes"
	"slices"
	"strings"

	"mdmp/analysis/rungs"
	"mdmp/codegen/plain"
	"mdmp/codegen/plan"
	"mdmp/codegen/verbatim"
	"mdmp/fortran/ast"
	"mdmp/fortran/source"
)

// nest writes the box loop round a nest. Where that cannot be done it writes
// the completion of the receives instead.
func (t *translator) nest(n *rungs.Nest) {
	why := t.cannotCut(n)
	h := t.namesOf(n)
	if why == "" && h.lost != "" {
		why = "that '" + h.lost + "' is a function is said nowhere but inside"
	}
	if why != "" {
		t.auto.why[n] = why
		t.complete(n.Before, nil, receivedOf(n), false)
		return
	}
	out := t.nestText(n)
	if !t.evaluatesTwice(n, out) {
		out.Copy = t.copyOf(n)
	}
	begin, hidden := plain.NestBegin(out, t.used)
	if len(hidden) > 0 {
		t.auto.why[n] = "the program uses '" + hidden[0] + "' for something else than the intrinsic procedure"
		t.complete(n.Before, nil, receivedOf(n), true)
		return
	}
	if len(n.Loops) == 0 && len(out.Arrays) == 0 && len(out.Feeds) == 0 {
		return // nothing that the run time could wait for or send
	}
	t.before(n.Before, nil, append(h.statement(t.at(n.Before)), begin...))
	for i, l := range n.Loops {
		t.bounds(l.Do.Begin, out.Loops[i])
	}
	t.cutArrays(n, out)
	t.insertBehind(t.lastLine(n), plain.NestEnd(out, t.used))
}

// evaluatesTwice reports whether the branch of a nest as it was written would call
// a function in its bounds once more to know whether there is an iteration at all.
func (t *translator) evaluatesTwice(n *rungs.Nest, out *plain.Nest) bool {
	for _, l := range n.Loops {
		if out.Facts.Calls(l.Lo) || out.Facts.Calls(l.Hi) {
			return slices.ContainsFunc(out.Arrays, func(a *rungs.Array) bool { return strings.ContainsAny(a.Text, "(%") })
		}
	}
	return false
}

// namesOf collects the names that a nest and what is said of it need.
func (t *translator) namesOf(n *rungs.Nest) *hostNames {
	h := t.hostNames(n.Before.First().Span().Start)
	h.stmts(t.statements(n))
	for _, a := range n.Arrays {
		h.designators([]rungs.Designator{a.Designator})
	}
	for _, x := range n.Feeds {
		h.message(x.Comm.X, x.Comm.C)
	}
	return h
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
		loop := plain.Loop{Var: l.Var, Down: l.By < 0, Private: n.OMP != nil && t.opt.Parallel, Lo: verbatim.Of(line, l.Lo.Span()), Hi: verbatim.Of(line, l.Hi.Span())}
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
func (t *translator) factsOf(n *rungs.Nest) facts {
	return facts{t.table().At(n.First.Span().Start)}
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
	if n.OMP != nil && n.OMPEnd != nil {
		return n.OMPEnd.Line
	}
	return n.Do.End.Line
}

// bounds puts the box's bounds into a DO statement.
func (t *translator) bounds(st *ast.Stmt, l plain.Loop) {
	do := st.Body.(*ast.Do)
	at := source.Span{Start: do.Lo.Span().Start, End: do.Hi.Span().End}
	if t.fit(at, l.First+", "+l.Last) {
		t.markAfter(st)
	}
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
