package match_test

import (
	"strings"
	"testing"
)

// replace is a call that sends and receives in place.
func replace(buf, count, typ, status string) string {
	return "call MPI_Sendrecv_replace(" + buf + ", " + count + ", " + typ + ", right, 1, left, 2, MPI_COMM_WORLD, " + status + ", ierr)"
}

// TestReplace: a copy is sent of what is received into, if it has a name.
func TestReplace(t *testing.T) {
	const send = " | send(mdmp_copy, right) tag(1)"
	arrays := "real, allocatable :: d(:,:), e(:)\nreal, pointer :: q(:)\nreal :: f(0:11,0:7)\nallocate (d(10,n), e(n))\nread (*,*) m\n"
	check(t, []row{
		{"all of an array", replace("a", "40", "MPI_REAL", "st"), "recv(a, left) tag(2)" + send, ""},
		{"its beginning", replace("a", "k", "MPI_REAL", "st"), "recv(a(1:k), left) tag(2)" + send, ""},
		{"a part", replace("a(3)", "n", "MPI_REAL", "st"), "recv(a(3:n+2), left) tag(2)" + send, ""},
		{"behind its end", replace("a(3)", "39", "MPI_REAL", "st"), "", "39 elements from a(3) on reach beyond"},
		{"an element", replace("a(n)", "1", "MPI_REAL", "st"), "recv(a(n), left) tag(2)" + send, ""},
		{"a scalar", replace("x", "1", "MPI_REAL", "st"), "recv(x, left) tag(2)" + send, ""},
		{"two of a scalar", replace("x", "2", "MPI_REAL", "st"), "", "is a scalar"},
		{"a section", replace("a(2:5)", "4", "MPI_REAL", "st"), "recv(a(2:5), left) tag(2)" + send, ""},
		{"of another size", replace("a(2:n)", "n", "MPI_REAL", "st"), "recv(a(2:n+1), left) tag(2)" + send, ""},
		{"size", arrays + replace("d", "size(d)", "MPI_REAL", "st"), "recv(d, left) tag(2)" + send, ""},
		{"the size of something else", arrays + replace("d", "size(e)", "MPI_REAL", "st"), "", "is not proved"},
		{"a beginning whose bounds are elsewhere", arrays + replace("q", "m", "MPI_REAL", "st"), "recv(q(lbound(q,1):lbound(q,1)+m-1), left) tag(2)" + send, ""},
		{"a beginning of what is allocated", arrays + replace("e", "m", "MPI_REAL", "st"), "recv(e(1:m), left) tag(2)" + send, ""},
		{"a column", arrays + replace("f(0,3)", "12", "MPI_REAL", "st"), "recv(f(0:11,3), left) tag(2)" + send, ""},
		{"all columns", arrays + replace("f(0,0)", "96", "MPI_REAL", "st"), "recv(f(:,:), left) tag(2)" + send, ""},
		{"two columns", arrays + replace("f(0,3)", "2*12", "MPI_REAL", "st"), "recv(f(:,3:4), left) tag(2)" + send, ""},
		{"a row", arrays + replace("f(2,:)", "8", "MPI_REAL", "st"), "recv(f(2,:), left) tag(2)" + send, ""},
		{"into the next column", arrays + replace("f(1,3)", "12", "MPI_REAL", "st"), "", "is not proved"},
		{"a column of which nobody knows how long it is", arrays + replace("d(2,3)", "m", "MPI_REAL", "st"), "", "is not proved"},
		{"a component", replace("g%u", "10", "MPI_REAL", "st"), "recv(g%u, left) tag(2)" + send, ""},
		{"other bytes", replace("a", "10", "MPI_DOUBLE_PRECISION", "st"), "", "is sent as MPI_DOUBLE_PRECISION"},
		{"any tag", strings.Replace(replace("a", "40", "MPI_REAL", "st"), "left, 2", "left, MPI_ANY_TAG", 1), "", "the tag is MPI_ANY_TAG"},
		{"any source", strings.Replace(replace("a", "40", "MPI_REAL", "st"), "left, 2", "MPI_ANY_SOURCE, 2", 1), "", "the source is MPI_ANY_SOURCE"},
		{"a status", replace("a", "40", "MPI_REAL", "st") + "\nm = st(MPI_SOURCE)", "", "the status st is used"},
		{"a condition", "if (yes) " + replace("a", "40", "MPI_REAL", "st"), "recv(a, left) tag(2) if(yes) | send(mdmp_copy, right) tag(1) if(yes)", ""},
		{"one behind the other", replace("a", "40", "MPI_REAL", "st") + "\n" + replace("a", "40", "MPI_REAL", "st"), "recv(a, left) tag(2)" + send + "\nrecv(a, left) tag(2)" + send, ""},
		{"among requests", "R:b,left,2,r1\n" + replace("a", "40", "MPI_REAL", "st") + "\nW:r1", "recv(b, 10, left) tag(2) | recv(a, left) tag(2)" + send, ""},
		{"of what was received", "R:b,left,2,r1\nW:r1\n" + replace("b", "40", "MPI_REAL", "st"), "recv(b, 10, left) tag(2)\nrecv(b, left) tag(2)" + send, ""},
		{"in branches of which the other one sends from elsewhere", "if (yes) then\n" + replace("x", "1", "MPI_REAL", "st") +
			"\nelse\ncall MPI_Sendrecv(x, 1, MPI_REAL, right, 1, a, 1, MPI_REAL, left, 2, MPI_COMM_WORLD, st, ierr)\nend if",
			"recv(x, left) tag(2) if(yes) | send(mdmp_copy, right) tag(1) if(yes) | recv(a, 1, left) tag(2) if(.not. (yes)) | send(x, right) tag(1) if(.not. (yes))", ""},
		{"in a loop over directions", "do i = 1, 2\n" + strings.Replace(replace("a(i)", "1", "MPI_REAL", "st"), "right, 1, left, 2", "nbr(i), 1, nbr(i), 1", 1) + "\nend do",
			"recv(a(i), nbr(i)) tag(1) | send(mdmp_copy, nbr(i)) tag(1)", ""},
		{"two of one rank", "R:c,left,3,r3\n" + strings.Replace(replace("a(1)", "1", "MPI_REAL", "st")+"\n"+replace("a(2)", "1", "MPI_REAL", "st"), "right", "left", 2) + "\nW:r3",
			"recv(c, 10, left) tag(3) | recv(a(1), left) tag(2) | send(mdmp_copy, left) tag(1) | recv(a(2), left) tag(2) | send(mdmp_copy2, left) tag(1)", ""},
		{"two of two ranks", "R:c,left,3,r3\n" + replace("a(1)", "1", "MPI_REAL", "st") + "\n" + replace("a(2)", "1", "MPI_REAL", "st") + "\nW:r3", "", "is complete"},
		{"two of one place", "R:c,left,3,r3\n" + strings.Replace(replace("a", "5", "MPI_REAL", "st")+"\n"+replace("a(5)", "2", "MPI_REAL", "st"), "right", "left", 2) + "\nW:r3", "", "may use what"},
		{"the name is there", "real :: mdmp_copy\nmdmp_copy = 3\n" + replace("x", "1", "MPI_REAL", "st"), "recv(x, left) tag(2) | send(mdmp_copy1_, right) tag(1)", ""},
	})
}

// TestDeclared: a copy is declared as what it is a copy of, in names that are known where the call stands.
func TestDeclared(t *testing.T) {
	module := "module kinds\ninteger, parameter :: wp = kind(1d0)\ntype field\nreal(wp) :: v(4)\nend type\nreal(wp) :: w(4)\ncomplex(wp) :: z\nend module\n"
	for _, c := range []struct{ use, decl, buf, count, typ, want string }{
		{"", "double precision :: v(4)", "v", "4", "MPI_DOUBLE_PRECISION", "double precision, allocatable :: mdmp_copy(:)"},
		{"", "real*8 v(4)", "v", "4", "MPI_DOUBLE_PRECISION", "real*8, allocatable :: mdmp_copy(:)"},
		{"", "complex*16 v", "v", "1", "MPI_DOUBLE_COMPLEX", "complex*16 :: mdmp_copy"},
		{"", "integer v(4,5)", "v", "20", "MPI_INTEGER", "integer, allocatable :: mdmp_copy(:,:)"},
		{"", "logical(4) v", "v", "1", "MPI_LOGICAL", "logical(4) :: mdmp_copy"},
		{"use kinds", "real(wp) :: v(4)", "v", "4", "MPI_DOUBLE_PRECISION", "real(wp), allocatable :: mdmp_copy(:)"},
		{"use kinds", "", "w", "4", "MPI_DOUBLE_PRECISION", "real(wp), allocatable :: mdmp_copy(:)"},
		{"use kinds, only: w, z", "", "w(2)", "2", "MPI_DOUBLE_PRECISION", "real(kind(w)), allocatable :: mdmp_copy(:)"},
		{"use kinds, only: w, z", "integer, parameter :: wp = 4", "z", "1", "MPI_DOUBLE_COMPLEX", "complex(kind(z)) :: mdmp_copy"},
		{"use kinds, only: field", "type(field) :: f", "f%v", "4", "MPI_DOUBLE_PRECISION", "real(kind(f%v)), allocatable :: mdmp_copy(:)"},
		{"", "dimension v(4)", "v", "4", "MPI_REAL", "real, allocatable :: mdmp_copy(:)"},
	} {
		call := strings.NewReplacer("right", "1", "left", "1", "st,", "MPI_STATUS_IGNORE,").Replace(replace(c.buf, c.count, c.typ, "st"))
		found := find(module + "program p\nuse mpi\n" + c.use + "\n" + c.decl + "\ninteger :: ierr\n" + call + "\nend program\n")
		if len(found.Exchanges) != 1 {
			_, why := said(found)
			t.Errorf("%s: refused: %s", c.decl, why)
			continue
		}
		if got := found.Exchanges[0].Asides()[0].Aside.Declaration(); got != c.want {
			t.Errorf("%s: %s, want %s", c.decl, got, c.want)
		}
	}
}
