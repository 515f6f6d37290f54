package codegen

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Lines of the report about procedures with loops: whether messages can be hidden behind
// these loops while the procedure is called, from whatever file, and why not.

// procedures writes them.
func (t *translator) procedures() []placed {
	managed := map[*ast.Unit]*rungs.Body{}
	for _, b := range t.auto.found.Bodies {
		if b.Managed() {
			managed[b.Unit] = b
		}
	}
	var list []placed
	for u := range allUnits(t.tree.Units) {
		if u.Begin == nil {
			continue
		}
		m := t.remark(u.Begin, procedureWord, "", "managed")
		m.Text = kindOfUnit(u) + " " + u.Name
		if b := managed[u]; b != nil {
			m.Rung = managedRung
			if m.Reason = t.hides(rungs.Of[*rungs.Nest](b), b.Uncut); m.Reason == "" {
				continue
			}
			m.Reason = "managed: " + m.Reason
		} else if r := t.auto.left[u]; !t.unmanagedLoops(r, &m) {
			continue
		}
		list = append(list, placed{u.Begin.Span().Start, m})
	}
	return list
}

// unmanagedLoops makes m the remark about a procedure with loops that is not managed; false
// if it is none.
func (t *translator) unmanagedLoops(r *rungs.Refused, m *Remark) bool {
	if r == nil || !expected(r) || r.Why.Key() == "directive" || !loops(r.Unit) {
		return false
	}
	why := r.Why
	text := t.becauseAt(why, r.Unit.Begin.Span())
	if why.Key() == "small" {
		if len(r.Uncut) == 0 {
			return false
		}
		why = r.Uncut[0].Why
		text = t.hides(nil, r.Uncut)
		text = strings.TrimSuffix(text, " ["+why.Key()+"]") // the remark ends with it
	}
	m.Code, m.Hint = why.Key(), why.Hint()
	m.Reason = "not managed, so what may be used in it is complete before it is called: " + text
	return true
}

// loops reports whether a procedure holds a DO loop.
func loops(u *ast.Unit) bool {
	return !ast.Items(u.Exec, func(s *ast.Stmt) bool { return s.Kind != ast.KDo })
}

func kindOfUnit(u *ast.Unit) string {
	if u.Kind == ast.KFunction {
		return "function"
	}
	return "subroutine"
}

// hides says behind which loops of a procedure messages can be hidden; "" if there are none.
func (t *translator) hides(nests []*rungs.Nest, uncut []rungs.Uncut) string {
	cut, whole := t.split(nests)
	var texts []string
	if len(cut) > 0 {
		texts = append(texts, "messages can be hidden behind "+t.plainNames(cut))
	}
	stays := map[string][]line{}
	var order []string
	add := func(at source.Span, why reason.Reason) {
		text := t.becauseAt(why, at) + " [" + why.Key() + "]"
		if stays[text] == nil {
			order = append(order, text)
		}
		if l := t.line(at.Start); !slices.Contains(stays[text], l) {
			stays[text] = append(stays[text], l)
		}
	}
	for _, n := range whole {
		add(n.Node.Stmt.Span(), t.whole(n))
	}
	for _, x := range uncut {
		add(x.At, x.Why)
	}
	if len(cut) == 0 && len(order) > 0 {
		texts = append(texts, "messages can be hidden behind none of its loops")
	}
	for _, why := range order {
		that := "that"
		if len(stays[why]) > 1 {
			that = "those"
		}
		texts = append(texts, "not behind "+that+" at "+lines(stays[why])+", because "+why)
	}
	return strings.Join(texts, "; ")
}

// plainNames is names without the procedure.
func (t *translator) plainNames(nests []*rungs.Nest) string {
	return strings.ReplaceAll(t.names(nests), " of "+nests[0].In.Unit.Name+" (managed)", "")
}
