package match_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/match"
	"github.com/mdmp-fortran/mdmp/suggest/place"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

func find(files ...string) *match.Found {
	var in []program.Input
	for i, text := range files {
		in = append(in, program.Input{Name: string(rune('a'+i)) + ".f90", Src: []byte(text)})
	}
	p := program.Read(in, source.Options{})
	index := calls.NewIndex(p)
	found := match.Find(p, index)
	comms := &place.Comms{Index: index}
	found.Variables(index)
	found.Sizes(comms)
	found.Lanes(comms)
	return found
}

// The declarations of the programs below.
const head = `program p
use mpi
implicit none
real :: a(40), b(40), c(40), x
integer :: n, m, k, i, nbr(4), r1, r2, r3, r4, req(4), more(4), ierr, left, right, rank, st(MPI_STATUS_SIZE)
logical :: yes
type grid
  real :: u(10), v(10)
  integer :: req(4), two(2)
end type
type(grid) :: g, h
`

// short writes the calls: S:buf,peer,tag,request posts a send, R a receive, s and r block, W
// waits for a request, A for the first n of req.
func short(stmts string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(stmts, "\n") {
		at := strings.Index(line, ":")
		lead := ""
		if at > 1 && strings.Contains("SRsrWA", line[at-1:at]) && line[at-2] == ' ' { // behind "if (...) "
			lead, line, at = line[:at-1], line[at-1:], 1
		}
		if at != 1 || !strings.Contains("SRsrWA", line[:1]) {
			b.WriteString(line + "\n")
			continue
		}
		f := strings.Split(line[2:], ",")
		b.WriteString(lead)
		switch line[0] {
		case 'S':
			b.WriteString("call MPI_Isend(" + f[0] + ", 10, MPI_REAL, " + f[1] + ", " + f[2] + ", MPI_COMM_WORLD, " + f[3] + ", ierr)")
		case 'R':
			b.WriteString("call MPI_Irecv(" + f[0] + ", 10, MPI_REAL, " + f[1] + ", " + f[2] + ", MPI_COMM_WORLD, " + f[3] + ", ierr)")
		case 's':
			b.WriteString("call MPI_Send(" + f[0] + ", 10, MPI_REAL, " + f[1] + ", " + f[2] + ", MPI_COMM_WORLD, ierr)")
		case 'r':
			b.WriteString("call MPI_Recv(" + f[0] + ", 10, MPI_REAL, " + f[1] + ", " + f[2] + ", MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)")
		case 'W':
			b.WriteString("call MPI_Wait(" + f[0] + ", MPI_STATUS_IGNORE, ierr)")
		case 'A':
			b.WriteString("call MPI_Waitall(" + f[0] + ", req, MPI_STATUSES_IGNORE, ierr)")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// said is what was found, one exchange a line, with | between directives; or the first reason.
func said(found *match.Found) (string, string) {
	var b strings.Builder
	for _, x := range found.Exchanges {
		for i, m := range x.Messages {
			if i > 0 {
				b.WriteString(" | ")
			}
			b.WriteString(m.Directive())
		}
		b.WriteString("\n")
	}
	why, line := "", int32(0)
	for c, r := range found.Refused {
		if strings.Contains(r.Reason, "is started by a call that stays") {
			continue
		}
		if line == 0 || c.Stmt.Line.First < line {
			why, line = r.Reason, c.Stmt.Line.First
		}
	}
	return strings.TrimSuffix(b.String(), "\n"), why
}

type row struct{ name, stmts, want, reason string }

func check(t *testing.T, rows []row) {
	t.Helper()
	for _, c := range rows {
		t.Run(c.name, func(t *testing.T) {
			got, why := said(find(head + short(c.stmts) + "end program\n"))
			if got != c.want || c.reason == "" != (why == "") || !strings.Contains(why, c.reason) {
				t.Errorf("%s\ngot %s\nbecause %q; want\n%s\nbecause %q", c.stmts, got, why, c.want, c.reason)
			}
		})
	}
}

const pair = "recv(a, 10, left) tag(1) | send(b, 10, right) tag(1)"

// TestRequests: which requests are under way, and which are complete.
func TestRequests(t *testing.T) {
	check(t, []row{
		{"scalars", "R:a,left,1,r1\nS:b,right,1,r2\nW:r1\nW:r2", pair, ""},
		{"elements", "R:a,left,1,req(1)\nS:b,right,1,req(2)\nA:2", pair, ""},
		{"elements one by one", "R:a,left,1,req(1)\nS:b,right,1,req(2)\nW:req(1)\nW:req(2)", pair, ""},
		{"a counter", "n = 0\nn = n + 1\nR:a,left,1,req(n)\nn = 1 + n\nS:b,right,1,req(n)\nA:n", pair, ""},
		{"one is not waited for", "R:a,left,1,req(1)\nS:b,right,1,req(2)\nA:1", "", "what MPI_Isend at line 13 begins is not waited for"},
		{"a counter that begins somewhere", "n = m\nn = n + 1\nR:a,left,1,req(n)\nA:n", "", "has a subscript whose value is not followed"},
		{"a counter that does not go on", "n = 0\nn = n + 1\nR:a,left,1,req(n)\nS:b,right,1,req(n)\nA:n", "", "two messages may have the request"},
		{"a request twice", "R:a,left,1,r1\nS:b,right,1,r1\nW:r1", "", "the request r1 is under way already"},
		{"a request in both branches", "if (yes) then\nR:a,left,1,r1\nelse\nR:a,left,1,r1\nend if\nS:b,right,1,r2\nW:r1\nW:r2", pair, ""},
		{"a wait under a condition", "R:a,left,1,r1\nS:b,right,1,r2\nif (yes) W:r1\nW:r2", "", "may not be waited for"},
		{"post and wait under one condition", "if (yes) R:a,left,1,r1\nif (.not. yes) r1 = MPI_REQUEST_NULL\nS:b,right,1,r2\nW:r1\nW:r2", "recv(a, 10, left) tag(1) if(yes) | send(b, 10, right) tag(1)", ""},
		{"a counter that goes on in calls that stay", "n = 0\nn = n + 1\nR:a,left,1,req(n)\nA:n\nn = n + 1\ncall MPI_Irecv(b, 10, MPI_REAL, right, MPI_ANY_TAG, MPI_COMM_WORLD, more(n), ierr)\ncall MPI_Waitall(n, more, MPI_STATUSES_IGNORE, ierr)", "", "n counts requests"},
		{"a part of the requests", "R:a,left,1,req(2)\nS:b,right,1,req(3)\ncall MPI_Waitall(2, req(2), MPI_STATUSES_IGNORE, ierr)", pair, ""},
		{"a range of requests", "R:a,left,1,req(2)\nS:b,right,1,req(3)\ncall MPI_Waitall(2, req(2:3), MPI_STATUSES_IGNORE, ierr)", pair, ""},
		{"an array that begins at 0", "integer :: low(0:3)\nR:a,left,1,low(0)\nS:b,right,1,low(1)\ncall MPI_Waitall(2, low, MPI_STATUSES_IGNORE, ierr)", pair, ""},
		{"behind the first ones of an array that begins at 0", "integer :: low(0:3)\nR:a,left,1,low(1)\nS:b,right,1,low(2)\ncall MPI_Waitall(2, low, MPI_STATUSES_IGNORE, ierr)", "", "is not waited for here"},
		{"counted ones of an array that begins at 0", "integer :: low(0:3)\nn = 0\nn = n + 1\nR:a,left,1,low(n)\nn = n + 1\nS:b,right,1,low(n)\ncall MPI_Waitall(n, low, MPI_STATUSES_IGNORE, ierr)", "", "is not waited for here"},
		{"requests with a step", "R:a,left,1,req(2)\nS:b,right,1,req(4)\ncall MPI_Waitall(2, req(2:4:2), MPI_STATUSES_IGNORE, ierr)", "", "the requests req(2:4:2) are not understood"},
		{"from an unknown request on", "R:a,left,1,req(2)\ncall MPI_Waitall(2, req(m), MPI_STATUSES_IGNORE, ierr)", "", "is not known"},
		{"size of the array", "R:a,left,1,req(1)\nS:b,right,1,req(2)\nreq(3:4) = MPI_REQUEST_NULL\ncall MPI_Waitall(size(req), req, MPI_STATUSES_IGNORE, ierr)", pair, ""},
		{"a request under conditions of which one is false", "if (x >= 1.) R:a,left,1,r1\nif (x < 1.) S:b,right,1,r1\nW:r1", "recv(a, 10, left) tag(1) if(x>=1.) | send(b, 10, right) tag(1) if(x<1.)", ""},
		{"a request under conditions that both hold for what is no number", "if (x >= 1.) then\nm = 1\nelse\nR:a,left,1,r1\nend if\nif (x < 1.) then\nm = 1\nelse\nS:b,right,1,r1\nend if\nW:r1", "", "the request r1 is under way already"},
		{"used elsewhere", "R:a,left,1,r1\nS:b,right,1,r2\nW:r1\nW:r2\nm = r1", "", "the request r1 is used at line 16"},
	})
}

// TestComponents: requests in components.
func TestComponents(t *testing.T) {
	post := "R:g%u,left,1,g%req(1)\nS:g%v,right,1,g%req(2)\n"
	wait := "call MPI_Waitall(2, g%req, MPI_STATUSES_IGNORE, ierr)"
	want := "recv(g%u, 10, left) tag(1) | send(g%v, 10, right) tag(1)"
	check(t, []row{
		{"of a variable", post + wait, want, ""},
		{"beside other uses of the variable", "g%u = 1\n" + post + wait + "\nh = g\nx = g%v(1)\ncall elsewhere(g)", want, ""},
		{"used elsewhere", post + wait + "\nm = g%req(1)", "", "the request g%req is used at line 15 of a.f90"},
		{"of another variable of the type", post + wait + "\nm = h%req(1)", "", "is used at line"},
		{"of a type that extends it", "type, extends(grid) :: finer\nend type\ntype(finer) :: f\n" + post + wait + "\nm = f%req(1)", "", "is used at line"},
		{"another component", post + wait + "\nm = g%two(1)", want, ""},
		{"waited for by another name", post + "call MPI_Waitall(2, h%req, MPI_STATUSES_IGNORE, ierr)", "", "is not waited for here"},
	})
}

// TestBetween: what stands between posts and waits.
func TestBetween(t *testing.T) {
	const moved = "contains\nlogical function moved()\nleft = left + 1\nmoved = .true.\nend function\ninteger function moves()\nleft = left + 1\nmoves = 1\nend function"
	with := func(stmt string) string { return "R:a,left,1,r1\nS:b,right,1,r2\n" + stmt + "\nW:r1\nW:r2" }
	check(t, []row{
		{"nothing of it", with("x = 3"), pair, ""},
		{"what is received is read", with("x = a(1)"), "", "may use a, which is being received"},
		{"what is sent is read", with("x = b(1)"), pair, ""},
		{"what is sent is written", with("b(1) = 3"), "", "may change b, which is being sent"},
		{"the peer", with("right = 3"), "", "may change right"},
		{"output", with("print *, x"), "", "is seen from outside"},
		{"a barrier", with("call MPI_Barrier(MPI_COMM_WORLD, ierr)"), "", "may wait for another rank"},
		{"a stop", with("if (yes) stop"), "", "may go elsewhere"},
		{"between the waits", "R:a,left,1,r1\nS:b,right,1,r2\nW:r2\nb = 1\nW:r1", pair, ""},
		{"use between the waits", "R:a,left,1,r1\nS:b,right,1,r2\nW:r2\nx = a(1)\nW:r1", "", "may use a"},
		{"a condition that changes the peer", "R:a,left,1,r1\nif (yes) then\nS:b,right,1,r2\nelse if (moved()) then\nx = 3\nend if\nW:r1\nif (yes) W:r2\n" + moved, "", "evaluating moved() may do more"},
		{"a condition of a counter that changes the peer", "n = 0\nR:a,left,1,req(n+1)\nn = n + 1\nif (moved()) n = n + 1\nA:n\n" + moved, "", "may change"},
		{"a count that changes the peer", "R:a,left,1,r1\ncall MPI_Isend(b, moves(), MPI_REAL, right, 1, MPI_COMM_WORLD, r2, ierr)\nW:r1\nW:r2\n" + moved, "", "evaluating moves() may do more"},
		{"a label", "R:a,left,1,r1\n10 S:b,right,1,r2\nW:r1\nW:r2", "", "label 10 stands among the calls"},
		{"two on a line", "R:a,left,1,r1\nS:b,right,1,r2\nW:r1\ncall MPI_Wait(r2, MPI_STATUS_IGNORE, ierr); x = 3", "", "holds more than one statement"},
		{"a preprocessor line", with("#ifdef X\nx = 3\n#endif"), "", "not understood"},
		{"a loop with calls", "R:a,left,1,r1\ndo i = 1, m\ns:b,right,1\nend do\nW:r1", "", "which holds calls"},
		{"a loop of two", "R:a,left,1,r1\ndo i = 1, 2\ns:b,i,i\nend do\nW:r1", "recv(a, 10, left) tag(1) | send(b, 10, 1) tag(1) | send(b, 10, 2) tag(2)", ""},
		{"a loop with a condition", "do i = 1, 2\nif (nbr(i) >= 0) R:a(5*i),nbr(i),1,req(i)\nend do\nreq(3:4) = MPI_REQUEST_NULL\ndo i = 1, 2\nif (nbr(i) >= 0) W:req(i)\nend do",
			"recv(a(5), 10, nbr(1)) tag(1) if(nbr(1)>=0) | recv(a(10), 10, nbr(2)) tag(1) if(nbr(2)>=0)", ""},
		{"a loop with branches and a counter", "n = 0\ndo i = 1, 2\nif (nbr(i) >= 0) then\nn = n + 1\nR:a(i),nbr(i),i,req(n)\nn = n + 1\nS:b(i),nbr(i),3-i,req(n)\nend if\nend do\nA:n",
			"recv(a(1), 10, nbr(1)) tag(1) if(nbr(1)>=0) | send(b(1), 10, nbr(1)) tag(2) if(nbr(1)>=0) | recv(a(2), 10, nbr(2)) tag(2) if(nbr(2)>=0) | send(b(2), 10, nbr(2)) tag(1) if(nbr(2)>=0)", ""},
		{"a loop with a counter that stands still", "n = 0\ndo i = 1, 2\nR:a(i),nbr(i),i,req(n+1)\nend do\nA:n", "", "two messages may have the request req(n+1)"},
		{"a loop with a counter outside of its condition", "n = 0\ndo i = 1, 2\nn = n + 1\nif (nbr(i) >= 0) R:a(i),nbr(i),i,req(n)\nend do\nA:n", "", "two messages may have the request"},
		{"a loop that is left", "do i = 1, 2\nif (nbr(i) < 0) exit\nR:a(i),nbr(i),i,req(i)\nend do\nA:2", "", "which holds calls"},
		{"a loop with work in a branch", "do i = 1, 2\nif (nbr(i) >= 0) then\nx = b(i)\nR:a(i),nbr(i),i,req(i)\nend if\nend do\nA:2", "", "which holds calls"},
		{"a loop with a step", "R:a,left,1,r1\ndo i = 1, 3, 2\ns:b,i,i\nend do\nW:r1", "recv(a, 10, left) tag(1) | send(b, 10, 1) tag(1) | send(b, 10, 3) tag(3)", ""},
		{"a loop with a step that is not known", "R:a,left,1,r1\ndo i = 1, 3, n\ns:b,i,i\nend do\nW:r1", "", "which holds calls"},
		{"a loop whose variable is a peer before", "i = 5\nS:b,i,3,req(3)\ndo i = 1, 2\nR:a(5*i),nbr(i),i,req(i)\nend do\nA:3", "", "may change i"},
		{"a loop whose variable is a peer behind", "do i = 1, 2\nR:a(5*i),nbr(i),i,req(i)\nend do\nS:b,i,3,req(3)\nA:3", "recv(a(5), 10, nbr(1)) tag(1) | recv(a(10), 10, nbr(2)) tag(2) | send(b, 10, i) tag(3)", ""},
		{"a loop whose variable is a counter", "n = 0\nR:a,left,1,req(n+1)\nn = n + 1\ndo n = 1, 2\nS:b,right,n,more(n)\nend do\nA:n", "", "is under way"},
		{"a counter that is a tag behind the first wait", "R:c,left,1,r3\nr:b,right,2\nn = 0\nn = n + 1\nR:a,left,n,req(n)\nA:n\nW:r3", "", "may change n"},
		{"a loop with work in it", "R:a,left,1,r1\ndo i = 1, 2\nb(i) = 3\ns:b,i,i\nend do\nW:r1", "", "which holds calls"},
	})
}

// TestBlocking: sends and receives in a row.
func TestBlocking(t *testing.T) {
	check(t, []row{
		{"a ring", "s:b,right,1\nr:a,left,1", "send(b, 10, right) tag(1) | recv(a, 10, left) tag(1)", ""},
		{"by parity", "if (yes) then\ns:b,right,1\nr:a,left,1\nelse\nr:a,left,1\ns:b,right,1\nend if", "send(b, 10, right) tag(1) | recv(a, 10, left) tag(1)", ""},
		{"what came goes on", "r:a,left,1\ns:a,right,1", "recv(a, 10, left) tag(1)\nsend(a, 10, right) tag(1)", ""},
		{"a chain", "r:a,left,1\ns:b,right,1", "recv(a, 10, left) tag(1)\nsend(b, 10, right) tag(1)", ""},
		{"a chain with conditions", "if (rank > 0) r:a,left,1\nif (rank < 3) s:b,right,1", "recv(a, 10, left) tag(1) if(rank>0)\nsend(b, 10, right) tag(1) if(rank<3)", ""},
		{"a chain behind an exchange", "s:b,left,1\nr:a,left,1\ns:b,right,2\nr:a,right,2", "send(b, 10, left) tag(1) | recv(a, 10, left) tag(1)\nsend(b, 10, right) tag(2) | recv(a, 10, right) tag(2)", ""},
		{"a chain in a branch", "if (yes) then\nr:a,left,1\ns:b,right,1\nend if", "recv(a, 10, left) tag(1)\nsend(b, 10, right) tag(1)", ""},
		{"a chain of requests", "R:a,left,1,r1\nR:c,right,2,r2\nW:r1\nS:b,right,1,r3\nW:r3\nW:r2", "", "MPI_Isend at line 15 tells right that MPI_Irecv at line 12 is complete"},
		{"an answer", "r:a,left,1\ns:b,left,1", "recv(a, 10, left) tag(1) | send(b, 10, left) tag(1)", ""},
		{"both sides", "if (rank > 0) s:b,left,1\nif (rank < 3) r:a,right,1\nif (rank < 3) s:b,right,2\nif (rank > 0) r:c,left,2", "send(b, 10, left) tag(1) if(rank>0) | recv(a, 10, right) tag(1) if(rank<3) | send(b, 10, right) tag(2) if(rank<3) | recv(c, 10, left) tag(2) if(rank>0)", ""},
		{"the first of a ring sends first", "if (rank == 0) then\ns:b,right,1\nr:a,left,1\nelse\nr:a,left,1\ns:b,right,1\nend if", "send(b, 10, right) tag(1) | recv(a, 10, left) tag(1)", ""},
		{"work between", "s:b,right,1\nx = 3\nr:a,left,1", "send(b, 10, right) tag(1)\nrecv(a, 10, left) tag(1)", ""},
		{"sendrecv", "call MPI_Sendrecv(b, 10, MPI_REAL, right, 1, a, 10, MPI_REAL, left, 1, MPI_COMM_WORLD, st, ierr)", pair, ""},
		{"conditions", "if (rank > 0) s:b,left,1\nif (rank < 3) r:a,right,1", "send(b, 10, left) tag(1) if(rank>0) | recv(a, 10, right) tag(1) if(rank<3)", ""},
		{"else if", "if (rank == 0) then\ns:b,right,1\nelse if (rank == 1) then\nr:a,left,1\nend if", "send(b, 10, right) tag(1) if(rank==0) | recv(a, 10, left) tag(1) if(.not. (rank==0) .and. (rank==1))", ""},
		{"in a SELECT", "select case (rank)\ncase (0)\ns:b,right,1\ncase default\nr:a,left,1\nend select", "send(b, 10, right) tag(1)\nrecv(a, 10, left) tag(1)", ""},
	})
}

// TestPartners: a call that stays may be the partner.
func TestPartners(t *testing.T) {
	stays := "\ncall MPI_Ssend(a, 10, MPI_REAL, right, 2, MPI_COMM_WORLD, ierr)"
	check(t, []row{
		{"another tag", "s:b,right,1\nr:a,left,1" + stays, "send(b, 10, right) tag(1) | recv(a, 10, left) tag(1)", "also waits for the receiver"},
		{"the same tag", "s:b,right,2\nr:a,left,2" + stays, "", "it is of one exchange with MPI_Recv at a.f90:13, which stays"},
		{"a tag that is not known", "r:a,left,m\ns:b,right,m" + stays, "", "stays as it is, and may be the partner"},
		{"a tag set once", "k = 7\ns:b,right,k\nr:a,left,k" + stays, "send(b, 10, right) tag(k) | recv(a, 10, left) tag(k)", "also waits"},
		{"any source", "s:b,right,1\ncall MPI_Recv(a, 10, MPI_REAL, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, st, ierr)", "", "may be the partner"},
		{"longer", "s:b,right,1\ncall MPI_Recv(a, 9, MPI_REAL, left, 1, MPI_COMM_WORLD, st, ierr)", "", "directives need equal lengths"},
	})
}

// TestStaying: calls that directives do not have stay on one side, so their partners stay on the other.
func TestStaying(t *testing.T) {
	other := "recv(a, 10, left) tag(3)"
	for _, c := range []struct{ call, want, reason string }{
		{"MPI_Ssend_init(b, 10, MPI_REAL, right, 1, MPI_COMM_WORLD, r1, ierr)", other, "waits for the receiver"},
		{"MPI_Bsend_init(b, 10, MPI_REAL, right, 1, MPI_COMM_WORLD, r1, ierr)", other, "has no directive"},
		{"MPI_Rsend_init(b, 10, MPI_REAL, right, 1, MPI_COMM_WORLD, r1, ierr)", other, "has no directive"},
		{"MPI_Psend_init(b, 2, 5, MPI_REAL, right, 1, MPI_COMM_WORLD, MPI_INFO_NULL, r1, ierr)", other, "has no directive"},
		{"MPI_Isendrecv(b, 10, MPI_REAL, right, 1, x, 0, MPI_REAL, left, 2, MPI_COMM_WORLD, r1, ierr)", other, "has no directive"},
		{"MPI_Isendrecv_replace(b, 10, MPI_REAL, right, 1, left, 2, MPI_COMM_WORLD, r1, ierr)", other, "the same memory"},
		{"MPI_Newsend(b, right)", "", "is not known"},
	} {
		check(t, []row{{c.call, "call " + c.call + "\nx = 3\nr:a,left,1\nx = 3\nr:a,left,3", c.want, c.reason}})
	}
}

// TestTags: a tag in a variable is what it was at the call.
func TestTags(t *testing.T) {
	check(t, []row{
		{"set before each", "m = 1\nR:a,left,m,r1\nm = 2\nS:b,right,m,r2\nm = 3\nW:r1\nW:r2", "recv(a, 10, left) tag(1) | send(b, 10, right) tag(2)", ""},
		{"work between", "m = 1\nx = 2\nR:a,left,m,r1\nm = 2\nS:b,right,m,r2\nW:r1\nW:r2", "recv(a, 10, left) tag(1) | send(b, 10, right) tag(2)", ""},
		{"set in a branch", "if (yes) m = 1\nR:a,left,m,r1\nm = 2\nS:b,right,m,r2\nW:r1\nW:r2", "", "may change m"},
		{"read", "m = 1\nread(*,*) m\nR:a,left,m,r1\nm = 2\nS:b,right,m,r2\nW:r1\nW:r2", "", "may change m"},
		{"a jump between", "m = 1\n10 continue\nR:a,left,m,r1\nm = 2\nS:b,right,m,r2\nW:r1\nW:r2\nif (yes) goto 10", "", "may change m"},
		{"not a number", "m = n\nR:a,left,m,r1\nm = 2\nS:b,right,m,r2\nW:r1\nW:r2", "", "may change m"},
	})
}

// TestForeign: calls that have no directive.
func TestForeign(t *testing.T) {
	post := "R:a,left,1,r1\nS:b,right,1,r2\n"
	check(t, []row{
		{"any tag", "call MPI_Recv(a, 10, MPI_REAL, left, MPI_ANY_TAG, MPI_COMM_WORLD, st, ierr)", "", "the tag is MPI_ANY_TAG"},
		{"a test", post + "call MPI_Test(r1, yes, MPI_STATUS_IGNORE, ierr)\nW:r1\nW:r2", "", "MPI_Test has no directive"},
		{"waitany", "R:a,left,1,req(1)\nS:b,right,1,req(2)\ncall MPI_Waitany(2, req, m, st, ierr)", "", "depends on the order of arrival"},
		{"probe", "call MPI_Probe(left, 1, MPI_COMM_WORLD, st, ierr)", "", "what comes is not known before"},
		{"in place", "call MPI_Send(MPI_BOTTOM, 10, MPI_REAL, left, 1, MPI_COMM_WORLD, ierr)", "", "the buffer is MPI_BOTTOM"},
		{"to itself", "call MPI_Send(a, 10, MPI_REAL, left, 1, MPI_COMM_SELF, ierr)", "", "the communicator is MPI_COMM_SELF"},
		{"a status that is used", "call MPI_Sendrecv(b, 10, MPI_REAL, right, 1, a, 10, MPI_REAL, left, 1, MPI_COMM_WORLD, st, ierr)\nm = st(MPI_SOURCE)", "", "status"},
	})
}

// TestChecks: what rests on another file is said.
func TestChecks(t *testing.T) {
	found := find(head + short("s:b,right,1") + "end program\n")
	if len(found.Exchanges) != 1 || len(found.Exchanges[0].Checks) != 1 || !strings.Contains(found.Exchanges[0].Checks[0], "no receive with its tag") {
		t.Errorf("%+v", found.Exchanges)
	}
	found = find(head + short("r:b,right,1") + "end program\n")
	if len(found.Exchanges) != 1 || len(found.Exchanges[0].Checks) != 1 || !strings.Contains(found.Exchanges[0].Checks[0], "no send with its tag") {
		t.Errorf("%+v", found.Exchanges)
	}
}

// TestSizes: what is sent and received is compared element by element, whatever type says how many there are.
func TestSizes(t *testing.T) {
	const head = `program p
use mpi
integer, parameter :: n = 4, m = 5
real :: u(0:n+1,0:m+1), v(6), w(6)
integer :: row, col, left, right, k, ierr
read(*,*) k
call MPI_Type_vector(m, 1, n+2, MPI_REAL, row, ierr)
call MPI_Type_contiguous(n, MPI_REAL, col, ierr)
`
	for _, c := range []struct{ name, send, recv, why string }{
		{"the same", "u(1,1), 1, row", "u(0,1), 1, row", ""},
		{"two types", "u(1,1), 1, row", "u(1,0), 1, col", "4 elements are received where another number is sent"},
		{"a vector and elements", "u(1,1), 1, row", "v, 5, MPI_REAL", ""},
		{"elements and a vector", "v, 4, MPI_REAL", "u(0,1), 1, row", "5 elements are received where another number is sent"},
		{"a type and a count", "v, n, MPI_REAL", "u(1,0), 1, col", ""},
		{"a number that is not known", "v, k, MPI_REAL", "u(1,0), 1, col", "check"},
		{"made differently", "v, k + k, MPI_REAL", "w, 2*k, MPI_REAL", ""},
	} {
		found := find(head + "call MPI_Send(" + c.send + ", right, 1, MPI_COMM_WORLD, ierr)\ncall MPI_Recv(" + c.recv + ", left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)\nend program\n")
		said, why := said(found)
		for _, x := range found.Exchanges {
			for _, text := range x.Checks {
				if strings.Contains(text, "sends as many elements") {
					why = "check"
				}
			}
		}
		if c.why == "" != (why == "") || !strings.Contains(why, c.why) {
			t.Errorf("%s: %s because %q, want %q", c.name, said, why, c.why)
		}
	}
	other := find(strings.Replace(head, "program p", "subroutine s(j)", 1)+"call MPI_Send(v, j, MPI_REAL, 1, 1, MPI_COMM_WORLD, ierr)\nend subroutine\n",
		strings.Replace(head, "program p", "subroutine t(j)", 1)+"call MPI_Recv(v, j, MPI_REAL, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)\nend subroutine\n")
	if n := len(other.Exchanges); n != 2 || len(other.Exchanges[1].Checks) == 0 {
		t.Errorf("two variables of one name are one: %+v", other.Exchanges)
	}
}

// TestEnds: the ends of an array are apart if the numbers say so, else that is to be checked.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		set, n, send, recv string
		exchanges, checks  int
	}{
		{"k = 5", "2", "u(1,k)", "u(1,0)", 1, 0},
		{"k = 1", "2", "u(1,k)", "u(1,1)", 2, 0},
		{"k = 1", "6", "u(1,1)", "u(1,k-1)", 1, 0},
		{"k = 1", "7", "u(1,1)", "u(1,k-1)", 2, 0},
		{"k = 1", "m", "u(1,1)", "u(1,k-1)", 1, 1},
		{"read(*,*) k", "2", "u(1,k)", "u(1,0)", 1, 1},
	} {
		text := "program p\nuse mpi\nreal :: u(6,0:7)\ninteger :: k, m, left, right, ierr\nread(*,*) m\n" + c.set +
			"\ncall MPI_Recv(" + c.recv + ", " + c.n + ", MPI_REAL, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)\n" +
			"call MPI_Send(" + c.send + ", " + c.n + ", MPI_REAL, left, 1, MPI_COMM_WORLD, ierr)\nend program\n"
		found := find(text)
		if len(found.Exchanges) != c.exchanges || len(found.Exchanges) > 0 && len(found.Exchanges[0].Checks) != c.checks {
			got, why := said(found)
			t.Errorf("%s, %s: %s because %q, checks %q", c.set, c.n, got, why, found.Exchanges[0].Checks)
		}
	}
}

// TestChained: where other ranks do it the other way round, the user is asked whether it was a barrier.
func TestChained(t *testing.T) {
	for stmts, want := range map[string]int{
		"if (rank == 0) then\ns:b,right,1\nr:a,left,1\nelse\nr:a,left,1\ns:b,right,1\nend if": 1,
		"if (rank == 0) then\ns:b,right,1\nr:a,right,1\nelse\nr:a,left,1\ns:b,left,1\nend if": 0,
	} {
		found := find(head + short(stmts) + "end program\n")
		if len(found.Exchanges) != 1 || len(found.Exchanges[0].Checks) != want {
			t.Errorf("%s: %+v", stmts, found.Exchanges)
		}
	}
}

// TestGone: all statements of the calls go, and an IF of which nothing is left.
func TestGone(t *testing.T) {
	for _, c := range []struct {
		stmts string
		lines int
	}{
		{"R:a,left,1,r1\nS:b,right,1,r2\nx = 3\nW:r1\nW:r2", 4},
		{"if (yes) then\nR:a,left,1,r1\nelse\nR:a,left,1,r1\nend if\nS:b,right,1,r2\nW:r1\nW:r2", 8},
		{"n = 0\nn = n + 1\nR:a,left,1,req(n)\nn = n + 1\nS:b,right,1,req(n)\nA:n", 6},
		{"n = 0\nn = n + 1\nR:a,left,1,req(n)\nn = n + 1\nS:b,right,1,req(n)\nA:n\nprint *, n", 3},
	} {
		found := find(head + short(c.stmts) + "end program\n")
		if len(found.Exchanges) != 1 || len(found.Exchanges[0].Gone) != c.lines {
			t.Errorf("%s: %+v", c.stmts, found.Exchanges)
		}
	}
}
