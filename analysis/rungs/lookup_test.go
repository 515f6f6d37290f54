package rungs

import (
	"fmt"
	"testing"
)

// The run time reads an index array that does not say how long it is only where the nest certainly looks at the last of the
// elements: that one exists, and so do those before it.
func TestLookupsOfOpenArrays(t *testing.T) {
	const frame = `subroutine s(x, y, ia, ja, col, cube, cnt, n, m, w, flag, west)
  use mpi
  implicit none
  integer, intent(in) :: n, m, w, west, ia(*), ja(*), col(m,*), cube(2,m,*), cnt(n)
  logical, intent(in) :: flag
  real, intent(inout) :: x(0:2*n), y(n)
  integer :: i, j, k, it
  type mesh
    real :: x(0:2000)
  end type
  type(mesh) :: g
  !$mdmp commregion
  do it = 1, 9
    !$mdmp recv(x(n+1:n+9), west)
    !$mdmp recv(g%%x(n+1:n+9), west) tag(1)
    do i = 1, n
      %s
    end do
  end do
  !$mdmp end commregion
end subroutine
`
	for _, c := range []struct {
		body string
		want bool
	}{
		{"y(i) = x(ja(i))", true},
		{"y(i) = x(ja(n+1-i))", true},
		{"y(i) = abs(x(ja(i)) - y(i))", true},
		{"if (x(ja(i)) > 0) y(i) = 0", true},
		{"y(i) = x(col(2,i))", true},
		{"y(i) = g%x(ja(i))", true},
		{"if (flag .and. g%x(ja(i)) > 0) y(i) = 1", false},
		{"do k = 1, w\n y(i) = y(i) + x(col(k,i))\n end do", true},
		{"do k = w, 1, -1\n y(i) = y(i) + x(col(k,i))\n end do", true},
		{"do k = 1, w\n y(i) = y(i) + x(col(i,k))\n end do", true},
		{"do k = 0, 3\n y(i) = y(i) + x(ja(4*i+k))\n end do", true},
		{"do k = 1, w\n do j = 1, 2\n y(i) = y(i) + x(cube(j,k,i))\n end do\n end do", true},
		{"do k = ia(i), ia(i+1) - 1\n y(i) = y(i) + x(ja(k))\n end do", true},
		// How far inner loops go is not known, or is not the same for all i.
		{"do k = 1, cnt(i)\n y(i) = y(i) + x(col(i,k))\n end do", false},
		{"do k = 1, cnt(i)\n y(i) = y(i) + x(col(k,i))\n end do", false},
		{"do k = 1, i\n y(i) = y(i) + x(col(i,k))\n end do", false},
		{"do k = 1, min(m, w)\n y(i) = y(i) + x(col(i,k))\n end do", false},
		{"do k = 1, w, 2\n y(i) = y(i) + x(col(i,k))\n end do", false},
		{"do k = 1, w\n if (y(i) > 9) exit\n y(i) = y(i) + x(col(i,k))\n end do", false},
		{"do k = 1, w\n do j = 1, 2\n y(i) = y(i) + x(cube(j,k,i))\n if (y(i) > 9) exit\n end do\n end do", false},
		// Two ranges in one dimension: one may be empty.
		{"do k = 0, w\n do j = 1, w\n y(i) = y(i) + x(ja(4*i+k+j))\n end do\n end do", false},
		{"y(i) = x(col(i,i))", false},
		// Not always looked at.
		{"if (flag) y(i) = x(ja(i))", false},
		{"if (flag) cycle\n y(i) = x(ja(i))", false},
		{"if (flag .and. x(ja(i)) > 0) y(i) = 1", false},
		{"y(i) = merge(x(ja(i)), 0., flag)", false},
		{"do k = 1, w\n y(i) = y(i) + x(ja(i))\n end do", false},
		{"if (flag) then\n do k = ia(i), ia(i+1) - 1\n y(i) = y(i) + x(ja(k))\n end do\n end if", false},
		{"do k = ia(i), ia(i+1) - 1\n if (flag) y(i) = y(i) + x(ja(k))\n end do", false},
	} {
		src := fmt.Sprintf(frame, c.body)
		found, certain := false, false
		for _, b := range evidence(t, "case.f90", src) {
			for _, n := range Of[*Nest](b) {
				for _, a := range n.Arrays {
					for _, p := range a.Prints {
						if p.Lookup != nil {
							found, certain = true, certain || p.Lookup.Certain
						}
					}
				}
			}
		}
		if certain != c.want || c.want && !found {
			t.Errorf("found %v, certain %v for\n%s", found, certain, c.body)
		}
	}
}
