package access_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/internal/snippet"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// frame is the program around the cases.
const frame = `module hidden
  implicit none
  real :: inmod(10), lone
  real, target :: tmod(10)
  type inner
    real :: f(10)
    real, pointer :: g(:)
    real, allocatable :: h(:)
  end type
contains
  subroutine reads(x, y)
    real, intent(in) :: x(:)
    real, intent(out) :: y
    y = x(1)
  end subroutine
  pure real function pure1(x)
    real, intent(in) :: x
    pure1 = 2*x
  end function
  elemental real function each(x)
    real, intent(in) :: x
    each = exp(x)
  end function
end module
subroutine frame(d, dt, dp, opt, asz, n)
  use mpi
  use hidden
  implicit none
  integer, parameter :: two = 2
  type outer
    type(inner) :: in
    type(inner), allocatable :: many(:)
    real :: x
  end type
  integer, intent(in) :: n
  real :: d(10,10), asz(*)
  real, target :: dt(10)
  real, pointer :: dp(:)
  real, optional :: opt(10)
  real :: a(10,10), b(10), c(10), s, t, x3(5,5,5)
  real, allocatable :: al(:)
  real, pointer :: pt(:), pq(:)
  integer, pointer :: ip(:)
  real, target :: tg(10), th(10)
  real, save :: saved
  complex :: z, zs(10)
  double precision :: dd
  character(20) :: text, words(9)
  integer :: i, j, k, idx(10), req
  logical :: l
  type(outer) :: o, oo(3)
  type(inner) :: q, r
  type(inner), target :: dq
  real :: c1, c2(10), e1(10), e2(10), e3, e4, c3(9), f1(9), f2(9), f3(9), f4(9), f5(9), f6(9), f7(9)
  common /blk/ c1, c2
  common /eqv/ c3
  equivalence (e1, e2(3)), (e3, e4), (c3, f1, f2, f3, f4, f5, f6, f7)
  real, external :: ext
  namelist /group/ i, j
BODY
contains
  subroutine inside
    k = 1
  end subroutine
  subroutine points(x)
    real, target :: x(:)
    pq => x
  end subroutine
end subroutine
`

func parse(t *testing.T, body string) (*snippet.File, *access.Unit, *access.Tree) {
	t.Helper()
	f := snippet.Parse(t, strings.Replace(frame, "BODY\n", body+"\n", 1))
	tree := f.Tree(t, "frame")
	return f, tree.Unit, tree
}

// all merges the effects of a tree.
func all(tree *access.Tree) *access.Effects {
	e := access.Touching()
	for _, n := range tree.Nodes {
		e.Merge(tree.Unit.Whole(n))
	}
	return e
}

// words describes effects: "r:" reads, "w:" writes, "ws:" changes status or
// bounds, and what else they are.
func words(e *access.Effects) []string {
	var out []string
	for _, r := range e.Refs {
		word := "r"
		if r.Write {
			word = "w"
		}
		if r.Status {
			word += "s"
		}
		sub := ""
		if !r.Obj.Scalar {
			sub = "*"
			if r.Sub != nil {
				sub = r.Sub.String()
			}
		}
		out = append(out, word+":"+r.Obj.Key+sub)
	}
	out = append(out, "reach:"+[]string{"all", "outer", "look", "named"}[e.Reach])
	for _, f := range []struct {
		on   bool
		name string
	}{{e.May(access.Blocks), "blocks"}, {e.May(access.MPI), "mpi"}, {e.May(access.Stops), "stops"}, {e.May(access.IO), "io"}, {e.May(access.Impure), "impure"}} {
		if f.on {
			out = append(out, f.name)
		}
	}
	return out
}

// expect checks that words hold some and, with '!', not others.
func expect(t *testing.T, what, want string, got []string) {
	t.Helper()
	for _, w := range strings.Fields(want) {
		word, absent := strings.CutPrefix(w, "!")
		if slices.Contains(got, word) == absent {
			t.Errorf("%s: expected %s in %s", what, w, strings.Join(got, " "))
		}
	}
}

// ref returns the reference that an expression is: what "s = x" reads, or
// "x = s" writes.
func ref(t *testing.T, tree *access.Tree, line int) access.Ref {
	t.Helper()
	e := tree.Unit.Whole(tree.Nodes[line])
	for _, r := range e.Refs {
		if r.Write {
			return r
		}
	}
	t.Fatalf("nothing is written in %v", words(e))
	return access.Ref{}
}

// kinds writes a tree: its nodes with their arms.
func kinds(nodes []*access.Node) string {
	names := []string{"simple", "branch", "loop", "block", "exchange", "mark", "opaque"}
	jumps := []string{"", "cycles", "exits", "leaves", "gotos"}
	var list []string
	for _, n := range nodes {
		s := names[n.Kind]
		if n.Kind == access.Simple && n.Jump != access.Falls {
			s = jumps[n.Jump]
		}
		if n.Else {
			s += "+else"
		}
		if len(n.OMP) > 0 {
			s += fmt.Sprintf("+omp%d", len(n.OMP))
		}
		if n.Parallel {
			s += "+parallel"
		}
		for _, arm := range n.Arms {
			s += "(" + kinds(arm) + ")"
		}
		list = append(list, s)
	}
	return strings.Join(list, " ")
}

// exprOf returns the right side of the first assignment.
func exprOf(tree *access.Tree) ast.Expr { return tree.Nodes[0].Stmt.Body.(*ast.Assign).Y }
