package access

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

const definitions = `module m
  type :: t
    real :: a
    integer :: len, kind
  end type
  type(t) :: mpi_lo, mpi_hi
  real :: seen(10)
  interface operator(+)
    module procedure addlog
  end interface
  interface operator(.mpix.)
    module procedure addlog
  end interface
  interface operator(.eq.)
    module procedure addlog
  end interface
  interface assignment(=)
    module procedure fromtext
  end interface
  interface t
    module procedure maket
  end interface
contains
  function addlog(a, b) result(x)
    logical, intent(in) :: a, b
    real :: x
    x = seen(1)
  end function
  subroutine fromtext(x, c)
    real, intent(inout) :: x
    character(*), intent(in) :: c
    x = x + seen(1)
  end subroutine
  type(t) function maket(l)
    logical, intent(in) :: l
    maket%a = seen(1)
  end function
  subroutine mpi_mine(x)
    real, intent(inout) :: x
    x = seen(2)
  end subroutine
end module
subroutine s(USES
  implicit none
  integer :: i, j
  real :: x, y, v(10), w(10,10)
  logical :: l, k
  complex :: z
  character(8) :: c
  character(len=:), allocatable :: d
  type(t) :: o
  STATEMENT
end subroutine
`

// calls says what a statement may call, by what it may reach.
func calls(t *testing.T, uses, stmt string) Reach {
	t.Helper()
	src := strings.Replace(strings.Replace(definitions, "USES", uses, 1), "STATEMENT", stmt, 1)
	tree := parse.File(source.New("t.f90", []byte(src), source.Options{}))
	if len(tree.Errors) > 0 {
		t.Fatalf("%v", tree.Errors)
	}
	au := tree.Units[len(tree.Units)-1]
	if au.Kind != ast.KSubroutine {
		t.Fatal("no subroutine")
	}
	e := Nothing()
	u := NewProgram(scope.New(tree, scope.Options{}), nil).Unit(au)
	for _, n := range u.Tree(au.Exec, nil).Nodes {
		e.Merge(u.Whole(n))
	}
	return e.Reach
}

// TestDefined: an operator or assignment that an interface may define is a call,
// one of the language is not, whatever interfaces there are.
func TestDefined(t *testing.T) {
	const seen, unseen, renamed, other = ")\nuse m", ")\nuse nowhere", ")\nuse m, operator(.mine.) => operator(.mpix.)",
		")\nuse m, only: t"
	for _, tt := range []struct {
		uses, stmt string
		want       Reach
	}{
		{seen, "x = l + k", ReachOuter},
		{seen, "x = x + i", ReachNamed},
		{seen, "x = x + z", ReachNamed},
		{seen, "v = v + w(:,1)", ReachNamed},
		{seen, "v = v + w", ReachOuter},
		{seen, "v = matmul(w, v) + 1", ReachOuter}, // of which rank is not looked at
		{seen, "x = l .mpix. k", ReachOuter},
		{renamed, "x = l .mine. k", ReachOuter},
		{seen, "l = l .eqv. k", ReachNamed},
		{seen, "l = l == k", ReachOuter},
		{seen, "l = x == y .and. c == 'a'", ReachNamed},
		{seen, "l = c // 'a' == 'b'", ReachNamed},
		{seen, "l = -l", ReachNamed}, // nobody defines it: an error, or the compiler knows better
		{seen, "x = 'abc'", ReachOuter},
		{seen, "x = i", ReachNamed},
		{seen, "c = 'abc'", ReachNamed},
		{seen, "c = 4_'abc'", ReachOuter},
		{seen, "x = v", ReachOuter},
		{seen, "v = x", ReachNamed},
		{seen, "v = sum(w, 1)", ReachOuter},
		{seen, "x = sum(w)", ReachNamed},
		{seen, "o = o", ReachOuter},
		{seen, "x = mpi_lo * mpi_hi", ReachOuter},
		{seen, "i = o%len + o%kind + len(c) + c%len", ReachNamed},
		{seen, "x = v(i+1)", ReachNamed},
		{seen, "if (l == k) x = 1", ReachOuter},
		{seen, "do i = 1, int(l + k)\nend do", ReachOuter},
		{seen, "where (v > 0) v = v + 1", ReachNamed},
		{seen, "where (v > 0) v = 'a'", ReachOuter},
		{seen, "forall (i=1:10) v(i) = 'a'", ReachOuter},
		{seen, "x = y; v(i) = 'a'", ReachOuter},
		{seen, "print *, l + k", ReachOuter},
		{seen, "o = t(.true.)", ReachOuter},
		{seen, "x = t(.true.)", ReachOuter},
		{seen, "call mpi_mine(x)", ReachNamed},
		{other, "x = x + i", ReachNamed},
		{other, "x = l + k", ReachNamed},
		{unseen + ", only: z0", "x = x + i", ReachNamed},
		{unseen + ", only: z0", "x = l + k", ReachNamed},
		{unseen + ", only: operator(+)", "x = l + k", ReachOuter},
		{unseen, "x = x + i", ReachNamed},
		{unseen, "x = 'a'", ReachOuter},
		{")", "x = l + k", ReachNamed},
	} {
		if tt.uses != seen && tt.uses != other && tt.uses != renamed {
			tt.stmt = "block\n" + tt.stmt + "\nend block"
			if got := calls(t, tt.uses+"\nuse m, only: t", tt.stmt); got != tt.want {
				t.Errorf("%s, %s: reaches %d, want %d", tt.uses, tt.stmt, got, tt.want)
			}
			continue
		}
		if got := calls(t, tt.uses, tt.stmt); got != tt.want {
			t.Errorf("%s, %s: reaches %d, want %d", tt.uses, tt.stmt, got, tt.want)
		}
	}
}

// TestMPI: MPI's is what comes from MPI, whatever its name is.
func TestMPI(t *testing.T) {
	for _, tt := range []struct {
		uses, stmt string
		want       Reach
	}{
		{")\nuse mpi\nuse m", "x = mpi_wtime()", ReachNamed},
		{")\nuse mpi\nuse m", "call mpi_barrier(mpi_comm_world, i)", ReachNamed},
		{")\nuse mpi\nuse m", "call mpi_mine(x)", ReachNamed}, // of the file: what it does is known
		{")\nuse mpi\nuse m", "call mpi_allreduce(x, y, 1, mpi_real, mpi_sum, mpi_comm_world, i)", ReachNamed},
		{")\nuse mpi\nuse m", "call mpi_allreduce(x, y, 1, mpi_real, j, mpi_comm_world, i)", ReachOuter},
		{")\nuse mpi\nuse m", "call mpi_comm_dup(mpi_comm_world, j, i)", ReachOuter},
		{")\nuse m", "call mpi_send(x, 1, i, j, i, j, i)", ReachNamed},
		{")\nuse m", "call mpi_theirs(x)", ReachOuter},
		{")\nuse m\nuse mpi, only: mpi_wtime => mpi_barrier", "call mpi_wtime(i, j)", ReachOuter},
		{")\nuse m\nuse nowhere", "call mpi_send(x, 1, i, j, i, j, i)", ReachOuter},
		{")\nuse mpi\nuse m\nuse nowhere", "call mpi_send(x, 1, i, j, i, j, i)", ReachNamed},
		{")\nuse mpi\nuse m\nuse nowhere", "call mpi_theirs(x)", ReachOuter},
		{")\nuse mpi\nuse m", "call mpix_theirs(x)", ReachOuter},
		{")\nuse mpi\nuse m", "call mpi_reduce_local(x, y, 1, mpi_real, mpi_sum, i)", ReachNamed},
		{")\nuse mpi\nuse m", "call mpi_reduce_local(x, y, 1, mpi_real, op=j)", ReachOuter},
		{", mpi_send)\nuse m", "external mpi_send\ncall mpi_send(x)", ReachOuter},
	} {
		stmt := tt.stmt
		if i := strings.Index(stmt, "external"); i < 0 {
			stmt = "continue\n" + stmt
		}
		uses := strings.TrimPrefix(tt.uses, ", ")
		if got := calls(t, uses, stmt); got != tt.want {
			t.Errorf("%s, %s: reaches %d, want %d", tt.uses, tt.stmt, got, tt.want)
		}
	}
}
