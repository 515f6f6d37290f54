package codegen

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// nest writes the box loop round a nest. Where that cannot be done it writes
// the completion of the receives instead.
func (t *translator) nest(n *rungs.Nest) {
	h := t.namesOf(n)
	if why := t.cannotCut(n, h); why != "" {
		t.uncut(n, why, false)
		return
	}
	out := t.nestText(n)
	if !t.opt.Rounding.Single && !t.evaluatesTwice(n, out) {
		out.Copy = t.copyOf(n)
	}
	writes := t.elements(n, out)
	block := calls.Around(out, t.used)
	if hidden := block.Clash(); len(hidden) > 0 {
		t.uncut(n, "the program uses '"+hidden[0]+"' for something else than the intrinsic procedure", true)
		return
	}
	if len(n.Loops) == 0 && len(out.Arrays) == 0 && len(out.Feeds) == 0 {
		return // nothing that the run time could wait for or send
	}
	block.Host = h.texts
	before, behind := block.Parts()
	t.before(n.Before, before)
	for i, l := range n.Loops {
		t.text.Fit(l.Do.Begin.Line, bounds(l.Do.Begin), out.Loops[i].First+", "+out.Loops[i].Last)
	}
	t.share(n.Nest)
	t.cutArrays(n, out)
	if first := n.Node.Stmt.Span().Start; out.Team {
		t.text.Before(first, out.Open)
		t.text.Close(first, n.Last.Line, out.Shut)
	}
	for i, x := range n.Wrote[:len(writes)] {
		t.before(x.Before, writes[i].Stmts())
	}
	t.text.Close(n.Item.First().Span().Start, t.lastLine(n), behind)
}

// uncut leaves a nest as it is.
func (t *translator) uncut(n *rungs.Nest, why string, settle bool) {
	t.auto.why[n] = notCut(n, why)
	t.complete(&rungs.Need{Before: n.Before, Arrays: receivedOf(n), Settle: settle}, n.In)
}

// notCut is the reason for leaving a nest as it is that its text or the compiler gives.
func notCut(n *rungs.Nest, why string) reason.Reason {
	return reason.TextStays.At(n.Node.Stmt.Span(), reason.Name(why))
}

// evaluatesTwice reports whether the branch of a nest as it was written would call
// a function in its bounds once more to know whether there is an iteration at all.
func (t *translator) evaluatesTwice(n *rungs.Nest, out *calls.Nest) bool {
	names := t.scopes.At(n.Node.Stmt.Span().Start)
	for _, l := range n.Loops {
		if names.MayCall(l.LoX) || names.MayCall(l.HiX) {
			return slices.ContainsFunc(out.Arrays, func(a *rungs.Array) bool { return !a.Plain() })
		}
	}
	return false
}

// namesOf collects the names that a nest and what is said of it need.
func (t *translator) namesOf(n *rungs.Nest) *hostNames {
	h := t.hostNames(n.Item.First().Span().Start)
	h.stmts(t.statements(n))
	for _, a := range n.Arrays {
		h.designators([]rungs.Guarded{a.Guarded})
		for _, p := range a.Prints {
			if p.Lookup != nil {
				h.designators(p.Lookup.Arrays())
			}
		}
	}
	for _, x := range n.Feeds {
		h.message(x.Message.X, x.Message.M)
	}
	h.exprs(n.Node.Stmt.Line, assumed(n)...)
	return h
}

// assumed lists the expressions that are compared before a nest.
func assumed(n *rungs.Nest) (list []ast.Expr) {
	for _, q := range n.Assumed {
		list = append(list, q.Of, q.Is)
	}
	return list
}

// receivedOf lists the arrays of a nest that a receive may go into.
func receivedOf(n *rungs.Nest) []rungs.Guarded {
	var list []rungs.Guarded
	for _, a := range n.Arrays {
		if a.Received {
			list = append(list, a.Guarded)
		}
	}
	return list
}

// nestText puts a nest into words.
func (t *translator) nestText(n *rungs.Nest) *calls.Nest {
	feeds, mentions := t.feeds(n.Feeds, false)
	t.auto.stated[n] = map[*regions.Message]bool{}
	for _, f := range feeds {
		t.auto.stated[n][f.Message.M] = f.Final
	}
	out := &calls.Nest{At: t.file.Position(n.Node.Stmt.Span().Start), Any: n.Order == rungs.AnyOrder, Assumed: n.Assumed, Grid64: n.Grid64,
		Tested: t.tested(n), Escapes: t.opt.Escapes,
		Global: map[*rungs.Array]bool{}, Feeds: feeds, Mentions: mentions, In: t.in(n.In), LastValues: n.LastValues, Opaque: n.Opaque, Team: n.OMP != nil && n.Opaque > 0}
	for _, l := range n.Loops {
		line := l.Do.Begin.Line
		loop := calls.Loop{Var: l.Name, Down: l.Step < 0, Either: l.Step == 0, Private: n.OMP != nil && t.opt.Parallel, Lo: emit.Verbatim(line, l.LoX.Span()), Hi: emit.Verbatim(line, l.HiX.Span())}
		if l.StepX != nil {
			loop.Step = emit.Verbatim(line, l.StepX.Span())
		}
		out.Loops = append(out.Loops, loop)
	}
	t.arrayText(n, out)
	from, to := textOf(n)
	printMentions(n.Arrays, out.Mentions)
	condMentions(t.scopes.At(from), assumed(n), out.Mentions)
	t.bodyMentions(from, to, out.Mentions)
	for _, a := range n.Arrays {
		if a.Received || a.Sent {
			out.Arrays = append(out.Arrays, a)
			out.Wholly(a, t.onePiece(n.Node.Stmt.Span().Start, a.Guarded))
			out.Tabled(a, t.lower(n.Node.Stmt.Span().Start, a))
			out.Global[a] = t.global(n.Node.Stmt.Span().Start, a.Guarded)
		}
	}
	for _, d := range n.Disjoint {
		out.Disjoint = append(out.Disjoint, [2]rungs.Guarded{n.Arrays[d[0]].Guarded, n.Arrays[d[1]].Guarded})
	}
	return out
}

// cannotCut says why the text of a nest cannot be changed, "" if it can.
func (t *translator) cannotCut(n *rungs.Nest, h *hostNames) string {
	for _, l := range n.Loops {
		if !t.text.OneLine(bounds(l.Do.Begin)) {
			return "the bounds of the loop stand on several lines"
		}
	}
	if _, ok := t.unlisted(n.Nest); !ok {
		return "there is no room for a clause in its OpenMP directive"
	}
	if collapses(n.Nest) {
		return "its OpenMP directive collapses more loops than are cut"
	}
	if len(n.Loops) == 0 {
		if why := t.cannotCutArray(n); why != "" {
			return why
		}
	}
	return h.bars()
}

// lastLine is the line behind which a nest is over: its END DO, or the OpenMP
// directive that ends the one it is attached to.
func (t *translator) lastLine(n *rungs.Nest) *source.Line {
	if n.OMP != nil && n.Node.OMPEnd != nil {
		return n.Node.OMPEnd.Line
	}
	return n.Last.Line
}

// bounds are the bytes of both bounds in a DO statement.
func bounds(st *ast.Stmt) source.Span {
	do := st.Body.(*ast.Do)
	return source.Span{Start: do.Lo.Span().Start, End: do.Hi.Span().End}
}
