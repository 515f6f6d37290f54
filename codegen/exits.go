package codegen

import (
	"strings"

	"mdmp/analysis/regions"
	"mdmp/codegen/layout"
	"mdmp/codegen/plain"
	"mdmp/codegen/verbatim"
	"mdmp/fortran/ast"
	"mdmp/fortran/source"
)

// exit ends the region before a statement that leaves it. Before one that may
// also stay, nothing is to be done: receives are complete, and the region
// counts as left when it is entered again.
func (t *translator) exit(e *regions.Exit) {
	at := t.file.Position(e.Stmt.Span().Start)
	end := plain.RegionEnd(t.used, at)
	if e.Maybe {
		if t.auto == nil {
			return
		}
		end = plain.Need(at, nil, true, t.used)
	}
	switch {
	case e.Maybe && endsLoop(e):
		t.exitLoopEnd(e, end)
	case e.Stmt.Inner == nil:
		t.exitPlain(e.Stmt, end)
	case endsLoop(e):
		t.exitTerminal(e, end)
	default:
		t.exitIf(e.Stmt, end)
	}
}

// exitPlain puts the end of the region before the statement. Its label goes to
// the first line of that, so that jumps to it end the region, too.
func (t *translator) exitPlain(st *ast.Stmt, end []layout.Stmt) {
	start := st.Span().Start
	if st.Label() != "" && !t.moved[st] {
		t.moved[st] = true
		label := layout.Stmt{Text: "continue", Label: st.Label(), Line: end[0].Line}
		end = append([]layout.Stmt{label}, end...)
		t.blankLabel(st)
	}
	t.insertBefore(start, end)
}

// blankLabel takes the label of a statement away and keeps all columns.
func (t *translator) blankLabel(st *ast.Stmt) {
	from := st.Span().Start
	to := from
	for int(to) < len(t.file.Src) && strings.IndexByte("0123456789 ", t.file.Src[to]) >= 0 {
		to++
	}
	text := t.file.Src[from:to]
	n := len(strings.TrimRight(string(text), " "))
	t.edits.Replace(source.Span{Start: from, End: from + source.Pos(n)}, strings.Repeat(" ", n))
}

// exitIf makes an IF construct of a logical IF: the end of the region and the
// statement are its body. The statement keeps its column.
func (t *translator) exitIf(st *ast.Stmt, end []layout.Stmt) {
	inner := t.inner(st)
	for i := range end {
		end[i].Depth++
	}
	t.edits.Insert(inner, "then"+t.style.EOL+t.style.Write(end, t.indent(st.Span().Start), t.position(inner))+t.lead(inner))
	t.insertEndIf(st)
}

// insertEndIf puts END IF on a line of its own behind the statement, with
// whatever stood behind it (a comment, a sequence number) in its old column.
func (t *translator) insertEndIf(st *ast.Stmt) {
	p := st.Span().End
	_, col := t.file.Physical(p)
	indent := t.indent(st.Span().Start)
	if t.file.Form == source.Fixed {
		indent = 6
	}
	line := strings.Repeat(" ", indent) + "end if"
	line += strings.Repeat(" ", max(0, col-1-len(line)))
	if rest := t.restOfLine(p); strings.TrimSpace(rest) == "" {
		line = strings.TrimRight(line, " ")
	}
	text := t.style.EOL
	if t.style.Markers {
		text += t.style.Marker(t.file.Position(p - 1))
	}
	t.edits.Insert(p, text+line)
}

// restOfLine returns what stands behind byte p on its line.
func (t *translator) restOfLine(p source.Pos) string {
	line, _ := t.file.Physical(p)
	return string(t.file.Src[p:max(p, t.file.LineSpan(line).End)])
}

// inner returns the first byte of the action statement of a logical IF.
func (t *translator) inner(st *ast.Stmt) source.Pos {
	l := st.Line
	cond := st.Body.(*ast.Cond)
	i := verbatim.After(l, cond.X.Span().End)
	for i < len(l.Text) && l.Text[i] != ')' {
		i++
	}
	for i++; i < len(l.Text) && (l.Text[i] == ' ' || l.Text[i] == '\t'); i++ {
	}
	return l.Pos(i)
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
func (t *translator) exitTerminal(e *regions.Exit, end []layout.Stmt) {
	st := e.Stmt
	there, past := t.used.Label(), t.used.Label()
	inner, stop := t.inner(st), st.Span().End
	action := verbatim.Of(st.Line, source.Span{Start: inner, End: stop})
	t.edits.Replace(source.Span{Start: inner, End: stop}, t.jump(inner, stop, there))
	at := end[0].Line
	stmts := []layout.Stmt{{Text: "goto " + past, Line: at}, {Text: "continue", Label: there, Line: at}}
	stmts = append(stmts, end...)
	stmts = append(stmts, layout.Stmt{Text: action, Line: at}, layout.Stmt{Text: "continue", Label: past, Line: at})
	t.insertBehind(st.Line, stmts)
}

// insertBehind puts statements behind a statement, before others on its line.
func (t *translator) insertBehind(l *source.Line, stmts []layout.Stmt) {
	stop := l.Span.End
	rest := t.restOfLine(stop)
	semi := strings.IndexByte(rest, ';')
	if semi < 0 || strings.TrimSpace(rest[:semi]) != "" {
		t.insertAfter(l, stmts)
		return
	}
	p := stop + source.Pos(semi)
	t.edits.Replace(source.Span{Start: p, End: p + 1},
		t.style.EOL+t.style.Write(stmts, t.indent(l.Span.Start), t.position(p))+t.lead(p+1))
}

// exitLoopEnd treats a statement that ends a labelled DO and may leave the
// region or go on: the loops get another label to end at, behind the statement,
// which keeps its own for jumps.
func (t *translator) exitLoopEnd(e *regions.Exit, end []layout.Stmt) {
	label := t.used.LabelLike(e.Stmt.Label())
	for _, c := range e.Outer {
		if c.SharedEnd && c.End == e.Stmt {
			t.relabel(c.Begin, label)
		}
	}
	t.insertBehind(e.Stmt.Line, []layout.Stmt{{Text: "continue", Label: label, Line: end[0].Line}})
	if e.Stmt.Inner == nil {
		t.exitPlain(e.Stmt, end)
	} else {
		t.exitIf(e.Stmt, end)
	}
}

// relabel changes the label in a DO statement.
func (t *translator) relabel(do *ast.Stmt, label string) {
	l := do.Line
	text := strings.ToLower(string(l.Text))
	i := 0 // a loop that ends at a label has no name
	for i < len(text) && (text[i] < '0' || text[i] > '9') {
		i++
	}
	k := i
	for k < len(text) && strings.IndexByte("0123456789 ", text[k]) >= 0 {
		k++
	}
	for text[k-1] == ' ' {
		k--
	}
	t.edits.Replace(source.Span{Start: l.Pos(i), End: l.Pos(k-1) + 1}, label)
}

// jump returns a GOTO for the bytes from inner to stop, on a continuation line
// if it does not fit.
func (t *translator) jump(inner, stop source.Pos, label string) string {
	text := "goto " + label
	_, col := t.file.Physical(inner)
	limit, cont, lead := t.style.Columns(), "&"+t.style.EOL, "    "
	if t.file.Form == source.Fixed {
		cont, lead = t.style.EOL, "     &"
	}
	width := col - 1 + len(text)
	if width > limit {
		text = cont + lead + text
		width = len(lead) + len("goto ") + len(label)
	}
	if _, end := t.file.Physical(stop); strings.TrimSpace(t.restOfLine(stop)) != "" {
		text += strings.Repeat(" ", max(0, end-1-width))
	}
	return text
}
