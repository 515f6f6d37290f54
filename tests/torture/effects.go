package torture

import "fmt"

// Peers, subscripts, counts, tags, conditions and bounds that are functions which change something: each is called once for each
// exchange or loop, whatever is predicted. Every call has a counter of its own, so their order does not matter, and what they
// counted is printed.

// counting returns a function of the module that counts its calls.
func (g *gen) counting(what string) string {
	name := fmt.Sprintf("%s%d", what, g.k.id)
	if !g.once(name) {
		return name
	}
	add := func(kind, args, decl, value string) {
		list := []string{"integer, intent(inout) :: k"}
		if decl != "" {
			list = append(list, "integer, intent(in) :: "+decl)
		}
		procedure(&g.k.procs, kind+" function "+name+"(k"+args+")", "end function "+name, append(list, "k = k + 1", name+" = "+value)...)
	}
	switch what {
	case "same":
		add("integer", ", x", "x", "x")
	case "turns":
		add("integer", ", x, y", "x, y", "merge(x, y, mod(k, 2) == 0)")
	case "walks":
		add("integer", ", x", "x", "1 + mod(k, x)")
	case "odd":
		add("logical", "", "", "mod(k, 2) == 1")
	}
	return name
}

// counts is a call of such a function, with a counter of its own.
func (g *gen) counts(what, more string) string {
	k := fmt.Sprintf("k%d", g.id())
	g.declare("integer :: "+k, k+" = 0", k)
	return g.counting(what) + "(" + k + more + ")"
}

func (g *gen) effects() *node {
	a, l := g.array(), g.level()
	n := &node{tail: []string{a.base()}}
	how := g.r.Intn(4)
	peer := func(one string) string {
		if g.chance(30) {
			return one
		}
		return g.counts("same", ", "+one)
	}
	turns := g.chance(40)
	for i, d := range [][3]string{{"east", "west", "m+1"}, {"west", "east", "0"}}[:1+g.r.Intn(2)] {
		dest, source := peer(d[0]), peer(d[1])
		if turns {
			dest, source = g.counts("turns", ", "+d[0]+", "+d[1]), g.counts("turns", ", "+d[1]+", "+d[0])
		}
		from := g.sentColumn(a)
		c := &clauses{dest: dest, source: source}
		into := d[2]
		if turns { // where it comes from changes, and so does where it goes
			into = fmt.Sprint("(m+1)*", i)
		}
		c.sendAts = []place{{a: a, level: l, i: "1:n", j: from}}
		c.recvAts = []place{{a: a, level: l, i: "1:n", j: g.pick(into, g.counts("same", ", "+into))}}
		switch how {
		case 0:
			c.tag = "3"
			n.legs = append(n.legs, g.tagged(c))
			continue
		case 1:
			c.sendIf, c.recvIf = g.counts("odd", ""), g.counts("odd", "")
		case 2:
			n.legs = append(n.legs, g.countedLeg(c))
			continue
		}
		n.legs = append(n.legs, c.leg(g))
	}
	bounds := "1, " + g.counts("same", ", m")
	loop := block("do j = "+bounds, "end do", block("do i = 1, n", "end do", lines(g.k.elem.mix(g.array().at("i", "j", g.level()), g.from(a, "i", "j"), "t")...)))
	if g.chance(40) {
		return group(n, g.quiet(), loop)
	}
	return group(loop, n)
}

// sentColumn is a column that is sent, by a function that counts. What it looks at is not on its way in the same exchange.
func (g *gen) sentColumn(a *array) string {
	switch b := g.array(); {
	case g.chance(40):
		return g.counts("walks", ", m")
	case b != a && g.chance(50):
		return g.counts("same", ", "+g.bounded(b.at("2", g.col(), g.level()), "m"))
	}
	return g.counts("same", ", m")
}

// tagged is a leg whose tags count, each on its own side.
func (g *gen) tagged(c *clauses) *leg {
	c.tag = g.counts("walks", ", 3")
	send := c.leg(g)
	c.tag = g.counts("walks", ", 3")
	recv := c.leg(g)
	return &leg{send: send.send, refSend: send.refSend, recv: recv.recv, refRecv: recv.refRecv}
}

// countedLeg is a leg of first elements and counts.
func (g *gen) countedLeg(c *clauses) *leg {
	p, q := c.sendAts[0], c.recvAts[0]
	p.i, q.i = "1", "1"
	count, other := g.counts("same", ", n"), g.counts("same", ", n")
	return &leg{send: fmt.Sprintf("send(%s, %s, %s)", p.text(), count, c.dest), recv: fmt.Sprintf("recv(%s, %s, %s)", q.text(), other, c.source),
		refSend: []string{fmt.Sprintf("call ref_send_n(%s, 0_8 + %s, %s)", p.text(), count, c.dest)},
		refRecv: []string{fmt.Sprintf("call ref_recv_n(%s, 0_8 + %s, %s)", q.text(), other, c.source)}}
}
