package rungs

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mdmp/analysis/regions"
	"mdmp/fortran/parse"
	"mdmp/fortran/scope"
	"mdmp/fortran/source"
)

// manyNests is a region of n nests that work in two arrays by turns, behind one
// exchange and before another.
func manyNests(n int) string {
	var b strings.Builder
	for k := range n {
		from, to := "u", "v"
		if k%2 == 1 {
			from, to = to, from
		}
		fmt.Fprintf(&b, "do j = 1, m\ndo i = 1, n\n%s(i,j) = %s(i,j-1) + %s(i,j+1)\nend do\nend do\n", to, from, from)
	}
	return inRegion("!$mdmp recv(u(:,m+1), e)\n" + b.String() + "!$mdmp send(u(:,1), w)\n")
}

// manyExchanges is a region of n exchanges between nests that read what the
// exchange before received and write what the next one sends.
func manyExchanges(n int) string {
	var b strings.Builder
	for k := range n + 1 {
		from, to := "u", "v"
		if k%2 == 1 {
			from, to = to, from
		}
		fmt.Fprintf(&b, "do j = 1, m\ndo i = 1, n\n%s(i,j) = %s(i,j-1) + %s(i,j+1)\nend do\nend do\n", to, from, from)
		if k < n {
			fmt.Fprintf(&b, "!$mdmp recv(%s(:,m+1), e)\n!$mdmp send(%s(:,1), w)\n", to, to)
		}
	}
	return inRegion(b.String())
}

// deepLoops is a region with loops nested n deep.
func deepLoops(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, "do i%d = 1, m\n", k)
	}
	b.WriteString("u(1,1) = u(1,1) + 1\n" + strings.Repeat("end do\n", n))
	return inRegion("!$mdmp recv(u(:,m+1), e)\n" + b.String() + "!$mdmp send(u(:,1), w)\n")
}

func inRegion(body string) string {
	return "subroutine s(u, v, n, m, w, e)\ninteger :: n, m, i, j, w, e\nreal :: u(n,0:m+1), v(n,0:m+1)\n" +
		"!$mdmp commregion\n" + body + "!$mdmp end commregion\nend subroutine\n"
}

// TestScale: the work grows with the size of a region, not with its square, and
// the last of many nests is understood as well as the first. The times allowed
// are many times what is needed.
func TestScale(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		nests     int
		comms     int
	}{
		{"1,000 nests", manyNests(1000), 1000, 2},
		{"1,000 exchanges", manyExchanges(1000), 1000, 2000},
		{"5,000 loops in each other", deepLoops(5000), 0, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			file := source.New("x.f90", []byte(tt.src), source.Options{})
			tree := parse.File(file)
			set, _ := regions.Find(file, tree)
			all := Analyse(scope.New(tree, scope.Options{}), set)
			if d := time.Since(start); d > time.Minute {
				t.Errorf("it takes %v", d)
			}
			if len(all) != 1 || len(all[0].Comms) != tt.comms || len(all[0].Nests) < tt.nests/2 {
				t.Fatal("the region is not understood")
			}
			if tt.nests == 0 {
				return
			}
			for _, c := range all[0].Comms {
				if c.Rung != Scheduled {
					t.Errorf("the directive at %v is %s: %v", c.C.Span, RungName(c.Rung, c.C.Send), c.Why)
				}
			}
		})
	}
}
