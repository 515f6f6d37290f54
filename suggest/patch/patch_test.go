package patch

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// merged applies a unified diff, and checks its context on the way.
func merged(t *testing.T, src, diff string) string {
	t.Helper()
	lines := strings.SplitAfter(src, "\n")
	var out strings.Builder
	at := 0
	for line := range strings.Lines(diff) {
		switch {
		case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"):
		case strings.HasPrefix(line, "@@"):
			var from, n, to, m int
			if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &from, &n, &to, &m); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			if n == 0 {
				from++
			}
			for ; at < from-1; at++ {
				out.WriteString(lines[at])
			}
		case line[0] == '+':
			out.WriteString(line[1:])
		default:
			if lines[at] != line[1:] {
				t.Fatalf("line %d is %q, the diff has %q", at+1, lines[at], line)
			}
			if line[0] == ' ' {
				out.WriteString(lines[at])
			}
			at++
		}
	}
	for ; at < len(lines); at++ {
		out.WriteString(lines[at])
	}
	return out.String()
}

// TestDiff makes random changes; what the diff gives is what Apply gives.
func TestDiff(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var src strings.Builder
		n := 1 + rnd.IntN(40)
		for i := range n {
			fmt.Fprintf(&src, "line %d\n", i+1)
		}
		e := New()
		for range rnd.IntN(6) {
			first := 1 + rnd.IntN(n)
			if rnd.IntN(2) == 0 {
				e.Delete(first, min(n, first+rnd.IntN(4)))
			} else {
				e.Insert(first+rnd.IntN(2), "new", "text")
			}
		}
		want := string(e.Apply([]byte(src.String())))
		diff := e.Diff("x.f90", []byte(src.String()))
		if got := merged(t, src.String(), diff); got != want {
			t.Fatalf("%s\ngives\n%s\nwant\n%s", diff, got, want)
		}
		removed, added := e.Counts()
		if strings.Count(diff, "\n-") != removed || strings.Count(diff, "\n+")-1 != added && diff != "" {
			t.Fatalf("%d lines removed, %d added:\n%s", removed, added, diff)
		}
	}
}

func TestLineEnds(t *testing.T) {
	e := New()
	e.Insert(2, "x")
	if got := string(e.Apply([]byte("a\r\nb\r\n"))); got != "a\r\nx\r\nb\r\n" {
		t.Errorf("%q", got)
	}
	if e.Diff("x", []byte("a\r\nb\r\n")) == "" || New().Diff("x", []byte("a\n")) != "" {
		t.Error("a diff where nothing changes, or none")
	}
}
