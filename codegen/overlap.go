package codegen

import (
	"bytes"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/analysis/overlap"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/nonblocking"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// The program's own calls of MPI are changed before anything else looks at the text: what
// comes out is a program with nonblocking calls, as a user may have written it.

// overlapped returns the text of a file in which MPI calls are under way for longer, nil if
// there are none; what became of each is noted.
func (t *translator) overlapped(src []byte) ([]byte, error) {
	asked := func(s *ast.Stmt) bool { return t.opt.Overlap || t.set.Overlap(s) != nil }
	found := overlap.Find(t.scopes, t.set, overlap.Options{Asked: asked, Rounding: t.opt.Rounding, Writable: t.cutsForCalls})
	w := &nonblocking.Writer{File: t.file, Used: t.used, Parallel: t.opt.Parallel}
	for _, g := range found.Groups {
		host := t.hostNames(g.List[g.From].Item.First().Span().Start)
		host.stmts(statements(g))
		if code, name := hidden(host); name != "" {
			for _, c := range g.Calls {
				found.Left = append(found.Left, overlap.Left{Call: c.Call, Why: code.At(c.Stmt.Span(), reason.Name(name))})
			}
			continue
		}
		arrays := t.arraysOf(g)
		ranges := map[*overlap.Cut]nonblocking.Range{}
		for cut, out := range arrays {
			ranges[cut] = out.along()
		}
		t.place(g, w.Group(g, host.texts, ranges), arrays)
		for _, c := range g.Calls {
			t.overlapRemark(c)
		}
	}
	for _, l := range found.Left {
		t.leftRemark(l)
	}
	slices.SortStableFunc(t.remarks, func(a, b Remark) int { return a.Line - b.Line })
	if !t.text.Any() {
		return nil, nil
	}
	for _, l := range found.Left {
		t.heard(l.Stmt) // what another call needs may stand between the two now
	}
	return t.text.Apply(src)
}

// hidden is a name that stands in the way of a BLOCK, and why; "" if none does.
func hidden(host *hostNames) (why *reason.Code, name string) {
	switch {
	case host.data:
		return reason.CallPlace, host.bars()
	case host.lost != "":
		return reason.CallHidden, host.lost
	}
	for _, name := range nonblocking.Intrinsics() {
		if declares(host.s, name) {
			return reason.CallName, name
		}
	}
	return nil, ""
}

// statements are those that the BLOCK of a group goes round.
func statements(g *overlap.Group) []*ast.Stmt {
	var out []*ast.Stmt
	for _, n := range g.List[g.From:g.To] {
		ast.Items([]ast.Item{n.Item}, func(s *ast.Stmt) bool {
			out = append(out, s)
			return true
		})
	}
	return out
}

// place puts the statements of a group where they belong.
func (t *translator) place(g *overlap.Group, w *nonblocking.Group, arrays map[*overlap.Cut]*cutArray) {
	t.copies(g, w)
	for at := g.From; at <= g.To; at++ {
		var list []emit.Stmt
		if at == g.From {
			list = append(list, w.Head...)
		}
		for _, cut := range g.Cuts {
			if at > 0 && g.List[at-1] == cut.Node {
				list = append(list, w.Nests[cut].Tail...)
			}
		}
		for _, c := range g.Calls {
			if c.End == at && c.In == nil {
				list = append(list, w.Waits[c]...)
			}
		}
		for _, c := range g.Calls {
			if c.Begin == at && !c.Inside() && c.Late == nil {
				list = append(list, w.Starts[c]...)
			}
		}
		for _, cut := range g.Cuts {
			if at < len(g.List) && g.List[at] == cut.Node {
				list = append(list, w.Nests[cut].Head...)
				t.narrow(cut, w.Nests[cut], arrays[cut])
			}
		}
		if at == g.To {
			list = append(list, w.Tail...)
		}
		switch {
		case len(list) == 0:
		case at < len(g.List):
			t.text.Before(t.beginning(g.List[at]), list)
		default:
			n := g.List[at-1]
			t.text.Behind(lastOf(n.Item, n.OMPEnd).Line, list)
		}
	}
	for _, c := range g.Calls {
		if c.Inside() && c.Late == nil {
			t.text.Before(c.Outer().Span().Start, w.Starts[c])
		}
		open := emit.Stmt{Text: "if (" + w.AsWritten + ") then", Line: t.file.Position(c.Outer().Span().Start)}
		t.text.Within(c.Outer().Span(), open, "end if")
		t.heard(c.Stmt)
	}
}

// heard erases the directive that asks for a call, if there is one.
func (t *translator) heard(s *ast.Stmt) {
	if d := t.set.Overlap(s); d != nil {
		t.erase(d.Line.Span)
	}
}

// copies puts nests that are cut beside copies of them as they were written.
func (t *translator) copies(g *overlap.Group, w *nonblocking.Group) {
	for _, cut := range g.Cuts {
		first, last := cut.Node.Before.First(), lastOf(cut.Node.Item, cut.Node.OMPEnd)
		c := t.copyOfLines(first.Line, last.Line, t.between(first.Span().Start, last.Span().End))
		if c.Lines == "" {
			continue
		}
		at, nest := t.file.Position(first.Span().Start), w.Nests[cut]
		nest.Head = append([]emit.Stmt{{Text: "if (" + w.AsWritten + ") then", Line: at}, {Text: c.Lines, Copy: true, Line: c.At}, {Text: "else", Line: at}}, nest.Head...)
		nest.Tail = append(nest.Tail, emit.Stmt{Text: "end if", Line: t.file.Position(last.Span().Start)})
	}
}

// cutsForCalls reports whether the text of a nest can be cut: its bounds can be replaced, and the intrinsic procedures
// that are needed are not something else there.
func (t *translator) cutsForCalls(n *nests.Nest) bool {
	if t.opt.Loose != "" && !t.opt.Rounding.Relaxed || n.Grid64 && !t.opt.Rounding.CutsLines() {
		return false
	}
	if n.Array != nil && t.cannotCutArray(&rungs.Nest{Nest: n}) != "" {
		return false
	}
	for _, l := range n.Cut {
		if l.Loop != nil && !t.text.OneLine(bounds(l.Loop.Do.Begin)) {
			return false
		}
	}
	if _, ok := t.unlisted(n); !ok {
		return false
	}
	names := t.scopes.At(n.Node.Stmt.Span().Start)
	return !slices.ContainsFunc(nonblocking.Needs(), func(name string) bool { return declares(names, name) })
}

// cutArray is an array assignment that is cut, as for directives.
type cutArray struct {
	nest *rungs.Nest
	text *calls.Nest
}

// arraysOf lists those of a group.
func (t *translator) arraysOf(g *overlap.Group) map[*overlap.Cut]*cutArray {
	out := map[*overlap.Cut]*cutArray{}
	for _, cut := range g.Cuts {
		if cut.Nest.Array != nil {
			a := &cutArray{&rungs.Nest{Nest: cut.Nest}, &calls.Nest{}}
			t.arrayText(a.nest, a.text)
			out[cut] = a
		}
	}
	return out
}

// along says how it counts.
func (a *cutArray) along() nonblocking.Range {
	out := nonblocking.Range{Hi: a.text.Loops[0].Hi}
	for _, s := range a.text.Starts {
		out.Starts = append(out.Starts, [2]string{s.Name, s.Text})
	}
	return out
}

// narrow has the loops of a nest that is cut, or the sections of an array assignment, run over a box.
func (t *translator) narrow(cut *overlap.Cut, w *nonblocking.Nest, a *cutArray) {
	for i, l := range cut.Loops {
		t.text.Fit(l.Do.Begin.Line, bounds(l.Do.Begin), w.Bounds[i][0]+", "+w.Bounds[i][1])
	}
	t.share(cut.Nest)
	if a != nil {
		a.text.Loops[0].First, a.text.Loops[0].Last = w.Bounds[0][0], w.Bounds[0][1]
		t.cutArrays(a.nest, a.text)
	}
}

// beginning is where a node begins, with directives that belong to it.
func (t *translator) beginning(n *access.Node) source.Pos { return n.Before.First().Line.Span.Start }

// erase puts blanks in the place of a statement; lines stay lines.
func (t *translator) erase(at source.Span) {
	blank := bytes.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return r
		}
		return ' '
	}, t.file.Src[at.Start:at.End])
	t.text.Replace(at, string(blank))
}

// overlapRemark says how long a call's messages are under way.
func (t *translator) overlapRemark(c *overlap.Call) {
	m := t.remark(c.Stmt, callWord, "", proved)
	var over []line
	where := func(n *access.Node) line { return t.line(n.Stmt.Span().Start) }
	for _, n := range c.Crossed {
		if at := where(n); !slices.Contains(over, at) && (c.In == nil || n != c.In.Node) && (c.Late == nil || n != c.Late.Node) {
			over = append(over, at)
		}
	}
	var parts []string
	if len(over) > 0 {
		parts = append(parts, "while "+lines(over)+" "+verb(len(over), "is", "are")+" executed")
	}
	in := func(before string, cut *overlap.Cut, which string) {
		nest, iterations := "nest at ", ", of which the iterations "
		if cut.Nest.Array != nil {
			nest, iterations = "array assignment at ", ", of which the elements "
		}
		if before += nest + lines([]line{where(cut.Node)}); which != "" {
			before += iterations + which + " that touch no message"
		}
		parts = append(parts, before)
	}
	switch {
	case c.Late != nil && c.Late.Last:
		in("in the ", c.Late, "come last")
	case c.In != nil:
		in("in the ", c.In, "come first")
	case c.Late != nil:
		in("in a part of the ", c.Late, "")
	}
	m.Reason = "under way " + strings.Join(parts, ", and ")
	if c.Late != nil && !c.Late.Last {
		m.Reason += "; it begins there, when the call before it is complete"
	}
	if c.End < len(c.List) && c.In == nil {
		m.Reason += "; complete before " + lines([]line{where(c.List[c.End])})
		if c.Ends.Stands() {
			m.Reason += ": " + t.because([]reason.Reason{c.Ends})
		}
	}
	m.Rung = overlappedRung
	m.judge()
	t.remarks = append(t.remarks, m)
}

// leftRemark says why a call stays as it is.
func (t *translator) leftRemark(l overlap.Left) {
	m := t.remark(l.Stmt, callWord, "because "+t.because([]reason.Reason{l.Why}), l.Why.Key())
	m.Hint = l.Why.Hint()
	m.judge()
	t.remarks = append(t.remarks, m)
}
