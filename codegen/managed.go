package codegen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// asked says whether a procedure is to be managed.
func (t *translator) asked(u *ast.Unit) rungs.Wish {
	switch {
	case t.opt.Manage == ManageAll, slices.ContainsFunc(t.set.Manages, func(m *regions.Manage) bool { return m.Holds(u) }):
		return rungs.Asked
	case t.opt.Manage == ManageWorth:
		return rungs.WhereWorth
	}
	return rungs.Unasked
}

// managed says what became of the procedures of a manage directive: its rung and why.
func (t *translator) managed(m *regions.Manage) (string, string) {
	var yes, no []string
	for _, b := range t.auto.found.Bodies {
		if b.Managed() && m.Holds(b.Unit) {
			yes = append(yes, fmt.Sprintf("%s (%s)", b.Unit.Name, count(len(rungs.Of[*rungs.Nest](b)), "nest")))
		}
	}
	for _, r := range t.auto.found.Refused {
		if m.Holds(r.Unit) && expected(r) {
			text := r.Unit.Name + " is not: " + r.Why.Text()
			if r.Why.At.End > r.Why.At.Start {
				text += " (" + lines([]line{t.line(r.Why.At.Start)}) + ")"
			}
			no = append(no, text)
		}
	}
	rung, reason := plainRung, "no procedure here is managed"
	if len(yes) > 0 {
		rung = managedRung
		reason = "managed: " + strings.Join(yes, ", ")
	}
	return rung, strings.Join(append([]string{reason}, no...), "; ")
}

// expected reports whether a procedure that is not managed may have been expected to
// be: of functions most are small or pure.
func expected(r *rungs.Refused) bool {
	return r.Unit.Kind == ast.KSubroutine || r.Unit.Kind == ast.KFunction && r.Why.Key() != "small" && r.Why.Key() != "pure"
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
