package access

import "github.com/mdmp-fortran/mdmp/analysis/regions"

// wait returns the effects of a wait directive. Without a list it waits like
// something that is seen from outside; with one it reads what is in it.
func (u *Unit) wait(w *regions.Wait) Effects {
	var e Effects
	if len(w.List) == 0 {
		e.outside(w.Stmt.Span(), "everything is waited for")
		e.Impure = true
	}
	for _, x := range w.List {
		u.expr(x, &e)
	}
	return e
}
