package rungs

import (
	"strings"
	"testing"
)

// Loops of which nobody knows what they use of a receive, and when: under mode(counted) each statement
// asks before it.
func TestUses(t *testing.T) {
	const recv = "!$mdmp recv(row(90:n), 1)\n"
	for _, c := range []struct{ name, body, clause, want string }{
		{"through a list", "do j = 1, n\ns = s + row(abs(idx(j)))\nend do\n", " mode(counted)", "recv line 53: counted lazy"},
		{"the statement asks", "do j = 1, n\ns = s + row(abs(idx(j)))\nend do\n", " mode(counted)", "uses line 54: row stays\n    line 55: row(abs(idx(j)))\n"},
		{"not in auto", "do j = 1, n\ns = s + row(abs(idx(j)))\nend do\n", "", ": plain"},
		{"what is elsewhere", "do j = 1, n\nline(j) = row(20)*row(abs(idx(j)))\nend do\n", " mode(counted)", ": row(abs(idx(j)))\n"},
		{"written", "do j = 1, n\nrow(abs(idx(j))) = line(idx(j))\nend do\n", " mode(counted)", ": row(abs(idx(j)))\n"},
		{"under a condition", "do j = 1, n\nif (idx(j) > 0) s = s + row(abs(idx(j)))\nend do\n", " mode(counted)", ": row(abs(idx(j)))\n"},
		{"in a condition", "do j = 1, n\nif (row(abs(idx(j))) > 0) s = s + 1\nend do\n", " mode(counted)", ": row(abs(idx(j)))\n"},
		{"in half a condition", "do j = 1, n\nif (idx(j) > 0 .and. row(abs(idx(j))) > 0) s = s + 1\nend do\n", " mode(counted)", ": all of row\n"},
		{"in another condition", "do j = 1, n\nif (j > 5) then\ns = 1\nelse if (row(abs(idx(j))) > 0) then\ns = 2\nend if\nend do\n", " mode(counted)", ": all of row\n"},
		{"merged", "do j = 1, n\ns = merge(row(abs(idx(j))), 0., j > 3)\nend do\n", " mode(counted)", ": all of row\n"},
		{"in an intrinsic function", "do j = 1, n\ns = max(s, row(abs(idx(j))))\nend do\n", " mode(counted)", ": row(abs(idx(j)))\n"},
		{"passed on", "do j = 1, n\ns = smooth(row(abs(idx(j))), s)\nend do\n", " mode(counted)", ": all of row\n"},
		{"all of it", "do j = 1, n\ns = s + sum(row)\nend do\n", " mode(counted)", ": all of row\n"},
		{"by a list of subscripts", "do j = 1, n\ns = s + sum(row(idx(1:j)))\nend do\n", " mode(counted)", ": all of row\n"},
		{"a section", "do j = 1, n\ns = s + sum(row(idx(j):n))\nend do\n", " mode(counted)", ": row(idx(j):n)\n"},
		{"an inner loop", "do j = 1, n\ndo i = idx(j), idx(j+1)-1\ns = s + row(abs(idx(i)))\nend do\nend do\n", " mode(counted)", ": row(abs(idx(i)))\n"},
		{"an inner bound", "do j = 1, n\ndo i = 1, int(row(abs(idx(j))))\ns = s + 1\nend do\nend do\n", " mode(counted)", ": row(abs(idx(j)))\n"},
		{"an inner condition", "do j = 1, n\ndo while (row(abs(idx(j))) > s)\ns = s + 1\nend do\nend do\n", " mode(counted)", ": all of row\n"},
		{"its own condition", "do while (row(abs(idx(j))) > s)\ns = s + 1\nend do\n", " mode(counted)", ": plain"},
		{"its own bounds", "do j = 1, int(row(n))\ns = s + row(abs(idx(j)))\nend do\n", " mode(counted)", ": plain"},
		{"a loop that goes on", "do while (s < 10)\ns = s + row(idx(int(s)))\nend do\n", " mode(counted)", ": row(idx(int(s)))\n"},
		{"a loop that is left", "do j = 1, n\nif (s > 10) exit\ns = s + row(abs(idx(j)))\nend do\n", " mode(counted)", "uses line 54: row stays"},
		{"left for good", "do j = 1, n\nif (s > 10) return\ns = s + row(abs(idx(j)))\nend do\n", " mode(counted)", "uses line 54: row\n"},
		{"a call", "do j = 1, n\ncall idle(k)\ns = s + row(abs(idx(k)))\nend do\n", " mode(counted)", ": row(abs(idx(k)))\n"},
		{"a call that takes it", "do j = 1, n\nif (j > 3) call touch(row)\nend do\n", " mode(counted)", "call before line 55: touch"},
		{"a call that talks", "do j = 1, n\ncall talks(k)\ns = s + row(abs(idx(k)))\nend do\n", " mode(counted)", ": plain"},
		{"a jump to it", "do j = 1, n\nif (j > 3) goto 7\ns = 0\n7 s = s + row(abs(idx(j)))\nend do\n", " mode(counted)", ": before lazy"},
		{"a list that is received", "do j = 1, n\ns = s + row(int(row(abs(idx(j)))))\nend do\n", " mode(counted)", ": row(abs(idx(j))) row(int(row(abs(idx(j)))))\n"},
		{"a nest that knows", "do j = 1, n\nline(j) = row(j)\nend do\n", " mode(counted)", "reads row(<1>) exact"},
		{"a shared end", "do 8 j = 1, n\n8 s = s + row(abs(idx(j)))\n", " mode(counted)", ": plain"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := strings.Replace(strings.Replace(frame, "BODY\n", recv+c.body, 1), "commregion r\n", "commregion r"+c.clause+"\n", 1)
			got := show(src, evidence(t, "a.f90", src)[0])
			if !strings.Contains(got, c.want) {
				t.Errorf("%q is not in\n%s", c.want, got)
			}
		})
	}
}
