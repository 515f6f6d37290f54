package calls_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/suggest/calls"
)

// TestHanded: procedures of MPI that are named other than to be called are found.
func TestHanded(t *testing.T) {
	const own = "\ncontains\nsubroutine apply(f)\nexternal :: f\ncall f(1)\nend\nend\n"
	for _, c := range []struct{ name, text, want string }{
		{"a call", head + "call MPI_Send(a, 10, MPI_REAL, n, 3, MPI_COMM_WORLD, ierr)\nend\n", ""},
		{"a constant, and a function", head + "n = MPI_COMM_WORLD\na = MPI_Wtime()\nend\n", ""},
		{"declared only", "program p\nexternal :: mpi_send, mpi_recv\ninclude 'mpif.h'\ncall mpi_send(x)\nend\n", ""},
		{"passed", head + "call apply(MPI_Isend)" + own, "MPI_Isend"},
		{"passed by keyword", head + "if (n > 0) call apply(f=MPI_Recv)" + own, "MPI_Recv"},
		{"its profiling name", head + "call apply(PMPI_Send)" + own, "MPI_Send"},
		{"two", head + "call other(MPI_Send, MPI_Irecv)" + own, "MPI_Send MPI_Irecv"},
		{"to a function", head + "n = f(MPI_Bsend)\nend\n", "MPI_Bsend"},
		{"a collective one", head + "call apply(MPI_Barrier)" + own, ""},
		{"a pointer", strings.Replace(head, "real ::", "procedure(), pointer :: q\nreal ::", 1) + "q => MPI_Ssend\nend\n", "MPI_Ssend"},
		{"a pointer at the beginning", strings.Replace(head, "real ::", "procedure(), pointer :: q => MPI_Rsend\nreal ::", 1) + "end\n", "MPI_Rsend"},
		{"a generic name", "module m\nuse mpi\ninterface give\nprocedure mpi_send\nend interface\nend module\n", "MPI_Send"},
		{"a generic name of an interface body", "module m\ninterface give\nsubroutine mpi_send(x)\nreal x\nend subroutine\nend interface\nend module\n", "MPI_Send"},
		{"declared by an interface", "program p\ninterface\nsubroutine mpi_send(x)\nreal x\nend subroutine\nend interface\ncall mpi_send(x)\nend\n", "MPI_Send"},
		{"bound to a type", "module m\nuse mpi\ntype o\ncontains\nprocedure, nopass :: give => mpi_recv\nend type\nend module\n", "MPI_Recv"},
		{"what a module that is not there may mean", "program p\nuse nobody_knows\ncall mpi_send(x)\nend\n", "MPI_Send"},
		{"another one of that name", "program p\ncall apply(mpi_send)\ncontains\nsubroutine mpi_send(x)\nend\nend\n", ""},
		{"a variable of that name", "program p\nimplicit none\nreal :: mpi_send\nmpi_send = 1\ncall apply(mpi_send)\nend\n", ""},
		{"renamed", strings.Replace(head, "use mpi", "use mpi, give => mpi_send", 1) + "call apply(give)" + own, "MPI_Send"},
	} {
		var got []string
		for _, k := range calls.NewIndex(read(c.text)).Calls {
			if k.Elsewhere {
				got = append(got, k.Spoken())
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}
