package codegen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdmp/analysis/regions"
	"mdmp/analysis/rungs"
	"mdmp/codegen/plain"
	"mdmp/fortran/ast"
	"mdmp/fortran/source"
)

// procedure writes what makes a procedure a managed one: it announces itself
// when it is entered, its nests are boxed, and what else touches memory that
// may be pending stands behind a completion.
func (t *translator) procedure(p *rungs.Procedure) {
	at := t.at(p.Entry)
	if stmts := plain.Enter(at, entered(p), p.Scalars, t.used); len(stmts) > 0 {
		t.before(p.Entry, nil, stmts)
	}
	type piece struct {
		at    source.Pos
		write func()
	}
	var list []piece
	for _, n := range p.Needs { // before nests at the same place
		list = append(list, piece{n.Before.First().Span().Start, func() { t.need(n) }})
	}
	for _, c := range p.Calls {
		list = append(list, piece{c.Before.First().Span().Start, func() { t.call(c) }})
	}
	for _, g := range p.Grants {
		list = append(list, piece{g.Before.First().Span().Start, func() { t.grant(g, p.Unit) }})
	}
	for _, n := range p.Nests {
		list = append(list, piece{n.Before.First().Span().Start, func() { t.nest(n) }})
	}
	slices.SortStableFunc(list, func(a, b piece) int { return cmp.Compare(a.at, b.at) })
	for _, x := range list {
		x.write()
	}
}

// globalName is the name by which other files know a procedure, "" if they do
// not: an internal procedure, one with a binding label.
func globalName(u *ast.Unit) string {
	if p, ok := u.Begin.Body.(*ast.Procedure); ok && p.BindC {
		return ""
	}
	switch {
	case u.Parent == nil:
		return u.Name
	case u.Parent.Kind == ast.KModule:
		return u.Parent.Name + "::" + u.Name
	}
	return ""
}

// call writes the question whether a procedure of another file is managed.
func (t *translator) call(c *rungs.Call) {
	t.before(c.Before, c.If, plain.Call(t.at(c.Before), c.Name, t.used))
}

// asked reports whether the program asks that a procedure be managed.
func (t *translator) asked(u *ast.Unit) bool {
	if t.opt.Manage {
		return true
	}
	return slices.ContainsFunc(t.set.Manages, func(m *regions.Manage) bool { return m.Holds(u) })
}

// managed says what became of the procedures of a manage directive.
func (t *translator) managed(m *regions.Manage) string {
	var yes, no []string
	for _, p := range t.auto.procedures {
		if m.Holds(p.Unit) {
			yes = append(yes, fmt.Sprintf("%s (%s)", p.Name, count(len(p.Nests), "nest")))
		}
	}
	for _, r := range t.auto.refused {
		if m.Holds(r.Unit) && r.Unit.Kind == ast.KSubroutine {
			text := r.Unit.Name + " is not: " + r.Why.Text
			if r.Why.At.End > r.Why.At.Start {
				text += fmt.Sprintf(" (line %d)", t.file.Position(r.Why.At.Start).Line)
			}
			no = append(no, text)
		}
	}
	reason := "no procedure here is managed"
	if len(yes) > 0 {
		reason = "managed: " + strings.Join(yes, ", ")
	}
	return strings.Join(append([]string{reason}, no...), "; ")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
