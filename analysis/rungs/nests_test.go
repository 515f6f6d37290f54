package rungs

import "testing"

// nest2 puts statements into a two-dimensional nest that writes v from u.
func nest2(decl, inner string) string {
	return decl + "  do j = 1, m\n    do i = 1, n\n" + inner + "    end do\n  end do\n"
}

// TestNests: which nests can be cut, how, and why not better.
func TestNests(t *testing.T) {
	step := "      v(i,j) = u(i,j-1) + u(i,j+1)\n"
	check(t, []brief{
		{"gauss-seidel", recvU + nest2("", "      u(i,j) = u(i,j-1) + u(i,j+1)\n"), []string{"recv .. strips lazy", "nest .. j in order", "carried: iteration j uses what iteration j-1 used"}},
		{"columns only", "!$mdmp recv(u(0,1:m), west)\n" + nest2("", "      u(i,j) = u(i-1,j) + u(i+1,j)\n"), []string{"recv .. scheduled", "j any order"}},
		{"backwards", recvU + "  do j = m, 1, -1\n    do i = 1, n\n" + step + "    end do\n  end do\n", []string{"recv .. scheduled", "reads u(1:100,<1>-1:<1>+1)"}},
		{"odd and even", recvU + "  do j = 1, m, 2\n    do i = 1, n\n      u(i,j) = u(i,j-1) + u(i,j+1)\n    end do\n  end do\n", []string{"recv .. scheduled", "j any order"}},
		{"unknown step", recvU + busy + "  do j = 1, m, k\n    do i = 1, n\n" + step + "    end do\n  end do\n", []string{"recv .. before", "step:"}},
		{"triangular", recvU + "  do j = 1, m\n    do i = j, n\n" + step + "    end do\n  end do\n", []string{"recv .. scheduled", "reads u(1:100,<1>-1:<1>+1)"}},
		{"min bounds", recvU + "  do j = max(1,lo), min(m,hi)\n    do i = 1, n\n" + step + "    end do\n  end do\n", []string{"recv .. scheduled"}},
		{"not affine", recvU + nest2("", "      v(i,j) = u(idx(i),j-1)\n"), []string{"recv .. scheduled", "reads u(:,<1>-1)"}},
		{"not affine in the outer loop", recvU + busy + nest2("", "      v(i,j) = u(i,idx(j))\n"), []string{"recv .. before", "nest .. j any order", "reads u(1:100,:)"}},
		{"scattered write", recvU + nest2("", "      v(i,idx(j)) = u(i,j-1)\n"), []string{"recv .. strips", "carried: v(i,idx(j)): subscript is not affine"}},
		{"scalar copies of subscripts", recvU + "  do j = 1, m\n    jp = j - 1\n    do i = 1, n\n      v(i,j) = u(i,jp)\n    end do\n  end do\n", []string{"recv .. scheduled", "reads u(1:100,<1>-1)"}},
		{"private scalar", recvU + nest2("", "      t = u(i,j-1)\n      v(i,j) = t*t\n"), []string{"recv .. scheduled", "restores t"}},
		{"private scalar that cannot be saved", recvU + nest2("", "      k1%z = u(i,j-1)\n      v(i,j) = k1%z*2\n"), []string{"recv .. strips", "scalar: the value of k1%z cannot be saved", "not restores k1"}},
		{"private scalar, dead", recvU + nest2("", "      rsum = u(i,j-1)\n      v(i,j) = rsum\n") + "  rsum = 0\n", []string{"recv .. scheduled", "not restores rsum"}},
		{"conditional scalar, live", recvU + nest2("", "      if (u(i,j-1) > 0) t = u(i,j)\n"), []string{"recv .. strips", "live-out: t"}},
		{"conditional scalar, dead", recvU + nest2("", "      if (u(i,j-1) > 0) big = i\n"), []string{"recv .. scheduled"}},
		{"scalar from the iteration before", recvU + nest2("", "      v(i,j) = t\n      t = u(i,j-1)\n"), []string{"recv .. strips", "scalar: t"}},
		{"sum of reals", recvU + nest2("  rsum = 0\n", "      rsum = rsum + u(i,j-1)\n"), []string{"recv .. strips", "scalar: rsum"}},
		{"sum of integers", recvU + nest2("  cnt = 0\n", "      cnt = cnt + int(u(i,j-1))\n"), []string{"recv .. scheduled", "reduces cnt"}},
		{"maximum", recvU + nest2("  t = 0\n", "      t = max(t, abs(u(i,j-1)))\n"), []string{"recv .. scheduled", "reduces t"}},
		{"maximum written out", recvU + nest2("  t = 0\n", "      if (abs(u(i,j-1)) > t) t = abs(u(i,j-1))\n"), []string{"recv .. scheduled", "reduces t"}},
		{"maximum that is used", recvU + nest2("  t = 0\n", "      t = max(t, u(i,j-1))\n      v(i,j) = t\n"), []string{"recv .. strips", "scalar: t"}},
		{"flag", recvU + nest2("  flag = .true.\n", "      if (u(i,j-1) > 1) flag = .false.\n") + "  if (flag) cnt = 1\n", []string{"recv .. scheduled", "reduces flag"}},
		{"row sums", recvU + "  do j = 1, m\n    s = 0\n    do i = 1, n\n      s = s + u(i,j-1)\n    end do\n    v(1,j) = s\n  end do\n", []string{"recv .. scheduled", "restores s"}},
		{"cycle", recvU + nest2("", "      if (v(i,j) > 0) cycle\n"+step), []string{"recv .. scheduled", "j any order"}},
		{"exit of the inner loop", recvU + nest2("", "      if (v(i,j) > 0) exit\n"+step), []string{"recv .. scheduled", "j any order"}},
		{"exit of the outer loop", recvU + busy + "  do j = 1, m\n    if (flag) exit\n    do i = 1, n\n" + step + "    end do\n  end do\n", []string{"recv .. before", "leaves:"}},
		{"goto out", recvU + busy + nest2("", "      if (flag) go to 20\n"+step) + "20 continue\n", []string{"recv .. before", "leaves:"}},
		{"return", recvU + busy + nest2("", "      if (flag) stop 1\n"+step), []string{"recv .. before", "leaves:"}},
		{"labelled", recvU + "  do 30 j = 1, m\n  do 20 i = 1, n\n    if (v(i,j) > 2) go to 20\n    v(i,j) = u(i,j-1)\n20 continue\n30 continue\n", []string{"recv .. scheduled", "j any order"}},
		{"labelled, shared end", recvU + "  do 30 j = 1, m\n  do 30 i = 1, n\n30 v(i,j) = u(i,j-1)\n", []string{"recv .. scheduled", "j any order"}},
		{"labelled, end shared with the time loop", "  do 30 it = 1, 9\n" + recvU + busy + "  do 30 j = 1, m\n  do 30 i = 1, n\n30 v(i,j) = u(i,j-1)\n", []string{"shared-end:", "recv .. before"}},
		{"one loop", "!$mdmp recv(line(0), west)\n  do i = 1, n\n    row(i) = line(i-1)\n  end do\n", []string{"recv .. scheduled", "i any order grid64"}},
		{"one loop in order", "!$mdmp recv(line(0), west)\n  do i = 1, n\n    line(i) = line(i-1) + 1\n  end do\n", []string{"recv .. strips", "i in order grid64"}},
		{"loop order that runs along rows", recvU + "  do i = 1, n\n    do j = 1, m\n" + step + "    end do\n  end do\n", []string{"i any order grid64"}},
		{"small inner loop", recvU + "  do j = 1, m\n    do i = 1, 9\n" + step + "    end do\n  end do\n", []string{"j any order grid64"}},
		{"three dimensions", "!$mdmp recv(x3(:,:,0), west)\n  do k = 1, m\n  do j = 1, m\n  do i = 1, n\n    y3(i,j,k) = x3(i,j,k-1) + x3(i,j-1,k)\n  end do\n  end do\n  end do\n",
			[]string{"nest .. k j any order", "reads x3(1:100,<2>,<1>-1)", "reads x3(1:100,<2>-1,<1>)", "not grid64"}},
		{"three dimensions, second loop carried", "!$mdmp recv(x3(:,:,0), west)\n  do k = 1, m\n  do j = 1, m\n  do i = 1, n\n    y3(i,j,k) = x3(i,j,k-1) + y3(i,j-1,k)\n  end do\n  end do\n  end do\n",
			[]string{"nest .. k any order", "carried: iteration j uses"}},
		{"three dimensions, not rectangular", "!$mdmp recv(x3(:,:,0), west)\n  do k = 1, m\n  do j = 1, k\n  do i = 1, n\n    y3(i,j,k) = x3(i,j,k-1)\n  end do\n  end do\n  end do\n", []string{"nest .. k any order", "reads x3(1:100,1:80,<1>-1)"}},
		{"array statement inside", recvU + "  do j = 1, m\n    v(1:n,j) = u(1:n,j-1)\n  end do\n", []string{"recv .. scheduled", "j any order", "not grid64"}},
		{"where inside", recvU + "  do j = 1, m\n    where (v(1:n,j) > 0) v(1:n,j) = u(1:n,j-1)\n  end do\n", []string{"recv .. scheduled", "j any order"}},
		{"pointers", "!$mdmp recv(p(:,1), west)\n" + nest2("", "      q(i,j) = p(i,j) + p(i,j+1)\n"), []string{"recv .. scheduled", "disjoint", "if associated(p)"}},
		{"equivalence", "!$mdmp recv(e1(:,1), west)\n" + nest2("", "      e2(i,j) = e1(i,j)\n"), []string{"recv .. strips", "alias:"}},
		{"output inside", recvU + busy + nest2("", "      print *, u(i,j-1)\n"), []string{"recv .. before", "io:"}},
		{"unknown call inside", recvU + busy + nest2("", "      call external_thing(v(i,j))\n"), []string{"recv .. before", "settle"}},
		{"allocation inside", recvU + "  do j = 1, m\n    allocate (alo(n,m))\n    do i = 1, n\n" + step + "    end do\n    deallocate (alo)\n  end do\n", []string{"recv .. strips", "allocates:"}},
		{"omp", recvU + "!$omp parallel do private(i)\n" + nest2("", step), []string{"recv .. scheduled", "j any order omp"}},
		{"omp, shared out", recvU + "!$omp parallel do private(i), shared(u) schedule(static,4) num_threads(k) if(n > 3)\n" + nest2("", step), []string{"recv .. scheduled", "j any order omp"}},
		{"omp, last private", recvU + busy + "!$omp parallel do lastprivate(i)\n" + nest2("", step), []string{"recv .. before", "openmp:"}},
		{"omp, simd", recvU + "!$omp parallel do simd\n" + nest2("", step) + "  j = 1\n", []string{"recv .. scheduled", "j any order omp"}},
		{"omp, simd, variable read", recvU + busy + "!$omp parallel do simd\n" + nest2("", step) + "  s = j\n", []string{"recv .. before", "openmp:"}},
		{"omp, reduction", recvU + busy + "!$omp parallel do reduction(+:rsum)\n" + nest2("", "      rsum = rsum + u(i,j-1)\n"), []string{"recv .. before", "openmp:"}},
		{"omp, simd", recvU + busy + "!$omp simd\n" + nest2("", step), []string{"recv .. before", "openmp:"}},
		{"compiler directive", recvU + busy + "!GCC$ unroll 4\n" + nest2("", step), []string{"recv .. before", "compiler-directive:"}},
		{"bounds set in the nest", recvU + "  do j = 1, m\n    do i = 1, k\n      v(i,j) = u(i,j-1)\n    end do\n    k = k + 1\n  end do\n", []string{"recv .. strips", "scalar: k"}},
		{"needs and feeds", loop(recvU + sendU + nest2("", "      u(i,j) = u(i,j-1) + u(i,j+1)\n")), []string{"recv .. strips lazy", "send .. strips final"}},
		{"last value without a name", "!$mdmp recv(x3(:,:,0), west)\n  associate (t => s, a => t)\n  do k = 1, m\n    do j = 1, m\n      do i = 1, n\n        a = x3(i,j,k-1)\n        y3(i,j,k) = a\n" +
			"      end do\n    end do\n  end do\n  end associate\n  s = t\n", []string{"recv .. strips", "reads x3(1:100,1:80,<1>-1)", "scalar:"}},
		{"component", "!$mdmp recv(k1%d(:,1), west)\n" + nest2("", "      k2%d(i,j) = k1%d(i,j)\n"), []string{"recv .. scheduled", "reads k1%d(1:100,<1>)"}},
		{"tile of an array", "!$mdmp recv(ks(k)%a(:,1), west)\n" + nest2("", "      v(i,j) = ks(k)%a(i,j)\n"), []string{"recv .. scheduled", "reads ks(k)%a(1:100,<1>)"}},
		{"tiles chosen in the nest", "!$mdmp recv(ks(1)%a(:,1), west)\n" + busy + "  do k = 1, 4\n    do i = 1, n\n      v(i,k) = ks(k)%a(i,1)\n    end do\n  end do\n", []string{"recv .. before", "designator:"}},
	})
}
