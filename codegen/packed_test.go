package codegen

import (
	"strings"
	"testing"
)

// Sends that leave right before their exchange, from what packs them, are no overlap; what hides behind work is.
func TestPacked(t *testing.T) {
	const pack = "do i = 1, n\nbuf(i) = u(2,i)\nend do\n"
	const more = "do i = 1, n\nbuf2(i,1) = u(n-1,i)\nend do\n"
	const work = "do j = 2, n-1\ndo i = 2, n-1\nv(i,j) = 0.5*(u(i-1,j) + u(i+1,j))\nend do\nend do\n"
	const back = "u(2:n-1,2:n-1) = v(2:n-1,2:n-1)\n"
	const send = "!$mdmp send(buf, 1)\n"
	cases := []struct {
		name, body string
		packed     bool
	}{
		{"loop", work + back + pack + send, true},
		{"array statement", work + back + "buf = u(2,:)\n" + send, true},
		{"two of them", work + back + pack + more + "!$mdmp send(buf, 1)\n!$mdmp send(buf2(:,1), 0)\n", true},
		{"a count", work + back + pack + "!$mdmp send(buf(1), n, 1)\n", true},
		{"bounds", work + back + pack + "!$mdmp send(buf(1:n), 1)\n", true},
		{"work between", pack + work + back + send, false},
		{"packing that computes", work + "do i = 1, n\nbuf(i) = 0.5*v(2,i)\nend do\n" + send, false},
		{"under a condition", work + "do i = 1, n\nif (v(2,i) > 0) buf(i) = v(2,i)\nend do\n" + send, false},
		{"more is copied than is sent", work + back + "!$mdmp send(u(:,2), 1)\n", false},
		{"some columns", work + back + "!$mdmp send(u(:,2:3), 1)\n", false},
		{"fewer elements", work + "do i = 1, n\nbuf(i) = u(2,i)\nend do\n!$mdmp send(buf(n), 1, 1)\n", false},
		{"what the program computes, beside packing", work + pack + "!$mdmp send(v(:,2), 1)\n!$mdmp send(buf, 0)\n", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nimplicit none\ninteger, parameter :: n = 100\nreal :: u(n,n), v(n,n), buf(n), buf2(n,2)\ninteger :: i, j, t\n" +
				"u = 1; v = 0; buf = 0; buf2 = 0\n!$mdmp commregion\ndo t = 1, 10\n" + c.body + "end do\n!$mdmp end commregion\nprint *, sum(u), sum(v)\nend program\n"
			res, err := Translate("p.f90", []byte(text), Options{Mode: Auto})
			if err != nil || len(res.Diags) > 0 {
				t.Fatal(err, res.Diags)
			}
			for _, m := range res.Remarks {
				if m.Directive != "send" {
					continue
				}
				if got := m.Code == "packed"; got != c.packed || got != (m.Status == Missed) {
					t.Errorf("%s: %s [%s]", m.Status, m.Reason, m.Code)
				}
				if got := strings.Contains(string(res.Text), "mdmp_packed"); got != c.packed && !strings.Contains(c.name, "beside") {
					t.Errorf("the run time is told so: %v", got)
				}
				break
			}
		})
	}
}
