package codegen

import (
	"strings"
	"testing"
)

// A DATA statement among executable ones is about a variable of the procedure, so no BLOCK goes round it.
func TestDataStatement(t *testing.T) {
	const src = `subroutine s(u, w, n, next)
  use mpi
  implicit none
  integer :: n, next, i, k, ierr
  real(8) :: u(n), w(n)
  call MPI_Recv(u, n, MPI_REAL8, next, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  data k /3/
  do i = 1, n
    w(i) = w(i)*k
  end do
  u = u + w
end subroutine
`
	for _, c := range []struct{ src, code string }{{src, "no-place"}, {strings.Replace(src, "data k", "! data k", 1), "proved"}} {
		res, err := Translate("s.f90", []byte(c.src), Options{Mode: Plain, Overlap: true})
		if err != nil || len(res.Diags) > 0 || len(res.Remarks) != 1 {
			t.Fatal(err, res.Diags, res.Remarks)
		}
		if r := res.Remarks[0]; r.Code != c.code || (c.code == "proved") != res.Changed {
			t.Errorf("%+v, changed %v", r, res.Changed)
		}
	}
}
