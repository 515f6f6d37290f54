package codegen

import (
	"bytes"
	"slices"
	"sort"
	"strconv"
	"strings"

	"mdmp/analysis/access"
	"mdmp/analysis/nests"
	"mdmp/analysis/rungs"
	"mdmp/codegen/plain"
	"mdmp/codegen/verbatim"
	"mdmp/fortran/ast"
	"mdmp/fortran/source"
)

// arrayText puts the loop of boxes of an array statement into words: it counts
// along the dimension that is cut, from 0. That of a FORALL or DO CONCURRENT
// runs over the values of its index.
func (t *translator) arrayText(n *rungs.Nest, out *plain.Nest) {
	if len(n.Loops) > 0 {
		return
	}
	loop := plain.Loop{Lo: "0"}
	loop.First, loop.Last = plain.BoxNames(t.used, 0)
	if x := n.Index; x != nil {
		loop.Var, loop.Private = x.Var.Name, true
		loop.Lo, loop.Hi = t.verbatim(x.Lo), t.verbatim(x.Hi)
		if x.Step != nil {
			loop.Step = t.verbatim(x.Step)
		}
	} else {
		a := n.Array
		loop.Hi = t.end(a.Lead, a.Dim, true) + " - " + t.end(a.Lead, a.Dim, false)
		if k := a.Cuts[0].Step; k != 1 {
			step := "(" + strconv.FormatInt(k, 10) + ")"
			loop.Hi = "(" + loop.Hi + " + " + step + ")/" + step + " - 1"
		}
		out.Starts = t.starts(a)
		out.Shape = t.shape(n)
	}
	out.Loops = []plain.Loop{loop}
}

// end is the first or last subscript of dimension d of a section.
func (t *translator) end(p access.Part, d int, last bool) string {
	r := &ast.Range{}
	if p.Args != nil {
		r = p.Args[d].X.(*ast.Range)
	}
	x, up := r.Lo, false
	if last {
		x, up = r.Hi, true
	}
	if x != nil {
		return "(" + t.verbatim(x) + ")"
	}
	if backwards(r) {
		up = !up
	}
	inquiry := "lbound"
	if up {
		inquiry = "ubound"
	}
	return inquiry + "(" + t.verbatim(p.Base) + ", " + strconv.Itoa(d+1) + ")"
}

// backwards reports whether the step of a triplet is a negative number.
func backwards(r *ast.Range) bool {
	u, ok := r.Step.(*ast.Unary)
	return ok && u.Op == "-"
}

// verbatim is the text of an expression of the program.
func (t *translator) verbatim(x ast.Expr) string {
	return verbatim.Of(t.lineOf(x.Span().Start), x.Span())
}

// lineOf returns the logical line that holds byte p.
func (t *translator) lineOf(p source.Pos) *source.Line {
	all := t.tree.Stmts
	i := sort.Search(len(all), func(i int) bool { return all[i].Line.Span.Start > p })
	for i--; i >= 0; i-- {
		if at := all[i].Line.Span; at.Start <= p {
			if p < at.End {
				return all[i].Line
			}
			break
		}
	}
	return nil
}

// starts lists the sections that begin at the bound of their array, each with a
// name for it.
func (t *translator) starts(a *nests.Array) []plain.Start {
	var list []plain.Start
	for _, c := range a.Cuts {
		if lower(c) != nil {
			continue
		}
		text := t.end(c.Part, c.Dim, false)
		known := false
		for _, s := range list {
			known = known || verbatim.Key(s.Text) == verbatim.Key(text)
		}
		if !known {
			list = append(list, plain.Start{Name: t.used.Name("mdmp_s" + strconv.Itoa(len(list)+1)), Text: text})
		}
	}
	return list
}

// lower is the first subscript of the dimension of a section that is cut, nil if it is left out.
func lower(c nests.Cut) ast.Expr {
	if c.Part.Args == nil {
		return nil
	}
	return c.Part.Args[c.Dim].X.(*ast.Range).Lo
}

// part is a range of an array statement and what it becomes.
type part struct {
	at   source.Span
	text string
}

// parts lists the ranges of an array statement that are narrowed to the box.
func (t *translator) parts(n *rungs.Nest, out *plain.Nest) []part {
	if x := n.Index; x != nil {
		return []part{{source.Span{Start: x.Lo.Span().Start, End: x.Hi.Span().End}, out.Loops[0].First + ":" + out.Loops[0].Last}}
	}
	var list []part
	done := map[source.Pos]bool{}
	for _, c := range n.Array.Cuts {
		at, text := t.narrowed(c, out)
		if !done[at.Start] {
			list = append(list, part{at, text})
		}
		done[at.Start] = true
	}
	return list
}

// cutArrays narrows an array statement to the box.
func (t *translator) cutArrays(n *rungs.Nest, out *plain.Nest) {
	if len(n.Loops) > 0 {
		return
	}
	longer := map[*source.Line]bool{}
	parts := t.parts(n, out)
	// From left to right: what stands right of a new line must not have grown before.
	slices.SortStableFunc(parts, func(a, b part) int { return int(a.at.Start - b.at.Start) })
	for _, p := range parts {
		if t.fit(p.at, p.text) {
			longer[t.lineOf(p.at.Start)] = true
		}
	}
	for _, st := range t.statements(n) {
		if longer[st.Line] {
			longer[st.Line] = false
			t.markAfter(st)
		}
	}
}

// narrowed returns the bytes of a section that change, and their new text.
func (t *translator) narrowed(c nests.Cut, out *plain.Nest) (source.Span, string) {
	var start string
	if lo := lower(c); lo != nil {
		start = t.verbatim(lo)
		if _, isNumber := lo.(*ast.Literal); !isNumber {
			start = "(" + start + ")"
		}
	} else {
		key := verbatim.Key(t.end(c.Part, c.Dim, false))
		for _, s := range out.Starts {
			if verbatim.Key(s.Text) == key {
				start = s.Name
			}
		}
	}
	sign, factor := "+", ""
	k := c.Step
	if k < 0 {
		sign, k = "-", -k
	}
	if k != 1 {
		factor = strconv.FormatInt(k, 10) + "*"
	}
	text := start + sign + factor + out.Loops[0].First + ":" + start + sign + factor + out.Loops[0].Last
	if c.Step != 1 {
		text += ":" + strconv.FormatInt(c.Step, 10)
	}
	if c.Part.Args == nil {
		end := c.Part.X.Span().End
		return source.Span{Start: end, End: end}, "(" + strings.Repeat(":,", c.Dim) + text + strings.Repeat(",:", c.Part.Rank-c.Dim-1) + ")"
	}
	return c.Part.Args[c.Dim].X.Span(), text
}

// fit replaces bytes on one line. If the line may get too long, the new text
// stands on a line of its own, and what follows keeps its columns; true then.
func (t *translator) fit(at source.Span, text string) bool {
	line, _ := t.file.Physical(at.Start)
	limit := t.style.Columns()
	if t.file.Form != source.Fixed {
		limit-- // and a '&'
	}
	t.grown[line] += max(0, len(text)-int(at.End-at.Start))
	if t.length(line, at.End)+t.grown[line] <= limit {
		t.edits.Replace(at, text)
		return false
	}
	t.grown[line] = 0
	_, to := t.file.Physical(at.End)
	rest := strings.TrimSpace(t.restOfLine(at.End))
	if t.file.Form == source.Fixed {
		if len(text) > 60 {
			text = strings.Replace(text, ":", ":"+t.style.EOL+"     &", 1)
		}
		t.edits.Replace(at, t.style.EOL+"     &"+text+t.style.EOL+"     &"+strings.Repeat(" ", max(0, to-7)))
		return true
	}
	text = "&" + t.style.EOL + "  " + text
	if rest != "" && rest[0] != '!' && rest[0] != '&' {
		text += " &" + t.style.EOL + strings.Repeat(" ", to-1)
	}
	t.edits.Replace(at, text)
	return true
}

// length returns the columns that a line takes, byte p in it: without a comment in
// free form, with whatever stands behind the last column in fixed form, where
// it must not come nearer.
func (t *translator) length(line int, p source.Pos) int {
	text := strings.TrimRight(string(t.file.Src[t.file.LineSpan(line).Start:p])+t.restOfLine(p), " \r\n")
	from := len(text) - len(strings.TrimRight(t.restOfLine(p), " \r\n"))
	if i := strings.IndexByte(text[from:], '!'); i >= 0 && t.file.Form != source.Fixed && !strings.ContainsAny(text[from:], "'\"") {
		return from + len(strings.TrimRight(text[from:from+i], " "))
	}
	return len(text)
}

// cannotCutArray says why the text of an array statement cannot be changed.
func (t *translator) cannotCutArray(n *rungs.Nest) string {
	if n.Index != nil {
		return t.cannotChange(source.Span{Start: n.Index.Lo.Span().Start, End: n.Index.Hi.Span().End})
	}
	for _, c := range n.Array.Cuts {
		at := c.Part.X.Span()
		if c.Part.Args != nil {
			at = c.Part.Args[c.Dim].X.Span()
		}
		if why := t.cannotChange(at); why != "" {
			return why
		}
	}
	return ""
}

// cannotChange says why bytes cannot be replaced by a longer text.
func (t *translator) cannotChange(at source.Span) string {
	from, col := t.file.Physical(at.Start)
	to, _ := t.file.Physical(max(at.Start, at.End-1))
	fixed := t.file.Form == source.Fixed
	switch {
	case from != to:
		return "a range goes over several lines"
	case !fixed && col > t.style.Columns()-2 || fixed && col > t.style.Columns():
		return "the line is too long"
	case fixed && bytes.ContainsRune(t.file.Src[t.file.LineSpan(from).Start:at.Start], '\t'):
		return "there is a tab in the line"
	case t.lineOf(at.Start) == nil:
		return "the statement comes from somewhere else"
	}
	return ""
}

// shape says how to find out whether the array that is assigned has its shape
// already, and what to do if not: the statement as it was written.
func (t *translator) shape(n *rungs.Nest) *plain.Shape {
	a := n.Array
	if !a.Shape {
		return nil
	}
	st := n.First
	out := &plain.Shape{Array: t.verbatim(a.Lead.Base), Original: verbatim.Of(st.Line, st.Span())}
	for i, d := range a.Like.Free {
		size := "size(" + out.Array + ", " + strconv.Itoa(i+1) + ") == "
		if a.Like.Args == nil {
			out.Same = append(out.Same, size+"size("+t.verbatim(a.Like.Base)+", "+strconv.Itoa(d+1)+")")
			continue
		}
		step := "1"
		if r := a.Like.Args[d].X.(*ast.Range); r.Step != nil {
			step = "(" + t.verbatim(r.Step) + ")"
		}
		out.Same = append(out.Same, size+"max(0, ("+t.end(a.Like, d, true)+" - "+t.end(a.Like, d, false)+" + "+step+")/"+step+")")
	}
	return out
}
