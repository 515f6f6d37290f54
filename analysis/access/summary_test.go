package access_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
)

// What loops touch of an array is known up to a depth; what stands beside deeper ones
// keeps its subscripts, unless a loop around both is one of them.
func TestDeepLoops(t *testing.T) {
	nested := func(n int, body string) string {
		return strings.Repeat("do i = 1, 3\n", n) + body + strings.Repeat("end do\n", n)
	}
	for _, c := range []struct {
		body  string
		known bool // of c
	}{
		{nested(32, "c(2) = 1\n"), true},
		{nested(33, "c(2) = 1\n"), false},
		{nested(1200, "c(2) = 1\n"), false},
		{"if (l) then\nc(2) = 1\n" + nested(33, "b(1) = 1\n") + "end if\n", true},
		{"do j = 1, 3\nif (l) then\nc(j) = 1\n" + nested(33, "b(1) = 1\n") + "end if\nend do\n", false},
		{"do j = 1, 3\nif (l) then\nc(j) = 1\n" + nested(31, "b(1) = 1\n") + "end if\nend do\n", true},
	} {
		_, u, tree := parse(t, c.body)
		for _, r := range u.Whole(tree.Nodes[0]).Refs {
			if r.Obj.Key == "c" && (r.Sub != nil) != c.known {
				t.Errorf("%.60q…: section %v", c.body, r.Sub)
			}
			if r.Sure && tree.Nodes[0].Kind == access.Loop && r.Obj.Key != "i" && r.Obj.Key != "j" {
				t.Errorf("%.60q…: %s is sure", c.body, r.Obj.Key)
			}
		}
	}
}
