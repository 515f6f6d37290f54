package sections_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
	"github.com/mdmp-fortran/mdmp/suggest/sections"
)

// message returns the section of the first message of the program, and why there is none.
func message(t *testing.T, files ...string) (string, string, sections.Section) {
	t.Helper()
	var in []program.Input
	for i, text := range files {
		in = append(in, program.Input{Name: string(rune('a'+i)) + ".f90", Src: []byte(text)})
	}
	p := program.Read(in, source.Options{})
	index := calls.NewIndex(p)
	for _, c := range index.Calls {
		if c.Kind != calls.Blocking && c.Kind != calls.Post {
			continue
		}
		sc := c.File.Scope(c.Stmt)
		h := (&sections.Types{Index: index}).Of(c.File, sc, c.Arg("datatype"))
		if h.Why != nil {
			return "", h.Why.Reason, sections.Section{}
		}
		s, why := sections.Of(sections.Request{Scope: sc, Unit: c.File.Access.Unit(c.Unit), Buf: c.Arg("buf"), Count: c.Arg("count"),
			Type: h.Basic, Ways: h.Ways, Layout: h.Layout, Index: index, Blocking: c.Kind == calls.Blocking})
		if why != nil {
			return "", why.Reason, s
		}
		return s.Text(), "", s
	}
	t.Fatal("no call")
	return "", "", sections.Section{}
}

// one is a program with a send, blocking or not, after some statements.
func one(decl, before, name, args string) string {
	last := ""
	if name == "MPI_Isend" {
		last = " r,"
	}
	return "program p\nuse mpi\nimplicit none\ninteger :: n, m, r, ierr, ty, tz, i\nreal :: a(10), b(0:11,0:7), c(4,5,6), x\n" + decl + "\n" + before +
		"\ncall " + name + "(" + args + ", 1, 2, MPI_COMM_WORLD," + last + " ierr)\nend program\n"
}

type row struct{ decl, before, args, want, reason string }

func (c row) run(t *testing.T, name string) {
	t.Helper()
	got, why, _ := message(t, one(c.decl, c.before, name, c.args))
	if got != c.want || c.reason == "" != (why == "") || !strings.Contains(why, c.reason) {
		t.Errorf("%s; %s(%s): %q, because %q; want %q, because %q", c.before, name, c.args, got, why, c.want, c.reason)
	}
}

// TestPlain: buffers of types of MPI.
func TestPlain(t *testing.T) {
	for _, c := range []row{
		{args: "a, 10, MPI_REAL", want: "a, 10"},
		{args: "a, n, MPI_REAL", want: "a, n"},
		{args: "a(3), 1, MPI_REAL", want: "a(3)"},
		{args: "a(3), n, MPI_REAL", want: "a(3), n"},
		{args: "x, 1, MPI_REAL", want: "x"},
		{args: "x, 2, MPI_REAL", reason: "x is a scalar"},
		{args: "a(2:5), 4, MPI_REAL", want: "a(2:5)"},
		{args: "a(2:n), n-1, MPI_REAL", want: "a(2:n)"},
		{args: "a(n:m), m-n+1, MPI_REAL", want: "a(n:m)"},
		{args: "a(2:n), n, MPI_REAL", want: "a(2), n"},
		{args: "a(:), 10, MPI_REAL", want: "a(:)"},
		{args: "a(:n), m, MPI_REAL", want: "a(lbound(a,1)), m"},
		{args: "b(:,3), 12, MPI_REAL", want: "b(:,3)"},
		{args: "b(1,:), 8, MPI_REAL", want: "b(1,:)"},
		{args: "b(1,:), 7, MPI_REAL", reason: "it is not proved that b(1,:) has 7 elements"},
		{args: "b(:,2:3), 24, MPI_REAL", want: "b(:,2:3)"},
		{args: "a(1:9:2), 5, MPI_REAL", reason: "it is not proved"},
		{args: "(a), 10, MPI_REAL", reason: "is an expression"},
		{args: "2.0, 1, MPI_REAL", reason: "is not a variable"},
		{args: "a([1,2]), 2, MPI_REAL", reason: "is not a plain variable"},
		{args: "a, 10, MPI_DOUBLE_PRECISION", reason: "is sent as MPI_DOUBLE_PRECISION"},
		{args: "a, 40, MPI_BYTE", reason: "MPI_BYTE is not one of a single element"},
		{args: "a, 5, MPI_2REAL", reason: "MPI_2REAL is not"},
		{decl: "type v\nreal :: u(3)\nend type\ntype(v) :: d", args: "d%u, 3, MPI_REAL", want: "d%u, 3"},
		{decl: "type v\nreal :: u(3)\nend type\ntype(v) :: d(2)", args: "d, 6, MPI_REAL", reason: "the type of d is not known"},
		{decl: "real, pointer :: q(:)", args: "q, 3, MPI_REAL", want: "q, 3"},
		{decl: "complex(8) :: z(3)\ndouble precision :: e(3)\ninteger(8) :: k(3)\nlogical :: l(2)\ndouble complex :: dz(2)", args: "z, 3, MPI_DOUBLE_COMPLEX", want: "z, 3"},
		{decl: "double precision :: e(3)", args: "e, 3, MPI_REAL8", want: "e, 3"},
		{decl: "double complex :: e(3)", args: "e, 3, MPI_COMPLEX16", want: "e, 3"},
		{decl: "complex*16 :: e(3)", args: "e, 3, MPI_COMPLEX16", want: "e, 3"},
		{decl: "real*8 :: e(3)", args: "e, 3, MPI_DOUBLE_PRECISION", want: "e, 3"},
		{decl: "integer(8) :: e(3)", args: "e, 3, MPI_INTEGER", reason: "sent as MPI_INTEGER"},
		{decl: "character(3) :: e(3)", args: "e, 9, MPI_CHARACTER", reason: "the type of e is not known"},
		{decl: "integer, parameter :: wp = MPI_REAL", args: "a, 10, wp", want: "a, 10"},
		{args: "a(2), 9, MPI_REAL", want: "a(2), 9"},
		{args: "a(2), 10, MPI_REAL", reason: "10 elements from a(2) on reach beyond the array"},
		{args: "a(2:n), 10, MPI_REAL", reason: "10 elements from a(2) on reach beyond the array"},
		{args: "b, 97, MPI_REAL", reason: "97 elements from b on reach beyond the array"},
		{args: "b(11,7), 1, MPI_REAL", want: "b(11,7)"},
		{args: "b(11,7), 2, MPI_REAL", reason: "2 elements from b(11,7) on reach beyond the array"},
		{decl: "real :: z(1)\ncommon /k/ z", args: "z, n, MPI_REAL", reason: "z may be declared with fewer elements than n"},
		{decl: "real :: z(1)", args: "z, 1, MPI_REAL", want: "z, 1"},
		{decl: "real :: z(4,3:3)", args: "z(1,3), 4, MPI_REAL", want: "z(1,3), 4"},
		{decl: "real :: z(4,3:3)", args: "z(1,3), n, MPI_REAL", reason: "z may be declared with fewer elements than n"},
	} {
		c.run(t, "MPI_Send")
	}
}

// TestBranches: the branches of an #if define kind and type; lines next to each other go together.
func TestBranches(t *testing.T) {
	kind := func(n string) string { return "integer, parameter :: wp = " + n + "\n" }
	typ := func(name string) string { return "integer, parameter :: mt = " + name + "\n" }
	either := func(a, b string) string { return "#ifdef A\n" + a + "#else\n" + b + "#endif\n" }
	const e = "real(wp) :: e(3)"
	for _, c := range []row{
		{decl: either(kind("4")+typ("MPI_REAL"), kind("8")+typ("MPI_REAL8")) + e, want: "e, 3"},
		{decl: either(typ("MPI_REAL")+kind("selected_real_kind(6)"), typ("MPI_REAL8")+kind("selected_real_kind(15)")) + e, want: "e, 3"},
		{decl: either(kind("4")+typ("MPI_REAL8"), kind("8")+typ("MPI_REAL")) + e, reason: "is sent as MPI_REAL8"},
		{decl: either(kind("4")+typ("MPI_REAL"), kind("8")+typ("MPI_REAL")) + e, reason: "e is of type real(8), and is sent as MPI_REAL"},
		{decl: either(kind("4"), kind("8")) + either(typ("MPI_REAL"), typ("MPI_REAL8")) + e, reason: "which definitions of them go together is not seen"},
		{decl: either(kind("4"), kind("8")) + typ("MPI_REAL8") + e, reason: "the type of e is not known"},
		{decl: either(typ("MPI_REAL8"), typ("MPI_DOUBLE_PRECISION")) + "real(8) :: e(3)", want: "e, 3"},
		{decl: either(typ("MPI_REAL8"), typ("MPI_REAL")) + "real(8) :: e(3)", reason: "is sent as MPI_REAL"},
	} {
		c.args = "e, 3, mt"
		c.run(t, "MPI_Send")
	}
}

// TestNonblocking: the compiler may pass a copy of what is not in one piece.
func TestNonblocking(t *testing.T) {
	for _, c := range []row{
		{args: "a(2:5), 4, MPI_REAL", want: "a(2:5)"},
		{args: "b(:,3), 12, MPI_REAL", want: "b(:,3)"},
		{args: "b(1:3,3), 3, MPI_REAL", want: "b(1:3,3)"},
		{args: "b(1,:), 8, MPI_REAL", reason: "may not be contiguous"},
		{args: "b(1:3,2:3), 6, MPI_REAL", reason: "may not be contiguous"},
		{args: "a(1:9:2), 5, MPI_REAL", reason: "may not be contiguous"},
	} {
		c.run(t, "MPI_Isend")
	}
}

// TestChecks: what callers must do is said.
func TestChecks(t *testing.T) {
	for _, c := range []struct{ decl, args, check string }{
		{"real, pointer :: q(:)", "q(1), 3, MPI_REAL", "is a pointer"},
		{"real, allocatable :: q(:)", "q(1), 3, MPI_REAL", ""},
	} {
		_, why, s := message(t, one(c.decl, "", "MPI_Send", c.args))
		if why != "" || !strings.Contains(s.Check, c.check) || (s.Check == "") != (c.check == "") {
			t.Errorf("%s: check %q, refused %q", c.decl, s.Check, why)
		}
	}
	_, why, s := message(t, "subroutine s(a, n)\nuse mpi\nreal :: a(:)\ninteger :: n, ierr\ncall MPI_Send(a(1), n, MPI_REAL, 1, 2, MPI_COMM_WORLD, ierr)\nend\n")
	if why != "" || !strings.Contains(s.Check, "assumed shape") {
		t.Errorf("check %q, refused %q", s.Check, why)
	}
}

// TestVector: types made by MPI_Type_vector and MPI_Type_contiguous.
func TestVector(t *testing.T) {
	vector := func(args string) string {
		return "call MPI_Type_vector(" + args + ", ty, ierr)\ncall MPI_Type_commit(ty, ierr)"
	}
	for _, c := range []row{
		{before: vector("8, 1, 12, MPI_REAL"), args: "b(3,0), 1, ty", want: "b(3,0:7)"},
		{before: vector("6, 1, 12, MPI_REAL"), args: "b(3,1), 1, ty", want: "b(3,1:6)"},
		{before: vector("6, 2, 12, MPI_REAL"), args: "b(3,1), 1, ty", want: "b(3:4,1:6)"},
		{before: vector("6, 2, 12, MPI_REAL"), args: "b(11,1), 1, ty", reason: "it is not proved that 2 from b(11,1) on"},
		{before: vector("6, 1, 11, MPI_REAL"), args: "b(3,1), 1, ty", reason: "its stride is not"},
		{before: vector("6, 1, 12, MPI_REAL"), args: "b(3,1), 2, ty", reason: "2 elements of a type"},
		{before: vector("6, 1, 12, MPI_REAL"), args: "b, 1, ty", reason: "does not begin at an element"},
		{before: vector("6, 4, 20, MPI_REAL"), args: "c(1,2,1), 1, ty", want: "c(1:4,2,1:6)"},
		{before: vector("5, 1, 4, MPI_REAL"), args: "c(2,1,3), 1, ty", want: "c(2,1:5,3)"},
		{before: vector("30, 1, 4, MPI_REAL"), args: "c(2,1,1), 1, ty", want: "c(2,:,:)"},
		{before: vector("6, 20, 20, MPI_REAL"), args: "c(1,1,1), 1, ty", want: "c(:,:,1:6)"},
		{before: vector("3, 8, 20, MPI_REAL"), args: "c(1,2,1), 1, ty", want: "c(:,2:3,1:3)"},
		{before: vector("3, 8, 20, MPI_REAL"), args: "c(1,5,1), 1, ty", reason: "it is not proved that 8 from c(1,5,1) on"},
		{before: vector("3, 8, 20, MPI_REAL"), args: "c(2,2,1), 1, ty", reason: "it is not proved that 8 from c(2,2,1) on"},
		{before: vector("3, 6, 20, MPI_REAL"), args: "c(1,2,1), 1, ty", reason: "it is not proved that 6 from c(1,2,1) on"},
		{decl: "real, allocatable :: d(:,:,:)", before: "read(*,*) n, m\nallocate(d(0:n+1,0:m+1,3))\n" + vector("3, 2*(n+2), (m+2)*(n+2), MPI_REAL"), args: "d(0,m,1), 1, ty", want: "d(:,m:m+1,1:3)"},
		{decl: "real, allocatable :: d(:,:,:)", before: "read(*,*) n, m\nallocate(d(0:n+1,0:m+1,3))\n" + vector("3, 2*(n+2), (m+2)*(n+2), MPI_REAL"), args: "d(0,1,1), 1, ty", reason: "it is not proved that"},
		{decl: "real, allocatable :: d(:,:,:)", before: "read(*,*) n, m\nallocate(d(0:n+1,0:m+1,3))\n" + vector("3, (n+2)*m, (m+2)*(n+2), MPI_REAL"), args: "d(0,1,1), 1, ty", want: "d(:,1:m,1:3)"},
		{before: vector("8, 1, 12, MPI_DOUBLE_PRECISION"), args: "b(3,0), 1, ty", reason: "is sent as MPI_DOUBLE_PRECISION"},
		{before: "m = 12\n" + vector("8, 1, m, MPI_REAL"), args: "b(3,0), 1, ty", want: "b(3,0:7)"},
		{before: "m = 12\nm = 12\n" + vector("8, 1, m, MPI_REAL"), args: "b(3,0), 1, ty", reason: "may have changed"},
		{before: "n = 8\nn = 9\n" + vector("n, 1, 12, MPI_REAL"), args: "b(3,0), 1, ty", reason: "may have changed"},
		{before: "call MPI_Type_contiguous(12, MPI_REAL, ty, ierr)", args: "b(0,3), 1, ty", want: "b(0,3), 12"},
		{before: "call MPI_Type_contiguous(12, MPI_REAL, tz, ierr)\ncall MPI_Type_contiguous(2, tz, ty, ierr)", args: "b(0,3), 1, ty", reason: "made of another type"},
		{before: "call MPI_Type_vector(8, 1, 12, MPI_REAL, newtype=ty)", args: "b(3,0), 1, ty", reason: "has keywords"},
		{before: "call MPI_Type_dup(MPI_REAL, ty, ierr)", args: "b(3,0), 1, ty", reason: "made by MPI_Type_dup"},
		{before: vector("8, 1, 12, MPI_REAL") + "\n" + vector("7, 1, 12, MPI_REAL"), args: "b(3,0), 1, ty", reason: "set at several places"},
		{before: "ty = MPI_REAL", args: "a, 10, ty", want: "a, 10"},
		{before: "ty = m + 1", args: "a, 10, ty", reason: "it is set to m+1"},
		{before: "ty = MPI_DATATYPE_NULL\nty = MPI_REAL", args: "a, 10, ty", want: "a, 10"},
		{before: "call elsewhere(ty)", args: "a, 10, ty", reason: "passed to another procedure"},
		{args: "a, 10, ty", reason: "what sets it is not seen"},
		{args: "a, 10, ty+1", reason: "it is not a variable"},
		{decl: "real, allocatable :: d(:,:)", before: "n = 4\nallocate(d(0:n+1,n))\n" + vector("n, 1, n+2, MPI_REAL"), args: "d(2,1), 1, ty", want: "d(2,1:n)"},
		{decl: "real, allocatable :: d(:,:)", before: "n = 4\nallocate(d(0:n+1,n))\nd = reshape([1.0], [1,1])\n" + vector("n, 1, n+2, MPI_REAL"), args: "d(2,1), 1, ty", reason: "the bounds of the array are not known"},
		{decl: "real, allocatable :: d(:,:)", before: "n = 4\nallocate(d(0:n+1,n))\ndeallocate(d)\nallocate(d(n,n))\n" + vector("n, 1, n+2, MPI_REAL"), args: "d(2,1), 1, ty", reason: "the bounds of the array are not known"},
		{decl: "real, pointer :: d(:,:)", before: vector("n, 1, 12, MPI_REAL"), args: "d(2,1), 1, ty", reason: "the bounds of the array are not known"},
		{decl: "real, allocatable :: d(:,:)", before: "n = 4\nallocate(d, source=b)\n" + vector("n, 1, 12, MPI_REAL"), args: "d(2,1), 1, ty", reason: "the bounds of the array are not known"},
		{decl: "real, allocatable :: d(:,:)\ninterface\nsubroutine again(v)\nreal, allocatable :: v(:,:)\nend subroutine\nend interface", before: "n = 4\nallocate(d(0:n+1,n))\ncall again(d)\n" + vector("n, 1, n+2, MPI_REAL"), args: "d(2,1), 1, ty", reason: "the bounds of the array are not known"},
		{decl: "real, allocatable :: d(:,:)\ninterface\nsubroutine show(v)\nreal :: v(:,:)\nend subroutine\nend interface", before: "n = 4\nallocate(d(0:n+1,n))\ncall show(d)\n" + vector("n, 1, n+2, MPI_REAL"), args: "d(2,1), 1, ty", want: "d(2,1:n)"},
		{decl: "real, allocatable :: d(:,:)", before: "n = 4\nallocate(d(0:n+1,n))\ncall show(d)\nprint *, sum(d)\n" + vector("n, 1, n+2, MPI_REAL"), args: "d(2,1), 1, ty", want: "d(2,1:n)"},
		{decl: "integer :: tq = MPI_REAL", args: "a, 10, tq", want: "a, 10"},
		{decl: "integer :: tq = MPI_INTEGER", before: "if (n > 0) tq = MPI_REAL", args: "a, 10, tq", reason: "set at several places"},
		{decl: "integer :: tq", before: "data tq /0/\ntq = MPI_REAL", args: "a, 10, tq", reason: "initialised by DATA"},
		{before: "ty = MPI_REAL\nread(*,*) ty", args: "a, 10, ty", reason: "what it is set to is not seen"},
		{decl: "real, allocatable :: d(:,:), e(:,:)", before: "n = 4\nallocate(d(0:n+1,n))\ncall move_alloc(e, d)\n" + vector("n, 1, n+2, MPI_REAL"), args: "d(2,1), 1, ty", reason: "the bounds of the array are not known"},
	} {
		c.run(t, "MPI_Send")
	}
}

// TestAllocatedBefore: a caller may have allocated an argument with other bounds.
func TestAllocatedBefore(t *testing.T) {
	_, why, _ := message(t, "subroutine s(u, n)\nuse mpi\nreal, allocatable, intent(inout) :: u(:,:)\ninteger, intent(in) :: n\ninteger :: ty, ierr\n"+
		"if (.not. allocated(u)) allocate(u(0:n+1,n))\ncall MPI_Type_vector(n, 1, n+2, MPI_REAL, ty, ierr)\ncall MPI_Send(u(1,1), 1, ty, 1, 2, MPI_COMM_WORLD, ierr)\nend\n")
	if !strings.Contains(why, "the bounds of the array are not known") {
		t.Errorf("because %q", why)
	}
}

// TestIndexed: lists that are regular are vectors.
func TestIndexed(t *testing.T) {
	const decl = "integer :: at(3), long(3)"
	block := func(list, args string) string {
		return "at = " + list + "\ncall MPI_Type_create_indexed_block(" + args + ", at, MPI_REAL, ty, ierr)"
	}
	for _, c := range []row{
		{decl: decl, before: block("[0, 12, 24]", "3, 1"), args: "b(1,0), 1, ty", want: "b(1,0:2)"},
		{decl: decl, before: block("[0, 12, 24]", "3, 2"), args: "b(1,0), 1, ty", want: "b(1:2,0:2)"},
		{decl: decl, before: block("[0, 12, 25]", "3, 1"), args: "b(1,0), 1, ty", reason: "not at equal distances"},
		{decl: decl, before: block("[12, 24, 36]", "3, 1"), args: "b(1,0), 1, ty", reason: "not where the buffer begins"},
		{decl: decl, before: block("[0, 5, 10]", "3, 1"), args: "b(1,0), 1, ty", reason: "its stride is not"},
		{decl: decl, before: block("[0, 12, 24]", "n, 1"), args: "b(1,0), 1, ty", reason: "is not a constant"},
		{decl: decl, before: "at(1) = 0\n" + block("at + 1", "3, 1"), args: "b(1,0), 1, ty", reason: "is not followed"},
		{decl: decl, before: "long = 1\nat = [0, 12, 24]\ncall MPI_Type_indexed(3, long, at, MPI_REAL, ty, ierr)", args: "b(1,0), 1, ty", want: "b(1,0:2)"},
		{decl: decl, before: "long = [1, 2, 1]\nat = [0, 12, 24]\ncall MPI_Type_indexed(3, long, at, MPI_REAL, ty, ierr)", args: "b(1,0), 1, ty", reason: "not equally long"},
		{decl: decl, before: "long = 1\nat = [0, 12, 24]\nat(2) = n\ncall MPI_Type_indexed(3, long, at, MPI_REAL, ty, ierr)", args: "b(1,0), 1, ty", reason: "not at equal distances"},
	} {
		c.run(t, "MPI_Send")
	}
}

// TestSubarray: types made by MPI_Type_create_subarray.
func TestSubarray(t *testing.T) {
	sub := func(args string) string {
		return "call MPI_Type_create_subarray(" + args + ", MPI_ORDER_FORTRAN, MPI_REAL, ty, ierr)\ncall MPI_Type_commit(ty, ierr)"
	}
	const arrays = "integer :: sz(2), su(2), st(0:1)\ninteger, parameter :: all(2) = [12, 8]"
	const set = "sz = [12, 8]\nsu(1) = 1\nsu(2) = 6\nst = 1\n"
	for _, c := range []row{
		{before: sub("2, [12,8], [1,6], [1,1]"), args: "b, 1, ty", want: "b(1,1:6)"},
		{before: sub("2, [12,8], [1,6], [1,1]"), args: "b(0,0), 1, ty", want: "b(1,1:6)"},
		{before: sub("2, [12,8], [10,1], [0,0]"), args: "b(1,3), 1, ty", want: "b(1:10,3)"},
		{before: sub("2, [12,8], [12,2], [0,1]"), args: "b, 1, ty", want: "b(:,1:2)"},
		{before: sub("2, [12,99], [1,6], [1,1]"), args: "b, 1, ty", want: "b(1,1:6)"},
		{before: sub("2, [11,8], [1,6], [1,1]"), args: "b, 1, ty", reason: "its size in dimension 1 is not"},
		{before: sub("2, [12,8], [11,6], [2,1]"), args: "b, 1, ty", reason: "it is not proved that it ends in dimension 1"},
		{before: sub("2, [12,8], [1,6], [1,1]"), args: "c, 1, ty", reason: "another number of dimensions"},
		{before: sub("2, [12,8], [1,6], [1,1]"), args: "b(:,1), 1, ty", reason: "does not begin at an element"},
		{before: sub("m, [12,8], [1,6], [1,1]"), args: "b, 1, ty", reason: "the number of dimensions"},
		{before: sub("3, [4,5,6], [4,1,6], [0,2,0]"), args: "c, 1, ty", want: "c(:,3,:)"},
		{before: "call MPI_Type_create_subarray(2, [12,8], [1,6], [1,1], MPI_ORDER_C, MPI_REAL, ty, ierr)", args: "b, 1, ty", reason: "its order is not"},
		{decl: arrays, before: set + sub("2, sz, su, st"), args: "b, 1, ty", want: "b(1,1:6)"},
		{decl: arrays, before: set + sub("2, all, su, st"), args: "b, 1, ty", want: "b(1,1:6)"},
		{decl: arrays, before: set + "st(0) = 2\n" + sub("2, sz, su, st"), args: "b, 1, ty", want: "b(2,1:6)"},
		{decl: arrays, before: set + "call MPI_Type_create_subarray(2, sz, su, st, MPI_ORDER_FORTRAN, MPI_REAL, tz, ierr)\nst(0) = 2\n" + sub("2, sz, su, st"), args: "b, 1, ty", want: "b(2,1:6)"},
		{decl: arrays, before: set + "st(i) = 2\n" + sub("2, sz, su, st"), args: "b, 1, ty", reason: "what st holds is not followed"},
		{decl: arrays, before: set + "if (m > 1) st(1) = 2\n" + sub("2, sz, su, st"), args: "b, 1, ty", reason: "what st holds is not followed"},
		{decl: arrays, before: set + "call other(st)\n" + sub("2, sz, su, st"), args: "b, 1, ty", reason: "what st holds is not followed"},
		{decl: arrays, before: set + "10 continue\n" + sub("2, sz, su, st"), args: "b, 1, ty", reason: "holds is not followed"},
		{decl: arrays, before: "su = st\n" + sub("2, all, su, st"), args: "b, 1, ty", reason: "holds is not followed"},
		{decl: "real, allocatable :: d(:,:)", before: "n = 4\nallocate(d(0:n+1,n))\n" + sub("2, [n+2, n], [1, n], [1, 0]"), args: "d, 1, ty", want: "d(1,:)"},
	} {
		c.run(t, "MPI_Send")
	}
}

// TestOlder: a type may be made in one execution of a procedure and used in another, with other
// values of what it was made of.
func TestOlder(t *testing.T) {
	const in = "subroutine s(u, n)\nuse mpi\ninteger :: n, k, ierr\nreal :: u(0:n+1,n)\n"
	const use = "k = n + 2\ncall MPI_Type_vector(n, 1, k, MPI_REAL, ty, ierr)\ncall MPI_Send(u(1,1), 1, ty, 1, 2, MPI_COMM_WORLD, ierr)\nend\n"
	const calls = "program p\nreal :: u(0:5,4), v(0:9,8)\ncall s(u, 4)\ncall s(v, 8)\nend\n"
	for _, c := range []struct{ decl, want, reason string }{
		{"integer :: ty\n", "u(1,1:n)", ""},
		{"integer, save :: ty\n", "", "may have changed"},
		{"integer :: ty = MPI_DATATYPE_NULL\n", "", "may have changed"},
	} {
		got, why, _ := message(t, in+c.decl+use+calls)
		if got != c.want || !strings.Contains(why, c.reason) || c.reason == "" != (why == "") {
			t.Errorf("%s: %q, because %q", c.decl, got, why)
		}
	}
}

// TestPassed: a datatype that callers pass, with what it is made of.
func TestPassed(t *testing.T) {
	sub := "subroutine s(u, lx, ly, col)\nuse mpi\ninteger :: lx, ly, col, ierr\nreal :: u(0:lx+1,0:ly+1)\ncall MPI_Send(u(1,1), 1, col, 1, 2, MPI_COMM_WORLD, ierr)\nend\n"
	main := func(stmts string) string {
		decl := ""
		if strings.HasPrefix(stmts, "external") {
			decl, stmts, _ = strings.Cut(stmts, "\n")
			decl += "\n"
		}
		return "program p\nuse mpi\ninteger :: nx, ny, ty, tz, ierr\nreal, allocatable :: u(:,:)\n" + decl + "nx = 4\nny = 5\n" + stmts + "\nend program\n"
	}
	const make = "call MPI_Type_vector(ny, 1, nx+2, MPI_REAL, ty, ierr)\n"
	for _, c := range []struct{ stmts, want, reason string }{
		{make + "call s(u, nx, ny, ty)", "u(1,1:ly)", ""},
		{make + "call s(u, nx, ny, ty)\ncall s(u, nx, ny, ty)", "u(1,1:ly)", ""},
		{make + "call s(u, nx, ny, ty)\ncall s(u, nx, ny, MPI_REAL)", "", "callers pass different types"},
		{make + "call s(u, nx, ny, col=ty)", "", "it is passed by keyword"},
		{"external :: s\n" + make + "call s(u, nx, ny, ty)\ncall through(s)", "", "not all callers are seen"},
		{make + "call s(u, nx, 5, ty)", "", "made of what is not passed"},
		{make + "call s(u, nx, ny)", "", "a call is not understood"},
		{make + "nx = 7\ncall s(u, nx, ny, ty)", "", "nx, of which it is made, may have changed"},
		{"", "", "no caller is seen"},
		{"call s(u, nx, ny, MPI_REAL)", "u(1,1)", ""},
	} {
		got, why, _ := message(t, main(c.stmts), sub)
		if got == "u(1,1:ly)" && c.want == "u(1,1)" {
			t.Errorf("%s: %s", c.stmts, got)
		}
		if !strings.HasPrefix(got, c.want) || c.reason == "" != (why == "") || !strings.Contains(why, c.reason) {
			t.Errorf("%s: %q, because %q; want %q, because %q", c.stmts, got, why, c.want, c.reason)
		}
	}
}

// TestText: a section as a directive writes it.
func TestText(t *testing.T) {
	s := sections.Section{X: ast.Named("a")}
	if s.Text() != "a" {
		t.Error(s.Text())
	}
	if s.Count = ast.Int(4); s.Text() != "a, 4" {
		t.Error(s.Text())
	}
}

// TestBoundsOfModules: the bounds of an array are those of its declaration, whatever their names mean where it is sent.
func TestBoundsOfModules(t *testing.T) {
	module := "module m\ninteger, parameter :: n = 4\nreal :: u(n,n)\ntype field\nreal :: u(n,n)\nend type\ntype(field) :: f\nend module\n"
	for _, c := range []struct{ use, decl, array, stride, want, reason string }{
		{"use m, only: u", "integer, parameter :: n = 3", "u", "n", "", "its stride is not"},
		{"use m, only: u", "integer, parameter :: n = 3", "u", "4", "u(2,1:4)", ""},
		{"use m, only: u", "", "u", "4", "u(2,1:4)", ""},
		{"use m, only: u, k => n", "", "u", "k", "u(2,1:4)", ""},
		{"use m", "", "u", "n", "u(2,1:4)", ""},
		{"use m, only: f", "", "f%u", "4", "f%u(2,1:4)", ""},
		{"use m, only: f", "integer, parameter :: n = 3", "f%u", "n", "", "its stride is not"},
	} {
		got, why, _ := message(t, module, "subroutine s\nuse mpi\n"+c.use+"\n"+c.decl+"\ninteger :: ty, ierr\ncall MPI_Type_vector(4, 1, "+c.stride+
			", MPI_REAL, ty, ierr)\ncall MPI_Send("+c.array+"(2,1), 1, ty, 1, 2, MPI_COMM_WORLD, ierr)\nend subroutine\n")
		if got != c.want || c.reason == "" != (why == "") || !strings.Contains(why, c.reason) {
			t.Errorf("%s, %s: %q because %q, want %q because %q", c.use, c.stride, got, why, c.want, c.reason)
		}
	}
}
