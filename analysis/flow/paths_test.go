package flow_test

import (
	"strings"
	"testing"
)

// Where a receive into u may be pending, until something touches u: everything
// that may run behind it, on any path, once round the loops that enclose it. '+'
// says that work may have been done by then.
func TestPending(t *testing.T) {
	recv := "!$mdmp recv(u(:,0), west)\n"
	for _, c := range []struct{ name, body, want string }{
		{"straight on", recv + "s = 1\nt = u(1,0)\ns = 2", "s = 1; t = u(1,0)"},
		{"another element", recv + "u(1,3) = 1\nt = u(1,0)", "u(1,3) = 1; t = u(1,0)"},
		{"before it", "s = 1\n" + recv + "t = u(1,0)", "t = u(1,0)"},
		{"behind work", recv + nest + "t = u(1,0)", "[do j = 1, n]; t = u(1,0)+"},
		{"array statement", recv + "v(:,:) = w(:,:)\nt = u(1,0)", "[v(:,:) = w(:,:)]; t = u(1,0)+"},
		{"the action of an IF", recv + "if (f) s = 1\nt = u(1,0)", "if (f) s = 1; if (f) s = 1; t = u(1,0)"},
		{"one arm stops it", recv + "if (f) then\nt = u(1,0)\nend if\ns = 3", "if (f) then; t = u(1,0); s = 3"},
		{"all arms stop it", recv + "if (f) then\nt = u(1,0)\nelse\nt = u(2,0)\nend if\ns = 3", "if (f) then; t = u(1,0); t = u(2,0)"},
		{"the condition stops it", recv + "if (u(1,0) > 0) then\ns = 1\nend if", "if (u(1,0) > 0) then"},
		{"received in a branch", "if (f) then\n" + recv + "else\ns = 1\nend if\ns = 2", "s = 2"},
		{"round the loop", "do it = 1, 9\ns = 1\n" + recv + "s = 2\nend do\ns = 3", "s = 1; !$mdmp recv(u(:,0), west); s = 2; s = 3"},
		{"a loop is one place, iterations or not", recv + "do it = 1, k\nt = u(1,0)\nend do\ns = 3", "[do it = 1, k]"},
		{"a loop with an exchange is not", recv + "do it = 1, k\nt = u(1,0)\n!$mdmp send(v(:,1), west)\nend do\ns = 3", "do it = 1, k; t = u(1,0); s = 3"},
		{"exit", "do it = 1, 9\n" + recv + "if (f) exit\nt = u(1,0)\nend do\ns = 3", "if (f) exit; if (f) exit; t = u(1,0); s = 3"},
		{"cycle", "do it = 1, 9\ns = 1\n" + recv + "if (f) cycle\nt = u(1,0)\nend do", "s = 1; !$mdmp recv(u(:,0), west); if (f) cycle; if (f) cycle; t = u(1,0)"},
		{"stop", recv + "stop\ns = 1", "stop"},
		{"a condition that is evaluated again", "do while (u(1,0) > 0)\n" + recv + "s = 1\nend do\ns = 2", "do while (u(1,0) > 0); s = 1"},
		{"block", recv + "block\ninteger :: z\nz = 1\nend block\nt = u(1,0)", "block; z = 1; t = u(1,0)"},
		{"select", recv + "select case (k)\ncase (1)\nt = u(1,0)\ncase (2)\ns = 1\nend select\ns = 2", "select case (k); t = u(1,0); s = 1; s = 2"},
		{"exit from a branch", recv + "b: if (f) then\nif (g) exit b\nt = u(1,0)\nend if b\ns = 2", "b: if (f) then; if (g) exit b; if (g) exit b; t = u(1,0); s = 2"},
		{"jumps: everywhere", "s = 1\n" + recv + "if (f) go to 7\nt = u(1,0)\n7 s = 2",
			"s = 1; !$mdmp recv(u(:,0), west); if (f) go to 7; if (f) go to 7; t = u(1,0); 7 s = 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, f := region(t, c.body)
			from := comm(t, f, false)
			met := f.Follow(from.Node, stops(f, from))
			var got []string
			for _, p := range met {
				text := says(file, p.Place)
				if p.Worked && !f.Tree.Jumps {
					text += "+"
				}
				got = append(got, text)
			}
			if s := strings.Join(got, "; "); s != c.want {
				t.Errorf("met\n%s, want\n%s", s, c.want)
			}
		})
	}
}

// What may have written what is sent last: hints for sending early.
func TestWriters(t *testing.T) {
	send := "!$mdmp send(u(:,1), west)\n"
	fill := "do j = 1, n\ndo i = 1, n\nu(i,j) = v(i,j)\nend do\nend do\n"
	for _, c := range []struct{ name, body, want string }{
		{"one statement", "u(1,1) = 1\n" + send, "u(1,1) = 1"},
		{"another column", "u(1,2) = 1\n" + send, ""},
		{"the last one", "u(1,1) = 1\nu(1,1) = 2\n" + send, "u(1,1) = 2"},
		{"nest", fill + send, "[do j = 1, n]"},
		{"work in between", fill + nest + send, "[do j = 1, n]+"},
		{"both arms", "if (f) then\nu(1,1) = 1\nelse\nu(1,1) = 2\nend if\n" + send, "u(1,1) = 1; u(1,1) = 2"},
		{"perhaps, and before", "u(1,1) = 1\nif (f) then\nu(1,1) = 2\nend if\n" + send, "u(1,1) = 1; u(1,1) = 2"},
		{"round the loop", "do it = 1, 9\n" + send + "s = 1\n" + fill + "end do", "[do j = 1, n]"},
		{"a loop with nests in it is one writer", "do it = 1, 9\n" + send + "do k = 1, 2\n" + fill + "s = 1\nend do\nend do", "do k = 1, 2"},
		{"a loop that does not write is work", "u(1,1) = 1\ndo k = 1, 2\n" + nest + "s = 1\nend do\n" + send, "u(1,1) = 1+"},
		{"call", "call relax(u)\n" + send, "call relax(u)"},
		{"block", "block\nu(1,1) = 1\nend block\n" + send, "u(1,1) = 1"},
		{"a receive", "!$mdmp recv(u(:,1), east)\ns = 1\n" + send, "!$mdmp recv(u(:,1), east)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, f := region(t, c.body)
			var got []string
			for _, w := range f.Writers(comm(t, f, true)) {
				text := says(file, w.Place)
				if w.Work {
					text += "+"
				}
				got = append(got, text)
			}
			if s := strings.Join(got, "; "); s != c.want {
				t.Errorf("%s, want %s", s, c.want)
			}
		})
	}
}

// The way from a writer to the exchange, as long as it can be seen: through lists,
// out of branches, once round the innermost loop around the exchange.
func TestBetween(t *testing.T) {
	send := "!$mdmp send(u(:,1), west)\n"
	for _, c := range []struct{ name, body, want string }{
		{"next", "u(1,1) = 1\n" + send, ""},
		{"statements", "u(1,1) = 1\ns = 1\nt = 2\n" + send, "s = 1; t = 2"},
		{"out of a branch", "if (f) then\nu(1,1) = 1\ns = 1\nend if\nt = 2\n" + send, "s = 1; t = 2"},
		{"out of a block", "block\nu(1,1) = 1\nend block\n" + send, ""},
		{"out of a loop", "do k = 1, 2\nu(1,1) = 1\nend do\n" + send, "no: path"},
		{"into a branch", "u(1,1) = 1\nif (f) then\n" + send + "end if", "no: path"},
		{"round", "do it = 1, 9\ns = 1\n" + send + "u(1,1) = 1\nt = 2\nend do", "t = 2; s = 1 round do it = 1, 9"},
		{"round a loop without a count", "do while (f)\n" + send + "u(1,1) = 1\nend do", "no: path"},
		{"no loop around", send + "u(1,1) = 1", "no: path"},
		{"a jump out", "do it = 1, 9\nu(1,1) = 1\nif (f) exit\n" + send + "end do", "no: leaves"},
		{"a jump on", "do it = 1, 9\nu(1,1) = 1\nif (f) cycle\n" + send + "end do", "no: leaves"},
		{"a jump inside", "u(1,1) = 1\ndo k = 1, 2\nif (f) cycle\ns = 1\nend do\n" + send, "do k = 1, 2"},
		{"stop", "u(1,1) = 1\nif (f) stop\n" + send, "no: leaves"},
		{"goto", "u(1,1) = 1\nif (f) go to 7\ns = 1\n7 continue\n" + send, "no: leaves"},
		{"something unknown", "u(1,1) = 1\ncall outside(s)\n" + send, "no: leaves"}, // it may stop the program
	} {
		t.Run(c.name, func(t *testing.T) {
			file, f := region(t, c.body)
			p := f.Between(at(t, file, f, "u(1,1) = 1"), comm(t, f, true).Node)
			var list []string
			for _, n := range p.Between {
				list = append(list, file.Text(n.Stmt.Span()))
			}
			got := strings.Join(list, "; ")
			if p.Round != nil {
				got += " round " + file.Text(p.Round.Stmt.Span())
			}
			if !p.Seen {
				got = "no: " + p.Why.Key()
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
