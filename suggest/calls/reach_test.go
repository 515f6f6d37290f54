package calls_test

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
)

// TestElements: what the array v holds where the call of MPI_Barrier stands.
func TestElements(t *testing.T) {
	for _, c := range []struct{ decl, before, arg, want string }{
		{"", "", "[1, m]", "1 m"},
		{"", "", "[1, 2, 3]", ""},
		{"", "", "[(m, n = 1, 2)]", ""},
		{"", "", "n", ""},
		{"integer, parameter :: v(2) = [3, 4]", "", "v", "3 4"},
		{"integer :: v(2)", "v = [1, m]", "v", "1 m"},
		{"integer :: v(2)", "v = m", "v", "m m"},
		{"integer :: v(0:1)", "v(1) = 7\nv(0) = m", "v", "m 7"},
		{"integer :: v(2)", "v = 3\nn = 4\nv(2) = 5", "v", "3 5"},
		{"integer :: v(2)", "v(2) = 5\nv = 3", "v", "3 3"},
		{"integer :: v(2)", "v(1) = 5", "v", ""},
		{"integer :: v(2)", "v = 3\nv(3) = 5", "v", ""},
		{"integer :: v(2)", "v = 3\nv(n) = 5", "v", ""},
		{"integer :: v(2)", "v = 3\nv(1) = v(2)", "v", ""},
		{"integer :: v(2)", "v = r(1:2)", "v", ""},
		{"integer :: v(2)", "v = 3\nread(*,*) v", "v", ""},
		{"integer :: v(2)", "v = 3\ndo n = 1, 2\nv(n) = n\nend do", "v", ""},
		{"integer :: v(2)", "v = 3\n10 n = 2", "v", ""},
		{"integer :: v(2)", "v = 3\nif (n > 2) v(1) = 2", "v", ""},
		{"integer :: v(2)", "v = 3\ncall MPI_Type_create_subarray(2, v, v, v, MPI_ORDER_FORTRAN, MPI_REAL, n, ierr)", "v", "3 3"},
		{"integer :: v(2)", "v = 3\ncall MPI_Type_create_subarray(2, r, r, r, MPI_ORDER_FORTRAN, MPI_REAL, v(1), ierr)", "v", ""},
		{"integer, target :: v(2)", "v = 3", "v", ""},
		{"integer :: v(2), w(2)\nequivalence (v, w)", "v = 3", "v", ""},
	} {
		p := read(head + c.decl + "\n" + c.before + "\ncall MPI_Barrier(" + c.arg + ", ierr)\nend program\n")
		x := calls.NewIndex(p)
		k := x.Calls[len(x.Calls)-1]
		got := ""
		for _, e := range x.Elements(k, k.Args[0].X, 2) {
			if got != "" {
				got += " "
			}
			got += ast.String(e)
		}
		if got != c.want {
			t.Errorf("%s; %s; %s: %q, want %q", c.decl, c.before, c.arg, got, c.want)
		}
	}
	p := read(head + "integer :: v(2)\nv = 3\ncall MPI_Barrier(v, ierr)\ncontains\nsubroutine s\nv = 4\nend\nend program\n")
	x := calls.NewIndex(p)
	if got := x.Elements(x.Calls[0], x.Calls[0].Args[0].X, 2); got != nil {
		t.Errorf("an internal procedure sets it: %v", got)
	}
}

// TestValue: what a variable is always made of, in the procedure s and in all of the program.
func TestValue(t *testing.T) {
	for _, c := range []struct {
		name, decl, stmts string
		here, always      string
	}{
		{"made at each call", "integer :: v", "v = a + 2", "a+2", ""},
		{"kept", "integer, save :: v", "v = a + 2", "", ""},
		{"made twice", "integer :: v", "v = a + 2\nv = a", "", ""},
		{"made in a loop", "integer :: v", "do k = 1, 2\nv = a\nend do", "", ""},
		{"of what changes", "integer :: v", "v = k + 1\nk = 2\nk = 3", "", ""},
		{"of a real", "integer :: v", "v = x", "", ""},
		{"of a product of a real", "integer :: v", "v = 2.5*a", "", ""},
		{"a real", "real :: v", "v = a", "", ""},
		{"of itself", "integer :: v", "v = v + 1", "", ""},
		{"a constant", "integer :: v", "v = 7", "7", ""},
	} {
		p := read("subroutine s(a, x)\ninteger, intent(in) :: a\nreal :: x\ninteger :: k\n" + c.decl + "\n" + c.stmts + "\nend\nprogram p\ncall s(1, 1.0)\ncall s(2, 1.0)\nend\n")
		x := calls.NewIndex(p)
		s := p.Files[0].Table.Unit(p.Files[0].Units[0])
		for lasting, want := range map[bool]string{false: c.here, true: c.always} {
			got := ""
			if e := x.Value(s, ast.Named("v"), lasting); e != nil {
				got = ast.String(e)
			}
			if got != want {
				t.Errorf("%s, lasting %v: %q, want %q", c.name, lasting, got, want)
			}
		}
	}
}

// TestSettled: n gets no value any more after the call of MPI_Barrier.
func TestSettled(t *testing.T) {
	for _, c := range []struct {
		before, after, subs string
		want                bool
	}{
		{"n = 1\nif (n > 2) n = 3", "m = n", "", true},
		{"n = 1", "n = 2", "", false},
		{"read(*,*) n", "", "", true},
		{"n = 1", "read(*,*) n", "", false},
		{"n = 1", "call elsewhere(n)", "", false},
		{"n = 1", "call s", "subroutine s\nn = 3\nend\n", false},
		{"n = 1\n10 continue", "goto 10", "", true},
		{"10 n = 1", "goto 10", "", false},
		{"do m = 1, 2\nn = m\nend do", "", "", true},
		{"do m = 1, 2\nn = m", "end do", "", false},
		{"do m = 1, 2\ndo n = 1, 3\nend do", "end do", "", false},
	} {
		text := head + c.before + "\ncall MPI_Barrier(MPI_COMM_WORLD, ierr)\n" + c.after + "\n"
		if c.subs != "" {
			text += "contains\n" + c.subs
		}
		x := calls.NewIndex(read(text + "end program\n"))
		if got := x.Settled(x.Calls[0], "n"); got != c.want {
			t.Errorf("%s, then %s: %v", c.before, c.after, got)
		}
	}
}

// TestOther: a call with other arguments, or in the place of another, leaves the first as it is.
func TestOther(t *testing.T) {
	x := calls.NewIndex(read(head + "call MPI_Send_init(a, n, MPI_REAL, m, 3, MPI_COMM_WORLD, r(1), ierr)\ncall MPI_Start(r(1), ierr)\nend program\n"))
	init, start := x.Calls[0], x.Calls[1]
	d, ok := init.With(func(e ast.Expr) (ast.Expr, bool) {
		if id, isName := e.(*ast.Ident); isName && id.Name == "n" {
			return ast.Int(5), true
		}
		return e, true
	})
	if !ok || ast.String(d.Arg("count")) != "5" || ast.String(init.Arg("count")) != "n" {
		t.Errorf("count %s, before %s", ast.String(d.Arg("count")), ast.String(init.Arg("count")))
	}
	if _, ok := init.With(func(ast.Expr) (ast.Expr, bool) { return nil, false }); ok {
		t.Error("what cannot be replaced is")
	}
	if e := init.As("mpi_isend", calls.Post, start); e.Spoken() != "MPI_Isend" || e.Stmt != start.Stmt || init.Kind != calls.Init {
		t.Errorf("%s, %v", e.Spoken(), init.Kind)
	}
}
