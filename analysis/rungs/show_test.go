package rungs

import (
	"fmt"
	"sort"
	"strings"

	"mdmp/analysis/affine"
	"mdmp/fortran/ast"
)

// show prints evidence for goldens, in terms of source lines.
func show(src string, e *Evidence) string {
	var b strings.Builder
	line := func(at int32) int { return strings.Count(src[:at], "\n") + 1 }
	stmtLine := func(it ast.Item) int { return line(int32(it.First().Span().Start)) }
	reasons := func(in string, rs []Reason) {
		for _, r := range rs {
			fmt.Fprintf(&b, "%s%s: %s (line %d)\n", in, r.Key, r.Text, line(int32(r.At.Start)))
		}
	}
	feed := func(f Feed) string {
		s := fmt.Sprintf("line %d", line(int32(f.Comm.C.Span.Start)))
		if f.Stable {
			s += " stable"
		}
		if f.Final {
			s += " final"
		}
		if f.FinalWhile != "" {
			s += " while " + f.FinalWhile
		}
		return s
	}
	for _, c := range e.Comms {
		word := "recv"
		if c.C.Send {
			word = "send"
		}
		fmt.Fprintf(&b, "%s line %d: %s", word, line(int32(c.C.Span.Start)), RungName(c.Rung, c.C.Send))
		if c.Lazy {
			b.WriteString(" lazy")
		}
		if c.Swaps {
			b.WriteString(" swaps")
		}
		if c.Final {
			b.WriteString(" final")
		}
		b.WriteByte('\n')
		reasons("    ", c.Why)
	}
	for _, n := range e.Nests {
		fmt.Fprintf(&b, "nest line %d:", stmtLine(n.First))
		for _, l := range n.Loops {
			fmt.Fprintf(&b, " %s", l.Var)
		}
		if n.Array != nil {
			fmt.Fprintf(&b, " array statement, dimension %d", n.Array.Dim+1)
			if n.Array.Shape {
				b.WriteString(", shape tested")
			}
		}
		if n.Index != nil {
			fmt.Fprintf(&b, " index %s", n.Index.Var.Name)
		}
		if n.Order == AnyOrder {
			b.WriteString(" any order")
		} else {
			b.WriteString(" in order")
		}
		if n.Grid64 {
			b.WriteString(" grid64")
		}
		if n.OMP != nil {
			b.WriteString(" omp")
		}
		b.WriteByte('\n')
		for _, a := range n.Arrays {
			for _, p := range a.Prints {
				fmt.Fprintf(&b, "    %s %s%s", mode(p), a.Text, dims(p))
				if p.Exact {
					b.WriteString(" exact")
				}
				if a.Swapped && p.Write {
					b.WriteString(" swapped")
				}
				if len(a.Guards) > 0 {
					fmt.Fprintf(&b, " if %s", strings.Join(a.Guards, ", "))
				}
				b.WriteByte('\n')
			}
		}
		for _, d := range n.Disjoint {
			fmt.Fprintf(&b, "    disjoint %s %s\n", n.Arrays[d[0]].Text, n.Arrays[d[1]].Text)
		}
		for _, f := range n.Finals {
			fmt.Fprintf(&b, "    restores %s\n", f.Text)
		}
		if len(n.Reductions) > 0 {
			sort.Strings(n.Reductions)
			fmt.Fprintf(&b, "    reduces %s\n", strings.Join(n.Reductions, " "))
		}
		for _, f := range n.Feeds {
			fmt.Fprintf(&b, "    feeds %s\n", feed(f))
			if !f.Final {
				reasons("        ", f.Why)
			}
		}
		reasons("    ", n.Why)
	}
	for _, n := range e.Needs {
		fmt.Fprintf(&b, "need before line %d:", stmtLine(n.Before))
		if n.Settle {
			b.WriteString(" settle")
		}
		for _, d := range n.Arrays {
			fmt.Fprintf(&b, " %s", d.Text)
		}
		if n.If != nil {
			b.WriteString(" (in the IF)")
		}
		b.WriteByte('\n')
		reasons("    ", []Reason{n.Why})
	}
	for _, c := range e.Calls {
		fmt.Fprintf(&b, "call before line %d: %s\n", stmtLine(c.Before), c.Name)
	}
	for _, f := range e.Fires {
		fmt.Fprintf(&b, "fire after line %d:", stmtLine(f.After))
		for _, x := range f.Feeds {
			fmt.Fprintf(&b, " %s;", feed(x))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func mode(p Print) string {
	switch {
	case p.Read && p.Write:
		return "reads+writes"
	case p.Write:
		return "writes"
	}
	return "reads"
}

func dims(p Print) string {
	var parts []string
	end := func(f affine.Form, d Dim) string {
		s := f.String()
		if d.Loop == 0 {
			return s
		}
		v := fmt.Sprintf("<%d>", d.Loop)
		if d.Coef != 1 {
			v = fmt.Sprintf("%d*%s", d.Coef, v)
		}
		if s == "0" {
			return v
		}
		if s[0] != '-' {
			s = "+" + s
		}
		return v + s
	}
	for _, d := range p.Dims {
		if d.Whole {
			parts = append(parts, ":")
			continue
		}
		lo, hi := end(d.Lo[0], d), end(d.Hi[0], d)
		if lo == hi {
			parts = append(parts, lo)
		} else {
			parts = append(parts, lo+":"+hi)
		}
	}
	return "(" + strings.Join(parts, ",") + ")"
}
