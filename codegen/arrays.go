package codegen

import (
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
// along the dimension that is cut, from 0.
func (t *translator) arrayText(n *rungs.Nest, out *plain.Nest) {
	a := n.Array
	loop := plain.Loop{Lo: "0"}
	loop.First, loop.Last = plain.BoxNames(t.used, 0)
	lo, hi := t.end(a.Lead, a.Dim, false), t.end(a.Lead, a.Dim, true)
	loop.Hi = hi + " - " + lo
	if k := a.Cuts[0].Step; k != 1 {
		step := "(" + strconv.FormatInt(k, 10) + ")"
		loop.Hi = "(" + loop.Hi + " + " + step + ")/" + step + " - 1"
	}
	out.Loops = []plain.Loop{loop}
	out.Starts = t.starts(a)
	out.Shape = t.shape(n)
	for _, st := range t.statements(n) {
		ast.InspectStmt(st, func(x ast.Expr) bool {
			if id, ok := x.(*ast.Ident); ok {
				out.Mentions[id.Name] = true
			}
			return true
		})
	}
}

// statements lists the statements of an array assignment or a WHERE.
func (t *translator) statements(n *rungs.Nest) []*ast.Stmt {
	var list []*ast.Stmt
	for _, st := range t.tree.Stmts {
		if at := st.Span(); at.Start >= n.First.Span().Start && at.End <= n.Array.Last.Span().End {
			list = append(list, st)
			if st.Inner != nil {
				list = append(list, st.Inner)
			}
		}
	}
	return list
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
	for _, st := range t.tree.Stmts {
		if at := st.Line.Span; at.Start <= p && p < at.End {
			return st.Line
		}
	}
	return nil
}

// starts lists the sections that begin at the bound of their array, each with a
// name for it.
func (t *translator) starts(a *nests.Array) []plain.Start {
	var list []plain.Start
	for _, c := range a.Cuts {
		if c.Part.Args != nil && c.Part.Args[c.Dim].X.(*ast.Range).Lo != nil {
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

// cutSections narrows the sections of an array statement to the box.
func (t *translator) cutSections(n *rungs.Nest, out *plain.Nest) {
	longer := map[*source.Line]*ast.Stmt{}
	done := map[source.Pos]bool{}
	for _, c := range n.Array.Cuts {
		at, text := t.narrowed(c, out)
		if done[at.Start] {
			continue // met twice
		}
		done[at.Start] = true
		if t.fit(at, text) {
			line := t.lineOf(at.Start)
			for _, st := range t.tree.Stmts {
				if st.Line == line {
					longer[line] = st
				}
			}
		}
	}
	for _, st := range longer {
		t.markAfter(st)
	}
}

// narrowed returns the bytes of a section that change, and their new text.
func (t *translator) narrowed(c nests.Cut, out *plain.Nest) (source.Span, string) {
	var start string
	if c.Part.Args != nil && c.Part.Args[c.Dim].X.(*ast.Range).Lo != nil {
		lo := c.Part.Args[c.Dim].X.(*ast.Range).Lo
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
	limit := 131 // and a '&'
	if t.file.Form == source.Fixed {
		limit = 72
	}
	if n := t.file.Opt.LineLength; n > 0 {
		limit = n - 1
	}
	t.grown[line] += max(0, len(text)-int(at.End-at.Start))
	span := t.file.LineSpan(line)
	if int(span.End-span.Start)+t.grown[line] <= limit {
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

// cannotCutArray says why the text of an array statement cannot be changed.
func (t *translator) cannotCutArray(n *rungs.Nest) string {
	for _, c := range n.Array.Cuts {
		at := c.Part.X.Span()
		if c.Part.Args != nil {
			at = c.Part.Args[c.Dim].X.Span()
		}
		from, col := t.file.Physical(at.Start)
		to, _ := t.file.Physical(max(at.Start, at.End-1))
		if from != to {
			return "a section goes over several lines"
		}
		if t.file.Form != source.Fixed && col > 130 || t.file.Form == source.Fixed && col > 72 {
			return "the line is too long"
		}
		if strings.ContainsRune(string(t.file.Src[t.file.LineSpan(from).Start:at.Start]), '\t') && t.file.Form == source.Fixed {
			return "there is a tab in the line"
		}
		if t.lineOf(at.Start) == nil {
			return "the statement comes from somewhere else"
		}
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
