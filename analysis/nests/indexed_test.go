package nests_test

import "testing"

// FORALL and DO CONCURRENT: the range of the index is narrowed that runs along
// the highest dimension; all other loops are the compiler's.
func TestIndexed(t *testing.T) {
	check(t, []row{
		{name: "forall", body: "forall (i=1:n, j=1:m) v(i,j) = u(i,j-1)", want: "index j any"},
		{name: "indices the other way round", body: "forall (j=1:m, i=1:n) v(i,j) = u(i,j-1)", want: "index j any"},
		{name: "in place", body: "forall (i=1:n, j=1:m) u(i,j) = 2*u(i,j)", want: "index j any"},
		{name: "shifted", body: "forall (i=1:n, j=1:m) u(i,j) = u(i,j-1)", want: "no: in-place"},
		{name: "one index", body: "forall (j=1:m) v(:,j) = u(:,j)", want: "index j any"},
		{name: "one index, nothing inside", body: "forall (j=1:m) w(j) = z(j)", want: "index j any grid tried"},
		{name: "first dimension of two", body: "forall (i=1:n, j=1:m) v(j,i) = u(j,i)", want: "index i any"},
		{name: "bounds of another index", body: "forall (i=1:idx(1), j=1:m) v(i,j) = 1", want: "index j any"},
		{name: "bounds of another index that it changes", body: "forall (i=1:idx(1), j=1:m) idx(j) = 3", want: "no: in-place"},
		{name: "construct", body: "forall (i=1:n, j=1:m)\nv(i,j) = u(i,j)\nend forall", want: "index j any"},
		{name: "mask", body: "forall (i=1:n, j=1:m, u(i,j) > 0) v(i,j) = 1", want: "index j any"},
		{name: "mask shifted", body: "forall (i=1:n, j=1:m, u(i,j-1) > 0) u(i,j) = 1", want: "no: in-place"},
		{name: "step", body: "forall (i=1:n, j=1:m:2) v(i,j) = 1", want: "index j any"},
		{name: "unknown step", body: "forall (i=1:n, j=1:m:k) v(i,j) = 1", want: "no: step"},
		{name: "both assign", body: "forall (i=1:n, j=1:m) v(i,3) = 1", want: "no: order"},
		{name: "empty", body: "forall (i=1:n)\nend forall", want: "no: not-counted"},
		{name: "label", body: "7 forall (j=1:m) v(:,j) = 1", want: "no: label"},
		{name: "line of two", body: "s = 1; forall (j=1:m) v(:,j) = 1", want: "no: shared-line"},
		{name: "end with a label", body: "forall (j=1:m)\nv(:,j) = 1\n7 end forall", want: "no: shared-line"},
		{name: "concurrent", body: "do concurrent (i=1:n, j=1:m)\nv(i,j) = u(i,j)\nend do", want: "index j any"},
		{name: "concurrent, the inner one is short", body: "do concurrent (i=1:3, j=1:m)\nv(i,j) = u(i,j)\nend do", want: "no: order"},
		{name: "concurrent, cycle", body: "do concurrent (i=1:n, j=1:m)\nif (u(i,j) > 0) cycle\nv(i,j) = 1\nend do", want: "index j any"},
		{name: "concurrent, private", body: "do concurrent (i=1:n, j=1:m) local(s)\ns = u(i,j)\nv(i,j) = s\nend do", want: "no: locality"},
		{name: "concurrent, reduce", body: "do concurrent (i=1:n, j=1:m) reduce(+:k)\nk = k + 1\nend do", want: "no: locality"},
		{name: "concurrent, shared", body: "do concurrent (i=1:n, j=1:m) shared(u, v)\nv(i,j) = u(i,j)\nend do", want: "index j any"},
		{name: "concurrent, default", body: "do concurrent (i=1:n, j=1:m) default(none) shared(u, v)\nv(i,j) = u(i,j)\nend do", want: "index j any"},
		{name: "concurrent, of another kind", body: "do concurrent (integer(8) :: i=1:n, j=1:m)\nv(i,j) = u(i,j)\nend do", want: "no: locality"},
		// It is undefined behind the construct if more than one iteration sets it.
		{name: "concurrent, a scalar", body: "do concurrent (i=1:n, j=1:m)\ns = u(i,j)\nv(i,j) = s\nend do", want: "index j any final:s"},
		{name: "concurrent, an element", body: "do concurrent (i=1:n, j=1:m)\nw(3) = u(i,j)\nend do", want: "no: in-place"},
		{name: "concurrent, pointers", body: "do concurrent (i=1:n, j=1:m)\np(i,j) = q(i,j)\nend do", want: "no: alias"},
		{name: "concurrent, a directive", body: "do concurrent (i=1:n, j=1:m)\nprint *, i\nend do", want: "no: io"},
		{name: "concurrent, in a parallel loop", body: "!$omp parallel do\ndo concurrent (j=1:m)\nv(:,j) = 1\nend do", want: "no: parallel"},
		{name: "concurrent, on a device", body: "!dir$ parallel\ndo concurrent (j=1:m)\nv(:,j) = 1\nend do", want: "no: compiler-directive"},
	})
}
