package overlap_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/analysis/overlap"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// sendrecv sends one part of an array and receives another.
func sendrecv(sent, received string) string {
	return "call MPI_Sendrecv(" + sent + ", n, MPI_REAL8, p, 1, " + received + ", n, MPI_REAL8, p, 1, MPI_COMM_WORLD, st, ierr)\n"
}

// stencil is a nest that reads u and writes another array.
const stencil = "do j = 1, n\ndo i = 1, n\ng(i,j) = u(i,j-1) + u(i,j+1)\nend do\nend do\n"

// tick changes its argument.
const tick = "contains\ninteger function tick(k)\ninteger :: k\nk = k + 1\ntick = k\nend function\n"

// produce is a nest that writes u.
const produce = "do j = 1, n\ndo i = 1, n\nu(i,j) = g(i,j)\nend do\nend do\n"

const halves = "call MPI_Irecv(u(1,0), n, MPI_REAL8, p, 1, MPI_COMM_WORLD, r(1), ierr)\ncall MPI_Irecv(u(1,n+1), n, MPI_REAL8, p, 2, MPI_COMM_WORLD, r(2), ierr)\n"

// TestCut: which calls are complete in which nest (call@nest), which begin there (+), how many stages there are (if more than
// two), and from which messages the box is kept apart (behind a slash).
func TestCut(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"a receive", recv("u(1,0), n") + stencil, "1@2 /1"},
		{"both sides", sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,1)", "u(1,n+1)") + stencil, "1@3 2@3+ /2"},
		{"four", sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,1)", "u(1,n+1)") + sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,1)", "u(1,n+1)") + stencil, "1@5 2@5+ 3@5+ 4@5+ 4 stages /4"},
		{"the second sends what the first received", sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,0)", "u(1,n+1)") + stencil, "1@3 2@3+ /2"},
		{"what is between needs neither", sendrecv("u(1,n)", "u(1,0)") + "m = 3\n" + sendrecv("u(1,1)", "u(1,n+1)") + "m = m + 1\n" + stencil, "1@5 3@5+ /2"},
		{"the subscripts change between", sendrecv("u(1,n)", "u(1,m)") + "m = 3\n" + sendrecv("u(1,1)", "u(1,n+1)") + stencil, "3@4 /1"},
		{"they change behind", sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,1)", "u(1,m)") + "m = 3\n" + stencil, ""},
		{"the first is looked at between", sendrecv("u(1,n)", "u(1,0)") + "m = int(u(1,0))\n" + sendrecv("u(1,1)", "u(1,n+1)") + stencil, "3@4 /1"},
		{"what the second sends is written behind", sendrecv("u(1,n)", "u(1,0)") + sendrecv("v", "u(1,n+1)") + "v(1) = 2\n" + stencil, ""},
		{"the nest writes what the second sends", sendrecv("u(1,n)", "u(1,0)") + sendrecv("v", "u(1,n+1)") + "do j = 1, n\ndo i = 1, n\nv(j) = v(j) + u(i,j-1)\nend do\nend do\n", "1@3 2@3+ /3"},
		{"the nest changes an argument", sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,1)", "u(1,m)") + "do j = 1, n\nm = j\ndo i = 1, n\ng(i,j) = u(i,j-1)\nend do\nend do\n", ""},
		{"the nest looks at the status", recv("u(1,0), n") + "do j = 1, n\ndo i = 1, n\ng(i,j) = u(i,j-1) + st(1)\nend do\nend do\n", ""},
		{"the nest counts with the error code", recv("u(1,0), n") + "do ierr = 1, n\ndo i = 1, n\ng(i,ierr) = u(i,ierr-1)\nend do\nend do\n", ""},
		{"what is received bounds the nest", "call MPI_Recv(r, 3, MPI_INTEGER, p, 1, MPI_COMM_WORLD, st, ierr)\ndo j = 1, r(1)\ndo i = 1, n\ng(i,j) = r(2)\nend do\nend do\n", ""},
		{"what is received is a bound of what is received", "call MPI_Recv(r, 3, MPI_INTEGER, p, 1, MPI_COMM_WORLD, st, ierr)\n" + recv("u(1,r(1)), n") + stencil, ""},
		{"in place", recv("u(1,0), n") + "do j = 1, n\ndo i = 1, n\nu(i,j) = u(i,j-1)\nend do\nend do\n", "1@2 ordered /1"},
		{"another name", recv("e, 10") + "do j = 1, 10\ndo i = 1, n\ng(i,j) = f(j)\nend do\nend do\n", ""},
		{"another variable of the block", recv("a, n") + "do j = 1, 9\ndo i = 1, n\ng(i,j) = b(j)\nend do\nend do\n", ""},
		{"a pointer", recv("t, n") + "do j = 1, 9\ndo i = 1, n\ng(i,j) = q(j)\nend do\nend do\n", ""},
		{"a column that is not known", recv("u(1,r(2)), n") + stencil, ""},
		{"a step", recv("u(1,0), n") + "do j = 1, n, 2\ndo i = 1, n\ng(i,j) = u(i,j-1)\nend do\nend do\n", ""},
		{"the variable of the loop chooses the column", "j = 3\n" + recv("u(1,j), n") + "do j = 1, n\ndo i = 1, n\ng(i,j) = u(i,j-1)\nend do\nend do\n", ""},
		{"a sum of what is received", recv("u(1,0), n") + "do j = 1, n\ndo i = 1, n\nu(1,1) = max(u(1,1), g(i,j))\nend do\nend do\n", ""},
		{"output in the nest", recv("u(1,0), n") + "do j = 1, n\nprint *, u(1,j-1)\nend do\n", ""},
		{"a nest that is left", recv("u(1,0), n") + "do j = 1, n\nif (u(1,j-1) > 0) exit\ng(1,j) = 1\nend do\n", ""},
		{"a message in a branch", "if (m > 1) then\n" + recv("u(1,0), n") + "end if\n" + stencil, "2@4 /1"},
		{"the other end in the other branch", "if (m > 1) then\n" + send("u(1,1), n") + recv("u(1,0), n") + "else\n" + recv("u(1,0), n") + send("u(1,1), n") + "end if\n" + stencil, "2@8 3@8+ 5@8 6+8 /2"},
		{"a branch each", "if (p > 0) then\n" + sendrecv("u(1,n)", "u(1,0)") + "end if\nif (p < 3) then\n" + sendrecv("u(1,1)", "u(1,n+1)") + "end if\n" + stencil, "2@7 5@7+ /2"},
		{"two in a branch", "if (p > 0) then\n" + sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,1)", "u(1,n+1)") + "end if\n" + stencil, "2@5 3@5+ /2"},
		{"logical IFs in a branch", "if (p > 0) then\nif (n > 3) " + sendrecv("u(1,n)", "u(1,0)") + "else\nif (m > 3) " + sendrecv("u(1,1)", "u(1,n+1)") + "end if\n" + stencil, "2@6 4@6 /2"},
		{"something else in the branch", "if (p > 0) then\n" + sendrecv("u(1,n)", "u(1,0)") + "m = 2\n" + sendrecv("u(1,1)", "u(1,n+1)") + "end if\n" + stencil, "4@6 /1"},
		{"the first call decides about the second", "if (m > 0) then\ncall MPI_Recv(m, 1, MPI_INTEGER, p, 1, MPI_COMM_WORLD, st, ierr)\n" + recv("u(1,0), n") + "end if\n" + stencil, "3@5 /1"},
		{"and so does its status", "if (st(1) > 0) then\n" + recv("u(1,n+1), n") + recv("u(1,0), n") + "end if\n" + stencil, "3@5 /1"},
		{"and its error code", "if (ierr == 0) then\n" + recv("u(1,n+1), n") + recv("u(1,0), n") + "end if\n" + stencil, "3@5 /1"},
		{"nothing follows a branch", produce + "if (p > 0) then\n" + send("u(1,1), n") + "end if\n", "3+1 /1"},
		{"the nest decides about the branch", "do j = 1, n\nm = j\ndo i = 1, n\nu(i,j) = j\nend do\nend do\nif (m > 0) then\n" + send("u(1,1), n") + "end if\n", ""},
		{"nothing follows two branches", produce + "if (p > 0) then\n" + sendrecv("u(1,n)", "u(1,0)") + "else\n" + sendrecv("u(1,1)", "u(1,n+1)") + "end if\n", "3+1 5+1 /4"},
		{"nothing follows a branch of two and one", produce + "if (p > 0) then\n" + sendrecv("u(1,n)", "u(1,0)") + "else\n" + sendrecv("u(1,1)", "u(1,n+1)") + sendrecv("u(1,n)", "u(1,0)") + "end if\n", "3@1+ 5@1+ 6+1 /6"},
		{"nothing follows two ends of messages", produce + "if (p > 0) then\n" + send("u(1,n), n") + recv("u(1,0), n") + "else\n" + recv("u(1,0), n") + send("u(1,n), n") + "end if\n", "3@1+ 4+1 6@1+ 7+1 /4"},
		{"what one branch waits for the other begins behind", "call MPI_Irecv(u(1,n), n, MPI_REAL8, p, 1, MPI_COMM_WORLD, r(1), ierr)\n" + sendrecv("u(1,1)", "u(1,0)") + "if (p > 0) then\ncall MPI_Wait(r(1), MPI_STATUS_IGNORE, ierr)\nelse\n" + sendrecv("u(1,0)", "u(1,n+1)") + "end if\n" + stencil, "2@8 4@8 6@8+ /3"},
		{"behind two calls and a wait", halves + "if (p > 0) then\n" + sendrecv("u(1,n)", "u(1,1)") + sendrecv("u(1,1)", "u(1,2)") + "else\ncall MPI_Wait(r(1), MPI_STATUS_IGNORE, ierr)\nend if\n" + sendrecv("u(1,2)", "u(1,3)") + stencil, "4@10 5@10+ 7@10 9@10+ 3 stages /5"},
		{"what is received decides about the next one", "call MPI_Recv(m, 1, MPI_INTEGER, p, 1, MPI_COMM_WORLD, st, ierr)\nif (m > 0) then\n" + sendrecv("u(1,n)", "u(1,0)") + "end if\n" + stencil, "3@5 /1"},
		{"an array assignment", recv("u(1,0), n") + "g(1:n,1:n) = u(1:n,0:n-1)\n", "1@2 /1"},
		{"two array assignments", recv("u(1,0), n") + "g(1:n,1:n) = u(1:n,2:n+1)\ng(1:n,1:n) = u(1:n,0:n-1)\n", "1@3 /1"},
		{"rather a loop nest", sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,1)", "u(1,n+1)") + "v = 0\n" + stencil, "1@4 2@4+ /2"},
		{"an array assignment in place", recv("u(1,0), n") + "u(1:n,1:n) = u(1:n,0:n-1)\n", ""},
		{"an array assignment that makes a shape", recv("v, n") + "x = v\n", ""},
		{"a buffer that is taken out", recv("v, n") + "g(0,1:n) = v\n", ""},
		{"a mask", recv("u(1,0), n") + "where (u(1:n,0:n) > 0) g(1:n,0:n) = u(1:n,0:n)\n", ""},
		{"nothing follows an array assignment", "u(1:n,1:n) = g(1:n,1:n)\n" + send("u(1,1), n"), "2+1 /1"},
		{"a bound of it is received", "call MPI_Recv(r, 3, MPI_INTEGER, p, 1, MPI_COMM_WORLD, st, ierr)\nw(1:r(1)) = r(2)\n", ""},
		{"another name in an array assignment", recv("e, 10") + "g(1,1:10) = f(1:10)\n", ""},
		{"a pointer in an array assignment", recv("t, n") + "g(1,1:n) = q(1:n)\n", ""},
		{"another variable of the block in an array assignment", recv("a, n") + "g(1,1:9) = b(1:9)\n", ""},
		{"an assignment that changes what chooses its elements", recv("u(1,0), n") + "r(1:3) = int(u(r(1),0:2))\n", ""},
		{"threads", recv("u(1,0), n") + "!$omp parallel do\n" + stencil, "1@3 /1"},
		{"threads that sum up", recv("u(1,0), n") + "!$omp parallel do reduction(+: m)\ndo j = 1, n\nm = m + int(u(1,j-1))\nend do\n", "1@3 /1"},
		{"threads that sum up and look", recv("u(1,0), n") + "!$omp parallel do reduction(+: m)\ndo j = 1, n\nm = m + int(u(1,j-1))\ng(1,j) = m\nend do\n", ""},
		{"threads with a list of all", recv("u(1,0), n") + "!$omp parallel do default(none) shared(u, g, n) private(i)\n" + stencil, "1@3 /1"},
		{"threads of a region", recv("u(1,0), n") + "!$omp parallel\n!$omp do\n" + stencil + "!$omp end do\nm = 1\n!$omp end parallel\n", ""},
		{"waits of the program", halves + "call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, ierr)\n" + stencil, "3@4 /2"},
		{"one wait each", halves + "call MPI_Wait(r(1), MPI_STATUS_IGNORE, ierr)\ncall MPI_Wait(r(2), MPI_STATUS_IGNORE, ierr)\n" + stencil, "3@5 4@5 /4"},
		{"waits under conditions", halves + "if (p > 0) call MPI_Wait(r(1), MPI_STATUS_IGNORE, ierr)\nif (n > 3) then\ncall MPI_Wait(r(2), MPI_STATUS_IGNORE, ierr)\nend if\n" + stencil, "3@7 5@7 /4"},
		{"a wait under a condition that the nest changes", halves + "if (m > 0) call MPI_Wait(r(1), MPI_STATUS_IGNORE, ierr)\ndo j = 1, n\nm = j\ndo i = 1, n\ng(i,j) = u(i,j-1)\nend do\nend do\n", ""},
		{"a wait under a condition that may do more", halves + "if (p > f(1)*ranf(m)) call MPI_Wait(r(1), MPI_STATUS_IGNORE, ierr)\n" + stencil, ""},
		{"the nest looks at the status of the last wait", halves + "call MPI_Wait(r(1), MPI_STATUS_IGNORE, ierr)\ncall MPI_Wait(r(2), st, ierr)\ndo j = 1, n\ndo i = 1, n\ng(i,j) = u(i,j-1) + st(1)\nend do\nend do\n", ""},
		{"a wait in a branch with something else", halves + "if (p > 0) then\nm = 2\ncall MPI_Wait(r(1), MPI_STATUS_IGNORE, ierr)\nend if\n" + stencil, ""},
		{"one of three branches", "if (p > 4) then\n" + sendrecv("u(1,n)", "u(1,0)") + "else if (p > m) then\n" + sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,1)", "u(1,n+1)") + "else\n" + sendrecv("u(1,1)", "u(1,n+1)") + "end if\n" + stencil, "2@9 4@9 5@9+ 7@9 /4"},
		{"behind three branches", "if (p > 4) then\n" + sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,n)", "u(1,0)") + "else if (p > m) then\n" + sendrecv("u(1,n)", "u(1,0)") + "else\n" + send("u(1,1), n") + "end if\n" + sendrecv("u(1,1)", "u(1,n+1)") + stencil, "2@10 3@10+ 5@10 7@10 9@10+ 3 stages /4"},
		{"a condition looks at what comes in another branch", "if (p > 4) then\n" + sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,n)", "u(1,0)") + "else if (u(1,0) > m) then\n" + sendrecv("u(1,n)", "u(1,0)") + "end if\n" + stencil, "3@7 5@7 /2"},
		{"a case", "select case (p + 1)\ncase (1, 3:5)\n" + sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,n)", "u(1,0)") + "case default\ncase (:-1)\n" + sendrecv("u(1,1)", "u(1,n+1)") + "end select\n" + stencil, "3@9 4@9+ 7@9 /3"},
		{"a case of what comes", "select case (int(u(1,0)))\ncase (1)\n" + sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,n)", "u(1,0)") + "end select\n" + stencil, "4@6 /1"},
		{"a case with something else", "select case (p)\ncase (1)\nm = 3\n" + sendrecv("u(1,n)", "u(1,0)") + "end select\n" + stencil, "4@6 /1"},
		{"a send in a branch with something else before two exchanges", "if (p > 4) then\nm = 2\n" + send("g(1,n), n") + "end if\n" + sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,1)", "u(1,n+1)") + stencil, "3@7 5@7 6@7+ /3"},
		{"something is crossed in a branch", "if (p > 4) then\n" + recv("u(1,0), n") + local + "end if\n" + stencil, ""},
		{"a nest in a branch, and one behind it that the second message crosses", "if (p > 4) then\n" + recv("u(1,0), n") + send("v, n") + stencil + "end if\n" + local + "v(1) = 2\n", ""},
		{"a loop with a directive of its own", recv("u(1,0), n") + "do j = 1, n\n!$omp parallel do\ndo i = 1, n\ng(i,j) = u(i,j-1)\nend do\nend do\n", "1@2 /1"},
		{"a pointer that need not be there", "real(8), pointer :: z\n" + recv("u(1,0), n") + "do j = 1, n\ndo i = 1, m\nz = u(i,j-1)\nend do\nend do\nm = int(z)\n", ""},
		{"a pointer that is there", "real(8), pointer :: z\n" + recv("u(1,0), n") + "do j = 1, n\ndo i = 1, 9\nz = u(i,j-1)\nend do\nend do\nm = int(z)\n", "2@3 /1"},
		{"a condition that asks for the time", "if (MPI_Wtime() > 5) then\n" + sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,1)", "u(1,n+1)") + "end if\n" + stencil, "3@5 /1"},
		{"a condition that counts", "if (tick(m) > 5) then\n" + sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,1)", "u(1,n+1)") + "end if\n" + stencil + tick, "3@5 /1"},
		{"a nest before that writes", "do j = 1, n\ndo i = 1, n\nu(i,j) = j\nend do\nend do\n" + send("u(1,1), n") + stencil, ""},
		{"a nest behind that writes", send("u(1,1), n") + "do j = 1, n\ndo i = 1, n\nu(i,j) = j\nend do\nend do\n", "1@2 /1"},
		{"a loop that nothing touches", sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,1)", "u(1,n+1)") + "do j = 1, n\ndo i = 1, n\ng(i,j) = 1\nend do\nend do\n", "1@3 2+3"},
		{"sends and receives in turns", send("u(1,1), n") + recv("u(1,n+1), n") + send("u(1,n), n") + recv("u(1,0), n") + stencil, "1@5 2@5+ 3@5+ 4@5+ 4 stages /2"},
		{"something between that waits", sendrecv("u(1,n)", "u(1,0)") + "call MPI_Barrier(MPI_COMM_WORLD, ierr)\n" + sendrecv("u(1,1)", "u(1,n+1)") + stencil, "3@4 /1"},
		{"nothing follows", produce + send("u(1,1), n"), "2+1 /1"},
		{"nothing follows two exchanges", produce + sendrecv("u(1,n)", "u(1,0)") + sendrecv("u(1,1)", "u(1,n+1)"), "2@1+ 3+1 /4"},
		{"something is computed between", produce + "m = 2\n" + send("u(1,1), n"), "3+1 /1"},
		{"the column is computed between", produce + "m = 2\n" + send("u(1,m), n"), ""},
		{"what is sent is written between", produce + "u(1,1) = 2\n" + send("u(1,1), n"), ""},
		{"the nest computes the column", "do j = 1, n\nm = j\ndo i = 1, n\nu(i,j) = j\nend do\nend do\n" + send("u(1,m), n"), ""},
		{"the nest reads what is received", stencil + recv("u(1,0), n"), "2+1 /1"},
		{"a barrier between", produce + "call MPI_Barrier(MPI_COMM_WORLD, ierr)\n" + send("u(1,1), n"), ""},
		{"in order", "do j = 1, n\ndo i = 1, n\nu(i,j) = u(i,j-1)\nend do\nend do\n" + send("u(1,1), n"), "2+1 ordered /1"},
		{"a wait is not begun", halves + produce + "call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, ierr)\n", ""},
	} {
		if got := findCuts(t, head+"real(8) :: g(0:n+1,0:n+1)\n"+c.body+"end subroutine\n"); got != c.want {
			t.Errorf("%s: %q, want %q\n%s", c.name, got, c.want, c.body)
		}
	}
}

func findCuts(t *testing.T, text string) string {
	t.Helper()
	src := source.New("t.f90", []byte(text), source.Options{OpenMP: true})
	tree := parse.File(src)
	table := scope.New(tree, scope.Options{})
	set, _ := regions.Find(src, tree, table)
	found := overlap.Find(table, set, overlap.Options{Asked: func(*ast.Stmt) bool { return true },
		Rounding: access.Rounding{Lines: func() bool { return true }}, Writable: func(*nests.Nest) bool { return true }})
	first := strings.Count(head, "\n") + 1
	// Statements are counted, not lines: a nest is one.
	line := func(at access.Span) int { return src.Position(at.Start).Line - first }
	index := func(n *access.Node) int {
		at, count := line(n.Stmt.Span()), 0
		depth := 0
		for i, l := range strings.Split(text, "\n")[first:] {
			if i+1 > at {
				break
			}
			if depth == 0 {
				count++
			}
			switch {
			case strings.HasPrefix(l, "do "):
				depth++
			case strings.HasPrefix(l, "end do"):
				depth--
			}
		}
		return count
	}
	var out []string
	for _, g := range found.Groups {
		sort.SliceStable(g.Calls, func(i, j int) bool { return line(g.Calls[i].Stmt.Span()) < line(g.Calls[j].Stmt.Span()) })
		for _, c := range g.Calls {
			switch {
			case c.In != nil && c.Late != nil:
				out = append(out, fmt.Sprintf("%d@%d+", index(c.Node), index(c.In.Node)))
			case c.In != nil:
				out = append(out, fmt.Sprintf("%d@%d", index(c.Node), index(c.In.Node)))
			case c.Late != nil:
				out = append(out, fmt.Sprintf("%d+%d", index(c.Node), index(c.Late.Node)))
			}
		}
		for _, cut := range g.Cuts {
			if cut.Ordered {
				out = append(out, "ordered")
			}
			if n := len(cut.Stages); n > 2 {
				out = append(out, fmt.Sprint(n, " stages"))
			}
			if len(cut.Apart) > 0 {
				out = append(out, fmt.Sprint("/", len(cut.Apart)))
			}
		}
	}
	return strings.Join(out, " ")
}
