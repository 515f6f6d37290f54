package codegen

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

const reduces = `subroutine relax(u, v, n, m, steps, west, east)
  use mpi
  implicit none
  integer, intent(in) :: n, m, steps, west, east
  real, intent(inout) :: u(n, 0:m+1), v(n, m)
  real :: norm, total
  integer :: step, i, j, ierr
  !$mdmp commregion
  do step = 1, steps
    do j = 1, m
      do i = 1, n
        v(i,j) = u(i,j-1) + u(i,j+1)
      end do
    end do
    norm = v(1,1)
    BEFORE
    call swap(v, u, n, m, west, east)
    BEHIND
  end do
  !$mdmp end commregion
contains
  subroutine swap(v, u, n, m, west, east)
    integer, intent(in) :: n, m, west, east
    real, intent(inout) :: u(n, 0:m+1), v(n, m)
    !$mdmp recv(u(:,0), west)
    !$mdmp send(v(:,m), east)
  end subroutine
end subroutine
`

// The profile hears which statement a receive is complete before, as the report does; nothing is said of a send, and nothing where the
// receive waits for its loop.
func TestBlocked(t *testing.T) {
	const reduce = "call MPI_Allreduce(norm, total, 1, MPI_REAL, MPI_SUM, MPI_COMM_WORLD, ierr)"
	for _, c := range []struct{ before, behind, want string }{
		{"continue", reduce, "'25!18'//"},
		{reduce, "continue", ""},
	} {
		src := strings.NewReplacer("BEFORE", c.before, "BEHIND", c.behind).Replace(reduces)
		res := translate(t, txtar.File{Name: "a.f90", Data: []byte(src)}, Options{Mode: Auto})
		text := string(res.Text)
		if c.want != "" && !strings.Contains(text, c.want) || c.want == "" && strings.Contains(text, "25!") {
			t.Errorf("behind the exchange %q: %q is wanted:\n%s", c.behind, c.want, text)
		}
	}
}
