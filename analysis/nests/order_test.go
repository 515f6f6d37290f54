package nests_test

import "testing"

// Arrays: boxes may run in any order if no iteration touches what another one
// writes; what is not known to be apart counts as the same.
func TestArrays(t *testing.T) {
	check(t, []row{
		{name: "other array", body: over("v(i,j) = u(i,j-1) + u(i,j+1)"), want: "j any final:i"},
		{name: "in place", body: over("u(i,j) = 2*u(i,j)"), want: "j any final:i"},
		{name: "from the iteration before", body: over("u(i,j) = u(i,j-1)"), want: "j in order carried:u final:i"},
		{name: "from the iteration after", body: over("u(i,j) = u(i,j+1)"), want: "j in order carried:u final:i"},
		{name: "along the inner loop", body: over("u(i,j) = u(i-1,j)"), want: "j any final:i"},
		{name: "one element by all", body: over("w(3) = u(i,j)"), want: "j in order carried:w final:i"},
		{name: "reads one element, writes another", body: "do j = 4, m\n w(j) = w(3)\nend do", want: "j any grid tried"},
		{name: "reads one element that it also writes", body: "do j = 3, m\n w(j) = w(3) + 1\nend do", want: "j in order carried:w grid tried"},
		{name: "odd and even", body: "do j = 1, m, 2\n do i = 1, n\n  u(i,j) = u(i,j+1)\n end do\nend do", want: "j any final:i"},
		{name: "interleaved", body: over("v(i,2*j) = v(i,2*j+1)"), want: "j any final:i"},
		{name: "reversed", body: over("u(i,j) = u(i,m-j)"), want: "j in order carried:u final:i"},
		{name: "vector subscript on the left", body: over("v(i,idx(j)) = u(i,j)"), want: "j in order carried:v final:i"},
		{name: "vector subscript on the right", body: over("v(i,j) = u(i,idx(j))"), want: "j any final:i"},
		{name: "equivalenced arrays", body: over("e1(i,j) = e2(i,j-1)"), want: "j in order aliased:e2 final:i"},
		{name: "equivalenced, read only", body: over("v(i,j) = e1(i,j) + e2(i,j)"), want: "j any final:i"},
		{name: "two pointers", body: over("p(i,j) = q(i,j-1)"), want: "j any final:i apart:q,p"},
		{name: "pointer and target", body: over("p(i,j) = tgt(i,j)"), want: "j any final:i apart:tgt,p"},
		{name: "pointer and no target", body: over("p(i,j) = u(i,j)"), want: "j any final:i"},
		{name: "two pointers that are read", body: over("v(i,j) = p(i,j) + q(i,j)"), want: "j any final:i"},
		{name: "pointer set in the nest", body: over("p => q\np(i,j) = 1"), want: "j in order allocates carried:p carried:p final:i apart:q,p"},
		{name: "allocated in the nest", body: "do j = 1, m\n allocate (al(9,9))\n v(1,j) = al(1,1)\n deallocate (al)\nend do", want: "j in order allocates carried:al carried:al carried:al carried:al grid tried"},
		{name: "allocatable that keeps its shape", body: over("al(i,j) = u(i,j)"), want: "j any final:i"},
		{name: "shape by assignment", body: "do j = 1, m\n al = u\nend do", want: "j in order allocates carried:al"},
		{name: "component", body: over("k1%d(i,j) = k2%d(i,j-1)"), want: "j any final:i"},
		{name: "the same component", body: over("k1%d(i,j) = k1%d(i,j-1)"), want: "j in order carried:k1%d final:i"},
		{name: "elements of an array of cells", body: "do j = 1, 4\n do i = 1, n\n  ks(j)%d(i,1) = ks(j)%d(i,2)\n end do\nend do", want: "j any final:i"},
		{name: "pointer components of cells that change", body: "do j = 1, 4\n do i = 1, n\n  ks(j)%b(i,1) = 1\n end do\nend do", want: "j in order carried:ks%b final:i"},
		{name: "three dimensions", body: "do k = 1, m\n do j = 1, m\n  do i = 1, n\n   y3(i,j,k) = x3(i,j,k-1)\n  end do\n end do\nend do", want: "k j any final:i"},
		{name: "the second loop is carried", body: "do k = 1, m\n do j = 1, m\n  do i = 1, n\n   y3(i,j,k) = y3(i,j-1,k)\n  end do\n end do\nend do", want: "k any final:j final:i"},
		{name: "triangle", body: "do k = 1, m\n do j = 1, k\n  do i = 1, n\n   y3(i,j,k) = 0\n  end do\n end do\nend do", want: "k in order live-out:i final:j"},
		{name: "triangle, nobody reads i", body: "do k = 1, m\n do j = 1, k\n  do i = 1, n\n   y3(i,j,k) = 0\n  end do\n end do\nend do",
			want: "k any final:j dead:i", opts: opts{dead: "i"}},
	})
}

// Scalars: private ones get the value of the last iteration, sums that do not
// depend on the order are reduced, everything else keeps the order.
func TestScalars(t *testing.T) {
	check(t, []row{
		{name: "private", body: over("t = u(i,j)\nv(i,j) = t*t"), want: "j any final:i final:t"},
		{name: "part of a number", body: over("cz%re = u(i,j)\nv(i,j) = aimag(cz)\ncz%im = 1"), want: "j in order exposed:cz final:i"},
		{name: "part by another name", body: over("associate (q => cz%re)\nq = u(i,j)\nend associate\nv(i,j) = aimag(cz)"), want: "j in order exposed:cz final:i final:q"},
		{name: "substring", body: over("word(1:2) = 'ab'\nif (word == 'abcd') v(i,j) = 1"), want: "j in order exposed:word final:i"},
		{name: "substring by another name", body: over("associate (q => word(1:2))\nq = 'ab'\nend associate\nif (word == 'abcd') v(i,j) = 1"), want: "j in order exposed:word final:i final:q"},
		{name: "all of it by another name", body: over("associate (q => t)\nq = u(i,j)\nend associate\nv(i,j) = t"), want: "j in order exposed:t final:i final:q"},
		{name: "one name for two selectors", body: "do j = 1, m\n associate (q => lo)\n  w(j+q) = 1\n end associate\n associate (q => hi)\n  z(j) = w(j+q)\n end associate\nend do", want: "j in order carried:w carried:w final:q final:q grid tried"},
		{name: "read first", body: over("v(i,j) = t\nt = u(i,j)"), want: "j in order exposed:t final:i"},
		{name: "set under a condition, read later", body: over("if (flag) t = u(i,j)"), want: "j in order live-out:t final:i"},
		{name: "set under a condition, dead", body: over("if (flag) t = u(i,j)"), want: "j any final:i dead:t", opts: opts{dead: "t"}},
		{name: "set on both ways", body: over("if (flag) then\nt = 1\nelse\nt = 2\nend if\nv(i,j) = t"), want: "j in order live-out:t final:i"},
		{name: "set on both ways, dead", body: over("if (flag) then\nt = 1\nelse\nt = 2\nend if\nv(i,j) = t"), want: "j any final:i dead:t", opts: opts{dead: "t"}},
		// Either all iterations of j assign t or none does: it has the value of the last one.
		{name: "set in a loop that may make no iteration", body: "do j = 1, m\n do i = 1, n\n  t = u(i,j)\n end do\nend do", want: "j any final:i final:t"},
		// The last iterations of j may assign nothing, and then it has that of another one.
		{name: "set in a loop that gets shorter", body: "do j = 1, m\n do i = j, n\n  t = u(i,j)\n end do\nend do", want: "j in order live-out:t final:i"},
		{name: "set in a loop that gets longer", body: "do j = 1, m\n do i = 1, j\n  t = u(i,j)\n end do\nend do", want: "j in order live-out:t final:i"},
		{name: "set in a loop that makes one", body: "do j = 1, m\n do i = 1, 9\n  t = u(i,j)\n end do\nend do", want: "j any final:i final:t grid tried"},
		{name: "left by the exit of a construct", body: over("a: if (flag) then\nif (u(i,j) > 1) exit a\nt = 1\nend if a\nv(i,j) = t"), want: "j in order jumps:i jumps:t"},
		{name: "local to an inner loop", body: "do j = 1, m\n do concurrent (i = 1:n) local(t)\n  t = u(i,j)\n  v(i,j) = t\n end do\nend do", want: "j any final:i final:t"},
		{name: "local to an inner loop, from the iteration before", body: "do j = 1, m\n do concurrent (i = 1:n) local_init(t)\n  v(i,j) = t\n end do\n t = u(1,j)\nend do", want: "j in order exposed:t final:i"},
		{name: "sum of reals", body: over("s = s + u(i,j)"), want: "j in order exposed:s final:i"},
		{name: "sum of integers", body: over("k = k + idx(i)"), want: "j any final:i reductions:k"},
		{name: "difference of integers", body: over("k = k - idx(i)"), want: "j any final:i reductions:k"},
		{name: "reversed difference", body: over("k = idx(i) - k"), want: "j in order exposed:k final:i"},
		{name: "sum of integers that is used", body: over("k = k + 1\nv(i,j) = k"), want: "j in order exposed:k final:i"},
		{name: "two operators", body: over("k = k + idx(i)\nk = max(k, 3)"), want: "j in order exposed:k final:i"},
		{name: "maximum", body: over("s = max(s, abs(u(i,j)))"), want: "j any final:i reductions:s"},
		{name: "maximum of squares", body: over("s = max(s, u(i,j)**2 + v(i,j)*v(i,j))"), want: "j any final:i reductions:s"},
		{name: "maximum of integers", body: over("k = max(k, idx(i))"), want: "j any final:i reductions:k"},
		// Of -0 and +0 it depends on the order which is kept.
		{name: "maximum of signed numbers", body: over("s = max(s, u(i,j))"), want: "j in order exposed:s final:i"},
		{name: "minimum of signed numbers", body: over("s = min(u(i,j)*v(i,j), s)"), want: "j in order exposed:s final:i"},
		{name: "maximum of odd powers", body: over("s = max(s, u(i,j)**3)"), want: "j in order exposed:s final:i"},
		{name: "and", body: over("flag = flag .and. u(i,j) > 0"), want: "j any final:i reductions:flag"},
		{name: "maximum written out", body: over("if (abs(u(i,j)) > s) s = abs(u(i,j))"), want: "j any final:i reductions:s"},
		{name: "signed maximum written out", body: over("if (u(i,j) > s) s = u(i,j)"), want: "j in order exposed:s final:i"},
		{name: "maximum of integers written out", body: over("if (idx(i) > k) k = idx(i)"), want: "j any final:i reductions:k"},
		{name: "the other way round", body: over("if (s < sqrt(u(i,j)**2)) s = sqrt(u(i,j)**2)"), want: "j any final:i reductions:s"},
		{name: "minimum written out", body: over("if (abs(u(i,j)) <= s) then\ns = abs(u(i,j))\nend if"), want: "j any final:i reductions:s"},
		{name: "maximum with its place", body: over("if (u(i,j) > s) then\ns = u(i,j)\nk = i\nend if"), want: "j in order exposed:s live-out:k final:i"},
		{name: "maximum of something else", body: over("if (u(i,j) > s) s = v(i,j)"), want: "j in order exposed:s final:i"},
		{name: "maximum of itself", body: over("if (s + u(i,j) > s) s = s + u(i,j)"), want: "j in order exposed:s final:i"},
		{name: "maximum with ELSE", body: over("if (u(i,j) > s) then\ns = u(i,j)\nelse\ns = 0\nend if"), want: "j in order exposed:s final:i"},
		{name: "equal is no order", body: over("if (u(i,j) == s) s = u(i,j)"), want: "j in order exposed:s final:i"},
		{name: "flag", body: over("if (u(i,j) > 1) flag = .true."), want: "j any final:i reductions:flag"},
		{name: "flag set twice alike", body: over("if (u(i,j) > 1) flag = .true.\nif (u(i,j) < 0) flag = .true."), want: "j any final:i reductions:flag"},
		{name: "flag set to both", body: over("if (u(i,j) > 1) flag = .true.\nif (u(i,j) < 0) flag = .false."), want: "j in order live-out:flag final:i"},
		{name: "flag that is read", body: over("if (u(i,j) > 1) flag = .true.\nif (flag) v(i,j) = 1"), want: "j in order exposed:flag final:i"},
		{name: "flag of characters", body: over("if (u(i,j) > 1) text(1) = 'x'"), want: "j in order carried:text final:i"},
		{name: "counter as subscript", body: over("k = k + 1\nw(k) = u(i,j)"), want: "j in order exposed:k carried:w final:i"},
		{name: "equivalenced scalars", body: over("d1 = i\nidx(i) = d2"), want: "j in order carried:d1 aliased:d1 carried:idx final:i"},
		{name: "real and imaginary part", body: over("c1(j)%re = u(i,j)"), want: "j any final:i grid tried"},
	})
}

// Procedures that are called in the nest: PURE ones that can see what the nest
// writes, and those with a memory, keep the order.
func TestCalls(t *testing.T) {
	check(t, []row{
		{name: "pure, known", body: over("v(i,j) = smooth(u(i,j), u(i,j+1))"), want: "j any final:i"},
		{name: "pure, of another file", body: over("v(i,j) = foreign(u(i,j))"), want: "j any final:i"},
		{name: "pure, of another file, which may look", body: over("shared(j) = foreign(u(i,j))"), want: "j in order state final:i grid tried"},
		{name: "pure, of another file, and a pointer", body: over("p(i,j) = foreign(u(i,j))"), want: "j in order state final:i"},
		{name: "changes what it gets, in a bound", body: "do j = 1, m\n do i = 1, draws(k)\n  v(i,j) = k\n end do\nend do", want: "j in order exposed:k final:i"},
		{name: "changes what it gets, in a bound, private", body: "do j = 1, m\n k = j\n do i = 1, draws(k)\n  v(i,j) = k\n end do\nend do", want: "j any final:k final:i"},
		{name: "changes what it gets, in a condition", body: over("if (draws(k) > 4) v(i,j) = 1"), want: "j in order exposed:k final:i"},
		{name: "changes a subscript, in a condition", body: over("k = j\nif (draws(k) > 4) v(i,k) = 1"), want: "j in order live-out:k carried:v final:i"},
		{name: "changes a subscript, in the condition of a loop", body: over("k = j\ndo while (draws(k) > 4)\nv(i,k) = 1\nend do"), want: "j in order live-out:k carried:v final:i"},
		{name: "one that counts", body: over("call counts(k)\nv(i,j) = k"), want: "j in order state exposed:k final:i"},
	})
}

// Whether something of a nest is done in all orders by chance of the bounds
// must not matter: a nest that may make no iteration is cut like any other.
func TestZeroTrips(t *testing.T) {
	check(t, []row{
		{name: "constant, none", body: "do j = 5, 1\n w(j) = 1\nend do", want: "j any grid tried"},
		{name: "inner, none", body: "do j = 1, m\n do i = 5, 1\n  t = 1\n end do\nend do", want: "j any final:i final:t grid tried"},
		{name: "bounds set by the nest", body: "do j = 1, m\n do i = 1, k\n  v(i,j) = 1\n end do\n k = k + 1\nend do", want: "j in order exposed:k final:i"},
		{name: "inner variable read before its loop", body: "do j = 1, m\n w(j) = i\n do i = 1, n\n  v(i,j) = 1\n end do\nend do", want: "j in order exposed:i"},
	})
}
