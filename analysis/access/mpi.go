package access

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
)

// callsBack reports whether a procedure of MPI may call one of the program: an
// operation of a reduction that is not MPI's own, or what was said to be called
// when something is copied or freed.
func (u *Unit) callsBack(p mpi.Procedure, list []ast.Arg) bool {
	if p.May(mpi.Calls) || !p.May(mpi.Operates) {
		return p.May(mpi.Calls)
	}
	for i, becomes := range p.Uses(list) {
		if becomes == mpi.Operation {
			id, ok := list[i].X.(*ast.Ident)
			return !ok || u.named(id).MPI == ""
		}
	}
	return true
}

// harmlessMPI reports whether an MPI function may stand in an expression.
func harmlessMPI(name string) bool {
	return !strings.HasPrefix(name, "p") && !mpi.Of(name).May(mpi.Changes)
}

// wtime is not the same the next time.
const wtime = "mpi_wtime"
