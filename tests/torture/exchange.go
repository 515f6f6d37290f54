package torture

import (
	"fmt"
	"strings"
)

// place is where a section lies: rows and columns of one level of an array.
type place struct {
	a              *array
	level          string
	i, j           string // subscripts
	i1, i2, j1, j2 int
}

// overlaps errs on the side of yes: levels that are variables may be equal
// unless they are the two roles.
func (p place) overlaps(o place) bool {
	if p.a != o.a {
		return false
	}
	if p.a.level && p.level != o.level && strings.ContainsAny(p.level, "oq") == strings.ContainsAny(o.level, "oq") {
		return false
	}
	return p.i1 <= o.i2 && o.i1 <= p.i2 && p.j1 <= o.j2 && o.j1 <= p.j2
}

func (p place) text() string { return p.a.at(p.i, p.j, p.level) }

func (g *gen) value(s string) (lo, hi int) {
	n, m := g.k.n, g.k.m
	switch s {
	case "n-1":
		return n - 1, n - 1
	case "n":
		return n, n
	case "n+1":
		return n + 1, n + 1
	case "m-1":
		return m - 1, m - 1
	case "m":
		return m, m
	case "m+1":
		return m + 1, m + 1
	case "c1":
		return 0, m
	}
	var v int
	fmt.Sscan(s, &v)
	return v, v
}

func (g *gen) column(a *array, level, rows, c string) place {
	lo, hi := g.value(c)
	return place{a: a, level: level, i: rows, j: c, i1: -9, i2: 1 << 20, j1: lo, j2: hi}
}

func (g *gen) line(a *array, level, cols, r string) place {
	lo, hi := g.value(r)
	return place{a: a, level: level, i: r, j: cols, i1: lo, i2: hi, j1: -9, j2: 1 << 20}
}

// clauses are the tag and the condition of a leg, as the sender and the
// receiver see them.
type clauses struct {
	tag              string
	sendIf, recvIf   string
	dest, source     string
	count            bool
	sendAts, recvAts []place
}

func (c *clauses) leg(g *gen) *leg {
	l := &leg{}
	l.send, l.refSend = c.one("send", c.sendAts, c.dest, c.sendIf)
	l.recv, l.refRecv = c.one("recv", c.recvAts, c.source, c.recvIf)
	return l
}

func (c *clauses) one(verb string, at []place, peer, cond string) (string, []string) {
	var texts, ref []string
	tag := ""
	if c.tag != "" {
		tag = ", " + c.tag
	}
	guard := ""
	if cond != "" {
		guard = "if (" + cond + ") "
	}
	for _, p := range at {
		t := p.text()
		if c.count {
			q := p
			q.i = "1"
			texts = append(texts, q.text())
		} else {
			texts = append(texts, t)
		}
		ref = append(ref, fmt.Sprintf("%scall ref_%s(%s, %s%s)", guard, verb, t, peer, tag))
	}
	d := texts[0]
	if len(texts) > 1 {
		d = "[" + strings.Join(texts, ", ") + "]"
	}
	if c.count {
		d += ", n"
	}
	d = fmt.Sprintf("%s(%s, %s)", verb, d, peer)
	if c.tag != "" {
		d += " tag(" + c.tag + ")"
	}
	if cond != "" {
		d += " if(" + cond + ")"
	}
	return d, ref
}

// peers chooses a permutation of the ranks.
func (g *gen) peers(c *clauses) {
	s := g.r.Intn(12)
	if !g.inTime && s == 11 {
		s = 0
	}
	switch {
	case s < 4:
		c.dest, c.source = "east", "west"
	case s < 7:
		c.dest, c.source = "west", "east"
	case s == 7:
		c.dest, c.source = "south", "north"
	case s == 8:
		c.dest, c.source = "north", "south"
	case s == 9:
		c.dest, c.source = "opp", "opp"
	case s == 10:
		c.dest, c.source = "rank", "rank"
	default:
		c.dest, c.source = "modulo(rank + t, nranks)", "modulo(rank - t, nranks)"
	}
}

// when chooses tag and condition; both sides agree on them.
func (g *gen) when(c *clauses) {
	switch g.r.Intn(8) {
	case 0, 1:
		c.tag = g.pick("1", "2", "3")
	case 2:
		if g.inTime {
			c.tag = "mod(t, 3)"
		}
	}
	switch {
	case g.chance(12):
		c.sendIf = g.cond()
		c.recvIf = c.sendIf
	case g.chance(8) && g.inTime:
		c.sendIf = "mod(rank + t, 2) == 0"
		c.recvIf = "mod(" + c.source + " + t, 2) == 0"
	}
}

// halo is the usual exchange of one array's halo, along the second dimension,
// the first, or both.
func (g *gen) halo(a *array, level string) *node {
	n := &node{tail: []string{a.base()}}
	rows := g.pick("1:n", "1:n", ":", "1:n:2", "0:n+1", "2:n-1")
	columns := g.chance(75)
	count := columns && rows == "1:n" && g.chance(20)
	tag := g.pick("", "", "", "5")
	var cond string
	if g.chance(10) {
		cond = g.cond()
	}
	with := g.array()
	two := columns && with != a && g.chance(15)
	for _, d := range []struct{ dest, source, from, to string }{{"east", "west", "m", "0"}, {"west", "east", "1", "m+1"}} {
		c := &clauses{dest: d.dest, source: d.source, tag: tag, sendIf: cond, recvIf: cond, count: count}
		if columns {
			c.sendAts = []place{g.column(a, level, rows, d.from)}
			c.recvAts = []place{g.column(a, level, rows, d.to)}
			if two {
				c.sendAts = append(c.sendAts, g.column(with, level, rows, d.from))
				c.recvAts = append(c.recvAts, g.column(with, level, rows, d.to))
			}
		} else {
			r := strings.NewReplacer("m", "n")
			c.sendAts = []place{g.line(a, level, "1:m", r.Replace(d.from))}
			c.recvAts = []place{g.line(a, level, "1:m", r.Replace(d.to))}
			c.dest, c.source = strings.NewReplacer("east", "south", "west", "north").Replace(d.dest),
				strings.NewReplacer("east", "south", "west", "north").Replace(d.source)
		}
		n.legs = append(n.legs, c.leg(g))
	}
	if two {
		n.tail = append(n.tail, with.base())
	}
	return n
}

// exchange is anything: each leg with sections, peers, tag and condition of its
// own.
func (g *gen) exchange() *node {
	n := &node{}
	var sent, received []place
	mentioned := map[string]bool{}
	for try, want := 0, 1+g.r.Intn(3); try < 8 && len(n.legs) < want; try++ {
		c := &clauses{}
		g.peers(c)
		g.when(c)
		g.sections(c)
		if clash(c.recvAts, sent) || clash(c.recvAts, received) || clash(c.sendAts, received) || clash(c.recvAts, c.sendAts) ||
			len(c.recvAts) == 2 && c.recvAts[0].overlaps(c.recvAts[1]) {
			continue
		}
		sent, received = append(sent, c.sendAts...), append(received, c.recvAts...)
		for _, p := range c.recvAts {
			if b := p.a.base(); !mentioned[b] {
				mentioned[b] = true
				n.tail = append(n.tail, b)
			}
		}
		n.legs = append(n.legs, c.leg(g))
	}
	if n.legs == nil {
		return g.quiet()
	}
	return n
}

func clash(a, b []place) bool {
	for _, p := range a {
		for _, o := range b {
			if p.overlaps(o) {
				return true
			}
		}
	}
	return false
}

// sections chooses what a leg sends and where it goes.
func (g *gen) sections(c *clauses) {
	parts := 1
	if g.chance(20) {
		parts = 2
	}
	if g.chance(70) {
		rows := g.pick("1:n", "1:n", ":", "1:n:2", "n:1:-1", "2:n-1", "1:n/2", "1:3")
		c.count = g.chance(20)
		if c.count {
			rows = "1:n"
		}
		for i := 0; i < parts; i++ {
			a, b := g.array(), g.array()
			if rows == ":" {
				b = a
			}
			c.sendAts = append(c.sendAts, g.column(a, g.level(), rows, g.col()))
			c.recvAts = append(c.recvAts, g.column(b, g.level(), rows, g.col()))
		}
		return
	}
	cols := g.pick("1:m", "1:m", "0:m+1", "1:m:2", "m:1:-1", "2:3")
	for i := 0; i < parts; i++ {
		c.sendAts = append(c.sendAts, g.line(g.array(), g.level(), cols, g.row()))
		c.recvAts = append(c.recvAts, g.line(g.array(), g.level(), cols, g.row()))
	}
}
