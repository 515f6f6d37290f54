package match_test

import "testing"

// TestUnrolledTags: of a call in a loop over directions each iteration is a message with a tag of its own.
func TestUnrolledTags(t *testing.T) {
	const loop = "do i = 1, 2\nS:b,nbr(i),i,req(i)\nend do\nA:2\n"
	const made = "call MPI_Send_init(b, 10, MPI_REAL, left, 1, MPI_COMM_WORLD, req(1), ierr)\ncall MPI_Send_init(c, 10, MPI_REAL, left, 2, MPI_COMM_WORLD, req(2), ierr)\ncall MPI_Startall(2, req, ierr)\nA:2\n"
	check(t, []row{
		{"a call that stays has the tag of a later iteration", loop + "call MPI_Probe(left, 2, MPI_COMM_WORLD, st, ierr)", "", "may be the partner"},
		{"a call that stays has the tag of none", loop + "call MPI_Probe(left, 3, MPI_COMM_WORLD, st, ierr)", "send(b, 10, nbr(1)) tag(1) | send(b, 10, nbr(2)) tag(2)", "what comes is not known before"},
		{"a call that stays has the tag of a later start", made + "call MPI_Probe(left, 2, MPI_COMM_WORLD, st, ierr)", "", "it is of one exchange with"},
	})
}

// TestMadeOfWhatCame: a message that is made of what one before it has received is of another exchange.
func TestMadeOfWhatCame(t *testing.T) {
	const first = "call MPI_Recv(k, 1, MPI_INTEGER, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)\n"
	check(t, []row{
		{"a condition", "if (k == 0) " + first + "if (k /= 0) s:b,left,2", "recv(k, left) tag(1) if(k==0)\nsend(b, 10, left) tag(2) if(k/=0)", ""},
		{"a subscript", first + "call MPI_Send(a(k), 1, MPI_REAL, left, 2, MPI_COMM_WORLD, ierr)", "recv(k, left) tag(1)\nsend(a(k), left) tag(2)", ""},
		{"the end of a section", first + "call MPI_Recv(a(1:k), k, MPI_REAL, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)", "recv(k, left) tag(1)\nrecv(a(1:k), left) tag(2)", ""},
		{"a count", first + "call MPI_Recv(a, k, MPI_REAL, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)", "recv(k, left) tag(1)\nrecv(a, k, left) tag(2)", ""},
		{"nothing", first + "call MPI_Send(a(m), 1, MPI_REAL, left, 2, MPI_COMM_WORLD, ierr)", "recv(k, left) tag(1) | send(a(m), left) tag(2)", ""},
	})
}

// TestSharedLine: directives stand before a line, so no other statement may stand on it before theirs.
func TestSharedLine(t *testing.T) {
	check(t, []row{
		{"behind a condition", "R:a,left,2,r1\nif (m > 0) then\nb = c\ns:b,left,1\nend if; x = 2\nW:r1", "", "before which the directives would stand"},
		{"the next line", "R:a,left,2,r1\nif (m > 0) then\nb = c\ns:b,left,1\nend if\nx = 2\nW:r1", "recv(a, 10, left) tag(2) | send(b, 10, left) tag(1) if(m>0)", ""},
	})
}

// TestParallelLoop: calls of threads stay.
func TestParallelLoop(t *testing.T) {
	const calls = "S:b,left,1,r1\nR:a,left,1,r2\nW:r1\nW:r2\n"
	check(t, []row{
		{"a loop of threads", "!$omp parallel do private(r1, r2)\ndo i = 1, 2\n" + calls + "end do\n!$omp end parallel do", "", "stands in a parallel construct"},
		{"without an end", "!$omp parallel do private(r1, r2)\ndo i = 1, 2\n" + calls + "end do", "", "stands in a parallel construct"},
		{"a loop", "do i = 1, 2\n" + calls + "end do", "send(b, 10, left) tag(1) | recv(a, 10, left) tag(1)", ""},
	})
}
