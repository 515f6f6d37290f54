package access

import (
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
)

// wait returns the effects of a wait directive. Without a list it waits like
// something that is seen from outside; with one it reads what is in it.
func (u *Unit) wait(w *regions.Wait) Effects {
	var e Effects
	if len(w.List) == 0 {
		e.outside(w.Stmt.Span(), reason.WaitsForAll)
		e.Impure = true
	}
	for _, x := range w.List {
		u.expr(x, &e)
	}
	return e
}
