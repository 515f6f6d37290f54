package calls_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

func read(files ...string) *program.Program {
	var in []program.Input
	for i, text := range files {
		in = append(in, program.Input{Name: string(rune('a'+i)) + ".f90", Src: []byte(text)})
	}
	return program.Read(in, source.Options{})
}

const head = "program p\nuse mpi\nimplicit none\nreal :: a(10)\ninteger :: n, m, r(4), ierr, st(MPI_STATUS_SIZE)\n"

func TestOf(t *testing.T) {
	for _, c := range []struct {
		call string
		kind calls.Kind
		name string // "": no call of MPI
		args string // name=text, for those that are asked for
	}{
		{"call MPI_Send(a, 10, MPI_REAL, n, 3, MPI_COMM_WORLD, ierr)", calls.Blocking, "MPI_Send", "buf=a count=10 datatype=mpi_real dest=n tag=3 ierror=ierr"},
		{"call mpi_recv(a(2), n, MPI_REAL, m, 3, MPI_COMM_WORLD, st, ierr)", calls.Blocking, "MPI_Recv", "buf=a(2) source=m status=st"},
		{"call PMPI_Isend(a, 10, MPI_REAL, n, 3, MPI_COMM_WORLD, r(1), ierr)", calls.Post, "MPI_Isend", "request=r(1)"},
		{"call MPI_Irecv(a, 10, MPI_REAL, n, 3, comm=MPI_COMM_WORLD, request=r(1), ierror=ierr)", calls.Post, "MPI_Irecv", "comm=mpi_comm_world request=r(1)"},
		{"call MPI_Irecv(a, 10, datatype=MPI_REAL, source=n, tag=3, comm=MPI_COMM_WORLD, request=r(1))", calls.Post, "MPI_Irecv", "datatype=mpi_real source=n"},
		{"call MPI_Waitall(4, array_of_requests=r, array_of_statuses=MPI_STATUSES_IGNORE)", calls.Wait, "MPI_Waitall", "count=4 array_of_requests=r array_of_statuses=mpi_statuses_ignore"},
		{"call MPI_Wait(r(1), st, ierr)", calls.Wait, "MPI_Wait", "request=r(1)"},
		{"call MPI_Waitsome(4, r, n, array_of_indices=r, array_of_statuses=st)", calls.Foreign, "MPI_Waitsome", "array_of_indices=r array_of_statuses=st"},
		{"call MPI_Barrier(MPI_COMM_WORLD, ierr)", calls.Other, "MPI_Barrier", ""},
		{"call own(a)", calls.Other, "", ""},
		{"call mpi_mine(a)", calls.Other, "", ""},
		{"n = 1", calls.Other, "", ""},
	} {
		p := read(head + c.call + "  ! here\ncontains\nsubroutine own(x)\nreal :: x(*)\nend\nsubroutine mpi_mine(x)\nreal :: x(*)\nend\nend program\n")
		f := p.Files[0]
		u := f.Units[0]
		got := calls.Of(f, u, u.Exec[0].First())
		if got == nil || c.name == "" {
			if got != nil || c.name != "" {
				t.Errorf("%s: %v", c.call, got)
			}
			continue
		}
		if got.Kind != c.kind || got.Spoken() != c.name {
			t.Errorf("%s: %s of kind %d", c.call, got.Spoken(), got.Kind)
		}
		for pair := range strings.FieldsSeq(c.args) {
			name, want, _ := strings.Cut(pair, "=")
			if text := ast.String(got.Arg(name)); !strings.EqualFold(text, want) {
				t.Errorf("%s: %s is %q", c.call, name, text)
			}
		}
	}
}

func TestComplete(t *testing.T) {
	for _, c := range []struct {
		call string
		want bool
	}{
		{"call MPI_Send(a, 10, MPI_REAL, n, 3, MPI_COMM_WORLD, ierr)", true},
		{"call MPI_Send(a, 10, MPI_REAL, n, 3, MPI_COMM_WORLD)", true},
		{"call MPI_Send(a, 10, MPI_REAL, n, 3)", false},
		{"call MPI_Wait(r(1))", false},
	} {
		f := read(head + c.call + "\nend program\n").Files[0]
		if got := calls.Of(f, f.Units[0], f.Units[0].Exec[0].First()).Complete(); got != c.want {
			t.Errorf("%s: %v", c.call, got)
		}
	}
}

// TestUnseen: an include file that is not there may declare MPI; a name that the program, or a
// module that is not there, may give a meaning is not MPI's.
func TestUnseen(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"program p\ninclude 'mpif.h'\ncall mpi_send(x)\nend\n", true},
		{"program p\ncall mpi_send(x)\nend\n", true},
		{"program p\nuse nobody_knows\ncall mpi_send(x)\nend\n", false},
		{"program p\ncall mpi_send(x)\ncontains\nsubroutine mpi_send(x)\nend\nend\n", false},
	} {
		f := read(c.text).Files[0]
		if got := calls.Of(f, f.Units[0], f.Units[0].Exec[0].First()) != nil; got != c.want {
			t.Errorf("%s: %v", c.text, got)
		}
	}
}

func TestConstant(t *testing.T) {
	other := "module kinds\nuse mpi\ninteger, parameter :: wp = MPI_DOUBLE_PRECISION, again = wp\ninteger :: var = MPI_REAL\nend module\n"
	for _, c := range []struct{ x, want string }{
		{"MPI_INTEGER", "mpi_integer"}, {"(MPI_REAL)", "mpi_real"}, {"wp", "mpi_double_precision"}, {"again", "mpi_double_precision"},
		{"var", ""}, {"7", ""}, {"seven", ""}, {"m", ""}, {"other", "mpi_any_tag"},
	} {
		p := read(other, "program p\nuse kinds\nuse mpi\ninteger, parameter :: seven = 7, other = MPI_ANY_TAG\ninteger :: m\nm = "+c.x+"  ! here\nend\n")
		f := p.Files[1]
		s := f.Units[0].Exec[0].First()
		if got := calls.Constant(f.Table, f.Scope(s), s.Body.(*ast.Assign).Y); got != c.want {
			t.Errorf("%s: %q, want %q", c.x, got, c.want)
		}
	}
}
