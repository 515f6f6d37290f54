package access

import (
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
)

// wait returns the effects of a wait directive. Without a list it waits like
// something that is seen from outside; with one it reads what is in it.
func (u *Unit) wait(w *regions.Wait) Effects {
	e := Nothing()
	if len(w.List) == 0 {
		e.outside(w.Stmt.Span(), reason.WaitsForAll)
		e.Does(Impure)
	}
	for _, x := range w.List {
		u.expr(x, &e)
	}
	return e
}

// inits returns the effects of an init directive. It waits for all processes of its communicator. All that a
// communicator of a message is found by counts as changed: before the directive no message may be stated with it.
func (u *Unit) inits(i *regions.Init, set *regions.Set) Effects {
	e := Nothing()
	if i.Comm != nil {
		u.expr(i.Comm, &e)
	}
	e.blame(i.Stmt.Span(), reason.MPIWaits, reason.Name("init"))
	e.Does(Blocks | MPI | Impure)
	for _, x := range set.Exchanges {
		if x.Unit != u.AST {
			continue
		}
		for _, c := range x.All {
			for _, r := range u.Expr(c.Comm).Refs {
				r.Write, r.Sure, r.At = true, false, i.Stmt.Span()
				e.Refs = append(e.Refs, r)
			}
		}
	}
	return e
}
