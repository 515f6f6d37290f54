package flow_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/internal/snippet"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// frame is the program around the cases: p and q are pointers, e1 and e2 share
// storage, handed is given to MPI.
const frame = `module other
  implicit none
  real :: shared(9,9)
contains
  subroutine relax(a)
    real, intent(inout) :: a(:,:)
    a(2,2) = 1
  end subroutine
  pure real function smooth(a)
    real, intent(in) :: a
    smooth = 2*a
  end function
  integer function ticket()
    integer, save :: c = 0
    c = c + 1
    ticket = c
  end function
end module
program frame
  use mpi
  use other
  implicit none
  integer, parameter :: n = 9
  real :: u(9,0:9), v(9,0:9), w(9,0:9), line(9), handed(9,9), e1(9,9), e2(9,9)
  real, pointer :: p(:,:), q(:,:)
  real, volatile :: vol(9,9)
  integer, volatile :: volatile_tag
  real :: s, t
  integer :: i, j, k, l, it, west, east, old, new, last, ierr, req, comm
  logical :: f, g
  equivalence (e1, e2)
  call mpi_isend(handed, 81, mpi_real, 0, 0, mpi_comm_world, req, ierr)
!$mdmp commregion
BODY
!$mdmp end commregion
end program
`

// region analyses the region with body in it.
func region(t *testing.T, body string) (*snippet.File, *flow.Region) {
	t.Helper()
	file := snippet.Parse(t, strings.Replace(frame, "BODY\n", strings.TrimSuffix(body, "\n")+"\n", 1))
	u := file.Unit(t, "frame")
	return file, flow.New(u, u.Tree(u.AST.Exec, file.Set), file.Set.Regions[0], nil)
}

// at finds the node whose line is text: the outermost one.
func at(t *testing.T, file *snippet.File, f *flow.Region, text string) *access.Node {
	t.Helper()
	var found *access.Node
	f.Tree.Walk(func(n *access.Node) bool {
		if found == nil && n.Kind != access.Mark && file.Text(n.Stmt.Span()) == text {
			found = n
		}
		return found == nil
	})
	if found == nil {
		t.Fatalf("no statement %q in\n%s", text, file.Source.Src)
	}
	return found
}

// comm returns the first send or receive.
func comm(t *testing.T, f *flow.Region, send bool) *flow.Message {
	t.Helper()
	i := slices.IndexFunc(f.Messages, func(c *flow.Message) bool { return c.M.Send == send })
	if i < 0 {
		t.Fatalf("no message with send %v", send)
	}
	return f.Messages[i]
}

// says writes a place as its line; nests are in brackets.
func says(file *snippet.File, p *flow.Place) string {
	text := file.Text(p.Node.Stmt.Span())
	if p.Nest != nil {
		return "[" + text + "]"
	}
	return text
}

const nest = "do j = 1, n\ndo i = 1, n\nw(i,j) = w(i,j) + 1\nend do\nend do\n"

// procedure analyses a procedure of its own as a managed one is.
func procedure(t *testing.T, src, name string, managed func(*ast.Unit) bool) (*snippet.File, *flow.Region) {
	t.Helper()
	file := snippet.Parse(t, src)
	u := file.Unit(t, name)
	return file, flow.Procedure(u, u.Tree(u.AST.Exec, file.Set), managed)
}

// stops says where a receive is pending no longer: at what touches it.
func stops(f *flow.Region, c *flow.Message) func(*flow.Place) bool {
	return func(p *flow.Place) bool {
		for _, r := range c.Refs {
			if _, touches := f.Unit.MayTouch(p.E, r); touches {
				return true
			}
		}
		return false
	}
}
