package torture

// relay is a line of ranks: what comes from the one before is worked on in place, and goes to the next one. The first begins, so nobody waits in a
// ring.
func (g *gen) relay() *node {
	a, b, l, e := g.array(), g.array(), g.level(), g.k.elem
	before, behind := "merge(rank-1, -1, rank > 0)", "merge(rank+1, -1, rank+1 < nranks)"
	col, tag := g.pick("0", "m+1", "2"), g.pick("", " tag(37)")
	x := a.at("1:n", col, l)
	take := legOf(x, x, behind, before)
	take.send, take.refSend = "", nil
	take.recv += tag
	pass := legOf(x, x, behind, before)
	pass.recv, pass.refRecv = "", nil
	pass.send += tag
	at := a.at("i", col, l)
	work := block("do i = "+g.pick("1, n", "n, 1, -1", "1, n, 2"), "end do", lines(e.mix(at, []string{at, b.at("i", "1", g.level())}, g.pick("i", "t"))...))
	if e.name != "character" && g.chance(30) {
		work = lines(e.mix(x, []string{x, b.at("1:n", "1", g.level())}, "t")...)
	}
	if g.chance(30) { // of more than what came
		work = group(block("do j = 1, m", "end do", block("do i = 1, n", "end do", lines(e.mix(b.at("i", "j", "1"), []string{b.at("i", "j", "1"), at}, "j")...))), work)
	}
	n := group(&node{tail: []string{a.base()}, legs: []*leg{take}}, work, &node{tail: []string{a.base()}, legs: []*leg{pass}})
	n.whole = true // a message that nobody takes is no program
	return n
}
