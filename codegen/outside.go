package codegen

import (
	"fmt"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Exchanges whose region, loops or callers stand elsewhere: what is decided now is
// the least that they do; the rest is decided while the program runs, and the hint
// says what has to be compiled how for it.

// exchangeRoutine is the remark about a send or receive of which no region of this
// file and no managed procedure says anything.
func (t *translator) exchangeRoutine(c *regions.Message) Remark {
	unit := t.auto.units[c]
	switch {
	case unit != nil && unit.Kind == ast.KProgram:
		text := "complete at its exchange, which stands in no region"
		if c.Send {
			text = "sent at its exchange, which stands in no region"
		}
		m := t.remark(c.Stmt, c.Dir.Word(), text, "outside")
		m.Hint = "put a region around the loop over the steps"
		return m
	case !c.Send:
		return t.unmanaged(c, unit)
	}
	m := t.remark(c.Stmt, c.Dir.Word(), sentOpen, "outside")
	m.Rung = openRung
	m.Hint = "sends of this exchange can leave early when the loops that write " + arraysOf(c) +
		" are in files compiled with mdmpf90 and a region stands around the loop over the steps"
	return m
}

// unmanaged is the remark about a receive in a procedure that is not managed.
func (t *translator) unmanaged(c *regions.Message, unit *ast.Unit) Remark {
	refused := t.auto.refused[unit]
	if refused == nil {
		return t.remark(c.Stmt, c.Dir.Word(), "complete at its exchange, because "+arraysOf(c)+" belongs to this procedure alone", "private")
	}
	why := refused.Why
	m := t.remark(c.Stmt, c.Dir.Word(), "complete at its exchange, because nothing may be pending when "+unit.Name+" returns: "+
		t.because([]reason.Reason{why}), why.Key())
	m.Hint = why.Hint()
	return m
}

// decidedByCallers says where a receive is waited for that outlives its procedure
// if its callers let it. Those of this file have no region, but may hand on what their own
// callers allow.
func (t *translator) decidedByCallers(r *rungs.Message) verdict {
	name := r.X.Unit.Name
	text := "decided while the program runs: complete at its exchange, or pending when " + name + " returns, if its callers allow it"
	here := t.callers(r.X.Unit)
	if len(here) == 0 {
		text += ", which are in other files"
	}
	who := []string{name}
	for i, c := range here {
		if i == maxTold {
			text += fmt.Sprintf("; %d more call it", len(here)-i)
			break
		}
		text += "; " + t.handsOn(c)
		if c.managed && !slices.Contains(who, c.unit.Name) {
			who = append(who, c.unit.Name)
		}
	}
	return verdict{rung: openRung, code: r.Why[0].Key(), text: text,
		hint: "receives of this exchange can be hidden when the callers of " + enumerate(who) + " are compiled with mdmpf90, too, and a region without sends and receives of its own stands around the loop over the steps"}
}

// handsOn says what a procedure of this file without a region does about what it calls.
func (t *translator) handsOn(c *caller) string {
	at := lines(c.lines)
	switch why, known := t.auto.left[c.unit]; {
	case c.managed:
		return c.unit.Name + ", which calls it (" + at + "), hands on what its own callers allow"
	case c.inside:
		return "not where " + c.unit.Name + " calls it (" + at + ")"
	case c.unit.Kind == ast.KProgram:
		return "where the program calls it (" + at + ") no region stands around the call"
	case known:
		return "not if " + c.unit.Name + " calls it (" + at + "), which is not managed: " + t.because([]reason.Reason{why.Why})
	default:
		return "not if " + c.unit.Name + " calls it (" + at + "), which is not managed"
	}
}

// noCaller reports whether all that is known of a receive is that no caller in this
// file says anything of it.
func noCaller(r *rungs.Message) bool {
	return r.Outlives && len(r.Why) == 1 && r.Why[0].Key() == "no-caller"
}

// arraysOf names the arrays of a message: "'u' and 'v'".
func arraysOf(c *regions.Message) string {
	var list []string
	for _, s := range c.Sections {
		text, ok := access.Text(access.ArrayOf(s.X))
		if text = "'" + text + "'"; ok && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		return "it"
	}
	return enumerate(list)
}
