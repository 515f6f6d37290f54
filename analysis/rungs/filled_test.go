package rungs

import (
	"strings"
	"testing"
)

// An array has as much memory as is certainly written: the last element of a footprint
// counts if the nest cannot do without writing it.
func TestFilled(t *testing.T) {
	for _, c := range []struct {
		body string
		want bool
	}{
		{"do j = 1, l\n do i = 1, k\n u(i,j) = 0\n end do\n end do", true},
		{"do j = l, 1, -1\n do i = k, 1, -1\n u(i+1,2*j) = 0\n end do\n end do", true},
		{"do j = 1, l\n u(1:k,j) = 0\n end do", true},
		{"do j = 1, l\n u(3,j) = 0\n end do", true},
		{"do j = 1, l\n do i = 1, k\n u(i,j) = 0\n u(i,j+1) = 0\n end do\n end do", true},
		{"do j = 1, l\n do i = 1, k\n u(i,j) = 0\n if (flag) s = 1\n end do\n end do", true},
		{"do j = 1, l\n do i = 1, 5\n u(i,j) = 0\n end do\n u(5,j) = 1\n u(6,j) = 1\n end do", true},
		{"do j = 1, l\n do i = 5, 1, -1\n u(i,j) = 0\n u(i+1,j) = 0\n end do\n end do", true},
		// The last element of the union is written only if both ranges have one.
		{"do j = 1, l\n do i = 1, k\n u(i,j) = 0\n u(i+1,j) = 0\n end do\n end do", false},
		{"do j = 1, l\n do i = 1, k\n if (flag) u(i,j) = 0\n end do\n end do", false},
		{"do j = 1, l\n do i = 1, k\n if (flag) cycle\n u(i,j) = 0\n end do\n end do", false},
		{"do j = 1, l\n do i = 1, k\n if (flag) exit\n u(i,j) = 0\n end do\n end do", false},
		{"rows: do j = 1, l\n do i = 1, k\n u(i,j) = 0\n if (flag) cycle rows\n end do\n end do rows", false},
		{"do j = 1, l\n do i = 1, l-j\n u(i,j) = 0\n end do\n end do", false},
		{"do j = 1, l\n do i = 1, j\n u(i,j) = 0\n end do\n end do", false},
		{"do j = 1, l\n u(j,l-j) = 0\n end do", false},
		{"do j = 1, l\n do i = 1, k\n u(3,j) = 0\n end do\n end do", false},
		{"do j = 1, l\n do i = 1, k\n u(i+j,j) = 0\n end do\n end do", false},
		{"do j = 1, l\n do i = 1, k, 2\n u(i,j) = 0\n end do\n end do", false},
		{"do j = 1, l\n do i = 1, min(k, lo)\n u(i,j) = 0\n end do\n end do", false},
		{"do j = 1, l\n do i = 6, 5\n u(i,j) = 0\n end do\n u(7,j) = 1\n end do", false},
		{"do j = 1, l\n u(1:k:2,j) = 0\n end do", false},
		{"do j = 1, l\n where (v(1:k,j) > 0) u(1:k,j) = 0\n end do", false},
		{"do j = 1, l\n forall (i = 1:k, v(i,j) > 0) u(i,j) = 0\n end do", false},
		{"do j = 1, l\n u(idx(j),j) = 0\n end do", false},
		{"do j = 1, l\n do i = 1, k\n s = u(i,j)\n end do\n end do", false},
		{"do j = 1, l\n call bump(u(:,1:j))\n end do", false},
	} {
		src := strings.Replace(frame, "BODY", recvU+"  "+c.body+"\n!$mdmp send(u(1:n,1:m), west)\n", 1)
		got, seen := false, false
		for _, b := range evidence(t, "case.f90", src) {
			for _, n := range Of[*Nest](b) {
				for _, a := range n.Arrays {
					for _, p := range a.Prints {
						if text(a.Guarded) == "u" && n.Do() != nil {
							seen, got = true, got || p.Filled
						}
					}
				}
			}
		}
		if got != c.want || c.want && !seen {
			t.Errorf("%v for\n%s", got, c.body)
		}
	}
}
