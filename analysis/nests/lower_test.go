package nests_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
)

// What subscripts mean: in terms of loop variables and of what keeps its value
// all through the nest, or unknown (":"). '!' stands for every iteration.
func TestTouched(t *testing.T) {
	for _, r := range []struct{ body, want string }{
		{over("v(i,j) = u(i,j-1) + w(3)"), "r:u(i,j-1)! r:w(3)! w:v(i,j)!"},
		{over("v(i+k,n-j) = 1"), "w:v(i+k,n-j)!"},
		// scalars that the nest sets are followed forward
		{"do j = 1, m\n jp = j + 1\n w(jp) = 1\nend do", "w:jp! w:w(j+1)!"},
		{"do j = 1, m\n jp = j + 1\n jp = 2*jp\n w(jp) = 1\nend do", "w:jp! w:w(2*j+2)!"},
		{"do j = 1, m\n w(jp) = 1\n jp = j\nend do", "w:w(:)! w:jp!"},
		{"do j = 1, m\n jp = idx(j)\n w(jp) = 1\nend do", "r:idx(j)! w:jp! w:w(:)!"},
		{"do j = 1, m\n jp = j\n if (flag) jp = j - 1\n w(jp) = 1\nend do", "w:jp! w:jp w:w(:)!"},
		{"do j = 1, m\n if (flag) then\n  jp = j\n else\n  jp = j\n end if\n w(jp) = 1\nend do", "w:jp w:w(j)!"},
		{"do j = 1, m\n if (flag) then\n  jp = j\n else\n  jp = j + 1\n end if\n w(jp) = 1\nend do", "w:jp w:w(:)!"},
		{"do j = 1, m\n if (flag) then\n  jp = j\n  w(jp) = 1\n end if\nend do", "w:jp w:w(j)"},
		{"do j = 1, m\n jp = j\n call counts(jp)\n w(jp) = 1\nend do", "w:jp! w:w(:)!"},
		{"do j = 1, m\n d1 = j\n d2 = 3\n w(d1) = 1\nend do", "w:d1! w:d2! w:w(:)!"},
		{"do j = 1, m\n jp = j\n read (text(1),*) jp\n w(jp) = 1\nend do", ""},
		// a loop may run never, once or often
		{"do j = 1, m\n jp = j\n do i = 1, n\n  jp = jp + 1\n end do\n w(jp) = 1\nend do", "w:jp! w:w(:)!"},
		{"do j = 1, m\n jp = j\n do while (flag)\n  w(jp) = 1\n  jp = jp + 1\n end do\n z(jp) = 1\nend do", "w:jp! w:w(:) w:jp w:z(:)!"},
		{"do j = 1, m\n do i = 1, n\n  k = i\n end do\n w(k) = 1\nend do", "w:k! w:w(:)!"},
		{"do j = 1, m\n do i = 1, n\n  z(i) = 1\n end do\n w(i) = 1\nend do", "w:z(i)! w:w(:)!"},
		{"do j = 1, m\n do k = 1, 2\n  jp = j + k\n  w(jp) = 1\n end do\nend do", "w:jp! w:w(j+k)!"},
		// a value computed from a variable is forgotten when that changes
		{"do j = 1, m\n l = idx(j)\n jp = l + 1\n l = 3\n w(jp) = 1\nend do", "r:idx(j)! w:l! w:jp! w:w(:)!"},
		// jumps: what stands behind one is not always reached, what is known at a label is not known
		{"do j = 1, m\n if (flag) cycle\n w(j) = 1\nend do", "w:w(j)"},
		{"do j = 1, m\n z(j) = 0\n if (flag) go to 7\n jp = j\n7 w(jp) = 1\nend do", "w:z(j) w:jp w:w(:)"},
		{"do j = 1, m\n do i = 1, n\n  if (flag) exit\n  v(i,j) = 1\n end do\n w(j) = 1\nend do", "w:v(i,j) w:w(j)"},
		// constructs
		{"do j = 1, m\n where (u(:,j) > 0) v(:,j) = 1\nend do", "r:u(:,j) w:v(:,j)"},
		{"do j = 1, m\n select case (k)\n case (1)\n  w(j) = 1\n end select\nend do", "w:w(j)"},
		{"do j = 1, m\n associate (x => w(j))\n  x = 1\n end associate\nend do", "r:w(j)! w:x! w:w(:)!"},
		{"do j = 1, m\n block\n  integer :: jp\n  jp = j + 2\n  w(jp) = 1\n end block\nend do", "w:jp! w:w(j+2)!"},
		// pointers and components: the array itself must be the same throughout
		{"do j = 1, m\n p(1,j) = 1\nend do", "w:p(1,j)!"},
		{"do j = 1, m\n p(1,j) = 1\n p => q\nend do", "w:p(1,j)! r:q*! w:p*!"},
		{"do j = 1, 4\n ks(j)%b(1,1) = 1\nend do", "w:ks%b*!"},
		{"do j = 1, 4\n ks(k)%b(1,j) = 1\nend do", "w:ks%b(k,1,j)!"},
		{"do j = 1, 4\n k = k + 1\n ks(k)%b(1,j) = 1\nend do", "w:k! w:ks%b*!"},
		// what overflows is unknown
		{"do j = 1, m\n jp = 9223372036854775807_8*j\n jp = 3*jp\n w(jp) = 1\nend do", "w:jp! w:w(:)!"},
	} {
		_, n := first(t, r.body, opts{})
		if got := touched(n); got != r.want {
			t.Errorf("%q, want %q for\n%s", got, r.want, r.body)
		}
	}
}

// A compiler may vectorise the loop that is cut if no loop stays inside it, or if
// it runs along a first dimension: it is cut on multiples of 64 only. Of two
// loops the one that would need that is given up.
func TestGrid(t *testing.T) {
	for _, r := range []struct{ body, want string }{
		{"do j = 1, m\n w(j) = 1\nend do", "j grid tried"},
		{over("v(i,j) = 1"), "j"},
		{over("v(j,i) = 1"), "j grid tried"},
		{over("w(i) = u(j,i)"), "j grid tried"},
		// along the first dimension, but nothing is computed there
		{"do j = 2, m\n do i = 2, n\n  v(i,j) = v(i-1,j) + 2*v(i,j-1)\n end do\n w(j) = v(n,j)\nend do", "j"},
		{"do j = 2, m\n do i = 2, n\n  v(i,j) = v(i-1,j) + 2*v(i,j-1)\n end do\n w(j) = 2*v(n,j)\nend do", "j grid tried"},
		{"do j = 2, m\n do i = 2, n\n  v(i,j) = v(i-1,j) + 2*v(i,j-1)\n end do\n if (flag) w(j) = v(n,j)\nend do", "j grid tried"},
		{"do j = 2, m\n do i = 2, 9\n  v(i,j) = v(i-1,j) + 2*v(i,j-1)\n end do\n w(j) = v(9,j)\nend do", "j grid tried"},
		{"do j = 2, m\n do i = 2, n\n  v(i,j) = v(i-1,j) + 2*v(i,j-1)\n end do\n z(1) = 2*u(1,j)\n w(j) = z(1)\nend do", "j grid tried"},
		{over("w(i) = z(j)"), "j"}, // rank 1, read: one value for the inner loop
		{"do j = 1, m\n do i = 1, 16\n  v(i,j) = 1\n end do\nend do", "j grid tried"}, // unrolled completely
		{"do j = 1, m\n do i = 1, 17\n  v(i,j) = 1\n end do\nend do", "j"},
		{"do j = 1, m\n do i = 33, 1, -2\n  v(i,j) = 1\n end do\nend do", "j"},
		{"do j = 1, m\n do k = 1, 3\n  do i = 1, n\n   x3(i,k,j) = 1\n  end do\n end do\nend do", "j k"},
		{"do j = 1, m\n do k = 1, n\n  do i = 1, 3\n   x3(i,k,j) = 1\n  end do\n end do\nend do", "j"},
		{"do k = 1, m\n do i = 1, n\n  do j = 1, n\n   x3(i,j,k) = 1\n  end do\n end do\nend do", "k"},
		{"do i = 1, m\n do k = 1, n\n  do j = 1, n\n   x3(i,j,k) = 1\n  end do\n end do\nend do", "i grid tried"},
		{"do j = 1, m\n if (flag) then\n  do i = 1, n\n   v(i,j) = 1\n  end do\n end if\nend do", "j"},
		{"do j = 1, m\n if (flag) then\n  v(1,j) = 1\n end if\nend do", "j grid tried"},
		{"do j = 1, m\n v(1:n,j) = 1\nend do", "j"},
		{"do j = 1, m\n v(:,j) = 1\nend do", "j"},
		{"do j = 1, m\n v(1:16,j) = 1\nend do", "j grid"},
		{"do j = 1, m\n x3(1:5,1:5,j) = 1\nend do", "j"},
		{"do j = 1, m\n v(j,:) = 1\nend do", "j grid"},
	} {
		_, n := first(t, r.body, opts{dead: "i k"})
		var got []string
		for _, l := range n.Cut {
			got = append(got, string(l.Loop.Var))
		}
		if n.Grid64 {
			got = append(got, "grid")
		}
		if n.Tried {
			got = append(got, "tried")
		}
		if s := strings.Join(got, " "); s != r.want {
			t.Errorf("%q, want %q for\n%s", s, r.want, r.body)
		}
		if len(n.Boxed()) != len(n.Cut) {
			t.Errorf("%d boxed loops of %d", len(n.Boxed()), len(n.Cut))
		}
	}
}

// Where the compiler was found to compute the same bits in pieces of an innermost loop,
// such a loop is boxed on the grid together with the one around it.
func TestLines(t *testing.T) {
	lines := access.Rounding{Lines: func() bool { return true }}
	for _, r := range []struct {
		body string
		grid bool
		cut  int
	}{
		{over("v(i,j) = u(i-1,j)"), true, 2},
		{over("v(j,i) = 1"), true, 1}, // the outer one runs along the first dimension
		{over("v(i,j) = v(i-1,j)"), false, 1},
		{"do j = 1, m\n do i = 1, 16\n  v(i,j) = 1\n end do\nend do", true, 1},
		{"do j = 1, m\n do i = 1, j\n  v(i,j) = 1\n end do\nend do", false, 1},
		{"do j = 1, m\n do i = 1, n\n  v(i,j) = 1\n end do\n v(n,j) = 2\nend do", false, 1},
		{"do j = 1, m\n do k = 1, n\n  do i = 1, n\n   x3(i,k,j) = 1\n  end do\n end do\nend do", true, 3},
		{"do j = 1, m\n do k = 1, n\n  do i = 1, k\n   x3(i,k,j) = 1\n  end do\n end do\nend do", false, 2},
		{"do j = 1, m\n do k = 1, n\n  do i = 1, j\n   x3(i,k,j) = 1\n  end do\n end do\nend do", false, 2},
		{"do j = 1, m\n do k = 1, n\n  do i = 1, 16\n   x3(i,k,j) = 1\n  end do\n end do\nend do", false, 1},
		{"do j = 1, m\n do i = 1, n\n  do k = 1, n\n   x3(i,k,j) = 1\n  end do\n end do\nend do", false, 1},
		{"do j = 1, m\n do k = 1, n\n  do i = 1, n\n   x3(i,k,j) = x3(i-1,k,j)\n  end do\n end do\nend do", false, 2},
		{"do j = 1, m\n do k = 1, n\n  do i = 1, n\n   if (i > k) cycle\n   x3(i,k,j) = 1\n  end do\n end do\nend do", true, 3},
		{"do j = 1, m\n do k = 1, n\n  x3(1:3,k,j) = 1\n end do\nend do", false, 1}, // not tried with loops that are unrolled
	} {
		_, n := first(t, r.body, opts{dead: "i k", rounding: lines})
		if n.Grid64 != r.grid || len(n.Cut) != r.cut || n.Grid64 && r.cut > 1 && !n.Tried {
			t.Errorf("grid %v, tried %v, %d loops for\n%s", n.Grid64, n.Tried, len(n.Cut), r.body)
		}
		_, without := first(t, r.body, opts{dead: "i k", rounding: access.Rounding{Lines: func() bool { return false }}})
		if len(without.Cut) > 1 && without.Grid64 {
			t.Errorf("cut without the test:\n%s", r.body)
		}
	}
}

// A loop that runs over no array is one of a solver: its inner loops are cut.
func TestSpatial(t *testing.T) {
	for body, want := range map[string]bool{
		over("v(i,j) = 1"): true,
		"do k = 1, 9\n do i = 1, n\n  w(i) = w(i) + 1\n end do\nend do": false,
		"do j = 1, m\n w(idx(j)) = 1\nend do":                           true, // idx(j)
		"do j = 1, m\n w(1:j) = 1\nend do":                              true,
	} {
		if _, n := first(t, body, opts{}); n.Spatial() != want {
			t.Errorf("%v for\n%s", n.Spatial(), body)
		}
	}
}

// What a nest writes is known with it.
func TestWrites(t *testing.T) {
	_, n := first(t, over("v(i,j) = foreign(u(i,j))"), opts{})
	var v, u bool
	for _, r := range n.Touched {
		_, got := n.Writes().Alters(r.Ref)
		v, u = v || got && r.Obj.Key == "v", u || got && r.Obj.Key == "u"
	}
	if !v || u {
		t.Errorf("v is written: %v, u: %v", v, u)
	}
}
