package buffers_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/suggest"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// head declares what the programs below use.
const head = `program p
use mpi
implicit none
integer, parameter :: n = 8, m = 6
real(8) :: u(0:n+1,0:m+1), v(0:n+1,0:m+1), w(n,m,3), s(n), r(n), s2(n,2), r2(n,2), big(2*n), three(n*m), plane(n*m), twice
real(4) :: single(n)
real(8), allocatable :: al(:), g(:,:)
integer :: i, j, k, left, right, rank, size, ierr, req(2), more(2)
logical :: yes
integer, target :: loose
type t
  real(8) :: x(n,m)
end type
type(t) :: f
`

// calls send SEND to the right and receive RECV from the left.
const calls = `FIRST
call MPI_Irecv(RECV, LEN, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, req(1), ierr)
PACK
call MPI_Isend(SEND, LEN, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, req(2), ierr)
call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
UNPACK
`

// text is a program in which SEND is packed and RECV unpacked.
func text(send, recv, length, pack, unpack, rest string) string {
	first := ""
	if before, ok := strings.CutPrefix(pack, "first: "); ok {
		first, pack = before, ""
	}
	body := strings.NewReplacer("FIRST", first, "SEND", send, "RECV", recv, "LEN", length, "PACK", pack, "UNPACK", unpack).Replace(calls)
	return head + "call MPI_Init(ierr)\n" + body + rest + "\ncall MPI_Finalize(ierr)\nend program\n"
}

// ring makes the neighbours as many programs do.
const ring = `call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
left = rank - 1; right = rank + 1
if (rank == 0) left = MPI_PROC_NULL
if (size - 1 == rank) right = MPI_PROC_NULL`

const far = `call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
left = rank - 1
if (left < 0) left = MPI_PROC_NULL
right = rank + 1
if (right >= size) right = MPI_PROC_NULL`

const branches = `call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
if (rank > 0) then
  left = rank - 1
else
  left = MPI_PROC_NULL
end if`

// null makes a program one in which ranks may have no neighbour.
const null = "if (rank == 0) left = MPI_PROC_NULL"

func directives(t *testing.T, src string) ([]string, *suggest.Result) {
	t.Helper()
	r := suggest.Find([]program.Input{{Name: "p.f90", Src: []byte(src)}}, suggest.Options{Source: source.Options{}})
	if len(r.Exchanges) != 1 {
		t.Fatalf("%d exchanges; refused: %v\n%s", len(r.Exchanges), r.Refused, src)
	}
	return r.Exchanges[0].Directives, r
}

func TestBuffers(t *testing.T) {
	for _, c := range []struct {
		name, send, recv, length, pack, unpack, rest string
		want                                         string // the two sections
	}{
		{"array assignments", "s", "r", "m", "s(1:m) = u(n,1:m)", "u(0,1:m) = r(1:m)", "", "recv(u(0,1:m), send(u(n,1:m),"},
		{"loops", "s", "r", "m", "do j = 1, m\ns(j) = u(n,j)\nend do", "do j = 1, m\nu(0,j) = r(j)\nend do", "", "recv(u(0,1:m), send(u(n,1:m),"},
		{"shifted", "s(1)", "r(1)", "m+2", "do j = 0, m+1\ns(j+1) = u(n,j)\nend do", "do j = 1, m+2\nu(0,j-1) = r(j)\nend do", "", "recv(u(0,0:m+1), send(u(n,0:m+1),"},
		{"whole buffer", "s", "r", "n", "s = u(1:n,m)", "u(1:n,0) = r", "", "recv(u(1:n,0), send(u(1:n,m),"},
		{"colon", "s", "r", "n", "s(:) = u(1:n,m)", "u(1:n,0) = r(:)", "", "recv(u(1:n,0), send(u(1:n,m),"},
		{"sections as arguments", "s(1:m)", "r(1:m)", "m", "s(1:m) = u(n,1:m)", "u(0,1:m) = r(1:m)", "", "recv(u(0,1:m), send(u(n,1:m),"},
		{"two fields", "big", "three", "2*n", "big(1:n) = u(1:n,1)\nbig(n+1:2*n) = v(1:n,1)", "u(1:n,m+1) = three(1:n)\nv(1:n,m+1) = three(n+1:2*n)", "",
			"recv([u(1:n,m+1), v(1:n,m+1)], send([u(1:n,1), v(1:n,1)],"},
		{"fields in another order", "big", "three", "2*n", "big(n+1:2*n) = v(1:n,1)\nbig(1:n) = u(1:n,1)", "", "", "recv(three, send([u(1:n,1), v(1:n,1)],"},
		{"plane by an index", "three", "plane", "n*m", "do j = 1, m\ndo i = 1, n\nthree((j-1)*n+i) = w(i,j,2)\nend do\nend do", "", "", "recv(plane, n*m, send(w(1:n,1:m,2),"},
		{"both in one loop", "s", "r", "m", "do j = 1, m\ns(j) = u(n,j)\nend do", "do j = 1, m\nu(0,j) = r(j)\nv(1,j) = 0\nend do", "", "recv(u(0,1:m), send(u(n,1:m),"},
		{"component", "s", "r", "n", "s = f%x(:,m)", "f%x(:,1) = r", "", "recv(f%x(:,1), send(f%x(:,m),"},
		{"columns", "s2", "r2", "2*n", "s2(:,1) = u(1:n,1)\ns2(:,2) = u(1:n,2)", "u(1:n,m) = r2(:,1)\nu(1:n,m+1) = r2(:,2)", "", "recv([u(1:n,m), u(1:n,m+1)], send([u(1:n,1), u(1:n,2)],"},
		{"two dimensions at once", "s2", "r2", "2*n", "s2 = u(1:n,1:2)", "u(1:n,m:m+1) = r2", "", "recv(u(1:n,m:m+1), send(u(1:n,1:2),"},
		{"neighbours that are there", "s", "r", "m", "s(1:m) = u(n,1:m)", "if (left /= MPI_PROC_NULL) u(0,1:m) = r(1:m)", null, "recv(u(0,1:m), send(u(n,1:m),"},
		{"neighbours by number", "s", "r", "m", "if (right >= 0) then\ns(1:m) = u(n,1:m)\nend if", "if (left >= 0) then\ndo j = 1, m\nu(0,j) = r(j)\nend do\nend if", null, "recv(u(0,1:m), send(u(n,1:m),"},
		{"packed first", "s", "r", "m", "first: do j = 1, m\ns(j) = u(n,j)\nend do\ntwice = s2(1,1)", "", "", "recv(r, m, send(u(n,1:m),"},
		{"neighbours by rank", "s", "r", "m", "if (rank /= size - 1) then\ns(1:m) = u(n,1:m)\nend if", "if (.not. rank == 0) u(0,1:m) = r(1:m)", ring, "recv(u(0,1:m), send(u(n,1:m),"},
		{"neighbours by rank, in other words", "s", "r", "m", "if (rank <= size - 2) then\ns(1:m) = u(n,1:m)\nend if", "if (rank > 0) u(0,1:m) = r(1:m)", ring, "recv(u(0,1:m), send(u(n,1:m),"},
		{"neighbours that are too far", "s", "r", "m", "if (size > rank + 1) s(1:m) = u(n,1:m)", "if (0 /= rank) u(0,1:m) = r(1:m)", far, "recv(u(0,1:m), send(u(n,1:m),"},
		{"neighbours by branches", "s", "r", "m", "s(1:m) = u(n,1:m)", "if (0 < rank) u(0,1:m) = r(1:m)", branches, "recv(u(0,1:m), send(u(n,1:m),"},
		{"sizes of the run", "s", "r", "m", "s(1:m) = g(k,1:m)", "g(0,1:m) = r(1:m)", "call MPI_Comm_size(MPI_COMM_WORLD, k, ierr)\nallocate(g(0:k+1,m))", "recv(g(0,1:m), send(g(k,1:m),"},
		{"allocated once", "al", "r", "m", "allocate(al(m))\nal(:) = u(n,1:m)", "deallocate(al)", "", "recv(r, send(u(n,1:m),"},

		// What stays.
		{"neighbours may be missing", "s", "r", "m", "s(1:m) = u(n,1:m)", "u(0,1:m) = r(1:m)", null, "recv(r, m, send(u(n,1:m),"},
		{"neighbours by the wrong rank", "s", "r", "m", "if (rank == size - 1) then\ns(1:m) = u(n,1:m)\nend if", "if (rank == 0) u(0,1:m) = r(1:m)", ring, "recv(r, m, send(s, m,"},
		{"neighbours by nearly the same rank", "s", "r", "m", "if (rank < size - 2) then\ns(1:m) = u(n,1:m)\nend if", "if (rank > 1) u(0,1:m) = r(1:m)", far, "recv(r, m, send(s, m,"},
		{"neighbours by a real number", "s", "r", "m", "s(1:m) = u(n,1:m)", "if (twice > 0) u(0,1:m) = r(1:m)", "left = 1\nif (.not. twice >= 1) left = MPI_PROC_NULL", "recv(r, m, send(u(n,1:m),"},
		{"neighbours that change", "s", "r", "m", "if (rank /= size - 1) then\ns(1:m) = u(n,1:m)\nend if", "", "rank = 1\n" + ring, "recv(r, m, send(s, m,"},
		{"neighbours by the ranks of another communicator", "s", "r", "m", "if (rank /= size - 1) then\ns(1:m) = u(n,1:m)\nend if", "", strings.Replace(far, "size(MPI_COMM_WORLD", "size(k", 1), "recv(r, m, send(s, m,"},
		{"another condition", "s", "r", "m", "s(1:m) = u(n,1:m)", "if (yes) u(0,1:m) = r(1:m)", "", "recv(r, m, send(u(n,1:m),"},
		{"packed under a condition", "s", "r", "m", "if (yes) s(1:m) = u(n,1:m)", "", "", "recv(r, m, send(s, m,"},
		{"changed before the send", "s", "r", "m", "s(1:m) = u(n,1:m)\nu(n,2) = 1", "", "", "recv(r, m, send(s, m,"},
		{"changed in the loop", "s", "r", "m", "do j = 1, m\ns(j) = u(n,j)\nu(:,j) = 0\nend do", "", "", "recv(r, m, send(s, m,"},
		{"read before it is unpacked", "s", "r", "m", "s(1:m) = u(n,1:m)", "twice = u(0,1)\nu(0,1:m) = r(1:m)", "", "recv(r, m, send(u(n,1:m),"},
		{"changed before it is unpacked", "s", "r", "m", "s(1:m) = u(n,1:m)", "u(0,3) = 1\nu(0,1:m) = r(1:m)", "", "recv(r, m, send(u(n,1:m),"},
		{"used again", "s", "r", "m", "s(1:m) = u(n,1:m)", "u(0,1:m) = r(1:m)", "print *, s(1)", "recv(u(0,1:m), send(s, m,"},
		{"unpacked twice", "s", "r", "m", "s(1:m) = u(n,1:m)", "u(0,1:m) = r(1:m)\nv(0,1:m) = r(1:m)", "", "recv(r, m, send(u(n,1:m),"},
		{"computed", "s", "r", "m", "s(1:m) = 2*u(n,1:m)", "u(0,1:m) = u(0,1:m) + r(1:m)", "", "recv(r, m, send(s, m,"},
		{"another kind", "s", "r", "m", "s(1:m) = single(1:m)", "", "", "recv(r, m, send(s, m,"},
		{"broadcast", "s", "r", "m", "s(1:m) = u(n,1)", "", "", "recv(r, m, send(s, m,"},
		{"another order", "three", "plane", "n*m", "do i = 1, n\ndo j = 1, m\nthree((i-1)*m+j) = w(i,j,2)\nend do\nend do", "", "", "recv(plane, n*m, send(three, n*m,"},
		{"backwards", "s", "r", "m", "do j = 1, m\ns(j) = u(n,m+1-j)\nend do", "", "", "recv(r, m, send(s, m,"},
		{"every second", "s", "r", "m", "do j = 1, m\ns(2*j-1) = u(n,j)\nend do", "", "", "recv(r, m, send(s, m,"},
		{"not all of it", "s", "r", "n", "s(2:n) = u(2:n,m)", "u(1:m,0) = r(1:m)", "", "recv(r, n, send(s, n,"},
		{"packed anew", "s", "r", "m", "s(1:m) = u(1,1:m)\ns(1:m) = u(n,1:m)", "", "", "recv(r, m, send(s, m,"}, // the first copy would stay
		{"packed over", "s", "r", "m", "s(1:m) = u(n,1:m)\ns(2:m+1) = u(1,1:m)", "", "", "recv(r, m, send(s, m,"},
		{"two halves that overlap", "big", "three", "2*n", "big(1:n) = u(1:n,1)\nbig(n:2*n) = v(0:n,1)", "", "", "recv(three, 2*n, send(big, 2*n,"},
		{"subscript that changes", "s", "r", "m", "s(1:m) = u(k,1:m)\nk = k + 1", "", "", "recv(r, m, send(s, m,"},
		{"loop variable that is used", "s", "r", "m", "do j = 1, m\ns(j) = u(n,j)\nend do", "do k = 1, m\nu(0,k) = r(k)\nend do", "print *, j", "recv(u(0,1:m), send(s, m,"},
		{"left before it is unpacked", "s", "r", "m", "s(1:m) = u(n,1:m)", "if (yes) goto 1\nu(0,1:m) = r(1:m)", "1 continue", "recv(r, m, send(u(n,1:m),"},
		{"jumped at", "s", "r", "m", "first: if (yes) goto 1\ns(1:m) = u(n,1:m)\n1 continue", "", "", "recv(r, m, send(s, m,"},
		{"lists", "s", "r", "m", "s(1:m) = u(more,1)", "", "", "recv(r, m, send(s, m,"},
		{"crossing", "s", "r", "m", "s(1:m) = u(k,0:m-1)", "u(1:m,0) = r(1:m)", "", ""},
		{"a row within a plane", "s", "r", "m", "s(1:m) = v(k,1:m)", "v(0:k,1) = r(1:m)", "", ""},
		{"by rank", "s", "r", "m", "s(1:m) = u(rank,1:m)", "u(0,1:m) = r(1:m)", ring, ""},
		{"an inner row", "s", "r", "m", "s(1:m) = g(i,1:m)", "g(0,1:m) = r(1:m)", "call MPI_Comm_size(MPI_COMM_WORLD, k, ierr)\nallocate(g(0:k+1,m))", ""},
		{"a length that a pointer may change", "s", "r", "loose", "s(1:m) = u(n,1:m)", "", "loose = m", "recv(r, loose, send(s, loose,"},
		{"reallocated", "al", "r", "m", "al = u(n,1:m)", "", "", "recv(r, m, send(al, m,"},
		{"a relay", "s", "r", "m", "s(1:m) = u(0,1:m)", "u(0,1:m) = r(1:m)", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := directives(t, text(c.send, c.recv, c.length, c.pack, c.unpack, c.rest))
			text := strings.Join(got, " ")
			if c.want == "" { // of both one buffer at most
				if !strings.Contains(text, "(r,") && !strings.Contains(text, "(s,") {
					t.Errorf("got %s", text)
				}
				return
			}
			for want := range strings.SplitSeq(strings.Replace(c.want, " send", "|send", 1), "|") {
				if !strings.Contains(text, strings.TrimSpace(want)) {
					t.Errorf("got  %s\nwant %s", text, c.want)
				}
			}
		})
	}
}
