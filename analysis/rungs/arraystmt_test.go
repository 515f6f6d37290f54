package rungs

import "testing"

// TestArrayStatements: which array assignments and WHEREs can be cut, and why
// others cannot.
func TestArrayStatements(t *testing.T) {
	check(t, []brief{
		{"sections", recvU + "  v(1:n,1:m) = u(0:n-1,1:m) + u(1:n,0:m-1) + u(1:n,2:m+1)\n",
			[]string{"recv .. scheduled lazy", "array statement, dimension 2 any order", "reads u(1:100,<1>:<1>+2)", "not grid64"}},
		{"whole arrays", recvU + "  v = 2*u\n", []string{"recv .. scheduled lazy", "reads u(:,<1>+lbound(u,2,8))"}},
		{"in place", recvU + "  u(1:n,0:m) = 0.5*u(1:n,0:m)\n", []string{"recv .. scheduled", "array statement"}},
		{"in place, whole", recvU + "  u = 0.5*u\n", []string{"recv .. scheduled", "array statement"}},
		{"in place, rows", recvU + "  u(1:n,0:m) = u(0:n-1,0:m)\n", []string{"recv .. scheduled", "array statement"}},
		{"in place, shifted", recvU + busy + "  u(1:n,1:m) = u(1:n,0:m-1)\n", []string{"recv .. before", "in-place: u(1:n,1:m) and u(1:n,0:m-1) may share"}},
		{"divided by an element", recvU + busy + "  u = u/u(1,1)\n", []string{"recv .. before", "in-place:"}},
		{"divided by an element of another array", recvU + "  u = u/v(1,1)\n", []string{"recv .. scheduled"}},
		{"elemental functions", recvU + "  v(1:n,1:m) = merge(sqrt(abs(u(1:n,0:m-1))), real(w(1:n,1:m), kind(s)), u(1:n,1:m) > 0)\n", []string{"recv .. scheduled"}},
		{"sum", recvU + busy + "  v(1:n,1:m) = u(1:n,0:m-1)/sum(w)\n", []string{"recv .. before", "array: sum(w) is not an array"}},
		{"shifted by a function", recvU + busy + "  v(1:n,1:m) = cshift(u(1:n,0:m-1), 1)\n", []string{"recv .. before", "array: cshift"}},
		{"function of the file", recvU + busy + "  v(1:n,1:m) = smooth(u(1:n,0:m-1), u(1:n,1:m))\n", []string{"recv .. before", "array: smooth"}},
		{"vector subscript", recvU + busy + "  v(1:n,1:m) = u(idx(1:n),0:m-1)\n", []string{"recv .. before", "array: u(idx(1:n),0:m-1)"}},
		{"backwards", recvU + "  v(1:n,m:1:-1) = u(1:n,0:m-1)\n", []string{"recv .. scheduled", "reads u(1:100,<1>) exact"}},
		{"every other column", recvU + "  v(1:n,1:m:2) = u(1:n,0:m-1:2)\n", []string{"recv .. scheduled", "reads u(1:100,2*<1>)"}},
		{"unknown step", recvU + busy + "  v(1:n,1:m:k) = u(1:n,0:m-1:k)\n", []string{"recv .. before", "array: v(1:n,1:m:k) has bounds"}},
		{"rows of columns", "!$mdmp recv(u(1:n,0), west)\n  v(1,1:m) = u(1,0:m-1)*2\n", []string{"recv .. scheduled", "grid64"}},
		{"rows are moved", "!$mdmp recv(u(1:n,0), west)\n  v(1,1:m) = u(1,0:m-1)\n", []string{"recv .. scheduled", "not grid64"}},
		{"few rows", recvU + "  v(1:3,1:m) = 2*u(1:3,0:m-1)\n", []string{"recv .. scheduled", "grid64"}},
		{"allocatable", recvU + "  alo = u(1:n,0:m-1)*2\n", []string{"recv .. scheduled", "shape tested"}},
		{"allocatable, section", recvU + "  alo(:,:) = u(1:n,0:m-1)*2\n", []string{"recv .. scheduled", "not shape tested"}},
		{"allocatable, in place", "!$mdmp recv(alo(:,1), west)\n  alo = alo*2\n", []string{"recv .. scheduled", "not shape tested"}},
		{"pointers", "!$mdmp recv(p(:,1), west)\n" + busy + "  q(:,:) = p(:,:)*2\n", []string{"recv .. before", "alias: p and q may be the same memory"}},
		{"equivalence", "!$mdmp recv(e1(:,1), west)\n" + busy + "  e2 = 2*e1\n", []string{"recv .. before", "in-place:"}},
		{"component", "!$mdmp recv(k1%d(:,1), west)\n  k2%d = 2*k1%d\n", []string{"recv .. scheduled", "reads k1%d(:,<1>+lbound(k1%d,2,8))"}},
		{"bounds of another value", recvU + "  v(1:n,lo:hi) = u(1:n,lo-1:hi-1)\n", []string{"recv .. scheduled", "reads u(1:100,<1>+lo-1)"}},
		{"three dimensions", "!$mdmp recv(x3(:,:,0), west)\n  y3(1:n,1:m,1:m) = x3(1:n,1:m,0:m-1)\n", []string{"recv .. scheduled", "dimension 3", "reads x3(1:100,1:80,<1>)"}},
		{"plane of three", "!$mdmp recv(x3(:,:,0), west)\n  y3(1:n,1:m,1) = x3(1:n,0:m-1,0)\n", []string{"recv .. scheduled", "dimension 2"}},
		{"where", recvU + "  where (v(1:n,1:m) > 0) v(1:n,1:m) = u(1:n,0:m-1)\n", []string{"recv .. scheduled", "array statement, dimension 2"}},
		{"where construct", recvU + "  where (u(1:n,0:m-1) > 0)\n    v(1:n,1:m) = u(1:n,0:m-1)\n  elsewhere (w(1:n,1:m) > 1)\n    v(1:n,1:m) = 0\n  elsewhere\n    w(1:n,1:m) = v(1:n,1:m)\n  end where\n",
			[]string{"recv .. scheduled", "array statement, dimension 2", "reads u(1:100,<1>)"}},
		{"where, shifted", recvU + busy + "  where (u(1:n,0:m-1) > 0)\n    v(1:n,1:m) = u(1:n,0:m-1)\n    w(1:n,1:m) = v(1:n,0:m-1)\n  end where\n", []string{"recv .. before", "in-place: v(1:n,1:m) and v(1:n,0:m-1)"}},
		{"where with a sum", recvU + busy + "  where (u > sum(u)) v = 1\n", []string{"recv .. before", "array: sum(u)"}},
		{"action of an if", recvU + busy + "  if (flag) v(1:n,1:m) = u(1:n,0:m-1)\n", []string{"recv .. before", "shape: the action of a logical IF"}},
		{"labelled", recvU + busy + "10 v(1:n,1:m) = u(1:n,0:m-1)\n", []string{"recv .. before", "label:"}},
		{"one column", recvU + busy + "  v(1:n,1) = u(1:n,0)*2\n", []string{"recv .. scheduled", "dimension 1 any order grid64"}},
		{"one column of several in a loop", recvU + busy + "  do j = 1, m\n    if (flag) exit\n    v(1:n,j) = u(1:n,0)*2\n  end do\n", []string{"recv .. before"}},
		{"written backwards", loop(sendU + recvU + relax + "  u(1:n,m:1:-1) = v(1:n,1:m)\n"), []string{"writes u(1:100,-1*<1>+80) exact"}},
		{"allocatable that is sent", loop("!$mdmp send(alo(:,1), west)\n" + relax + "  alo(:,:) = v(1:n,1:m)\n"), []string{"writes alo(:,<1>+lbound(alo,2,8))", "if allocated(alo)"}},
		{"producer", loop(sendU + recvU + relax + "  u(1:n,1:m) = v(1:n,1:m)\n"), []string{"send .. scheduled final", "recv .. scheduled"}},
		{"volatile", recvU + busy + "  vol(:,1:m) = u(1:n,0:m-1)\n", []string{"recv .. before", "volatile:"}},
	})
}

// TestIndexed: FORALL and DO CONCURRENT.
func TestIndexed(t *testing.T) {
	body := " v(i,j) = u(i-1,j) + u(i,j-1)"
	check(t, []brief{
		{"forall", recvU + "  forall (i = 1:n, j = 1:m)" + body + "\n", []string{"recv .. scheduled", "index j any order", "reads u(1:100,<1>-1)", "not grid64"}},
		{"forall, the other order", recvU + "  forall (j = 1:m, i = 1:n)" + body + "\n", []string{"recv .. scheduled", "index j any order"}},
		{"forall construct", recvU + "  forall (j = 1:m, i = 1:n)\n   " + body + "\n    w(i,j) = v(i,j)\n  end forall\n", []string{"recv .. scheduled", "index j any order"}},
		{"forall, shifted", recvU + busy + "  forall (j = 1:m, i = 1:n) u(i,j) = u(i,j-1)\n", []string{"recv .. before", "in-place: u(i,j) and u(i,j-1)"}},
		{"forall, along columns", "!$mdmp recv(u(0,1:m), west)\n" + "  forall (j = 1:m, i = 1:n) u(i,j) = u(i-1,j)\n", []string{"recv .. scheduled", "index j any order"}},
		{"forall, two statements, shifted", recvU + busy + "  forall (j = 1:m, i = 1:n)\n    v(i,j) = u(i,j-1)\n    w(i,j) = v(i,j-1)\n  end forall\n", []string{"recv .. before", "in-place:"}},
		{"forall with a mask", recvU + "  forall (j = 1:m, i = 1:n, u(i,j-1) > 0) v(i,j) = 1\n", []string{"recv .. scheduled", "reads u(1:100,<1>-1)"}},
		{"forall, mask and target", recvU + busy + "  forall (j = 1:m, i = 1:n, u(i,j-1) > 0) u(i,j) = 1\n", []string{"recv .. before", "in-place:"}},
		{"forall of one index", "!$mdmp recv(line(0), west)\n  forall (i = 1:n) row(i) = line(i-1)*2\n", []string{"recv .. scheduled", "index i any order grid64"}},
		{"forall of sections", recvU + "  forall (j = 1:m) v(1:n,j) = u(1:n,j-1)\n", []string{"recv .. scheduled", "index j any order", "not grid64"}},
		{"concurrent", recvU + "  do concurrent (j = 1:m, i = 1:n)\n  " + body + "\n  end do\n", []string{"recv .. scheduled", "index j any order"}},
		{"concurrent, backwards, mask", recvU + "  do concurrent (i = 1:n, j = m:1:-2, v(i,j) > 1)\n  " + body + "\n  end do\n", []string{"recv .. scheduled", "index j any order"}},
		{"concurrent, loop inside", recvU + "  do concurrent (j = 1:m)\n    do i = 1, n\n  " + body + "\n    end do\n  end do\n", []string{"recv .. scheduled", "index j any order", "not grid64"}},
		{"concurrent, transposed", recvU + busy + "  do concurrent (j = 1:m, i = 1:m)\n    v(i,j) = u(j,i-1)\n  end do\n", []string{"recv .. before", "order: the compiler may"}},
		{"concurrent, private", recvU + "  do concurrent (j = 1:m, i = 1:n) shared(u, v)\n    if (v(i,j) > 3) cycle\n  " + body + "\n  end do\n", []string{"recv .. scheduled", "index j"}},
		{"concurrent, local", recvU + busy + "  do concurrent (j = 1:m, i = 1:n) local(t)\n    t = u(i,j-1)\n    v(i,j) = t\n  end do\n", []string{"recv .. before", "locality: the clause local"}},
		{"three indices", "!$mdmp recv(x3(:,:,0), west)\n  do concurrent (k = 1:m, j = 1:m, i = 1:n)\n    y3(i,j,k) = x3(i,j,k-1) + x3(i,j-1,k)\n  end do\n", []string{"recv .. scheduled", "index k any order", "reads x3(1:100,1:80,<1>-1)"}},
		{"bounds by another value", recvU + "  forall (i = 1:n, j = lo:hi)" + body + "\n", []string{"recv .. scheduled", "index j any order"}},
		{"producer", loop(sendU + recvU + relax + "  forall (i = 1:n, j = 1:m) u(i,j) = v(i,j)\n"), []string{"send .. scheduled final", "writes u(1:100,<1>)"}},
	})
}
