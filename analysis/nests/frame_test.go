package nests_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/analysis/internal/snippet"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
)

// frame is the program around the cases: p and q are pointers, tgt has TARGET,
// e1 and e2 share storage, al is allocatable.
const frame = `module other
  implicit none
  real :: shared(100)
contains
  pure function smooth(a, b) result(r)
    real, intent(in) :: a, b
    real :: r
    r = 0.5*(a + b)
  end function
  elemental function twice(a) result(r)
    real, intent(in) :: a
    real :: r
    r = 2*a
  end function
  subroutine says(k)
    integer, intent(in) :: k
    print *, k
  end subroutine
  subroutine counts(k)
    integer, intent(inout) :: k
    integer, save :: c = 0
    c = c + 1
    k = c
  end subroutine
  integer function draws(k)
    integer, intent(inout) :: k
    k = mod(7*k + 3, 11)
    draws = k
  end function
  subroutine barrier
    use mpi
    integer :: ierr
    call mpi_barrier(mpi_comm_world, ierr)
  end subroutine
end module
subroutine frame(p, q, n, m, west)
  use other
  implicit none
  interface
    pure function foreign(x) result(r)
      real, intent(in) :: x
      real :: r
    end function
  end interface
  type cell
    real :: d(100,100)
    real, allocatable :: a(:,:)
    real, pointer :: b(:,:)
  end type
  real, pointer :: p(:,:), q(:,:)
  integer, intent(in) :: n, m, west
  real :: u(0:101,0:101), v(0:101,0:101), w(100), z(100), x3(100,100,100), y3(100,100,100), s, t
  real :: e1(100,100), e2(100,100)
  real, target :: tgt(100,100)
  real, allocatable :: al(:,:), bl(:,:)
  real, volatile :: vol
  complex :: c1(100), c2(100), cz
  character(8) :: word
  type(cell) :: k1, k2, ks(4)
  integer :: i, j, k, l, jp, cnt, idx(100), lo, hi, d1, d2
  integer(8) :: big
  logical :: flag
  character(8) :: text(100)
  equivalence (e1, e2), (d1, d2)
BODY
end subroutine
`

// opts is what the surroundings of a nest know.
type opts struct {
	dead     string // scalars that nobody reads after the nest
	rounding access.Rounding
}

// first returns the nest of the first loop or array statement of body.
func first(t *testing.T, body string, o opts) (*snippet.File, *nests.Nest) {
	t.Helper()
	f := snippet.Parse(t, strings.Replace(frame, "BODY\n", body+"\n", 1))
	f.Program.Rounding = o.rounding
	tree := f.Tree(t, "frame")
	known := func() []affine.Equation { return nil }
	dead := func(x *access.Object) bool { return slices.Contains(strings.Fields(o.dead), x.Key) }
	var found *nests.Nest
	tree.Walk(func(n *access.Node) bool {
		switch {
		case found != nil:
		case nests.IsArray(n):
			found = nests.BuildArray(tree.Unit, n, known)
		case n.Kind == access.Loop:
			found = nests.Build(tree.Unit, n, nests.Around{Labels: tree.Labels, Known: known, Dead: dead, Scratch: dead})
		}
		return found == nil
	})
	if found == nil {
		t.Fatalf("there is no nest in\n%s", body)
	}
	return f, found
}

// verdict says how a nest may be cut: "j any", "k j any", "j in order" with
// what stands against any order, or "no:" and the reason.
func verdict(n *nests.Nest) string {
	if !n.OK {
		return "no: " + n.Refused.Key()
	}
	var b strings.Builder
	switch {
	case n.Array != nil:
		fmt.Fprintf(&b, "array %d", n.Array.Dim+1)
	case n.Index != nil:
		fmt.Fprintf(&b, "index %s", n.Index.Var.Name)
	default:
		var vars []string
		for _, l := range n.Cut {
			vars = append(vars, string(l.Loop.Var))
		}
		b.WriteString(strings.Join(vars, " "))
	}
	if n.Result.Any > 0 {
		b.WriteString(" any")
	} else {
		b.WriteString(" in order")
	}
	if n.Ordered.Text() != "" {
		b.WriteString(" " + n.Ordered.Key())
	}
	for _, w := range n.Result.Why {
		fmt.Fprintf(&b, " %s:%s", []string{"carried", "exposed", "live-out", "aliased", "jumps"}[w.What], n.Objects[w.A.Obj].Key)
	}
	list := func(word string, objs []depend.Obj) {
		for _, o := range objs {
			fmt.Fprintf(&b, " %s:%s", word, n.Objects[o].Key)
		}
	}
	list("final", n.Result.LastValues)
	list("dead", n.Result.MustBeDead)
	list("reductions", n.Result.Reductions)
	for _, p := range n.Result.RunTime {
		fmt.Fprintf(&b, " apart:%s,%s", n.Objects[p[0]].Key, n.Objects[p[1]].Key)
	}
	if n.Grid64 {
		b.WriteString(" grid")
	}
	if n.Tried {
		b.WriteString(" tried")
	}
	return b.String()
}

// touched lists the references of a nest in its own terms, without the plain
// reads of scalars; '!' marks those of every iteration.
func touched(n *nests.Nest) string {
	var out []string
	for _, t := range n.Touched {
		if t.Obj.Scalar && !t.Write {
			continue
		}
		word := "r"
		if t.Write {
			word = "w"
		}
		sub := t.Sub.String()
		if t.Sub == nil {
			sub = "*"
		}
		if t.Obj.Scalar {
			sub = ""
		}
		s := word + ":" + t.Obj.Key + sub
		if t.Always {
			s += "!"
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}

// row is a nest and what is to be said of it.
type row struct {
	name, body, want string
	opts
}

func check(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			if _, n := first(t, r.body, r.opts); verdict(n) != r.want {
				t.Errorf("%q, want %q for\n%s\n%+v", verdict(n), r.want, r.body, n.Refused)
			}
		})
	}
}

// over puts statements into a nest over i and j.
func over(inner string) string {
	return "do j = 1, m\n do i = 1, n\n  " + inner + "\n end do\nend do"
}

// nestOf is the verdict on another loop of the same file.
func nestOf(f *snippet.File, t *testing.T, n *access.Node) string {
	t.Helper()
	tree := n.Tree()
	return verdict(nests.Build(tree.Unit, n, nests.Around{Labels: tree.Labels, Known: func() []affine.Equation { return nil }}))
}
