package match_test

import (
	"strings"
	"testing"
)

// TestUnnamed: what stands between post and wait calls procedures of other files.
func TestUnnamed(t *testing.T) {
	const data = `module data
implicit none
type chunk_type
  integer :: nbr(4), m
  real, allocatable :: snd(:), rcv(:), other(:)
end type
type(chunk_type) :: chunk
integer :: size, more
end module
`
	const pack = `module pack
use data
implicit none
contains
subroutine filled(b, n)
real :: b(:)
integer :: n, i
do i = 1, n
b(i) = i
end do
end subroutine
subroutine fill(k)
integer :: k, n
real :: x
n = chunk%m
call filled(chunk%other, n)
end subroutine
end module
`
	const exchange = `subroutine exchange
use mpi
use data
use pack
implicit none
integer :: r1, r2, ierr, i
call MPI_Irecv(chunk%rcv, size, MPI_REAL, chunk%nbr(1), 1, MPI_COMM_WORLD, r1, ierr)
call MPI_Isend(chunk%snd, size, MPI_REAL, chunk%nbr(2), 1, MPI_COMM_WORLD, r2, ierr)
do i = 1, 2
call fill(i)
end do
call MPI_Wait(r1, MPI_STATUS_IGNORE, ierr)
call MPI_Wait(r2, MPI_STATUS_IGNORE, ierr)
end subroutine
`
	const want = "recv(chunk%rcv, size, chunk%nbr(1)) tag(1) | send(chunk%snd, size, chunk%nbr(2)) tag(1)"
	in := func(text, old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("%q is not there", old)
		}
		return strings.Replace(text, old, new, 1)
	}
	before := func(stmt string) string { return in(pack, "n = chunk%m\n", "n = chunk%m\n"+stmt+"\n") }
	for _, c := range []struct{ name, data, pack, exchange, want, reason string }{
		{"other components", data, pack, exchange, want, ""},
		{"the peer is changed", data, before("chunk%nbr(1) = k"), exchange, "", "may change chunk%nbr(1)"},
		{"all peers are changed", data, before("chunk%nbr = k"), exchange, "", "may change chunk%nbr(1)"},
		{"the peer is handed on", data, before("call change(chunk%nbr(1))"), exchange, "", "may wait for another rank"},
		{"what is sent is changed", data, before("chunk%snd(1) = k"), exchange, "", "may change chunk%snd"},
		{"what is sent is filled", data, in(pack, "chunk%other", "chunk%snd"), exchange, "", "may change chunk%snd"},
		{"what is received is read", data, before("x = chunk%rcv(1)"), exchange, "", "may use chunk%rcv"},
		{"the count is changed", data, before("size = k"), exchange, "", "may change size"},
		{"another variable is changed", data, before("more = k"), exchange, want, ""},
		{"the whole is changed", data, in(before("chunk = c"), "real :: x", "real :: x\ntype(chunk_type) :: c"), exchange, "", "which may be a defined one"},
		{"the whole is handed on", data, in(in(pack, "filled(chunk%other, n)", "filled(chunk, n)"), "real :: b(:)\ninteger :: n, i\ndo i = 1, n\nb(i) = i", "type(chunk_type) :: b\ninteger :: n, i\ndo i = 1, n\nb%nbr(i) = i"), exchange, "", "may change"},
		{"another variable of the type", data, in(before("c%nbr(1) = 3"), "real :: x", "real :: x\ntype(chunk_type) :: c"), exchange, "", "may change chunk%nbr(1)"},
		{"a target", in(data, "type(chunk_type) ::", "type(chunk_type), target ::"), pack, exchange, "", "may change"},
		{"a pointer", in(data, "real, allocatable ::", "real, pointer ::"), pack, exchange, "", "may"},
		{"by ASSOCIATE", data, in(pack, "call filled(chunk%other, n)", "associate (q => chunk%nbr)\nq(1) = k\nend associate"), exchange, "", "may change"},
		{"inside ASSOCIATE", data, pack, in(in(exchange, "call MPI_Irecv", "associate (q => chunk%nbr)\ncall MPI_Irecv"), "end subroutine", "end associate\nend subroutine"), "", "may change"},
		{"a procedure that is not there", data, before("call elsewhere(k)"), exchange, "", "may wait for another rank"},
		{"it stops", data, before("if (k > 3) stop"), exchange, "", "may go elsewhere"},
		{"it prints", data, before("print *, k"), exchange, "", "seen from outside"},
		{"a barrier", data, in(before("call MPI_Barrier(MPI_COMM_WORLD, n)"), "use data", "use mpi\nuse data"), exchange, "", "may wait for another rank"},
		{"a function changes the peer", data, in(before("x = f(k)"), "end module", "real function f(k)\ninteger :: k\nchunk%nbr(1) = k\nf = k\nend function\nend module"), exchange, "", "may change chunk%nbr(1)"},
		{"a bound function changes the peer", data, in(in(before("x = o%f(k)"), "contains\n", "type box\ninteger :: i\ncontains\nprocedure :: f\nend type\ntype(box) :: o\ncontains\n"), "end module", "real function f(self, k)\nclass(box) :: self\ninteger :: k\nchunk%nbr(1) = k\nf = k\nend function\nend module"), exchange, "", "may change chunk%nbr(1)"},
		{"a bound procedure changes the peer", data, in(in(before("call o%f(k)"), "contains\n", "type box\ninteger :: i\ncontains\nprocedure :: f\nend type\ntype(box) :: o\ncontains\n"), "end module", "subroutine f(self, k)\nclass(box) :: self\ninteger :: k\nchunk%nbr(1) = k\nend subroutine\nend module"), exchange, "", "may"},
		{"a statement function changes the peer", data, in(in(before("x = sf(k)"), "real :: x\n", "real :: x, sf\nsf(k) = f(k)\n"), "end module", "real function f(k)\ninteger :: k\nchunk%nbr(1) = k\nf = k\nend function\nend module"), exchange, "", "may change chunk%nbr(1)"},
		{"an assignment that is a procedure", in(data, "end type\n", "end type\ntype num\ninteger :: i\nend type\ninterface assignment(=)\nmodule procedure set\nend interface\n"), before("more = k"), exchange, "", "may"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, why := said(find(c.data, c.pack, c.exchange))
			if got != c.want || c.reason == "" != (why == "") || !strings.Contains(why, c.reason) {
				t.Errorf("got %s\nbecause %q; want\n%s\nbecause %q", got, why, c.want, c.reason)
			}
		})
	}
}
