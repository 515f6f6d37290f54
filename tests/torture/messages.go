package torture

import (
	"fmt"
	"strings"
)

// Tags and communicators that change, and ranks that are late.

// newTags has a tag that was never used before.
func (g *gen) newTags() *node {
	a := g.array()
	l := g.level()
	if g.chance(50) {
		return g.ownExchange(a.at("1:n", "m", l), a.at("1:n", "0", l), a.base(), "100 + t")
	}
	id := g.id()
	x, y := fmt.Sprintf("x%d", id), fmt.Sprintf("y%d", id)
	g.declare("integer :: "+x+", "+y, x+" = 30; "+y+" = 0", y)
	return group(lines(x+" = "+x+" + 1"), g.ownExchange(x, y, y, "mod("+x+", 4000)"))
}

// makeCommunicators declares two communicators, the second with the ranks in another order, and the neighbours in each.
func (g *gen) makeCommunicators() {
	if g.once("communicators") {
		g.declare("integer :: cm(2), pw(2), pe(2)", strings.Join([]string{"call MPI_Comm_dup(MPI_COMM_WORLD, cm(1), ierr)",
			"call MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, cm(2), ierr)", "pw(1) = west; pe(1) = east",
			"pw(2) = merge(nranks-1-west, -1, west >= 0); pe(2) = merge(nranks-1-east, -1, east >= 0)",
			"!$mdmp init comm(cm(2))"}, "\n"), "") // the other one is used without a name
		g.k.finish = append(g.k.finish, "call MPI_Comm_free(cm(1), ierr)", "call MPI_Comm_free(cm(2), ierr)")
	}
}

// communicators: messages travel on others than MPI_COMM_WORLD, whose ranks have
// other numbers.
func (g *gen) communicators() *node {
	g.makeCommunicators()
	which := g.pick("1", "2")
	if g.inTime && g.chance(50) {
		which = "1 + mod(t, 2)"
	}
	a := g.array()
	l := g.level()
	send, recv := a.at("1:n", "m", l), a.at("1:n", "0", l)
	tag := g.pick("25", "25", "26")
	clause := fmt.Sprintf(" tag(%s) comm(cm(%s))", tag, which)
	more := fmt.Sprintf(", %s, cm(%s)", tag, which)
	east, west := "pe("+which+")", "pw("+which+")"
	n := &node{tail: []string{a.base()}, legs: []*leg{{send: "send(" + send + ", " + east + ")" + clause, recv: "recv(" + recv + ", " + west + ")" + clause,
		refSend: []string{"call ref_send(" + send + ", " + east + more + ")"}, refRecv: []string{"call ref_recv(" + recv + ", " + west + more + ")"}}}}
	if g.chance(40) { // the other way, too
		send, recv = a.at("1:n", "1", l), a.at("1:n", "m+1", l)
		n.legs = append(n.legs, &leg{send: "send(" + send + ", " + west + ")" + clause, recv: "recv(" + recv + ", " + east + ")" + clause,
			refSend: []string{"call ref_send(" + send + ", " + west + more + ")"}, refRecv: []string{"call ref_recv(" + recv + ", " + east + more + ")"}})
	}
	return n
}

// late keeps some ranks busy, so that their messages come when others wait.
func (g *gen) late() *node {
	g.declare(fmt.Sprintf("real(8) :: clock%d", g.id()), "", "")
	clock := fmt.Sprintf("clock%d", g.k.ids)
	return block("if (mod(rank + t, 2) == 0) then", "end if",
		lines(clock+" = MPI_Wtime()", "do while (MPI_Wtime() - "+clock+" < 3d-4)", "end do"))
}

// indexed sends and receives elements that a list names, which changes; by hand they
// travel one by one. Elements are in a list once.
func (g *gen) indexed() *node {
	if g.once("indexed") {
		g.declare("integer :: list(4)", "list = [1, 3, 2, 5]", "")
	}
	a, l := g.array(), g.level()
	part, k := "list", 4
	if g.chance(40) {
		part, k = "list(4:2:-1)", 3
	}
	cond, guard := "", ""
	if g.chance(25) {
		guard = g.cond()
		cond, guard = " if("+guard+")", "if ("+guard+") "
	}
	x := &leg{send: "send(" + a.at(part, "m", l) + ", east) tag(27)" + cond, recv: "recv(" + a.at(part, "0", l) + ", west) tag(27)" + cond}
	for i := range k {
		e := fmt.Sprintf("list(%d)", i+1)
		if k == 3 {
			e = fmt.Sprintf("list(%d)", 4-i)
		}
		x.refSend = append(x.refSend, guard+"call ref_send("+a.at(e, "m", l)+", east, 27)")
		x.refRecv = append(x.refRecv, guard+"call ref_recv("+a.at(e, "0", l)+", west, 27)")
	}
	return group(&node{tail: []string{a.base()}, legs: []*leg{x}}, lines("list = 1 + modulo(list + 2, n)"))
}
