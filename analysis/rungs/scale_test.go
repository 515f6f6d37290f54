package rungs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
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
			set, _ := regions.Find(file, tree, nil)
			all := Analyse(scope.New(tree, scope.Options{}), set, Options{}).Bodies
			if d := time.Since(start); d > time.Minute {
				t.Errorf("it takes %v", d)
			}
			if len(all) != 1 || len(all[0].Messages) != tt.comms || len(Of[*Nest](all[0])) < tt.nests/2 {
				t.Fatal("the region is not understood")
			}
			if tt.nests == 0 {
				return
			}
			for _, c := range all[0].Messages {
				if c.Rung != Scheduled {
					t.Errorf("the directive at %v is %s: %v", c.M.Span, RungName(c.Rung, c.M.Send), c.Why)
				}
			}
		})
	}
}

// TestTooLarge: what would grow with the square of a region is bounded, and the
// report says so; what comes before the bound is as it would be in a small region.
func TestTooLarge(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for k := range n {
			fmt.Fprintf(&b, format, k+1)
		}
		return b.String()
	}
	nest := "do i = 1, n\nu(i,1) = v(i,1)\nend do\n"
	for _, tt := range []struct {
		name  string
		body  func(n int) string
		small int // how many are not too large in a large region, at least
	}{
		{"every receive may be pending everywhere", func(n int) string {
			return "if (n > 3) goto 10\n" + strings.Repeat("!$mdmp recv(u(:,1), e)\n"+nest+"u(1,1) = 2\n", n) + "10 continue\n"
		}, 0},
		{"many arrays are named in many places", func(n int) string {
			return many(n, "!$mdmp recv(r%d(1:2), e)\n"+nest+"print *, n\n")
		}, 100},
		{"writers are far from their exchanges", func(n int) string {
			return "do k = 1, 9\n" + strings.Repeat("if (m > k) then\n"+nest+"end if\n!$mdmp send(u(1:2,1), e)\n", n/10) + "end do\n"
		}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, n := range []int{40, 1200} {
				src := "subroutine s(u, v, n, m, w, e)\ninteger :: n, m, i, j, w, e, k\nreal :: u(n,0:m+1), v(n,0:m+1)\n" +
					many(n, "real :: r%d(9)\n") + "!$mdmp commregion\n" + tt.body(n) + "!$mdmp end commregion\nend subroutine\n"
				file := source.New("x.f90", []byte(src), source.Options{})
				tree := parse.File(file)
				set, _ := regions.Find(file, tree, nil)
				body := Analyse(scope.New(tree, scope.Options{}), set, Options{}).Bodies[0]
				large := 0
				for _, c := range body.Messages {
					if tooLarge(c.Why) {
						large++
						if c.Lazy || c.Rung != Plain {
							t.Errorf("%d: too large, and yet %s", n, RungName(c.Rung, c.M.Send))
						}
					} else if c.Rung == Plain {
						t.Errorf("%d: plain: %v", n, c.Why)
					}
				}
				for _, x := range Of[*Nest](body) {
					for _, f := range x.Feeds {
						if tooLarge(f.Why) {
							large++
							if f.Final || f.Stable {
								t.Errorf("%d: too far away, and yet proved", n)
							}
						}
					}
				}
				if (n > 1000) != (large > 0) || n > 1000 && tt.small > 0 && n-tt.small < large {
					t.Errorf("%d: %d reports of something too large", n, large)
				}
			}
		})
	}
}

func tooLarge(list []reason.Reason) bool {
	return slices.ContainsFunc(list, func(r reason.Reason) bool { return r.Key() == "too-large" })
}
