package match_test

import (
	"strings"
	"testing"
)

const inits = `call MPI_Recv_init(a, 10, MPI_REAL, left, 1, MPI_COMM_WORLD, req(1), ierr)
call MPI_Send_init(b, 10, MPI_REAL, right, 1, MPI_COMM_WORLD, req(2), ierr)
`

// TestPersistent: a start posts what its request was made for, if that is the same still.
func TestPersistent(t *testing.T) {
	const start = "call MPI_Startall(2, req, ierr)\nA:2\n"
	check(t, []row{
		{"all", inits + start, pair, ""},
		{"one by one", inits + "call MPI_Start(req(2), ierr)\ncall MPI_Start(req(1), ierr)\nW:req(1)\nW:req(2)", "send(b, 10, right) tag(1) | recv(a, 10, left) tag(1)", ""},
		{"a part", inits + "call MPI_Startall(1, req(2), ierr)\nW:req(2)\ncall MPI_Startall(1, req, ierr)\nW:req(1)", "send(b, 10, right) tag(1)\nrecv(a, 10, left) tag(1)", ""},
		{"freed", inits + start + "call MPI_Request_free(req(1), ierr)\ncall MPI_Request_free(req(2), ierr)", pair, ""},
		{"freed under a condition", inits + start + "if (yes) call MPI_Request_free(req(1), ierr)", "", "the request req is used at line 16"},
		{"a peer that changes", "left = 1\n" + inits + start + "left = 3", "", "left may be another one at the start"},
		{"a peer that was set before", "left = 3\nif (yes) left = 4\n" + inits + start, pair, ""},
		{"a peer that is set in a loop", "do i = 1, 2\nleft = i\n" + inits + start + "end do", "", "left may be another one at the start"},
		{"made twice", inits + inits + start, "", "is made at several places"},
		{"more than are made", inits + "call MPI_Startall(3, req, ierr)\nA:3", "", "not all requests that MPI_Startall starts are made"},
		{"how many is not known", inits + "call MPI_Startall(m, req, ierr)\nA:2", "", "how many requests"},
		{"which is not known", "m = i\nm = 2\ncall MPI_Recv_init(a, 10, MPI_REAL, left, 1, MPI_COMM_WORLD, req(m), ierr)\ncall MPI_Start(req(1), ierr)\nW:req(1)", "", "has a subscript whose value is not followed"},
		{"not waited for", inits + "call MPI_Startall(2, req, ierr)\nW:req(1)", "", "is not waited for here"},
		{"an error code that is used", inits + "if (ierr /= 0) stop 1\n" + start, "", "the error code of MPI_Recv_init"},
		{"an error code of the start that is used", inits + "call MPI_Startall(2, req, m)\nn = m\nA:2", "", "the error code m of MPI_Startall is looked at"},
		{"a condition on the start", inits + "if (yes) call MPI_Startall(2, req, ierr)\nif (yes) A:2", "recv(a, 10, left) tag(1) if(yes) | send(b, 10, right) tag(1) if(yes)", ""},
		{"made in a loop", "do i = 1, 2\nnbr(i) = rank + i\nend do\ndo i = 1, 2\ncall MPI_Recv_init(a(5*i), 5, MPI_REAL, nbr(i), i, MPI_COMM_WORLD, req(i), ierr)\nend do\n" + start, "recv(a(5), 5, nbr(1)) tag(1) | recv(a(10), 5, nbr(2)) tag(2)", ""},
		{"made in a loop for more than is started", "do i = 1, 3\ncall MPI_Recv_init(a(i), 1, MPI_REAL, left, i, MPI_COMM_WORLD, req(i), ierr)\nend do\ncall MPI_Startall(2, req, ierr)\nA:2\ncall MPI_Start(req(3), ierr)\nx = a(3)\nW:req(3)", "", "is used at line"},
		{"one that a loop makes again", "do i = 1, 2\ncall MPI_Recv_init(a, 10, MPI_REAL, left, i, MPI_COMM_WORLD, req(1), ierr)\nend do\ncall MPI_Start(req(1), ierr)\nW:req(1)", "", "i may be another one at the start"},
		{"made in a loop that goes on", "do i = 1, m\ncall MPI_Recv_init(a, 10, MPI_REAL, left, i, MPI_COMM_WORLD, req(i), ierr)\nend do\n" + start, "", "has a subscript whose value is not followed"},
		{"a peer that is set behind", "do i = 1, 2\ncall MPI_Recv_init(a(i), 5, MPI_REAL, nbr(i), i, MPI_COMM_WORLD, req(i), ierr)\nnbr(i) = 3\nend do\n" + start, "", "nbr may be another one"},
		{"a request that another one needs", inits + start + "call MPI_Startall(2, req, ierr)\nx = a(1)\nA:2", "", "is used at line 16"},
	})
}

// TestPersistentElsewhere: requests, buffers and peers in procedures.
func TestPersistentElsewhere(t *testing.T) {
	const module = "module g\nuse mpi\nreal :: a(10)\ninteger :: req(1), left\ncontains\nsubroutine setup\ninteger :: e\n@\ncall MPI_Recv_init(a, 10, MPI_REAL, left, 1, MPI_COMM_WORLD, req(1), e)\nend\n" +
		"subroutine go\ninteger :: e\ncall MPI_Startall(1, req, e)\ncall MPI_Waitall(1, req, MPI_STATUSES_IGNORE, e)\nend\nend module\n"
	const main = "program p\nuse g\ncall setup\ncall go\ncall go\nend\n"
	const dummy = "subroutine s(a, left)\nuse mpi\nreal :: a(10)\ninteger, intent(in) :: left\ninteger@ :: req(1), e\ncall MPI_Recv_init(a, 10, MPI_REAL, left, 1, MPI_COMM_WORLD, req(1), e)\n" +
		"call MPI_Startall(1, req, e)\ncall MPI_Waitall(1, req, MPI_STATUSES_IGNORE, e)\nend\n"
	for _, c := range []struct {
		name, text, want string
	}{
		{"in a module", replaceAt(module, "left = 3") + main, "recv(a, 10, left) tag(1)"},
		{"set at several places", replaceAt(module, "left = 3") + "program p\nuse g\ncall setup\ncall go\nleft = 4\ncall go\nend\n", ""},
		{"arguments", replaceAt(dummy, ""), "recv(a, 10, left) tag(1)"},
		{"arguments, and requests that are kept", replaceAt(dummy, ", save"), ""},
	} {
		if got, why := said(find(c.text)); got != c.want {
			t.Errorf("%s: %q, because %q", c.name, got, why)
		}
	}
}

func replaceAt(text, by string) string { return strings.Replace(text, "@", by, 1) }
