package match_test

import (
	"strings"
	"testing"
)

// TestAny: a loop that waits for any of n requests, n times, waits for all of them.
func TestAny(t *testing.T) {
	const counted = "n = 0\nn = n + 1\nR:a,left,1,req(n)\nn = n + 1\nS:b,right,1,req(n)\n"
	const each = "do i = 1, n\ncall MPI_Waitany(n, req, m, MPI_STATUS_IGNORE, ierr)\nx = m\nend do"
	const post = "R:a,left,1,req(1)\nS:b,right,1,req(2)\n"
	loop := func(to, count, in string) string {
		return post + "do i = 1, " + to + "\ncall MPI_Waitany(" + count + ", req, m, st, ierr)" + in + "\nend do"
	}
	check(t, []row{
		{"all", loop("2", "2", ""), pair, ""},
		{"all by a counter", "n = 0\nn = n + 1\nR:a,left,1,req(n)\nn = n + 1\nS:b,right,1,req(n)\ndo i = 1, n\ncall MPI_Waitany(n, req, m, MPI_STATUS_IGNORE, ierr)\nend do", pair, ""},
		{"from 0 on", strings.Replace(loop("2", "2", ""), "1, 2", "0, 1", 1), pair, ""},
		{"down", strings.Replace(loop("2", "2", ""), "1, 2", "2, 1, -1", 1), pair, ""},
		{"up to a sum", post + "R:c,left,2,req(3)\nm = 2\ndo i = 1, 2 + 1\ncall MPI_Waitany(3, req, k, st, ierr)\nend do", pair + " | recv(c, 10, left) tag(2)", ""},
		{"too few", loop("1", "2", ""), "", "depends on the order of arrival"},
		{"more than these", loop("3", "2", ""), "", "depends on the order of arrival"},
		{"too few from 0 on", strings.Replace(loop("2", "2", ""), "1, 2", "0, 2", 1), "", "depends on the order of arrival"},
		{"with a step", strings.Replace(loop("2", "2", ""), "1, 2", "1, 2, 2", 1), "", "depends on the order of arrival"},
		{"its status is asked", loop("2", "2", "") + "\nprint *, st", "", "the status st is used"},
		{"a loop that is left", loop("2", "2", "\nif (yes) exit"), "", "may go elsewhere"},
		{"a loop that is left before", post + "do i = 1, 2\nif (yes) exit\ncall MPI_Waitany(2, req, m, st, ierr)\nend do", "", "which holds calls"},

		// Until there is none.
		{"until there is none", post + "do\ncall MPI_Waitany(2, req, m, st, ierr)\nif (m == MPI_UNDEFINED) exit\nend do", pair, ""},
		{"at most n times", loop("2", "2", "\nif (MPI_UNDEFINED == m) exit"), pair, ""},
		{"until there is one", post + "do\ncall MPI_Waitany(2, req, m, st, ierr)\nif (m /= MPI_UNDEFINED) exit\nend do", "", "depends on the order of arrival"},
		{"until it is another one", post + "do\ncall MPI_Waitany(2, req, m, st, ierr)\nif (m == 2) exit\nend do", "", "depends on the order of arrival"},
		{"without end", post + "do\ncall MPI_Waitany(2, req, m, st, ierr)\nend do", "", "depends on the order of arrival"},
		{"until there is none, and work", post + "do\ncall MPI_Waitany(2, req, m, st, ierr)\nif (m == MPI_UNDEFINED) exit\nif (m == 1) x = a(1)\nend do", pair, ""},
		{"and the number is used behind", post + "do\ncall MPI_Waitany(2, req, m, st, ierr)\nif (m == MPI_UNDEFINED) exit\nif (m == 1) x = a(1)\nend do\nprint *, m", "", "depends on the order of arrival"},
		{"and the number is set", post + "do\ncall MPI_Waitany(2, req, m, st, ierr)\nif (m == MPI_UNDEFINED) exit\nm = 3\nend do", "", "depends on the order of arrival"},
		{"in a loop with a name", post + "l: do\ncall MPI_Waitany(2, req, m, st, ierr)\nif (m == MPI_UNDEFINED) exit l\nx = m\nend do l", "", "depends on the order of arrival"},

		// While some are left.
		{"while some are left", post + "n = 2\ndo while (n > 0)\ncall MPI_Waitany(2, req, m, st, ierr)\nx = a(m)\nn = n - 1\nend do", pair, ""},
		{"while fewer are left", post + "n = 1\ndo while (n > 0)\ncall MPI_Waitany(2, req, m, st, ierr)\nx = a(m)\nn = n - 1\nend do", "", "depends on the order of arrival"},
		{"while more than one is left", post + "n = 2\ndo while (n > 1)\ncall MPI_Waitany(2, req, m, st, ierr)\nx = a(m)\nn = n - 1\nend do", "", "depends on the order of arrival"},
		{"while some are left, by two", post + "n = 2\ndo while (n > 0)\ncall MPI_Waitany(2, req, m, st, ierr)\nx = a(m)\nn = n - 2\nend do", "", "depends on the order of arrival"},
		{"while some are left, now and then", post + "n = 2\ndo while (n > 0)\ncall MPI_Waitany(2, req, m, st, ierr)\nif (m == 1) n = n - 1\nn = n - 1\nend do", "", "depends on the order of arrival"},
		{"while some are left, changed before", post + "n = 2\nif (yes) n = 1\ndo while (n > 0)\ncall MPI_Waitany(2, req, m, st, ierr)\nx = a(m)\nn = n - 1\nend do", "", "depends on the order of arrival"},

		// Which one it was.
		{"which one is asked", loop("2", "2", "\nx = a(m)"), pair, ""},
		{"which one it was", loop("2", "2", "") + "\nx = m", pair, ""},
		{"in a SELECT", loop("2", "2", "\nselect case (m)\ncase (1)\nx = a(1)\ncase (2)\nb(1) = 3\nend select"), pair, ""},
		{"and it is printed", loop("2", "2", "\nprint *, m"), "", "is seen from outside"},
		{"and sent on", loop("2", "2", "\nif (m == 1) then\nS:a,right,2,r3\nW:r3\nend if"), "", "depends on the order of arrival"},
		{"and a barrier", loop("2", "2", "\ncall MPI_Barrier(MPI_COMM_WORLD, ierr)"), "", "may wait for another rank"},
		{"a part of them", post + "R:c,left,2,req(3)\ndo i = 1, 2\ncall MPI_Waitany(2, req, m, st, ierr)\nx = m\nend do\nW:req(3)", pair + " | recv(c, 10, left) tag(2)", ""},
		{"some of them not posted", "R:a,left,1,req(1)\nif (yes) S:b,right,1,req(2)\nif (.not. yes) req(2) = MPI_REQUEST_NULL\ndo i = 1, 2\ncall MPI_Waitany(2, req, m, st, ierr)\nx = m\nend do", "", "that all requests which it counts are under way is not seen"},
		{"some of them waited for", post + "W:req(1)\ndo i = 1, 2\ncall MPI_Waitany(2, req, m, st, ierr)\nx = m\nend do", "", "that all requests which it counts are under way is not seen"},
		{"fewer than it counts", post + "do i = 1, 3\ncall MPI_Waitany(3, req, m, st, ierr)\nx = m\nend do", "", "that all requests which it counts are under way is not seen"},
		{"not from the first on", "R:a,left,1,req(2)\nS:b,right,1,req(3)\ndo i = 1, 2\ncall MPI_Waitany(2, req(2), m, st, ierr)\nx = m\nend do", "", "that all requests which it counts are under way is not seen"},
		{"counted ones", "n = 0\nif (yes) then\nn = n + 1\nR:a,left,1,req(n)\nend if\nn = n + 1\nS:b,right,1,req(n)\ndo i = 1, n\ncall MPI_Waitany(n, req, m, st, ierr)\nx = m\nend do", "recv(a, 10, left) tag(1) if(yes) | send(b, 10, right) tag(1)", ""},
		{"counted ones with a hole", "n = 0\nn = n + 1\nR:a,left,1,req(n)\nn = n + 2\nS:b,right,1,req(n)\ndo i = 1, n\ncall MPI_Waitany(n, req, m, st, ierr)\nx = m\nend do", "", "that all requests which it counts are under way is not seen"},
		{"counted ones, one waited for by its number", counted + "W:req(1)\n" + each, "", "that all requests which it counts are under way is not seen"},
		{"counted ones waited for before", "R:c,left,2,r3\n" + counted + "A:n\n" + each + "\nW:r3", "", "that all requests which it counts are under way is not seen"},
		{"counted ones and another one", "R:c,left,2,r3\n" + counted + "W:r3\n" + each, "recv(c, 10, left) tag(2) | " + pair, ""},
		{"one waited for by a number that is not known", post + "W:req(k)\n" + strings.NewReplacer("i = 1, n", "i = 1, 2", "(n,", "(2,").Replace(each), "", "is not seen"},
		{"under a condition that changes", "R:c,left,2,r3\n" + strings.Replace(counted, "n = n + 1\nR:", "if (yes) n = n + 1\nyes = .false.\nif (yes) R:", 1) + each + "\nW:r3", "", "that all requests which it counts are under way is not seen"},
		{"while some are left, received before", post + "n = 2\ncall MPI_Recv(n, 1, MPI_INTEGER, left, 3, MPI_COMM_WORLD, st, ierr)\ndo while (n > 0)\ncall MPI_Waitany(2, req, m, st, ierr)\nx = a(m)\nn = n - 1\nend do", "", "depends on the order of arrival"},
		{"of an array that begins at 0", "integer :: low(0:3)\n" + strings.ReplaceAll(post, "req", "low") + "do i = 1, 2\ncall MPI_Waitany(2, low, m, MPI_STATUS_IGNORE, ierr)\nx = m\nend do", "", "is not seen"},
		{"and its number is a peer behind", "R:c,left,2,r3\n" + loop("2", "2", "") + "\nS:c,m,3,r4\nW:r4\nW:r3", "", "may change m"},
		{"and the variable of the loop is a peer behind", "R:c,left,2,r3\n" + loop("2", "2", "") + "\nS:c,i,3,r4\nW:r4\nW:r3", "", "may change i"},
		{"whose count is long", post + "do\ncall MPI_Waitany(2+0*(n+m+k+i)-0*(nbr(1)+nbr(2)+nbr(3)+nbr(4))+0*left, req, m, st, ierr)\nif (m == MPI_UNDEFINED) exit\nif (m == 1) x = a(1)\nend do", "", "depends on the order of arrival"},
		{"counted from somewhere", "n = 1\nif (yes) n = 0\nn = n + 1\nR:a,left,1,req(n)\ndo i = 1, n\ncall MPI_Waitany(n, req, m, st, ierr)\nx = m\nend do", "", "has a subscript whose value is not followed"},
		{"the count changes", "n = 0\nn = n + 1\nR:a,left,1,req(n)\ndo i = 1, n\ncall MPI_Waitany(n, req, m, st, ierr)\nn = m\nend do", "", "depends on the order of arrival"},
	})
}
