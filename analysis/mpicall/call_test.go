package mpicall_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

const head = `program p
use mpi
implicit none
integer, parameter :: wp = MPI_REAL8, mine = wp, one = 1
real(8) :: a(10)
integer :: n, m, r(4), ierr, st(MPI_STATUS_SIZE)
type(t) :: o
`

const tail = `
contains
subroutine own(x)
real(8) :: x(*)
end subroutine
subroutine mpi_mine(x)
real(8) :: x(*)
end subroutine
end program
`

// first is the first executable statement of a program, and where its names are looked up.
func first(t *testing.T, stmt string) (*scope.Table, *scope.Scope, *ast.Stmt) {
	t.Helper()
	tree := parse.File(source.New("a.f90", []byte(head+stmt+tail), source.Options{}))
	if len(tree.Errors) > 0 {
		t.Fatalf("%s: %v", stmt, tree.Errors)
	}
	table := scope.New(tree, scope.Options{})
	s := tree.Units[0].Exec[0].First()
	return table, table.At(s.Span().Start), s
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		call string
		name string // "": no call of MPI
		kind mpi.Kind
		all  bool   // nothing is missing
		args string // name=text, those that are looked at
	}{
		{"call MPI_Send(a, 10, MPI_REAL8, n, 3, MPI_COMM_WORLD, ierr)", "MPI_Send", mpi.Blocking, true, "buf=a count=10 datatype=mpi_real8 dest=n tag=3 ierror=ierr"},
		{"call mpi_recv(a(2), n, MPI_REAL8, m, 3, MPI_COMM_WORLD, st, ierr)", "MPI_Recv", mpi.Blocking, true, "buf=a(2) source=m status=st"},
		{"call PMPI_Isend(a, 10, MPI_REAL8, n, 3, MPI_COMM_WORLD, r(1), ierr)", "MPI_Isend", mpi.Post, true, "request=r(1)"},
		{"call MPI_Irecv(a, 10, datatype=MPI_REAL8, source=n, tag=3, comm=MPI_COMM_WORLD, request=r(1))", "MPI_Irecv", mpi.Post, true, "datatype=mpi_real8 source=n request=r(1)"},
		{"call MPI_Irecv(a, 10, MPI_REAL8, n)", "MPI_Irecv", mpi.Post, false, "source=n tag= comm="},
		{"call MPI_Sendrecv(a, 1, MPI_REAL8, n, 1, a(2), 1, MPI_REAL8, m, 1, MPI_COMM_WORLD, st, ierr)", "MPI_Sendrecv", mpi.Both, true, "sendbuf=a recvbuf=a(2) dest=n source=m"},
		{"call MPI_Waitall(4, array_of_requests=r, array_of_statuses=MPI_STATUSES_IGNORE)", "MPI_Waitall", mpi.Wait, true, "count=4 array_of_requests=r array_of_statuses=mpi_statuses_ignore"},
		{"call MPI_Waitsome(4, r, n, array_of_indices=r, array_of_statuses=st)", "MPI_Waitsome", mpi.Foreign, true, "array_of_indices=r array_of_statuses=st"},
		{"call MPI_Send_init(a, 10, MPI_REAL8, n, 3, MPI_COMM_WORLD, r(1), ierr)", "MPI_Send_init", mpi.Init, true, "request=r(1)"},
		{"call MPI_Startall(4, r, ierr)", "MPI_Startall", mpi.Start, true, "count=4 array_of_requests=r"},
		{"call MPI_Ssend_init(a, 10, MPI_REAL8, n, 3, MPI_COMM_WORLD, r(1), ierr)", "MPI_Ssend_init", mpi.Foreign, true, "dest=n tag=3 request=r(1)"},
		{"call MPI_Psend_init(a, 2, 5, MPI_REAL8, n, 3, MPI_COMM_WORLD, MPI_INFO_NULL, r(1), ierr)", "MPI_Psend_init", mpi.Foreign, true, "dest=n tag=3"},
		{"call MPI_Isendrecv(a, 1, MPI_REAL8, n, 1, a(2), 1, MPI_REAL8, m, 1, MPI_COMM_WORLD, r(1), ierr)", "MPI_Isendrecv", mpi.Foreign, true, "dest=n source=m"},
		{"call MPI_Ineighbor_newsendrecv(a, n)", "MPI_Ineighbor_newsendrecv", mpi.Foreign, true, ""},
		{"call MPIX_Newsend(a, n)", "MPIX_Newsend", mpi.Foreign, true, ""},
		{"call MPI_Newsendrecv(a, n)", "MPI_Newsendrecv", mpi.Foreign, true, ""},
		{"call MPI_Barrier(MPI_COMM_WORLD, ierr)", "MPI_Barrier", mpi.Other, true, ""},
		{"call MPI_Ibarrier(MPI_COMM_WORLD, r(1), ierr)", "MPI_Ibarrier", mpi.Other, true, ""},
		{"call MPI_Allreduce_init(a, a, 1, MPI_REAL8, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, r(1), ierr)", "MPI_Allreduce_init", mpi.Other, true, ""},
		{"call MPI_(a)", "MPI_", mpi.Foreign, true, ""},
		{"call own(a)", "", 0, false, ""},
		{"call mpi_mine(a)", "", 0, false, ""},
		{"call o%mpi_send(a)", "", 0, false, ""},
		{"n = 1", "", 0, false, ""},
	} {
		table, in, s := first(t, c.call)
		got := mpicall.Of(table, in, s)
		if got == nil || c.name == "" {
			if got != nil || c.name != "" {
				t.Errorf("%s: %v", c.call, got)
			}
			continue
		}
		if got.Spoken() != c.name || got.Kind != c.kind || got.Complete() != c.all {
			t.Errorf("%s: %s of kind %d, complete %v", c.call, got.Spoken(), got.Kind, got.Complete())
		}
		parts := map[string]ast.Expr{}
		for name, x := range got.Parts() {
			parts[name] = x
		}
		for pair := range strings.FieldsSeq(c.args) {
			name, want, _ := strings.Cut(pair, "=")
			text := ""
			if x := got.Arg(name); x != nil {
				text = ast.String(x)
			}
			if text != want || (parts[name] != nil) != (want != "") {
				t.Errorf("%s: %s is %q", c.call, name, text)
			}
		}
	}
}

// TestEnds: what is not known may send and receive.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		call               string
		send, recv, making bool
	}{
		{"call MPI_Bsend_init(a, 10, MPI_REAL8, n, 3, MPI_COMM_WORLD, r(1), ierr)", true, false, true},
		{"call MPI_Precv_init(a, 2, 5, MPI_REAL8, n, 3, MPI_COMM_WORLD, MPI_INFO_NULL, r(1), ierr)", false, true, true},
		{"call MPI_Isendrecv_replace(a, 10, MPI_REAL8, n, 3, m, 3, MPI_COMM_WORLD, r(1), ierr)", true, true, false},
		{"call MPI_Improbe(n, 3, MPI_COMM_WORLD, m, r(1), st, ierr)", false, true, false},
		{"call MPI_Imrecv(a, 10, MPI_REAL8, m, r(1), ierr)", false, false, false},
		{"call MPI_Wait(r(1), st, ierr)", false, false, false},
		{"call MPI_Newcall(a)", true, true, false},
		{"call MPI_Comm_split(MPI_COMM_WORLD, n, m, r(1), ierr)", false, false, false},
	} {
		m := mpicall.Of(first(t, c.call))
		if send, recv := m.Ends(); send != c.send || recv != c.recv || m.Makes() != c.making {
			t.Errorf("%s: sends %v, receives %v, makes a request %v", c.call, send, recv, m.Makes())
		}
	}
}

// TestWith: all arguments of a call in another form, or none.
func TestWith(t *testing.T) {
	table, in, s := first(t, "call MPI_Send(a, 10, MPI_REAL8, n, 3, MPI_COMM_WORLD, ierr)")
	c := mpicall.Of(table, in, s)
	other, ok := c.With(func(x ast.Expr) (ast.Expr, bool) {
		if ast.String(x) == "n" {
			return ast.Int(7), true
		}
		return x, true
	})
	if !ok || ast.String(other.Arg("dest")) != "7" || ast.String(other.Arg("buf")) != "a" || ast.String(c.Arg("dest")) != "n" {
		t.Errorf("%v %v", other, ok)
	}
	if _, ok := c.With(func(x ast.Expr) (ast.Expr, bool) { return x, ast.String(x) != "3" }); ok {
		t.Error("a tag has no other form, and the call has")
	}
}

func TestConstant(t *testing.T) {
	for _, c := range []struct{ x, want string }{
		{"MPI_REAL8", "mpi_real8"}, {"(mine)", "mpi_real8"}, {"one", ""}, {"n", ""}, {"n + 1", ""}, {"nowhere", ""}, {"mpi_of_an_include_file", "mpi_of_an_include_file"},
	} {
		table, in, s := first(t, "n = "+c.x)
		if got := mpicall.Constant(table, in, s.Body.(*ast.Assign).Y); got != c.want {
			t.Errorf("%s: %q, want %q", c.x, got, c.want)
		}
	}
	if mpicall.Constant(nil, nil, ast.Named("x")) != "" {
		t.Error("a name in no scope is a constant of MPI")
	}
}

func TestFitOf(t *testing.T) {
	for _, c := range []struct {
		declared, mpi string
		want          mpicall.Fit
	}{
		{"real(8)", "mpi_double_precision", mpicall.Fits}, {"double precision", "mpi_real8", mpicall.Fits}, {"real", "mpi_real", mpicall.Fits},
		{"real", "mpi_double_precision", mpicall.OtherBytes}, {"integer", "mpi_real", mpicall.OtherBytes}, {"complex", "mpi_complex", mpicall.Fits},
		{"complex(8)", "mpi_double_complex", mpicall.Fits}, {"complex*16", "mpi_double_complex", mpicall.Fits}, {"double complex", "mpi_complex", mpicall.OtherBytes},
		{"real(8)", "mpi_byte", mpicall.NotSingle}, {"character", "mpi_character", mpicall.NotKnown}, {"type(nothing)", "mpi_real", mpicall.NotKnown},
		{"real(somewhere)", "mpi_real", mpicall.NotKnown},
	} {
		tree := parse.File(source.New("a.f90", []byte("subroutine s\n"+c.declared+" :: x\nx = x\nend subroutine\n"), source.Options{}))
		y := scope.New(tree, scope.Options{}).At(tree.Units[0].Exec[0].First().Span().Start).Lookup("x")
		if got := mpicall.FitOf(y.Type, c.mpi); got != c.want {
			t.Errorf("%s and %s: %d, want %d", c.declared, c.mpi, got, c.want)
		}
	}
	if mpicall.FitOf(nil, "mpi_real") != mpicall.NotKnown {
		t.Error("no type fits")
	}
}
