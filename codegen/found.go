package codegen

import (
	"strconv"
	"strings"

	"mdmp/analysis/regions"
	"mdmp/analysis/rungs"
	"mdmp/fortran/ast"
)

// found is the remark about a send or receive in mode auto: its rung, the nest
// that completes it or waits for it, and what stood against a better rung.
func (t *translator) found(c *regions.Comm) Remark {
	r := t.auto.comms[c]
	if r == nil {
		reason := "outside a region: completed at the exchange"
		if c.Send {
			reason += "; in a procedure called from a region it is sent early once its pattern is known"
		}
		return t.remark(c.Stmt, c.Dir.Word(), reason, "outside")
	}
	m := t.remark(c.Stmt, c.Dir.Word(), t.because(r), "proved")
	m.Rung = t.rungName(r)
	if len(r.Why) > 0 {
		m.Code = r.Why[0].Key
	}
	return m
}

// rungName is the rung that could be written.
func (t *translator) rungName(r *rungs.Comm) string {
	return rungs.RungName(r.Rung, r.C.Send)
}

// because says where the data are completed or first used, and why not better.
func (t *translator) because(r *rungs.Comm) string {
	var parts []string
	for _, n := range r.Nests {
		line := strconv.Itoa(t.file.Position(n.First.Span().Start).Line)
		what := "nest"
		switch {
		case n.Array != nil:
			what = "array statement"
		case n.Index != nil && n.Do != nil && n.Do.Kind == ast.KDo:
			what = "DO CONCURRENT"
		case n.Index != nil:
			what = "FORALL"
		}
		verb := "waited for in the " + what + " at line " + line
		if r.C.Send {
			verb = "sent from the " + what + " at line " + line
		}
		if n.Proc != nil {
			verb += " of " + n.Proc.Name + " (managed)"
			if r.C.Send {
				verb += ", as foreseen from earlier steps"
			}
		}
		if n.Grid64 && !t.tested(n) {
			verb += " (in one piece: the compiler may compute other bits in pieces of an innermost loop)"
		}
		if why := t.auto.why[n]; why != "" {
			verb = "the " + what + " at line " + line + " stays as it is: " + why
		}
		parts = append(parts, verb)
	}
	if r.C.Send && r.Final {
		parts = append(parts, "proved to be final")
	}
	for _, w := range r.Why {
		text := w.Text
		if w.At.End > w.At.Start {
			text += " (line " + strconv.Itoa(t.file.Position(w.At.Start).Line) + ")"
		}
		if w.Hint != "" {
			text += "; " + w.Hint
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return "completed at the exchange"
	}
	return strings.Join(parts, "; ")
}
