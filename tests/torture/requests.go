package torture

import (
	"fmt"
	"math/rand"
)

// Persistent requests that another file has made, by a direct call, through a procedure pointer or a dummy procedure: each
// wait changes a variable that was assigned before. Beside them, calls of other files whose arguments are expressions
// of what is received.

// requests puts these into the time loop, by a die of its own: kernels of old seeds stay as they were but for these.
func (g *gen) requests(seed int64) {
	old := g.r
	defer func() { g.r = old }()
	g.r = rand.New(rand.NewSource(seed ^ 0x4e95e))
	if g.chance(80) {
		return
	}
	g.k.drawn = append(g.k.drawn, "request of another file")
	at := g.r.Intn(len(g.k.body) + 1)
	g.k.body = append(g.k.body[:at], append([]*node{g.foreignRequest()}, g.k.body[at:]...)...)
}

func (g *gen) foreignRequest() *node {
	id := g.id()
	name := func(of string) string { return fmt.Sprintf("%s%d", of, id) }
	tell := fmt.Sprintf("%s_%d", name("tell"), g.k.id)
	procedure(&g.k.far, "subroutine "+tell+"(x, r)", "end subroutine", "use mpi", "implicit none", "integer :: x, r(2), e", "integer, save :: two = 2",
		"call MPI_Send_init(two, 1, MPI_INTEGER, 0, 991, MPI_COMM_SELF, r(1), e)", "call MPI_Recv_init(x, 1, MPI_INTEGER, 0, 991, MPI_COMM_SELF, r(2), e)")
	x, y, r, e, st, w := name("x"), name("y"), name("r"), name("e"), name("st"), name("w")
	decl := fmt.Sprintf("external :: %s; integer, save :: %s; integer :: %s, %s(2), %s, %s(40); real(8) :: %s(9,0:8,2)", tell, x, y, r, e, st, w)
	call := fmt.Sprintf("call %s(%s, %s)", tell, x, r)
	switch g.r.Intn(3) {
	case 0:
		p := name("p")
		decl += "; procedure(), pointer :: " + p
		call = fmt.Sprintf("%s => %s; call %s(%s, %s)", p, tell, p, x, r)
	case 1:
		through := name("through")
		call = fmt.Sprintf("call %s(%s, %s, %s)", through, tell, x, r)
		procedure(&g.k.contained, "subroutine "+through+"(p, x, r)", "end subroutine "+through, "external :: p", "integer :: x, r(2)", "call p(x, r)")
		g.k.contained[len(g.k.contained)-1].fixed = true
	}
	g.declare(decl, fmt.Sprintf("%s = 1; %s = 2; %s = 0; %s = 0; %s = rank + 1; %s", x, y, e, st, w, call), w)
	g.k.finish = append(g.k.finish, fmt.Sprintf("call MPI_Request_free(%s(1), %s)", r, e), fmt.Sprintf("call MPI_Request_free(%s(2), %s)", r, e))
	step := []*node{lines(y+" = "+g.pick("2", "1 + mod(t, 2)"), x+" = 3 - "+y, fmt.Sprintf("call MPI_Startall(2, %s, %s)", r, e),
		fmt.Sprintf("call MPI_Waitall(2, %s, %s, %s)", r, st, e)), g.ownExchange(w+"(:,8,2)", w+"(:,0,2)", w, "33")}
	if g.chance(50) {
		step = append(step, g.expressionArgument(w, name("take")))
	}
	step = append(step, block("do j = 1, 8", "end do", block("do i = 1, 9", "end do",
		lines(fmt.Sprintf("%s(i,j,2) = mod(%s(i,j-1,%s)*3 + i + j, 1048573d0)", w, w, x)))))
	n := group(step...)
	n.whole = true
	return n
}

// expressionArgument passes an expression of what may be on its way to a procedure of another file.
func (g *gen) expressionArgument(w, take string) *node {
	take = fmt.Sprintf("%s_%d", take, g.k.id)
	procedure(&g.k.far, "subroutine "+take+"(x, y, l)", "end subroutine", "implicit none", "integer :: l, k", "real(8) :: x(l), y(l)",
		"do k = 1, l", "y(k) = mod(y(k) + x(k), 1048573d0)", "end do")
	return lines(fmt.Sprintf("call %s(%s(:,%s,2) + %s, %s(:,%s,1), 9)", take, w, g.pick("0", "8", "3"), g.pick("t", w+"(:,0,1)", w+"(:,4,2)"), w, g.pick("1", "5")))
}
