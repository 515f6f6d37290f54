package nests_test

import "testing"

// lines is a nest over j that goes over lines twice, in the text given.
func lines(first, second string) string {
	return "do j = 2, m\n" + first + "\n" + second + "\nend do"
}

const (
	fill = "do i = 1, n\n w(i) = u(i,j)\nend do"
	use  = "do i = 2, n-1\n v(i,j) = w(i-1) + w(i+1)\nend do"
)

// Work arrays: boxes may run in any order although all iterations write the same
// elements, if each one certainly writes what it reads before it does, and nobody
// reads what the last one leaves.
func TestScratch(t *testing.T) {
	dead := opts{dead: "i k w z e1"}
	check(t, []row{
		{name: "a line", body: lines(fill, use), want: "j any final:i dead:w", opts: dead},
		{name: "read after the nest", body: lines(fill, use), want: "j in order live-out:w final:i"},
		{name: "two lines", body: lines("do i = 1, n\n w(i) = u(i,j)\n z(i) = w(i)\nend do", "do i = 1, n\n v(i,j) = w(i) + z(n+1-i)\nend do"),
			want: "j any final:i dead:w dead:z", opts: dead},
		{name: "planes of lines", body: "do k = 1, m\n do j = 1, m\n  do i = 1, n\n   w(i) = x3(i,j,k)\n  end do\n  do i = 2, n-1\n   y3(i,j,k) = w(i-1)\n  end do\n end do\nend do",
			want: "k j any final:i dead:w", opts: dead},
		{name: "planes", body: "do k = 1, m\n do j = 1, m\n  do i = 1, n\n   v(i,j) = x3(i,j,k)\n  end do\n end do\n do j = 2, m-1\n  do i = 2, n\n   y3(i,j,k) = v(i-1,j+1)\n  end do\n end do\nend do",
			want: "k any final:j final:i dead:v", opts: opts{dead: "i v"}},
		{name: "sections", body: "do j = 1, m\n w(1:n) = u(1:n,j)\n v(2:n,j) = w(1:n-1)\nend do", want: "j any dead:w", opts: dead},
		{name: "backwards", body: lines("do i = n, 1, -1\n w(i) = u(i,j)\nend do", use), want: "j any final:i dead:w", opts: dead},
		{name: "mirrored", body: lines("do i = 1, n\n w(n+1-i) = u(i,j)\nend do", use), want: "j any final:i dead:w", opts: dead},
		{name: "one element", body: over("w(3) = u(i,j)\nv(i,j) = w(3)"), want: "j any final:i dead:w", opts: dead},
		{name: "read under a condition", body: lines(fill, "do i = 1, n\n if (flag) v(i,j) = w(i)\nend do"), want: "j any final:i dead:w", opts: dead},
		{name: "written again under a condition", body: lines(fill+"\nif (flag) w(3) = 1", use), want: "j any final:i dead:w", opts: dead},
		{name: "bounds that depend on the iteration", body: lines("do i = j, n\n w(i) = u(i,j)\nend do", "do i = j+1, n\n v(i,j) = w(i-1)\nend do"),
			want: "j any final:i dead:w", opts: dead},
		{name: "until the smaller bound", body: lines("do i = 1, min(n, m)\n w(i) = u(i,j)\nend do", "do i = 1, min(n, m)\n v(i,j) = w(i)\nend do"),
			want: "j any final:i dead:w", opts: dead},
		{name: "set by a loop that makes iterations", body: lines("do k = 1, 3\n w(5) = u(k,j)\nend do", "v(1,j) = w(5)"), want: "j any final:k dead:w grid tried", opts: dead},
		{name: "all of it", body: lines("w = 0", "do i = 1, n\n w(i) = w(i) + u(i,j)\n v(i,j) = w(n-i)\nend do"), want: "j any final:i dead:w", opts: dead},
		{name: "all of it, with a colon", body: lines("w(:) = 0\n if (flag) w(3) = 1", use), want: "j any final:i dead:w", opts: dead},
		{name: "all of it in a loop", body: lines("do k = 1, 3\n w = u(1:100,k)\nend do", use), want: "j any final:k final:i dead:w", opts: dead},
		// Near misses.
		{name: "all of it in a loop that may make no iteration", body: lines("do k = 1, lo\n w = 0\nend do", use), want: "j in order carried:w carried:w carried:w final:k final:i", opts: dead},
		{name: "all of it under a condition", body: lines("if (flag) w = 0", use), want: "j in order carried:w carried:w carried:w final:i", opts: dead},
		{name: "all of one column", body: "do k = 1, m\n v(:,3) = 1\n do i = 1, n\n  y3(i,1,k) = v(i,2)\n end do\nend do", want: "k in order carried:v final:i", opts: opts{dead: "i v"}},
		{name: "all from an element on", body: lines("w(2:) = 0", use), want: "j in order carried:w carried:w carried:w final:i", opts: dead},
		{name: "all of what a name stands for", body: lines("associate (q => w(1:3))\n q = 0\nend associate", use), want: "j in order carried:w carried:w carried:w carried:w final:q final:i", opts: dead},
		{name: "all of another shape", body: lines("al = u", "do i = 1, n\n v(i,j) = al(i,1)\nend do"), want: "j in order allocates carried:al carried:al final:i", opts: opts{dead: "i al"}},
		{name: "one element short", body: lines("do i = 1, n-1\n w(i) = u(i,j)\nend do", "do i = 2, n\n v(i,j) = w(i)\nend do"), want: "j in order carried:w carried:w final:i", opts: dead},
		{name: "one element late", body: lines("do i = 2, n\n w(i) = u(i,j)\nend do", use), want: "j in order carried:w carried:w carried:w final:i", opts: dead},
		{name: "another bound", body: lines("do i = 1, m\n w(i) = u(i,j)\nend do", use), want: "j in order carried:w carried:w carried:w final:i", opts: dead},
		{name: "every second one", body: lines("do i = 1, n, 2\n w(i) = u(i,j)\nend do", use), want: "j in order carried:w carried:w carried:w final:i", opts: dead},
		{name: "every second section", body: "do j = 1, m\n w(1:n:2) = u(1:n:2,j)\n v(2:n,j) = w(1:n-1)\nend do", want: "j in order carried:w carried:w", opts: dead},
		{name: "backwards every second", body: "do j = 1, m\n w(n:1:-2) = u(1:n:2,j)\n v(2:n,j) = w(1:n-1)\nend do", want: "j in order carried:w carried:w", opts: dead},
		{name: "twice as far", body: lines("do i = 1, n\n w(2*i) = u(i,j)\nend do", use), want: "j in order carried:w carried:w carried:w final:i", opts: dead},
		{name: "diagonal", body: "do k = 1, m\n do i = 1, n\n  v(i,i) = x3(i,1,k)\n end do\n do i = 1, n\n  y3(i,1,k) = v(i,1)\n end do\nend do", want: "k in order carried:v carried:v final:i", opts: opts{dead: "i v"}},
		{name: "written under a condition", body: lines("do i = 1, n\n if (flag) w(i) = u(i,j)\nend do", use), want: "j in order carried:w carried:w carried:w final:i", opts: dead},
		{name: "written in one arm", body: lines("if (flag) then\n"+fill+"\nend if", use), want: "j in order carried:w carried:w carried:w final:i", opts: dead},
		{name: "written where a mask holds", body: "do j = 1, m\n where (u(1:n,j) > 0) w(1:n) = u(1:n,j)\n v(1:n,j) = w(1:n)\nend do", want: "j in order carried:w carried:w", opts: dead},
		{name: "cycled before", body: lines("do i = 1, n\n if (flag) cycle\n w(i) = u(i,j)\nend do", use), want: "j in order carried:w carried:w carried:w final:i", opts: dead},
		{name: "left before the end", body: lines("do i = 1, n\n if (flag) exit\n w(i) = u(i,j)\nend do", use), want: "j in order carried:w carried:w carried:w final:i", opts: dead},
		{name: "jumped over", body: lines("do i = 1, n\n if (flag) goto 5\n w(i) = u(i,j)\n5 continue\nend do", use), want: "j in order jumps:i carried:w carried:w carried:w", opts: dead},
		{name: "read first", body: lines("v(1,j) = w(1)\n"+fill, use), want: "j in order carried:w carried:w carried:w carried:w final:i", opts: dead},
		{name: "read in the same statement", body: lines("do i = 1, n\n w(i) = w(i) + u(i,j)\nend do", use), want: "j in order carried:w carried:w carried:w carried:w final:i", opts: dead},
		{name: "read ahead in the loop that writes", body: lines("do i = 1, n\n w(i) = u(i,j)\n v(i,j) = w(i+1)\nend do", ""), want: "j in order carried:w carried:w final:i", opts: dead},
		{name: "what another iteration of the loop wrote", body: lines("do i = 1, n\n w(i) = u(i,j)\n v(i,j) = w(1)\nend do", ""), want: "j in order carried:w carried:w final:i", opts: dead},
		{name: "loops that may make no iteration", body: lines("do k = 1, n\n w(5) = u(k,j)\nend do", "v(1,j) = w(5)"), want: "j in order carried:w carried:w final:k", opts: dead},
		{name: "a condition that is evaluated again", body: lines("k = 1\ndo while (k < n)\n k = k + 1\n w(5) = u(k,j)\nend do", "v(1,j) = w(5)"), want: "j in order carried:w carried:w final:k", opts: dead},
		{name: "vector subscripts", body: lines("do i = 1, n\n w(idx(i)) = u(i,j)\nend do", use), want: "j in order carried:w carried:w carried:w final:i", opts: dead},
		{name: "all of it by a vector", body: "do j = 1, m\n w(idx) = u(1:100,j)\n v(1:n,j) = w(1:n)\nend do", want: "j in order carried:w carried:w", opts: dead},
		{name: "parts of strings", body: lines("do i = 1, n\n text(i)(1:2) = 'ab'\nend do", "do i = 1, n\n if (text(i) == 'abcd') v(i,j) = 1\nend do"),
			want: "j in order carried:text carried:text final:i", opts: opts{dead: "i text"}},
		{name: "parts of numbers", body: lines("do i = 1, n\n c1(i)%re = u(i,j)\nend do", "do i = 1, n\n v(i,j) = abs(c1(i))\nend do"),
			want: "j in order carried:c1 carried:c1 final:i", opts: opts{dead: "i c1"}},
		{name: "shared storage", body: lines("do i = 1, n\n e1(i,1) = u(i,j)\nend do", "do i = 1, n\n v(i,j) = e1(i,1)\n e2(i,1) = 0\nend do"),
			want: "j in order aliased:e1 aliased:e1 carried:e2 final:i dead:e1", opts: dead},
		{name: "through a pointer", body: lines("do i = 1, n\n p(i,1) = u(i,j)\nend do", "do i = 1, n\n v(i,j) = p(i,1)\nend do"), want: "j in order live-out:p final:i", opts: dead},
		{name: "through a pointer that moves", body: lines("p => q\ndo i = 1, n\n p(i,1) = u(i,j)\nend do", "do i = 1, n\n v(i,j) = p(i,1)\nend do"),
			want: "j in order allocates carried:p carried:p carried:p carried:p final:i apart:q,p", opts: opts{dead: "i p q"}},
		{name: "bound of the second loop", body: "do k = 1, m\n do j = 1, idx(3)\n  do i = 1, n\n   idx(i) = 3\n   v(i,j) = idx(i)\n  end do\n end do\nend do", want: "k in order carried:idx carried:idx carried:idx carried:v final:j dead:i", opts: opts{dead: "i j idx"}},
		{name: "a variable of its own", body: lines("do concurrent (i = 1:n, flag)\n w(i) = u(i,j)\nend do", use), want: "j in order carried:w carried:w carried:w final:i final:i", opts: dead},
		{name: "an index without a mask", body: lines("forall (i = 1:n)\n w(i) = u(i,j)\nend forall", use), want: "j in order carried:w carried:w carried:w final:i final:i", opts: dead},
		{name: "passed to a procedure", body: lines("call foreign2(w)", use), want: "no: call", opts: dead},
		{name: "an index whose statements go one after the other", body: "do concurrent (j = 1:m)\n w(3) = u(1,j)\n v(1,j) = w(3)\nend do", want: "no: in-place", opts: dead},
	})
}
