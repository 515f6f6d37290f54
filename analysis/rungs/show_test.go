package rungs

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// show prints evidence for goldens, in terms of source lines.
func show(src string, e *Body) string {
	var b strings.Builder
	line := func(at int32) int { return strings.Count(src[:at], "\n") + 1 }
	stmtLine := func(it ast.Item) int { return line(int32(it.First().Span().Start)) }
	reasons := func(in string, rs []reason.Reason) {
		for _, r := range rs {
			fmt.Fprintf(&b, "%s%s: %s (line %d)\n", in, r.Key(), r.Text(), line(int32(r.At.Start)))
		}
	}
	feed := func(f Feed) string {
		s := fmt.Sprintf("line %d", line(int32(f.Message.M.Span.Start)))
		if f.Stable {
			s += " stable"
		}
		if f.Final {
			s += " final"
		}
		if f.Counted {
			s += " counted"
		}
		if f.CountedToo {
			s += " counted too"
		}
		for i, x := range f.FinalIf {
			s += []string{" while ", ".and."}[min(i, 1)] + "(" + ast.String(x) + ")"
		}
		return s
	}
	for _, c := range e.Messages {
		word := "recv"
		if c.M.Send {
			word = "send"
		}
		fmt.Fprintf(&b, "%s line %d: %s", word, line(int32(c.M.Span.Start)), RungName(c.Rung, c.M.Send))
		if c.Lazy {
			b.WriteString(" lazy")
		}
		if c.Swaps {
			b.WriteString(" swaps")
		}
		if final(e, c) {
			b.WriteString(" final")
		}
		b.WriteByte('\n')
		reasons("    ", c.Why)
	}
	for _, x := range Of[*Units](e) {
		fmt.Fprintf(&b, "units line %d:", stmtLine(x.Do.Begin))
		for _, f := range x.Feeds {
			b.WriteString(" " + feed(f))
		}
		b.WriteByte('\n')
	}
	for _, x := range Of[*Uses](e) {
		fmt.Fprintf(&b, "uses line %d:", stmtLine(x.Do.Begin))
		for _, d := range x.Arrays {
			b.WriteString(" " + text(d))
		}
		if x.Stays {
			b.WriteString(" stays")
		}
		b.WriteByte('\n')
		for _, y := range x.At {
			fmt.Fprintf(&b, "    line %d:", stmtLine(y.Item))
			for _, d := range y.Wholes {
				b.WriteString(" all of " + text(d))
			}
			for _, e := range y.Of {
				b.WriteString(" " + ast.String(e))
			}
			b.WriteByte('\n')
		}
	}
	for _, n := range Of[*Nest](e) {
		fmt.Fprintf(&b, "nest line %d:", stmtLine(n.Node.Stmt))
		for _, l := range n.Loops {
			fmt.Fprintf(&b, " %s", l.Obj.Root.Name)
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
				fmt.Fprintf(&b, "    %s %s%s", mode(p), text(a.Guarded), dims(p))
				if p.Exact {
					b.WriteString(" exact")
				}
				if a.Swapped && p.Write {
					b.WriteString(" swapped")
				}
				if len(a.Guards) > 0 {
					fmt.Fprintf(&b, " if %s", showGuards(a.Guards))
				}
				b.WriteByte('\n')
			}
		}
		for _, d := range n.Disjoint {
			fmt.Fprintf(&b, "    disjoint %s %s\n", text(n.Arrays[d[0]].Guarded), text(n.Arrays[d[1]].Guarded))
		}
		for _, f := range n.LastValues {
			fmt.Fprintf(&b, "    restores %s\n", f.Name)
		}
		var reduced []string
		for _, o := range n.Result.Reductions {
			reduced = append(reduced, n.Objects[o].Root.Name)
		}
		if sort.Strings(reduced); len(reduced) > 0 && n.Order == AnyOrder {
			fmt.Fprintf(&b, "    reduces %s\n", strings.Join(reduced, " "))
		}
		for _, f := range n.Feeds {
			fmt.Fprintf(&b, "    feeds %s\n", feed(f))
			if !f.Final {
				reasons("        ", f.Why)
			}
		}
		reasons("    ", n.Why)
	}
	for _, n := range Of[*Need](e) {
		fmt.Fprintf(&b, "need before line %d:", stmtLine(n.Item))
		if n.Settle {
			b.WriteString(" settle")
		}
		for _, d := range n.Arrays {
			fmt.Fprintf(&b, " %s", text(d))
		}
		if n.If != nil {
			b.WriteString(" (in the IF)")
		}
		b.WriteByte('\n')
		reasons("    ", []reason.Reason{n.Why})
	}
	for _, c := range Of[*Call](e) {
		fmt.Fprintf(&b, "call before line %d: %s\n", stmtLine(c.Item), c.Name)
	}
	for _, f := range Of[*Fire](e) {
		fmt.Fprintf(&b, "fire after line %d:", stmtLine(f.After))
		for _, x := range f.Feeds {
			fmt.Fprintf(&b, " %s;", feed(x))
		}
		b.WriteByte('\n')
	}
	for _, v := range Of[*Prepost](e) {
		fmt.Fprintf(&b, "preposted after line %d:", stmtLine(v.After))
		for _, c := range v.Receives {
			fmt.Fprintf(&b, " recv at line %d", stmtLine(c.M.Stmt))
		}
		for _, x := range v.If {
			fmt.Fprintf(&b, " if %s", ast.String(x))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// final reports whether some feed of a send is final.
func final(b *Body, c *Message) bool {
	feeds := []Feed{}
	for _, n := range Of[*Nest](b) {
		feeds = append(feeds, n.Feeds...)
	}
	for _, f := range Of[*Fire](b) {
		feeds = append(feeds, f.Feeds...)
	}
	return slices.ContainsFunc(feeds, func(f Feed) bool { return f.Message == c && f.Final })
}

func showGuards(list []Guard) string {
	var texts []string
	for _, g := range list {
		x := ast.String(g.X)
		switch g.Ask {
		case NotBelow:
			texts = append(texts, fmt.Sprintf("%s>=lbound(%s,%d)", ast.String(g.Sub), x, g.Dim))
		case NotAbove:
			texts = append(texts, fmt.Sprintf("%s<=ubound(%s,%d)", ast.String(g.Sub), x, g.Dim))
		default:
			texts = append(texts, []string{"present", "allocated", "associated"}[g.Ask]+"("+x+")")
		}
	}
	return strings.Join(texts, ", ")
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
	end := func(x ast.Expr, d Dim) string {
		s := ast.String(x)
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
	if l := p.Lookup; l != nil {
		parts[l.Dim] = lookedUp(l)
	}
	return "(" + strings.Join(parts, ",") + ")"
}

// lookedUp shows what is looked up: column(begins(<1>):begins(<1>+1)-1), with + 2 and what is known of it behind.
func lookedUp(l *Lookup) string {
	at := dims(Print{Dims: l.Dims})
	if l.Rows != nil {
		element := func(e Element) string {
			return fmt.Sprintf("%s%s%+d", ast.String(e.Array.X), dims(Print{Dims: []Dim{e.At}}), e.Plus)
		}
		at = "(" + element(l.Rows.Lo) + ":" + element(l.Rows.Hi) + ")"
	}
	out := ast.String(l.Index.X) + at
	if l.Plus != 0 {
		out += fmt.Sprintf("%+d", l.Plus)
	}
	if l.Fixed {
		out += " fixed"
	}
	if l.Certain {
		out += " certain"
	}
	return out
}
