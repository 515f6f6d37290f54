package nests_test

import "testing"

// Array statements evaluate all before they assign anything: a piece may touch
// nothing that another piece assigns, and every section must be known.
func TestArrayStatements(t *testing.T) {
	check(t, []row{
		{name: "sections", body: "v(1:n,1:m) = u(1:n,0:m-1)", want: "array 2 any"},
		{name: "scalar", body: "v(1:n,1:m) = s", want: "array 2 any"},
		{name: "whole", body: "v = u", want: "array 2 any"},
		{name: "in place", body: "u(:,1:m) = u(:,1:m) + v(:,1:m)", want: "array 2 any"},
		{name: "shifted", body: "u(:,1:m) = u(:,0:m-1)", want: "no: in-place"},
		{name: "shifted along the first dimension", body: "u(1:n,:) = u(0:n-1,:)", want: "array 2 any"},
		{name: "backwards", body: "v(:,m:1:-1) = u(:,1:m)", want: "array 2 any"},
		{name: "backwards in place", body: "u(:,m:1:-1) = u(:,1:m)", want: "no: in-place"},
		{name: "stride", body: "v(:,1:m:2) = u(:,1:m)", want: "array 2 any"},
		{name: "unknown stride", body: "v(:,1:m:k) = u(:,1:m)", want: "no: array"},
		{name: "one column", body: "v(1:n,3) = u(1:n,4)", want: "array 1 any tried"},
		{name: "rank one", body: "w = z", want: "array 1 any tried"},
		{name: "short inside", body: "v(1:16,:) = 2*u(1:16,:)", want: "array 2 any grid"},
		{name: "short inside, copied", body: "v(1:16,:) = u(1:16,:)", want: "array 2 any"},
		{name: "long inside", body: "v(1:17,:) = 2*u(1:17,:)", want: "array 2 any"},
		{name: "vector subscript", body: "v(:,idx) = u(:,1:100)", want: "no: array"},
		{name: "vector subscript on the right", body: "v(:,1:100) = u(:,idx)", want: "no: array"},
		{name: "another rank", body: "v(1:100,1:100) = spread(w, 1, 100)", want: "no: array"},
		{name: "elemental intrinsic", body: "v(:,1:m) = abs(u(:,1:m))", want: "array 2 any"},
		{name: "elemental, with a kind", body: "idx(1:n) = int(w(1:n), kind(1))", want: "array 1 any grid tried"},
		{name: "elemental, of the file", body: "v(:,1:m) = twice(u(:,1:m))", want: "array 2 any"},
		{name: "transformational", body: "v(:,1:m) = cshift(u(:,1:m), 1)", want: "no: array"},
		{name: "reduction", body: "v(:,1:m) = sum(u(:,1:m))", want: "no: array"},
		{name: "allocatable, gets the shape", body: "al = bl", want: "array 2 any"},
		{name: "allocatable, a scalar does not change it", body: "al = 1", want: "array 2 any"},
		{name: "pointers", body: "p = q", want: "no: alias"},
		{name: "pointer and target", body: "p(:,1:m) = tgt(:,1:m)", want: "no: alias"},
		{name: "equivalenced", body: "e1(:,1:m) = e2(:,0:m-1)", want: "no: in-place"},
		{name: "characters", body: "text = 'x'", want: "no: array"},
		{name: "component", body: "k1%d(:,1:m) = k2%d(:,1:m)", want: "array 2 any"},
		{name: "component of many", body: "ks%d(1,1) = 0", want: "no: array"},
		{name: "real parts", body: "c1%re = w", want: "no: array"},
		{name: "associate name", body: "associate (x => v)\nx = u\nend associate", want: "no: array"},
		{name: "subscript that changes nothing", body: "x3(:,:,k) = y3(:,:,k)", want: "array 2 any"},
		{name: "volatile", body: "w = vol", want: "no: volatile"},
		{name: "function of another file", body: "w = foreign(z(1))", want: "no: array"},
		{name: "nothing but a vector subscript", body: "w(1:100) = z(idx)", want: "no: array"},
		{name: "a vector subscript in a mask", body: "where (z(idx) > 0) w(1:100) = 1", want: "no: array"},
	})
}

// Where the statement stands decides, too: something must fit before and behind
// it.
func TestArrayPlace(t *testing.T) {
	check(t, []row{
		{name: "action of an IF", body: "if (flag) v(:,1:m) = u(:,1:m)", want: "no: shape"},
		{name: "label", body: "7 v(:,1:m) = u(:,1:m)", want: "no: label"},
		{name: "line of two", body: "s = 1; v(:,1:m) = u(:,1:m)", want: "no: shared-line"},
		{name: "OpenMP", body: "!$omp parallel workshare\nv(:,1:m) = u(:,1:m)\n!$omp end parallel workshare\nw = z", want: "array 1 any tried"},
		{name: "atomic", body: "!$omp atomic\nv(:,1:m) = u(:,1:m)", want: "no: parallel"},
		{name: "comment", body: "!dir$ ivdep\nv(:,1:m) = u(:,1:m)", want: "no: compiler-directive"},
		{name: "end with a label", body: "where (u > 0)\nv = u\n7 end where", want: "no: shared-line"},
		{name: "end on a line of two", body: "where (u > 0)\nv = u\nend where; s = 1", want: "no: shared-line"},
	})
}

// WHERE: masks belong to the sections.
func TestWhere(t *testing.T) {
	check(t, []row{
		{name: "statement", body: "where (u(:,1:m) > 0) v(:,1:m) = u(:,1:m)", want: "array 2 any"},
		{name: "mask in place", body: "where (u(:,1:m) > 0) u(:,1:m) = 0", want: "array 2 any"},
		{name: "mask shifted", body: "where (u(:,0:m-1) > 0) u(:,1:m) = 0", want: "no: in-place"},
		{name: "construct", body: "where (u(:,1:m) > 0)\nv(:,1:m) = u(:,1:m)\nelsewhere (u(:,1:m) < -1)\nv(:,1:m) = 1\nelsewhere\nv(:,1:m) = 2\nend where", want: "array 2 any"},
		{name: "ELSEWHERE shifted", body: "where (v(:,1:m) > 0)\nu(:,1:m) = 1\nelsewhere (u(:,0:m-1) > 0)\nu(:,1:m) = 2\nend where", want: "no: in-place"},
		{name: "nested", body: "where (u(:,1:m) > 0)\nwhere (v(:,1:m) > 0) v(:,1:m) = 1\nend where", want: "array 2 any"},
		{name: "scalar mask", body: "where (spread(w, 1, 3) > 0) x3(1:3,:,1) = 0", want: "no: array"},
		{name: "row into a line", body: "where (w > 0) w = u(1,1:100)", want: "array 1 any grid tried"},
		{name: "two ranks", body: "where (u(:,1:m) > 0) v(:,1:m) = w", want: "no: array"},
	})
}

// A whole allocatable array gets its shape from the right side, which a test
// must find out, unless nothing can change it.
func TestShape(t *testing.T) {
	for body, want := range map[string]bool{ // in a WHERE nothing gets another shape
		"al = bl":                            true,
		"al = u":                             true,
		"al = bl + 1":                        true,
		"al = al + bl":                       false, // it has the shape of itself
		"al = 1":                             false,
		"al(:,:) = bl":                       false,
		"u = bl":                             false,
		"where (al > 0) al = bl":             false,
		"where (al > 0)\nal = bl\nend where": false,
	} {
		_, n := first(t, body, opts{})
		if n.Array == nil || n.Array.Shape != want {
			t.Errorf("%s: %s, %+v, want %v", body, verdict(n), n.Array, want)
			continue
		}
		if want && len(n.Array.Like.Free) != 2 {
			t.Errorf("%s: shape like %+v", body, n.Array.Like)
		}
	}
}

// The references of an array statement, at position #at of the dimension that is
// cut.
func TestArrayTouched(t *testing.T) {
	for _, r := range []struct{ body, want string }{
		{"v(1:n,2:m) = u(1:n,0:m-2)", "r:u(1:n,#at)! w:v(1:n,#at+2)!"},
		{"v(:,m:1:-1) = u(:,1:m)", "r:u(:,#at+1)! w:v(:,m-#at)!"},
		{"v(:,1:m:2) = u(:,1:m)", "r:u(:,#at+1)! w:v(:,2*#at+1)!"},
		{"w(3:n) = z(1:n-2)", "r:z(#at+1)! w:w(#at+3)!"},
		{"x3(:,k,1:m) = u(1:100,1:m)", "r:u(1:100,#at+1)! w:x3(:,k,#at+1)!"},
	} {
		_, n := first(t, r.body, opts{})
		if got := touched(n); got != r.want {
			t.Errorf("%s: %q, want %q", r.body, got, r.want)
		}
	}
}
