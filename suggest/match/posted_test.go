package match_test

import (
	"strings"
	"testing"
)

// TestPosted: a procedure posts with requests that its caller hands to it. P is that procedure, C a call of it.
func TestPosted(t *testing.T) {
	const (
		plain = `subroutine post(s, r, n, to, st, rt, q1, q2)
use mpi
implicit none
integer :: n, to, st, rt, q1, q2, ierr, peer
real :: s(n), r(n)
peer = to - 1
call MPI_Isend(s, n, MPI_REAL, peer, st, MPI_COMM_WORLD, q1, ierr)
call MPI_Irecv(r, n, MPI_REAL, peer, rt, MPI_COMM_WORLD, q2, ierr)
end subroutine
`
		array = `subroutine post(s, r, n, to, st, rt, q)
use mpi
implicit none
integer :: n, to, st, rt, q(2), ierr
real :: s(n), r(n)
call MPI_Isend(s, n, MPI_REAL, to, st, MPI_COMM_WORLD, q(1), ierr)
call MPI_Irecv(r, n, MPI_REAL, to, rt, MPI_COMM_WORLD, q(2), ierr)
end subroutine
`
		left  = "send(b, 10, left-1) tag(1) | recv(a, 10, left-1) tag(2)"
		two   = "send(b, 10, left-1) tag(1) if(left>0) | recv(a, 10, left-1) tag(2) if(left>0) | send(c, 10, right-1) tag(2) if(right>0) | recv(g%u, 10, right-1) tag(1) if(right>0)"
		calls = "if (left > 0) then\ncall post(b, a, 10, left, 1, 2, req(n+1), req(n+2))\nn = n + 2\nend if\n" +
			"if (right > 0) then\ncall post(c, g%u, 10, right, 2, 1, req(n+1), req(n+2))\nn = n + 2\nend if\n"
		one = "call post(b, a, 10, left, 1, 2, r1, r2)\n"
	)
	with := func(old, new string) string { return strings.Replace(plain, old, new, 1) }
	common := func(nb string) string {
		return strings.Replace(with("to - 1", "nb(1)"), "real ::", "integer :: "+nb+"\ncommon /c/ nb\nreal ::", 1)
	}
	for _, c := range []struct{ name, proc, stmts, want, reason string }{
		{"two calls and a counter", plain, "n = 0\n" + calls + "A:n", two, ""},
		{"the array set before", plain, "req = 0\nn = 0\n" + calls + "A:n", two, ""},
		{"scalars", plain, one + "W:r1\nW:r2", left, ""},
		{"elements", plain, "call post(b, a, 10, left, 1, 2, req(1), req(2))\nA:2", left, ""},
		{"keywords of an interface that is not seen", plain, "call post(b, a, 10, rt=2, st=1, to=left, q2=req(2), q1=req(1))\nA:2", "", "has no name at the call"},
		{"an array of requests", array, "call post(b, a, 10, left, 1, 2, req)\nA:2", "send(b, 10, left) tag(1) | recv(a, 10, left) tag(2)", ""},
		{"a part of an array of requests", array, "call post(b, a, 10, left, 1, 2, req(3))\ncall MPI_Waitall(2, req(3), MPI_STATUSES_IGNORE, ierr)", "send(b, 10, left) tag(1) | recv(a, 10, left) tag(2)", ""},
		{"a counted part of it", array, "n = 0\ncall post(b, a, 10, left, 1, 2, req(n+1))\nn = n + 2\nA:n", "send(b, 10, left) tag(1) | recv(a, 10, left) tag(2)", ""},
		{"an array of requests that begins elsewhere", strings.Replace(array, "q(2)", "q(0:1)", 1), "call post(b, a, 10, left, 1, 2, req)\nA:2", "", "has no name at the call"},
		{"a loop over directions", plain, "do i = 1, 2\ncall post(b, g%u, 10, nbr(i), i, i, req(2*i-1), req(2*i))\nend do\nA:4",
			"send(b, 10, nbr(1)-1) tag(1) | recv(g%u, 10, nbr(1)-1) tag(1) | send(b, 10, nbr(2)-1) tag(2) | recv(g%u, 10, nbr(2)-1) tag(2)", ""},
		{"elements of buffers", plain, "call post(b(3), a(2), 5, left, 1, 2, r1, r2)\nW:r1\nW:r2", "send(b(3), 5, left-1) tag(1) | recv(a(2), 5, left-1) tag(2)", ""},
		{"work between", plain, one + "x = 3\nW:r1\nW:r2", left, ""},
		{"with posts of the caller", plain, "R:c,right,3,r3\nS:c,right,3,r4\n" + one + "W:r1\nW:r2\nW:r3\nW:r4", "recv(c, 10, right) tag(3) | send(c, 10, right) tag(3) | " + left, ""},

		// A request that is overwritten.
		{"the counter stands still", plain, "n = 0\n" + strings.Replace(calls, "n = n + 2\n", "", 1) + "A:n", "", "two messages may have the request"},
		{"the counter goes on by one", plain, "n = 0\n" + strings.ReplaceAll(calls, "n + 2", "n + 1") + "A:n", "", "two messages may have the request"},
		{"the counter goes on elsewhere", plain, "n = 0\n" + strings.Replace(calls, "n = n + 2\nend if", "end if\nn = n + 2", 1) + "A:n", "", "is not known"},
		{"the counter begins anew", plain, "n = 0\n" + strings.Replace(calls, "if (right", "n = 0\nif (right", 1) + "A:n", "", "is under way"},
		{"the counter is changed", plain, "n = 0\n" + calls + "n = m\nA:n", "", "is under way"},
		{"one request for both", plain, "call post(b, a, 10, left, 1, 2, r1, r1)\nW:r1", "", "is under way already"},
		{"a request is set between", plain, one + "r1 = r3\nW:r1\nW:r2", "", "is under way"},
		{"a request is made a null one", plain, one + "r2 = MPI_REQUEST_NULL\nW:r1\nW:r2", "", "is under way"},
		{"all are set between", plain, "n = 0\n" + calls + "req = 0\nA:n", "", "is under way"},
		{"posted twice", plain, one + strings.Replace(one, "b, a", "c, g%u", 1) + "W:r1\nW:r2", "", "is under way already"},
		{"one is not waited for", plain, "n = 0\n" + calls + "n = n - 2\nA:n", "", "is under way"},
		{"fewer are waited for", plain, "n = 0\n" + calls + "call MPI_Waitall(n-1, req, MPI_STATUSES_IGNORE, ierr)", "", "is not waited for here"},

		// A buffer that is used, or a peer that changes.
		{"what is received is read", plain, one + "x = a(1)\nW:r1\nW:r2", "", "may use a, which is being received"},
		{"what is sent is written", plain, one + "b(1) = 3\nW:r1\nW:r2", "", "may change b, which is being sent"},
		{"the peer changes", plain, one + "left = 3\nW:r1\nW:r2", "", "may change left"},

		// A wait under another condition.
		{"the wait is under a condition", plain, one + "W:r1\nif (yes) W:r2", "", "may not be waited for"},
		{"another condition", plain, "if (left > 0) call post(b, a, 10, left, 1, 2, r1, r2)\nif (right > 0) then\nW:r1\nW:r2\nend if", "", "may not be waited for"},
		{"never", plain, one, "", "is not waited for here"},

		// The procedure does more, or means something else.
		{"it prints", with("peer = to - 1", "peer = to - 1\nprint *, peer"), one + "W:r1\nW:r2", "", "does more at line"},
		{"it writes to what it sends", with("peer = to - 1", "peer = to - 1\ns(1) = 0"), one + "W:r1\nW:r2", "", "does more at line"},
		{"its peer has two values", with("call MPI_Irecv", "peer = to + 1\ncall MPI_Irecv"), one + "W:r1\nW:r2", "", "does more at line"},
		{"its peer has a kind of its own", with("to - 1", "to - 1_ik"), one + "W:r1\nW:r2", "", "has no name at the call"},
		{"its peer has a kind", with("to - 1", "to - 1_4"), one + "W:r1\nW:r2", strings.ReplaceAll(left, "-1", "-1_4"), ""},
		{"its peer is kept", with("peer\n", "peer\nsave peer\n"), one + "W:r1\nW:r2", "", "does more at line"},
		{"it posts under a condition", with("call MPI_Isend", "if (to > 0) call MPI_Isend"), one + "W:r1\nW:r2", "", "does more at line"},
		{"it waits itself", with("end subroutine", "call MPI_Wait(q1, MPI_STATUS_IGNORE, ierr)\nend subroutine"), one + "W:r2", "", "is not waited for here"},
		{"its peer is its own", with("peer = to - 1\n", ""), one + "W:r1\nW:r2", "", "has no name at the call"},
		{"an argument is optional", with("integer ::", "integer, optional ::"), one + "W:r1\nW:r2", "", "has no name at the call"},
		{"its request is its peer", with("to - 1", "q1"), one + "W:r1\nW:r2", "", "does more at line"},
		{"a label", with("call MPI_Irecv", "10 call MPI_Irecv"), one + "W:r1\nW:r2", "", "label 10"},
		{"the error code is looked at", with("end subroutine", "if (ierr /= 0) stop\nend subroutine"), one + "W:r1\nW:r2", "", "does more at line"},

		{"a variable of a common block", common("nb(4)"), "integer :: nb(4)\ncommon /c/ nb\n" + one + "W:r1\nW:r2", strings.ReplaceAll(left, "left-1", "nb(1)"), ""},
		{"one of another shape", common("nb(0:3)"), "integer :: nb(4)\ncommon /c/ nb\n" + one + "W:r1\nW:r2", "", "has no name at the call"},

		// Who calls it.
		{"two callers", plain, one + "W:r1\nW:r2\n" + one + "W:r1\nW:r2", left + "\n" + left, ""},
		{"two callers, and one does not wait", plain, "if (yes) then\n" + one + "W:r1\nW:r2\nelse\n" + one + "W:r1\nend if\n", "", "post is called at line 17 of a.f90"},
		{"passed on", plain, one + "W:r1\nW:r2\ncall other(post)", "", "who calls it is not seen"},
		{"a request used elsewhere", plain, one + "W:r1\nW:r2\nm = r1", "", "the request r1 is used at line"},
		{"a partner that stays", plain, one + "W:r1\nW:r2\ncall MPI_Ssend(a, 10, MPI_REAL, right, 2, MPI_COMM_WORLD, ierr)", "", "it is of one exchange with MPI_Irecv at b.f90:8"},
		{"another tag stays", plain, one + "W:r1\nW:r2\ncall MPI_Ssend(a, 10, MPI_REAL, right, 3, MPI_COMM_WORLD, ierr)", left, "also waits for the receiver"},
		{"the counter is looked at", plain, "n = 0\n" + calls + "A:n\nprint *, n", two, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := head
			if c.name == "passed on" {
				text = strings.Replace(head, "implicit none\n", "implicit none\nexternal :: post\n", 1)
			}
			got, why := said(find(text+short(c.stmts)+"end program\n", c.proc))
			if got != c.want || c.reason == "" != (why == "") || !strings.Contains(why, c.reason) {
				t.Errorf("%s\ngot %s\nbecause %q; want\n%s\nbecause %q", c.stmts, got, why, c.want, c.reason)
			}
		})
	}
}

// TestPostedModule: procedures of a module see more than their arguments, and are called with interfaces.
func TestPostedModule(t *testing.T) {
	const (
		module = `module posts
use mpi
implicit none
type box
  integer :: filled = 0
  real :: d(10)
end type
integer :: i, nbr(2)
contains
subroutine post(s, r, t, q1, q2)
real :: s(10), r(10)
integer :: t, q1, q2, ierr
call MPI_Isend(s, 10, MPI_REAL, nbr(i), t, MPI_COMM_WORLD, q1, ierr)
call MPI_Irecv(r, 10, MPI_REAL, nbr(i), t, MPI_COMM_WORLD, q2, ierr)
end subroutine
integer function toward(t)
integer, intent(in) :: t
toward = nbr(i) + t
end function
end module
`
		program = `program p
use posts
implicit none
real :: a(10), b(10)
integer :: req(4), r1, r2, ierr
type(box) :: g
STMTS
end program
`
		one  = "call post(a, b, 1, r1, r2)\n"
		wait = "W:r1\nW:r2"
		loop = "do i = 1, 2\ncall post(a, b, i, req(2*i-1), req(2*i))\nend do\nA:4"
		both = "send(a, 10, nbr(1)) tag(1) | recv(b, 10, nbr(1)) tag(1) | send(a, 10, nbr(2)) tag(2) | recv(b, 10, nbr(2)) tag(2)"
	)
	with := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(module) }
	for _, c := range []struct{ name, module, stmts, want, reason string }{
		{"keywords", module, "call post(a, r=b, q2=r2, t=1, q1=r1)\n" + wait, "send(a, 10, nbr(i)) tag(1) | recv(b, 10, nbr(i)) tag(1)", ""},
		{"the variable of a loop", module, loop, both, ""},
		{"the variable of a loop in a function", with("nbr(i), t,", "toward(t), t,"), loop, "", "may look at the variable of the loop"},
		{"a component", with("r(10)\n", "e\ntype(box) :: r\n", "Irecv(r,", "Irecv(r%d,"), strings.Replace(one, " b", " g", 1) + wait, "send(a, 10, nbr(i)) tag(1) | recv(g%d, 10, nbr(i)) tag(1)", ""},
		{"a component of what is set anew", with("r(10)\n", "e\ntype(box), intent(out) :: r\n", "Irecv(r,", "Irecv(r%d,"), strings.Replace(one, " b", " g", 1) + wait, "", "may get another value by the call"},
		{"what is received is INTENT(OUT)", with("real :: s(10), r(10)\n", "real :: s(10)\nreal, intent(out) :: r(10)\n"), one + wait, "send(a, 10, nbr(i)) tag(1) | recv(b, 10, nbr(i)) tag(1)", ""},
		{"for each element", with("subroutine post", "impure elemental subroutine post", "s(10), r(10)", "s, r", "10, MPI_REAL", "1, MPI_REAL"), one + wait, "", "for each element"},
		{"a final procedure", with("real :: d(10)\n", "real :: d(10)\ncontains\nfinal :: ended\n", "q2, ierr\n", "q2, ierr\ntype(box) :: o\n", "end module", "subroutine ended(o)\ntype(box) :: o\nnbr = 0\nend subroutine\nend module"), one + wait, "", "may do more than to be there"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, why := said(find(c.module + strings.Replace(program, "STMTS\n", short(c.stmts), 1)))
			if got != c.want || c.reason == "" != (why == "") || !strings.Contains(why, c.reason) {
				t.Errorf("%s\ngot %s\nbecause %q; want\n%s\nbecause %q", c.stmts, got, why, c.want, c.reason)
			}
		})
	}
}
