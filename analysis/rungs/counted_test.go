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

// while is a loop that is no nest, whiles one with another one in it.
const (
	while  = "do while (u(1,1) < 3)\nu(1,1) = u(1,1) + 1\nend do\n"
	whiles = "do while (u(1,1) < 3)\ndo i = 1, n\nu(i,1) = u(i,1) + 1\nend do\nend do\n"
)

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
		{"not a nest", "do it = 1, 9\n" + while + wsend + "end do\n", " mode(counted)", ": counted"},
		{"not a nest, its iterations", "do it = 1, 9\n" + while + wsend + "end do\n", " mode(counted)", "units line 54: line 57 stable counted"},
		{"nothing in an iteration", "do it = 1, 9\n" + while + wsend + "end do\n", "", ": plain"},
		{"a loop in an iteration", "do it = 1, 9\n" + whiles + wsend + "end do\n", "", ": counted"},
		{"left", "do it = 1, 9\n" + strings.Replace(whiles, "do while (u(1,1) < 3)", "do j = 1, m\nif (u(j,1) > 3) exit", 1) + wsend + "end do\n", "", ": counted"},
		{"left for good", "do it = 1, 9\n" + strings.Replace(whiles, "do i", "if (u(2,1) > 3) return\ndo i", 1) + wsend + "end do\n", "", ": counted"},
		{"with work behind it", "do it = 1, 9\n" + whiles + relax + wsend + "end do\n", "", ": after"},
		{"an exchange in it", "do it = 1, 9\n" + strings.Replace(whiles, "do i", "!$mdmp send(v(:,1), 1)\ndo i", 1) + wsend + "end do\n", "", "units none"},
		{"its section changes", "do it = 1, 9\n" + strings.Replace(whiles, "do i", "big = big - 1\ndo i", 1) + "!$mdmp send(u(:,big), 1)\nend do\n", " mode(counted)", "units none"},
		{"a label", "do it = 1, 9\n" + strings.Replace(whiles, "do while", "7 do while", 1) + wsend + "end do\n", " mode(counted)", "units none"},
		{"a shared end", "do 8 it = 1, 9\n" + "!$mdmp send(u(:,1), 1)\ndo 8 while (u(1,1) < 3)\n8 u(1,1) = u(1,1) + 1\n", " mode(counted)", "units none"},
		{"changing section", "do it = 1, 9\n" + strings.Replace(walk, "k = k + 1", "k = k + 1\nbig = i", 1) + "!$mdmp send(row(1:big), 1)\nend do\n", " mode(counted)", ": plain"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := strings.Replace(strings.Replace(frame, "BODY\n", c.body, 1), "commregion r\n", "commregion r"+c.clause+"\n", 1)
			got := show(src, evidence(t, "a.f90", src)[0])
			if c.want == "units none" && !strings.Contains(got, "units") && strings.Contains(got, "send line") {
				return
			}
			if !strings.Contains(got, c.want) {
				t.Errorf("%q is not in\n%s", c.want, got)
			}
		})
	}
}
