package overlap_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/overlap"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

const head = `subroutine s(u, v, w, n, m, p, oc)
use mpi
implicit none
integer, intent(in) :: n, p
integer, optional :: oc
integer :: m, i, j, ierr, code, st(MPI_STATUS_SIZE), r(3)
real(8) :: u(0:n+1,0:n+1), v(n), w(:), a(100), b(100), e(10), f(10)
real(8), target :: t(n)
real(8), pointer :: q(:)
real(8), allocatable :: x(:)
common /c/ a, b
equivalence (e, f)
`

// recv, send and both are the usual calls of something.
func recv(what string) string {
	return "call MPI_Recv(" + what + ", MPI_REAL8, p, 1, MPI_COMM_WORLD, st, ierr)\n"
}

func send(what string) string {
	return "call MPI_Send(" + what + ", MPI_REAL8, p, 1, MPI_COMM_WORLD, ierr)\n"
}

const local = "do i = 1, 9\nm = m + i\nend do\n"

// TestFind: for each call, in order, the lines (of the body, from 1 on) between which its messages
// are under way, or why it stays.
func TestFind(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"down", recv("v, n") + local + "m = int(v(1))\n", "1-5"},
		{"up", local + recv("v, n") + "m = int(v(1))\n", "1-5"},
		{"both ways", local + recv("v, n") + local + "m = int(v(1))\n", "1-8"},
		{"short", recv("v, n") + "m = 1\nm = int(v(1))\n", "touched"},
		{"read and sent", send("v, n") + "do i = 1, 9\nm = int(v(i))\nend do\nv(1) = 1\n", "1-5"},
		{"written and sent", send("v, n") + "do i = 1, 9\nv(i) = 1\nend do\n", "touched"},
		{"interior", recv("u(1,0), n") + "do j = 1, n\nu(1,j) = 1\nend do\nu(1,0) = 2\n", "1-5"},
		{"interior, the other end changes", recv("u(1,m), n") + "do j = m+1, n\nm = 3\nu(1,j) = 1\nend do\n", "touched"},
		{"too many elements", recv("u(1,0), 9*n") + "do j = 1, n\nu(1,j) = 1\nend do\n", "touched"},
		{"another type", "call MPI_Recv(u(1,0), n, MPI_REAL, p, 1, MPI_COMM_WORLD, st, ierr)\ndo j = 1, n\nu(1,j) = 1\nend do\n", "touched"},
		{"status", recv("v, n") + local + "m = st(MPI_TAG)\n", "1-5"},
		{"status early", recv("v, n") + "do i = 1, 9\nm = st(1)\nend do\n", "touched"},
		{"code early", recv("v, n") + "do i = 1, 9\nm = ierr\nend do\n", "touched"},
		{"receives stay in order", recv("v, n") + recv("x, n") + local, "blocking 2-"},
		{"a send behind a receive", recv("v, n") + send("x, n") + local, "blocking 2-"},
		{"a receive behind a send", send("v, n") + recv("x, n") + local + "ierr = 0\n", "1- 2-6"},
		{"a receive into what is sent", send("v, n") + recv("v, n") + local, "touched 2-"},
		{"a receive of another name of it", send("e, 10") + recv("f, 10") + local, "touched 2-"},
		{"a code that is looked at between", send("v, n") + "m = ierr\n" + recv("x, n") + local, "touched 3-"},
		{"behind a collective", send("v, n") + "call MPI_Barrier(MPI_COMM_WORLD, code)\n" + local, "blocking"},
		{"before what is not known", send("v, n") + "call other\n" + local, "blocking"},
		{"before output", send("v, n") + "print *, m\n" + local, "blocking"},
		{"before a probe", send("v, n") + "call MPI_Probe(p, 1, MPI_COMM_WORLD, st, code)\n" + local, "blocking standard-mode"},
		{"equivalence", recv("e, 10") + "do i = 1, 9\nf(i) = 1\nend do\n", "touched"},
		{"within a common block", recv("a, 100") + "do i = 1, 9\nb(i) = 1\nend do\n", "1-"},
		{"over a common block", recv("a, 101") + "do i = 1, 9\nb(i) = 1\nend do\n", "touched"},
		{"perhaps over a common block", recv("a(2), n") + "do i = 1, 9\nb(i) = 1\nend do\n", "touched"},
		{"target", recv("t, n") + "do i = 1, 9\nq(i) = 1\nend do\n", "touched"},
		{"pointer", recv("q, n") + local, "buffer"},
		{"assumed shape", recv("w, n") + local, "buffer"},
		{"section with gaps", recv("u(1,1:n), n") + local, "buffer"},
		{"section in one piece", recv("u(:,1), n") + local, "1-"},
		{"expression", send("(v), n") + local, "buffer"},
		{"expression of one", send("2*v(1), 1") + local, "buffer"},
		{"a scalar", recv("m, 1"), "buffer"},
		{"freed", recv("x, n") + "deallocate (x)\n" + local, "touched"},
		{"a type of the program", "call MPI_Recv(v(2), 1, m, p, 1, MPI_COMM_WORLD, st, ierr)\n" + local, "1-"},
		{"a type of the program may describe all of the array", "call MPI_Recv(u(1,0), 1, m, p, 1, MPI_COMM_WORLD, st, ierr)\ndo i = 1, n\nu(i,n) = 1\nend do\n", "touched"},
		{"and of the common block", "call MPI_Recv(a, 1, m, p, 1, MPI_COMM_WORLD, st, ierr)\ndo i = 1, 9\nb(i) = 1\nend do\n", "touched"},
		{"an element for the status", "call MPI_Recv(v, 1, MPI_REAL8, p, 1, MPI_COMM_WORLD, st(1), ierr)\n" + local, "result"},
		{"synchronous", strings.Replace(send("v, n"), "Send", "Ssend", 1) + local, "1-"},
		{"a send behind a synchronous one", strings.Replace(send("v, n"), "Send", "Ssend", 1) + send("x, n") + local, "blocking 2-"},
		{"a synchronous one behind a send", send("v, n") + strings.Replace(send("x, n"), "Send", "Ssend", 1) + local, "blocking 2-"},
		{"ready", strings.Replace(send("v, n"), "Send", "Rsend", 1) + local, "standard-mode"},
		{"out of a branch", "if (m > 0) then\n" + recv("v, n") + "end if\n" + local, "1-"},
		{"out of a logical IF", "if (m > 0) " + recv("v, n") + local, "1-"},
		{"a tag that counts", local + strings.Replace(recv("v, n"), "p, 1,", "p, tick(m),", 1) + local + tick, "impure"},
		{"not up by a condition that counts", "do i = 1, 9\nw(i) = i\nend do\n" + "if (tick(m) > 0) " + recv("v, n") + "m = int(v(1))\n" + tick, "touched"},
		{"up with a logical IF", local + "if (p > 0) " + recv("v, n") + "m = int(v(1))\n", "1-5"},
		{"not up over what decides", local + "if (m > 0) " + recv("v, n") + "m = int(v(1))\n", "touched"},
		{"not up by a condition that may do more", local + "if (p > f(1)*ranf(m)) " + recv("v, n") + "m = int(v(1))\n", "touched"},
		{"not out of a loop", "do j = 1, 2\n" + recv("v, n") + "end do\n" + local, "nothing-between"},
		{"return", recv("v, n") + "if (m > 0) return\n" + local, "leaves"},
		{"cycle", "do j = 1, 2\n" + recv("v, n") + "if (m > 0) cycle\n" + local + "end do\n", "leaves"},
		{"a jump into it", "if (m > 0) goto 7\n" + recv("v, n") + "7 " + local, "no-place"},
		{"a jump into what is crossed", "if (m > 0) goto 7\n" + recv("v, n") + "if (p > 0) then\n" + local + "7 m = 3\nend if\n", "no-place"},
		{"a jump into the branch", "if (m > 0) goto 7\nif (p > 0) then\n7 m = 3\n" + recv("v, n") + "end if\n" + local, "nothing-between"},
		{"a label", "8 " + recv("v, n") + local, "label"},
		{"one line", "m = 1; " + recv("v, n") + local, "shared-line"},
		{"parallel", "!$omp parallel do\ndo j = 1, 2\n" + recv("v, n") + local + "end do\n", "parallel"},
		{"a wait", "call MPI_Irecv(v, n, MPI_REAL8, p, 1, MPI_COMM_WORLD, r(1), ierr)\ncall MPI_Wait(r(1), st, ierr)\n" + local + "m = int(v(1))\n", "2-6"},
		{"a wait for what is posted later, too", "do j = 1, 2\ncall MPI_Wait(r(1), st, ierr)\n" + local + "call MPI_Irecv(v, n, MPI_REAL8, p, 1, MPI_COMM_WORLD, r(1), ierr)\nm = int(v(1))\nend do\n", "2-6"},
		{"a wait for what others post", "call post(r)\ncall MPI_Wait(r(1), st, ierr)\n" + local, "request"},
		{"a wait for what was posted an iteration before", turns("", "if (m > 1) ", "mod(m,2)+1", "2-mod(m,2)"), "touched"},
		{"a wait for what may have been", turns("if (p > m) ", "if (m > 1) ", "1", "1"), "touched"},
		{"a wait for what was posted in the iteration", turns("", "if (m > 1) ", "1", "1"), "3-"},
		{"a wait in each iteration", turns("if (p > m) ", "", "1", "1"), "3-"},
		{"a wait that is left out now and then", turns("if (p > m) ", "if (m == 3) cycle\n", "1", "1"), "touched"},
		{"a wait in a construct where the message has another name", "associate (y => u)\ncall MPI_Irecv(y, n, MPI_REAL8, p, 1, MPI_COMM_WORLD, r(1), ierr)\nend associate\ncall MPI_Wait(r(1), st, ierr)\n" + local, "block"},
		{"an error code that may not be there", strings.Replace(recv("v, n"), "ierr", "oc", 1) + local, "result"},
		{"a barrier of threads", recv("v, n") + local + "!$omp barrier\nm = int(v(1))\n", "parallel"},
		{"a loop that a region elsewhere shares out", "!$omp do\n" + local + recv("v, n") + local, "parallel"},
		{"threads that come and go", "!$omp parallel\n!$omp do\n" + local + "!$omp end do\n!$omp barrier\n!$omp end parallel\n" + recv("v, n") + local, "9-"},
		{"windows", "call MPI_Win_fence(0, m, ierr)\n" + recv("v, n") + local, "window"},
		{"a wait for nothing", "call MPI_Wait(r(1), st, ierr)\n" + local, "request"},
	} {
		if got := find(t, head+c.body+"end subroutine\n"); got != c.want {
			t.Errorf("%s: %q, want %q\n%s", c.name, got, c.want, c.body)
		}
	}
}

// turns is a loop that receives into a column, and touches the one before it behind a wait; each under a condition.
func turns(one, other, posted, waited string) string {
	return "do m = 1, 9\n" + one + "call MPI_Irecv(u(1,m), n, MPI_REAL8, p, 1, MPI_COMM_WORLD, r(" + posted + "), ierr)\n" +
		other + "call MPI_Wait(r(" + waited + "), st, ierr)\ndo i = 1, n\nu(i,m-1) = 0\nend do\nend do\n"
}

func find(t *testing.T, text string) string {
	t.Helper()
	src := source.New("t.f90", []byte(text), source.Options{OpenMP: true})
	tree := parse.File(src)
	if len(tree.Errors) > 0 {
		t.Fatalf("%v in\n%s", tree.Errors, text)
	}
	table := scope.New(tree, scope.Options{})
	set, _ := regions.Find(src, tree, table)
	found := overlap.Find(table, set, overlap.Options{Asked: func(*ast.Stmt) bool { return true }})
	first := strings.Count(head, "\n")
	line := func(s *ast.Stmt) int { return src.Position(s.Span().Start).Line - first }
	said := map[int]string{}
	for _, g := range found.Groups {
		for _, c := range g.Calls {
			end := ""
			if c.End < len(c.List) {
				end = fmt.Sprint(line(c.List[c.End].Stmt))
			}
			said[line(c.Stmt)] = fmt.Sprint(line(c.List[c.Begin].Stmt), "-", end)
		}
	}
	for _, l := range found.Left {
		said[line(l.Stmt)] = l.Why.Key()
	}
	var out []string
	for i := range strings.Count(text, "\n") {
		if said[i] != "" {
			out = append(out, said[i])
		}
	}
	return strings.Join(out, " ")
}
