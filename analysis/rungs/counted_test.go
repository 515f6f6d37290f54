package rungs

import (
	"strings"
	"testing"
)

// walk fills the buffer line by a scalar that walks, so that nobody knows where.
const walk = `  k = -1
  do j = 1, m
    do i = 1, 9
      if (v(i,j) > 0) cycle
      k = k + 1
      row(mod(k,n)) = v(i,j)
    end do
  end do
`

// Where a nest writes a section nobody knows where, and a call behind it would come too late, boxes are
// counted; under mode(counted) in any case, beside what is known.
func TestCounted(t *testing.T) {
	const send = "!$mdmp send(row, 1)\n"
	const wsend = "!$mdmp send(u(:,1), 1)\n"
	for _, c := range []struct{ name, body, clause, want string }{
		{"by a scalar", "do it = 1, 9\n" + walk + send + "end do\n", "", ": counted"},
		{"with work behind it", "do it = 1, 9\n" + walk + relax + send + "end do\n", "", ": after"},
		{"by proof", "do it = 1, 9\n" + fill + wsend + "end do\n", "", "scheduled"},
		{"by proof, asked for", "do it = 1, 9\n" + fill + wsend + "end do\n", " mode(counted)", "scheduled"},
		{"both known and counted", "do it = 1, 9\n" + fill + wsend + "end do\n", " mode(counted)", "counted too"},
		{"in any order", "do it = 1, 9\n" + fill + wsend + "end do\n", " mode(counted)", "any order"},
		{"with work behind it, asked for", "do it = 1, 9\n" + walk + relax + send + "end do\n", " mode(counted)", ": after"},
		{"both", "do it = 1, 9\n" + walk + relax + send + "end do\n", " mode(counted)", "stable counted"},
		{"not a nest", "do it = 1, 9\ndo while (u(1,1) < 3)\nu(1,1) = u(1,1) + 1\nend do\n" + wsend + "end do\n", " mode(counted)", ": plain"},
		{"changing section", "do it = 1, 9\n" + strings.Replace(walk, "k = k + 1", "k = k + 1\nbig = i", 1) + "!$mdmp send(row(1:big), 1)\nend do\n", " mode(counted)", ": plain"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := strings.Replace(strings.Replace(frame, "BODY\n", c.body, 1), "commregion r\n", "commregion r"+c.clause+"\n", 1)
			got := show(src, evidence(t, "a.f90", src)[0])
			if !strings.Contains(got, c.want) {
				t.Errorf("%q is not in\n%s", c.want, got)
			}
		})
	}
}
