package codegen

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// arrayText puts the loop of boxes of an array statement into words: it counts
// along the dimension that is cut, from 0. That of a FORALL or DO CONCURRENT
// runs over the values of its index.
func (t *translator) arrayText(n *rungs.Nest, out *calls.Nest) {
	if len(n.Loops) > 0 {
		return
	}
	loop := calls.Loop{Lo: "0"}
	if x := n.Index; x != nil {
		loop.Var, loop.Private = x.Var.Name, true
		loop.Down = n.Dep.Root.Step < 0
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
	out.Loops = []calls.Loop{loop}
}

// end is the first or last subscript of dimension d of a section. One that is left out is the lower or upper bound
// of the array, whatever the step is.
func (t *translator) end(p access.Part, d int, last bool) string {
	r := &ast.Range{}
	if p.Args != nil {
		r = p.Args[d].X.(*ast.Range)
	}
	x, inquiry := r.Lo, "lbound"
	if last {
		x, inquiry = r.Hi, "ubound"
	}
	if x != nil {
		return wide(t.verbatim(x))
	}
	return wide(inquiry + "(" + t.verbatim(p.Base) + ", " + strconv.Itoa(d+1) + ", 8)")
}

// wide is a number with as many bytes as extents may need.
func wide(text string) string { return "int(" + text + ", 8)" }

// verbatim is the text of an expression of the program.
func (t *translator) verbatim(x ast.Expr) string {
	return emit.Verbatim(t.lineOf(x.Span().Start), x.Span())
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
func (t *translator) starts(a *nests.Array) []calls.Start {
	var list []calls.Start
	for _, c := range a.Cuts {
		if lower(c) != nil {
			continue
		}
		text := t.end(c.Part, c.Dim, false)
		known := false
		for _, s := range list {
			known = known || emit.Key(s.Text) == emit.Key(text)
		}
		if !known {
			list = append(list, calls.Start{Name: t.used.Name("mdmp_s" + strconv.Itoa(len(list)+1)), Text: text})
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
func (t *translator) parts(n *rungs.Nest, out *calls.Nest) []part {
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
func (t *translator) cutArrays(n *rungs.Nest, out *calls.Nest) {
	if len(n.Loops) > 0 {
		return
	}
	parts := t.parts(n, out)
	// From left to right: what stands right of a new line must not have grown before.
	slices.SortStableFunc(parts, func(a, b part) int { return int(a.at.Start - b.at.Start) })
	for _, p := range parts {
		t.text.Fit(t.lineOf(p.at.Start-1), p.at, p.text) // it may begin where the line ends
	}
}

// narrowed returns the bytes of a section that change, and their new text.
func (t *translator) narrowed(c nests.Cut, out *calls.Nest) (source.Span, string) {
	var start string
	if lo := lower(c); lo != nil {
		start = t.verbatim(lo)
		if _, isNumber := lo.(*ast.Literal); !isNumber {
			start = "(" + start + ")"
		}
	} else {
		key := emit.Key(t.end(c.Part, c.Dim, false))
		for _, s := range out.Starts {
			if emit.Key(s.Text) == key {
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

// cannotCutArray says why the text of an array statement cannot be changed.
func (t *translator) cannotCutArray(n *rungs.Nest) string {
	var ranges []source.Span
	if n.Index != nil {
		ranges = []source.Span{{Start: n.Index.Lo.Span().Start, End: n.Index.Hi.Span().End}}
	} else {
		for _, c := range n.Array.Cuts {
			at := c.Part.X.Span()
			if c.Part.Args != nil {
				at = c.Part.Args[c.Dim].X.Span()
			}
			ranges = append(ranges, at)
		}
	}
	for _, at := range ranges {
		if why := t.text.Stiff(at); why != "" {
			return why
		}
		if t.lineOf(at.Start) == nil {
			return "the statement comes from somewhere else"
		}
	}
	return ""
}

// shape says how to find out whether the array that is assigned has its shape
// already, and what to do if not: the statement as it was written.
func (t *translator) shape(n *rungs.Nest) *calls.Shape {
	a := n.Array
	if !a.Shape {
		return nil
	}
	st := n.Node.Stmt
	out := &calls.Shape{Array: t.verbatim(a.Lead.Base), Original: emit.Verbatim(st.Line, st.Span())}
	for i, d := range a.Like.Free {
		size := "size(" + out.Array + ", " + strconv.Itoa(i+1) + ", 8) == "
		if a.Like.Args == nil {
			out.Same = append(out.Same, size+"size("+t.verbatim(a.Like.Base)+", "+strconv.Itoa(d+1)+", 8)")
			continue
		}
		step := wide("1")
		if r := a.Like.Args[d].X.(*ast.Range); r.Step != nil {
			step = wide(t.verbatim(r.Step))
		}
		out.Same = append(out.Same, size+"max(0_8, ("+t.end(a.Like, d, true)+" - "+t.end(a.Like, d, false)+" + "+step+")/"+step+")")
	}
	return out
}
