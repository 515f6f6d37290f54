package match_test

import (
	"strings"
	"testing"
)

// TestSpin: a loop that only asks whether messages are complete, until they are, waits for them.
func TestSpin(t *testing.T) {
	const post = "R:a,left,1,req(1)\nS:b,right,1,req(2)\n"
	const test = "call MPI_Testall(2, req, yes, MPI_STATUSES_IGNORE, ierr)\n"
	const while = "do while (.not. yes)\n" + test + "end do"
	check(t, []row{
		{"while it is not", "yes = .false.\n" + post + while, pair, ""},
		{"behind the posts", post + "yes = .false.\n" + while, pair, ""},
		{"with other work between", "yes = .false.\n" + post + "x = 3\n" + while, pair, ""},
		{"until it is", post + "do\n" + test + "if (yes) exit\nend do", pair, ""},
		{"one by one", "R:a,left,1,r1\nS:b,right,1,r2\ndo\ncall MPI_Test(r1, yes, MPI_STATUS_IGNORE, ierr)\nif (yes) exit\nend do\nW:r2", pair, ""},
		{"one of two", "R:a,left,1,r1\nS:b,right,1,r2\ndo\ncall MPI_Test(r1, yes, MPI_STATUS_IGNORE, ierr)\nif (yes) exit\nend do", "", "is not waited for"},
		{"in a time loop", "do k = 1, n\nyes = .false.\n" + post + while + "\nx = x + a(1)\nend do", pair, ""},
		{"the flag is not set before", post + while, "", "which holds calls"},
		{"the flag is set to something else", "yes = .true.\n" + post + while, "", "which holds calls"},
		{"the flag is set under a condition", "if (n > 3) yes = .false.\n" + post + while, "", "which holds calls"},
		{"the flag is set by another call", "yes = .false.\ncall MPI_Test(r3, yes, MPI_STATUS_IGNORE, ierr)\n" + post + while, "", "MPI_Test has no directive"},
		{"the flag is received", "yes = .false.\ncall MPI_Recv(yes, 1, MPI_LOGICAL, left, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)\n" + post + while, "recv(yes, left) tag(9)", "which holds calls"},
		{"a jump to the loop", "yes = .false.\n" + post + "10 " + while + "\nif (n > 3) goto 10", "", "which holds calls"},
		{"while it is", "yes = .false.\n" + post + "do while (yes)\n" + test + "end do", "", "which holds calls"},
		{"until another flag", "yes = .false.\n" + post + "do while (n == 3)\n" + test + "end do", "", "which holds calls"},
		{"until it is not", post + "do\n" + test + "if (.not. yes) exit\nend do", "", "which holds calls"},
		{"left by something else", post + "do\n" + test + "if (n > 3) exit\nend do", "", "which holds calls"},
		{"with work", "yes = .false.\n" + post + "do while (.not. yes)\n" + test + "x = x + 1\nend do", "", "which holds calls"},
		{"with work before", "yes = .false.\n" + post + "do while (.not. yes)\nx = x + 1\n" + test + "end do", "", "which holds calls"},
		{"a number of times", post + "do k = 1, n\n" + test + "if (yes) exit\nend do", "", "which holds calls"},
		{"under a condition", "yes = .false.\n" + post + "if (n > 3) then\nyes = .false.\n" + while + "\nend if\nA:2", "", "which holds calls"},
		{"the status is asked", "yes = .false.\n" + "R:a,left,1,r1\ndo\ncall MPI_Test(r1, yes, st, ierr)\nif (yes) exit\nend do\nprint *, st", "", "the status st is used"},
		{"the flag is a peer's condition behind", "R:c,left,2,r3\nyes = .false.\n" + post + while + "\nif (yes) S:c,right,2,r4\nif (yes) W:r4\nW:r3", "", "may change yes"},
	})
}

// TestOutputs: what a call that stays gives a value is not what it was before.
func TestOutputs(t *testing.T) {
	for _, c := range []struct{ stmt, want string }{
		{"call MPI_Waitany(2, more, m, st, ierr)", "send(b, 10, right) tag(m)"},
		{"call MPI_Test(r3, yes, st, ierr)", "send(b, 10, right) tag(2)"},
	} {
		text := strings.NewReplacer("program p", "subroutine s", "end program", "end subroutine").Replace(head + "m = 1\nm = 2\n" + c.stmt + "\n" + short("s:b,right,m") + "end program\n")
		if got, _ := said(find(text)); got != c.want {
			t.Errorf("%s: %s, want %s", c.stmt, got, c.want)
		}
	}
}
