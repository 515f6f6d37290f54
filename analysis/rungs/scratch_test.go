package rungs

import (
	"strings"
	"testing"
)

// scratch is a nest all of whose iterations share an array.
const scratch = `  do j = 1, m
    do i = 1, n
      line(i) = u(i,j-1)
    end do
    do i = 2, n
      v(i,j) = line(i-1)
    end do
  end do
`

// What the nest leaves in a work array must be of no use to anybody.
func TestScratch(t *testing.T) {
	const any, order = "recv .. scheduled", "recv .. strips"
	loop := func(more string) string { return "do it = 1, 9\n" + recvU + scratch + more + "\nend do\n" }
	check(t, []brief{
		{"nobody reads it", loop(""), []string{any}},
		{"read in a nest of its kind", loop(scratch), []string{any}},
		{"read in a loop in a condition", loop("if (flag) then\n" + scratch + "end if"), []string{any}},
		{"written elsewhere", loop("line(3) = 1"), []string{any}},
		{"bounds are asked for", loop("k = size(line)"), []string{any}},
		{"read behind it", loop("s = line(3)"), []string{order, "live-out"}},
		{"read before it", "s = line(3)\n" + loop(""), []string{order, "live-out"}},
		{"read in another nest", loop("do j = 1, m\n do i = 1, n\n w(i,j) = line(i)\n end do\n end do"), []string{order, "live-out"}},
		{"read first in another nest", loop("do j = 1, m\n do i = 1, n\n w(i,j) = line(i)\n line(i) = u(i,j)\n end do\n end do"), []string{order, "live-out"}},
		{"printed", loop("print *, line"), []string{order, "live-out"}},
		{"by a group", loop("write (6, nml=linegroup)"), []string{order, "live-out"}},
		{"passed", loop("call external_thing(line)"), []string{order, "live-out"}},
		{"sent", loop("!$mdmp send(line(1:n), west)"), []string{order, "live-out"}},
		{"selected", loop("associate (z => line(3))\n s = z\n end associate"), []string{order, "live-out"}},
		{"bound of a loop", loop("do k = 1, int(line(1))\n s = 1\n end do"), []string{order, "live-out"}},
		{"in a loop around the nest", "do it = 1, 9\n" + recvU + "do k = 1, 3\n" + scratch + "s = line(4)\nend do\nend do\n", []string{order}},
	})
}

// Only variables that nobody else knows are of no use afterwards.
func TestScratchVariables(t *testing.T) {
	for name, any := range map[string]bool{"row(": true, "alo(1,": true, "w(1,": true, "c1(1,": false, "e1(1,": false, "p(1,": false,
		"tgt(1,": false, "shared(1,": false, "k1%d(1,": false, "vol(1,": false} {
		want := []string{"recv .. strips"}
		switch {
		case any:
			want = []string{"recv .. scheduled"}
		case name == "vol(1,":
			want = []string{"not recv .. scheduled"}
		}
		check(t, []brief{{name, "do it = 1, 9\n" + recvU + strings.ReplaceAll(scratch, "line(", name) + "end do\n", want}})
	}
}
