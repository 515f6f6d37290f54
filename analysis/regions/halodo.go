package regions

import (
	"iter"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Patterns are written out as text, and the variable of an implied DO is known in that DO alone: an argument
// that names another variable so would become this one.

// impliedDos goes through the implied DOs of a pattern's messages.
func (h *Halo) impliedDos() iter.Seq[*ast.ImpliedDo] {
	return func(yield func(*ast.ImpliedDo) bool) {
		more := true
		for m := range h.Dir.Messages() {
			for _, x := range m.Exprs() {
				ast.Inspect(x, func(x ast.Expr) bool {
					if do, ok := x.(*ast.ImpliedDo); ok && do.Var != nil && more {
						more = yield(do)
					}
					return more
				})
			}
		}
	}
}

// counters reports arguments of a pattern that are to be variables of its implied DOs.
func (s *finder) counters(h *Halo) {
	for do := range h.impliedDos() {
		if h.formals[do.Var.Name] != nil {
			s.badHalo(do.Var.Span(), "an argument of the halo pattern cannot be the variable of an implied DO")
		}
	}
}

// captured reports arguments that would mean something else inside an implied DO of the pattern.
func (l *looker) captured(h *Halo, u *lang.Use) {
	for do := range h.impliedDos() {
		for i, x := range u.Args {
			if i < len(h.Dir.Formals) && mentions(do, h.Dir.Formals[i].Text) && mentions(x, do.Var.Name) {
				l.report(diag.Diagnostic{Code: diag.HaloArguments, At: x.Span(),
					Message: "'" + do.Var.Name + "' is the variable of an implied DO of the halo pattern, in which '" + h.Dir.Formals[i].Text + "' stands",
					Notes:   []diag.Related{{At: do.Var.Span(), Message: "it is this one there"}},
					Hint:    "give one of the two another name"})
			}
		}
	}
}
