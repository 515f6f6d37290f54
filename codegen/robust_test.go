package codegen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// robustRegion puts statements into the loop of a region.
func robustRegion(declare, body string) string {
	return "program p\nimplicit none\ninteger, parameter :: n = 100\ninteger :: k, i, j, m, west, east, steps\nreal :: u(n, n), v(n, n), s\n" +
		declare + "!$mdmp commregion\ndo k = 1, steps\n" + body +
		"!$mdmp send(u(:, 2), west)\n!$mdmp recv(u(:, 1), east)\nend do\n!$mdmp end commregion\nend program\n"
}

// robust are files on which work, memory or stack would not be bounded in a
// translator that took no care.
func robust() map[string]string {
	rep := strings.Repeat
	const nest = "do j = 2, n - 1\ndo i = 2, n - 1\nv(i, j) = u(i, j - 1) + u(i, j + 1)\nend do\nend do\n"
	var scalars, chain, manyArrays, arraysUsed, symbols strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&scalars, "s%d = s + %d\n", i, i)
		fmt.Fprintf(&manyArrays, "real :: a%d(n, n)\n", i)
		fmt.Fprintf(&arraysUsed, "a%d(i, j) = u(i, j) + %d\n", i, i)
	}
	for i := range 400 {
		fmt.Fprintf(&chain, "m = m + %d\nu(m, 3) = 0\n", i)
		fmt.Fprintf(&symbols, " + q%d", i)
	}
	deep := func(n int) string {
		var b strings.Builder
		for d := range n {
			fmt.Fprintf(&b, "do i%d = 1, i%d\n", d+1, d)
		}
		b.WriteString("u(i1, i2) = v(i2, i1)\n" + rep("end do\n", n))
		return b.String()
	}
	return map[string]string{
		"5,000 statements":         robustRegion("", rep("v(1, 2) = u(2, 3)\n", 5000)),
		"5,000 scalars":            strings.Replace(robustRegion("", scalars.String()), "implicit none\n", "", 1),
		"1,000 nests":              robustRegion("", rep(nest, 1000)),
		"2,000 arrays in a nest":   robustRegion(manyArrays.String(), "do j = 2, n - 1\ndo i = 2, n - 1\n"+arraysUsed.String()+"end do\nend do\n"),
		"500 statements in a nest": robustRegion("", "do j = 2, n - 1\ndo i = 2, n - 1\n"+rep("v(i, j) = u(i, j - 1) + v(i, j)\n", 500)+"end do\nend do\n"),
		"200 loops deep":           strings.Replace(robustRegion("", deep(200)), "implicit none\n", "", 1),
		"1,000 loops deep":         strings.Replace(robustRegion("", deep(1000)), "implicit none\n", "", 1),
		"5,000 ifs deep":           robustRegion("", rep("if (k > 1) then\n", 5000)+"u(1, 2) = 0\n"+rep("end if\n", 5000)),
		"sum of 20,000":            robustRegion("", "u(i"+rep(" + 1", 20000)+", 2) = 0\n"),
		"400 symbols":              strings.Replace(robustRegion("", "do j = 1, n\ndo i = 1, n\nu(i"+symbols.String()+", j) = u(i - 1"+symbols.String()+", j)\nend do\nend do\n"), "implicit none\n", "", 1),
		"nested subscripts":        robustRegion("integer :: x(n)\n", "u("+rep("x(", 5000)+"1"+rep(")", 5000)+", 2) = 0\n"),
		"5,000 parentheses":        robustRegion("", "u("+rep("(", 5000)+"1"+rep(")", 5000)+", 2) = 0\n"),
		"chain of settings":        robustRegion("", chain.String()),
		"products":                 robustRegion("", "u(i"+rep("*(i + j)", 2000)+", 2) = 0\n"),
		"1,000 exchanges":          robustRegion("", rep("v(1, 1) = 0\n!$mdmp send(u(:, 3), west)\n!$mdmp recv(u(:, 4), east)\n", 1000)),
		"1,000 in one exchange":    robustRegion("", "v(1, 1) = 0\n"+rep("!$mdmp send(u(:, 3), west)\n!$mdmp recv(v(:, 4), east)\n", 1000)+"v(1, 1) = 0\n"),
		"1,000 regions":            "program p\nreal u(9, 9)\n" + rep("!$mdmp commregion\nu(1,1) = 0\n!$mdmp send(u(:, 3), 1)\n!$mdmp end commregion\n", 1000) + "end\n",
		"1,000 exits":              robustRegion("", rep("if (k > 5) exit\nu(1, 1) = 0\n", 1000)),
		"gotos":                    robustRegion("", rep("if (k > 5) goto 10\nu(1, 1) = 0\n", 1000)+"10 continue\n"),
		"calls":                    robustRegion("", rep("call s1(u)\n", 200)) + chainOfCalls(200),
	}
}

// chainOfCalls are procedures that call each other.
func chainOfCalls(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "subroutine s%d(a)\nreal :: a(100, 100)\na(1, 1) = %d\ncall s%d(a)\ncall s%d(a)\nend subroutine\n", i, i, i+1, i+1)
	}
	return b.String()
}

// TestRobust translates them in mode auto: each ends soon in a text or in
// messages.
func TestRobust(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	all := robust()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) {
			const limit = 2 * time.Minute // many times what is needed: the machine may be busy
			began := time.Now()
			done := make(chan struct{})
			go func() {
				defer close(done)
				res, err := Translate("a.f90", []byte(all[name]), Options{Mode: Auto, Source: source.Options{Form: source.Free}, LineMarkers: true})
				if err != nil || res.Text == nil && len(res.Diags) == 0 {
					t.Errorf("neither text nor messages: %v", err)
				}
			}()
			select {
			case <-done:
				t.Logf("%s: %d bytes, %v", name, len(all[name]), time.Since(began))
			case <-time.After(limit):
				t.Fatalf("%s: %d bytes take more than %v", name, len(all[name]), limit)
			}
		})
	}
}
