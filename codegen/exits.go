package codegen

import (
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// wayOut ends a region wherever it is left.
type wayOut struct {
	t    *translator
	r    *regions.Region
	pads map[string]string // labels behind the region, by those that they stand for
	pad  []emit.Stmt
}

// end is what stands behind the region.
func (w *wayOut) end() []emit.Stmt {
	at := w.t.file.Position(w.r.End.Span().Start)
	end := w.t.regionEnd(w.r, at)
	if len(w.pad) == 0 {
		return end
	}
	past := w.t.used.Label()
	end = append(end, emit.Stmt{Text: "goto " + past, Line: at})
	return append(append(end, w.pad...), emit.Stmt{Text: "continue", Label: past, Line: at})
}

// exit ends the region before a statement that leaves it. One that may also stay
// jumps to other labels, which stand behind the region and end it, and from there on. An assigned
// GO TO cannot be given others: then the region counts as left when it is entered again.
func (w *wayOut) exit(e *regions.Exit) {
	t := w.t
	at := t.file.Position(e.Stmt.Span().Start)
	switch {
	case e.Kind == regions.ExitStop:
		// What it says holds for the last statement of the program, too: a stop code may be computed.
		if t.opt.Mode != Off {
			t.exitBy(e, calls.RegionEnd(t.used, at, false).Stmts())
		}
		return
	case !e.Maybe:
		t.exitBy(e, t.regionEnd(w.r, at))
		return
	}
	if !assigned(e.Stmt) {
		for _, j := range e.Jumps {
			w.land(e, j)
		}
	}
	if t.auto != nil {
		t.exitBy(e, calls.Need(at, nil, calls.All, calls.InRegion, calls.Left{}, t.used).Stmts())
	}
}

// assigned reports whether a statement is an assigned GO TO, or does one.
func assigned(st *ast.Stmt) bool {
	return st.Kind == ast.KAssignedGoto || st.Inner != nil && st.Inner.Kind == ast.KAssignedGoto
}

// land has a jump land behind the region.
func (w *wayOut) land(e *regions.Exit, j regions.Jump) {
	t := w.t
	there := w.pads[j.Label]
	if there == "" {
		there = t.used.LabelLike(j.Label)
		w.pads[j.Label] = there
		at := t.file.Position(w.r.End.Span().Start)
		w.pad = append(w.pad, emit.Stmt{Text: "continue", Label: there, Line: at})
		w.pad = append(w.pad, t.regionEnd(w.r, at)...)
		w.pad = append(w.pad, emit.Stmt{Text: "goto " + j.Label, Line: at})
	}
	t.text.Fit(e.Stmt.Line, j.At, there)
}

// exitBy puts statements before one that leaves the region, or may.
func (t *translator) exitBy(e *regions.Exit, end []emit.Stmt) {
	switch {
	case e.Maybe && endsLoop(e):
		t.exitLoopEnd(e, end)
	case e.Stmt.Inner == nil:
		t.exitPlain(e.Stmt, end)
	case endsLoop(e):
		t.exitTerminal(e, end)
	default:
		t.conditional(e.Stmt, end)
	}
}

// exitPlain puts the end of the region before the statement. Its label goes to
// the first line of that, so that jumps to it end the region, too.
func (t *translator) exitPlain(st *ast.Stmt, end []emit.Stmt) {
	start := st.Span().Start
	if st.Label() != "" && t.text.Blank(start) {
		label := emit.Stmt{Text: "continue", Label: st.Label(), Line: end[0].Line}
		end = append([]emit.Stmt{label}, end...)
	}
	t.text.Before(start, end)
}

// conditional puts statements before the action of a logical IF.
func (t *translator) conditional(st *ast.Stmt, stmts []emit.Stmt) {
	if t.inIf[st] == nil {
		t.ifs = append(t.ifs, st)
	}
	t.inIf[st] = append(t.inIf[st], stmts...)
}

// conditionals makes constructs of the logical IFs with statements to put before their
// actions: what is proved and the end of a region may both have some.
func (t *translator) conditionals() {
	for _, st := range t.ifs {
		t.text.Conditional(st.Span(), t.inner(st), t.inIf[st])
	}
}

// inner returns the first byte of the action statement of a logical IF.
func (t *translator) inner(st *ast.Stmt) source.Pos {
	return emit.Inner(st.Line, st.Body.(*ast.Cond).X.Span())
}

// endsLoop reports whether the statement of an exit is the last one of a
// labelled DO.
func endsLoop(e *regions.Exit) bool {
	for _, c := range e.Outer {
		if c.SharedEnd && c.End == e.Stmt {
			return true
		}
	}
	return false
}

// exitTerminal treats a logical IF that ends a labelled DO and so cannot become
// a construct: it jumps behind the loop, where the region is ended and the
// statement done.
func (t *translator) exitTerminal(e *regions.Exit, end []emit.Stmt) {
	st := e.Stmt
	there, past := t.used.Label(), t.used.Label()
	inner, stop := t.inner(st), st.Span().End
	action := emit.Verbatim(st.Line, source.Span{Start: inner, End: stop})
	t.text.Jump(source.Span{Start: inner, End: stop}, there)
	at := end[0].Line
	stmts := []emit.Stmt{{Text: "goto " + past, Line: at}, {Text: "continue", Label: there, Line: at}}
	stmts = append(stmts, end...)
	stmts = append(stmts, emit.Stmt{Text: action, Line: at}, emit.Stmt{Text: "continue", Label: past, Line: at})
	t.text.Behind(st.Line, stmts)
}

// exitLoopEnd treats a statement that ends a labelled DO and may leave the
// region or go on: the loops get another label to end at, behind the statement,
// which keeps its own for jumps.
func (t *translator) exitLoopEnd(e *regions.Exit, end []emit.Stmt) {
	label := t.used.LabelLike(e.Stmt.Label())
	for _, c := range e.Outer {
		if c.SharedEnd && c.End == e.Stmt {
			t.text.Replace(c.Begin.Body.(*ast.Do).LabelAt, label)
		}
	}
	t.text.Behind(e.Stmt.Line, []emit.Stmt{{Text: "continue", Label: label, Line: end[0].Line}})
	if e.Stmt.Inner == nil {
		t.exitPlain(e.Stmt, end)
	} else {
		t.conditional(e.Stmt, end)
	}
}
