package access_test

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/internal/snippet"
)

// A subscript in a statement function that is computed from a dummy is not what the same
// letters mean outside.
func TestStatementFunctionSubscript(t *testing.T) {
	f := snippet.Parse(t, `subroutine frame(a, idx, n)
  integer :: n, idx(n), i
  real :: a(n), s, at
  at(i) = a(idx(i))
  do i = 1, n
    s = a(idx(i))
    s = at(i + 1)
  end do
end subroutine
`)
	tree := f.Tree(t, "frame")
	body := tree.Nodes[0].Arms[0]
	expect(t, "outside", "r:a(idx(i))", words(&body[0].E))
	expect(t, "in the function", "r:a(:) !r:a(idx(i))", words(&body[1].E))
}
