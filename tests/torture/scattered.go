package torture

import (
	"math/rand"
	"strings"
)

// Loops of which nobody knows what they use of what was received, and when: places that no analysis follows, conditions, loops that are
// no nests, that are left, that write there, too.

// scatter strews them into the time loop, by a die of its own: kernels of old seeds stay as they were but for these.
func (g *gen) scatter(seed int64) {
	old := g.r
	defer func() { g.r = old }()
	g.r = rand.New(rand.NewSource(seed ^ 0x5ca77e4))
	if g.chance(40) {
		return
	}
	if !strings.Contains(g.k.clauses, "mode") && g.chance(60) {
		g.k.clauses += " mode(counted)"
	}
	g.inTime = true
	for range 1 + g.r.Intn(2) {
		at := g.r.Intn(len(g.k.body) + 1)
		g.k.body = append(g.k.body[:at], append([]*node{g.scattered()}, g.k.body[at:]...)...)
	}
	g.inTime = false
}

// anywhere is an element at a place that depends on i and j; now and then never in a halo.
func (g *gen) anywhere(a *array) string {
	row := g.pick("1 + mod(7*i + 3*j + t, n)", "mod(5*i + j, n + 2)", "1 + mod(i*i, n)")
	col := g.pick("mod(3*j + 2*i, m + 2)", "mod(i*j + t, m + 2)", "1 + mod(i + 2*j, m)", "mod(i + j, 2)*(m + 1)")
	return a.at(row, col, g.level())
}

func (g *gen) scattered() *node {
	a, e := g.array(), g.k.elem
	place := g.anywhere(a)
	use := lines(e.mix("acc", []string{"acc", place}, "1")...)
	switch g.r.Intn(4) {
	case 0:
		use = lines(e.mix(place, []string{place, "acc"}, "j")...)
	case 1:
		use = lines(e.mix(g.anywhere(g.array()), []string{place, "acc"}, "i")...)
	}
	switch g.r.Intn(3) {
	case 0:
		use = block("if (mod(i*3 + j + t, "+g.pick("2", "7", "40")+") == 1) then", "end if", use)
	case 1:
		use = &node{kids: []*node{use, lines("if (mod(i + j*5, 11) == 3) cycle", "total = total + 1")}}
	}
	from := lines("i = "+g.pick("1", "t", "0"), "j = "+g.pick("1", "t"))
	from.fixed = true
	step := func(limit string) *node {
		n := lines("i = i + 1", "if (i > "+limit+") exit")
		n.fixed = true
		return n
	}
	switch g.r.Intn(5) {
	case 0:
		return &node{kids: []*node{from, block("do i = "+g.pick("1, n", "n, 1, -1", "1, n, 3", "3, 2"), "end do", use)}}
	case 1:
		return block("do j = 1, m", "end do", block("do i = "+g.pick("j, n", "1, min(n, 2*j)", "1, mod(j + t, 5)"), "end do", use))
	case 2:
		return &node{kids: []*node{from, block("do while (i < "+g.pick("n", "n + 3", "t")+")", "end do", step("n + 5"), use)}}
	case 3:
		return &node{kids: []*node{from, block("do", "end do", step("n - mod(t, 3)"), use)}}
	}
	return &node{kids: []*node{from, block("do i = 1, n", "end do", lines("if (i > 4*t) "+g.pick("exit", "exit", "cycle")), use)}}
}
