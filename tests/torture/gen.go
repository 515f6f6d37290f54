package torture

import (
	"fmt"
	"math/rand"
)

// gen makes one kernel.
type gen struct {
	r      *rand.Rand
	k      *kernel
	inTime bool
	depth  int
	turn   bool // in a loop over turns
}

func (g *gen) pick(list ...string) string { return list[g.r.Intn(len(list))] }

func (g *gen) chance(percent int) bool { return g.r.Intn(100) < percent }

// ofRegion draws the clauses of a region, by a die of its own: kernels of old seeds stay as they were but for these.
func ofRegion(seed int64) string {
	die := rand.New(rand.NewSource(^seed))
	sizes := []string{"", "", "", " delta(element)", " delta(40)", " delta(n*m)"}
	modes := []string{"", "", "", " mode(counted)", " mode(counted)", " mode(paged)"}
	tags := []string{"", "", " tag(77)"} // nobody else says it: messages meet as they would without
	return sizes[die.Intn(len(sizes))] + modes[die.Intn(len(modes))] + tags[die.Intn(len(tags))]
}

func newKernel(id int, seed int64) *kernel {
	g := &gen{r: rand.New(rand.NewSource(seed))}
	k := &kernel{id: id, seed: seed, elem: elems[g.r.Intn(len(elems))], label: 10,
		n: []int{5, 17, 64, 130, 300, 1100}[g.r.Intn(6)], m: []int{4, 5, 9, 16, 33}[g.r.Intn(5)], steps: 20 + g.r.Intn(8),
		sizes: g.pick("parameter", "dummy"), periodic: g.chance(50), outside: g.chance(8), clauses: ofRegion(seed)}
	g.k = k
	if k.n > 300 {
		k.m = 5
	}
	same := g.chance(40) // all in one place, so that they can be swapped
	place := storage(g.r.Intn(int(storages)))
	if g.chance(25) {
		place = inModule // so that procedures can reach them
	}
	where := func() storage {
		if same || len(k.arrays) == 0 {
			return place
		}
		return storage(g.r.Intn(int(storages)))
	}
	for i, n := 0, 2+g.r.Intn(3); i < n; i++ {
		a := &array{name: string(rune('a' + i)), elem: k.elem, where: where(), level: g.chance(15)}
		if g.chance(15) {
			a.pad = 1 + g.r.Intn(2)
		}
		k.arrays = append(k.arrays, a)
	}
	k.fixedForm = g.chance(50)
	if g.chance(12) {
		g.oddNames()
	}
	k.before = g.some(g.r.Intn(3))
	g.inTime = true
	k.body = g.step()
	g.inTime = false
	k.after = g.some(g.r.Intn(3))
	g.scatter(seed)
	g.unseen(seed)
	g.requests(seed)
	g.escapes(seed)
	return k
}

// step is the body of the time loop: one of the usual shapes of a halo code,
// with other things strewn in.
func (g *gen) step() []*node {
	var body []*node
	for _, a := range g.k.arrays {
		if !g.chance(70) {
			continue
		}
		level := g.level()
		if g.chance(30) {
			body = append(body, g.routine(a))
		} else {
			body = append(body, g.halo(a, level))
		}
		b := g.array()
		if g.chance(35) {
			body = append(body, g.arraySyntax(b, a))
		} else {
			body = append(body, g.nest(b, a))
		}
		if b != a && g.chance(60) {
			body = append(body, g.copyBack(a, b))
		}
		if g.chance(30) { // what a nest announced is changed before it is sent
			at := a.at(g.pick("1", "3", "n"), g.pick("1", "m"), level)
			body = append(body, block("if ("+g.cond()+") then", "end if", lines(g.k.elem.mix(at, []string{at, "acc"}, "t")...)))
		}
	}
	if g.chance(15) {
		g.r.Shuffle(len(body), func(i, j int) { body[i], body[j] = body[j], body[i] })
	}
	for i, n := 0, g.r.Intn(6); i < n; i++ {
		at := g.r.Intn(len(body) + 1)
		body = append(body[:at], append(g.some(1), body[at:]...)...)
	}
	for range 1 + g.r.Intn(3) {
		if n := g.class(); n != nil {
			at := g.r.Intn(len(body) + 1)
			body = append(body[:at], append([]*node{n}, body[at:]...)...)
		}
	}
	if g.chance(30) && len(body) > 0 { // rotate: the exchange at the end of the step
		at := g.r.Intn(len(body))
		body = append(append([]*node{}, body[at:]...), body[:at]...)
	}
	return body
}

func (g *gen) some(n int) []*node {
	var list []*node
	for i := 0; i < n; i++ {
		list = append(list, g.statement())
	}
	return list
}

func (g *gen) array() *array { return g.k.arrays[g.r.Intn(len(g.k.arrays))] }

func (g *gen) level() string {
	if g.inTime {
		return g.pick("o", "q", "o", "q", "1")
	}
	return g.pick("1", "2")
}

func (g *gen) col() string {
	return g.pick("0", "1", "1", "2", "m-1", "m", "m", "m+1", "c1")
}

func (g *gen) row() string { return g.pick("0", "1", "2", "n", "n+1", "n-1") }

func (g *gen) cond() string {
	if !g.inTime {
		return g.pick("n > 3", "n > 3000", "go")
	}
	return g.pick("mod(t, 3) == 0", "mod(t, 3) /= 1", "t > 5", "t == 12", "go", ".not. go", "mod(t, 2) == 0")
}

// cond of one rank; harmless round everything but exchanges.
func (g *gen) condHere() string {
	return g.pick("rank == 0", "west < 0", "mod(rank + t, 2) == 0", "opp > rank")
}

// ref is some element with constant places.
func (g *gen) ref() string { return g.array().at(g.row(), g.col(), g.level()) }

func (g *gen) salt() string { return g.pick("t", "rank", "1", "t") }

// statement is anything that may stand in the region.
func (g *gen) statement() *node {
	g.depth++
	defer func() { g.depth-- }()
	if g.chance(25) {
		if n := g.class(); n != nil {
			return n
		}
	}
	switch g.r.Intn(30) {
	case 0, 1, 2:
		return g.exchange()
	case 3, 4, 5:
		return g.nest(g.array(), g.array())
	case 6, 7:
		return lines(g.k.elem.mix(g.ref(), []string{g.ref(), g.ref()}, g.salt())...)
	case 8, 9:
		return lines(g.k.elem.mix("acc", []string{"acc", g.ref()}, g.salt())...)
	case 10:
		if g.depth < 3 {
			return block("if ("+g.cond()+") then", "end if", g.some(1+g.r.Intn(2))...)
		}
	case 11:
		if g.depth < 3 {
			n := block("if ("+g.cond()+") then", "end if", g.some(1)...)
			n.kids = append(n.kids, lines("else"))
			n.kids[len(n.kids)-1].fixed = true
			n.kids = append(n.kids, g.some(1)...)
			return n
		}
	case 12:
		return g.jump()
	case 13, 14:
		return g.call()
	case 15, 16:
		return g.line1()
	case 17:
		a, b := g.array(), g.array()
		return g.copyBack(a, b)
	case 18:
		return lines(g.pick("call MPI_Barrier(MPI_COMM_WORLD, ierr)",
			"mine = rank + t; call MPI_Allreduce(mine, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)"))
	case 19:
		return block("if ("+g.condHere()+") then", "end if", g.quiet())
	case 20:
		if g.depth < 3 && !g.turn { // a loop in the time loop
			g.turn = true
			defer func() { g.turn = false }()
			return block("do turn = 1, 2", "end do", g.some(1)...)
		}
	case 21:
		return g.halo(g.array(), g.level())
	case 22:
		return g.wholeArray(g.array())
	case 23:
		if n := g.swap(); n != nil {
			return n
		}
	case 24:
		if g.chance(50) {
			return g.orphan()
		}
		return g.routine(g.array())
	case 25, 26, 27:
		return g.arraySyntax(g.array(), g.array())
	}
	return g.quiet()
}

// quiet does not communicate.
func (g *gen) quiet() *node {
	switch g.r.Intn(4) {
	case 0:
		return g.nest(g.array(), g.array())
	case 1:
		return g.line1()
	case 2:
		return lines(g.k.elem.mix("acc", []string{"acc", g.ref()}, g.salt())...)
	}
	return lines(g.k.elem.mix(g.ref(), []string{g.ref(), g.ref()}, g.salt())...)
}

// wholeArray is an array assignment.
func (g *gen) wholeArray(a *array) *node {
	l := g.level()
	c, d := g.col(), g.col()
	b := g.array()
	switch g.r.Intn(3) {
	case 0:
		return lines(a.at("1:n", c, l) + " = " + b.at("1:n", d, g.level()))
	case 1:
		return lines(a.at(":", "1:m", l) + " = " + a.at(":", "0:m-1", l))
	}
	return lines(a.at("1", "1:m", l) + " = " + a.at("n", "m:1:-1", l))
}

// copyBack copies b to a.
func (g *gen) copyBack(a, b *array) *node {
	la, lb := g.level(), g.level()
	if g.chance(8) {
		last := g.bounded(g.ref(), "m")
		return lines(a.at("1:n", "1:"+last, la) + " = " + b.at("1:n", "1:"+last, lb))
	}
	switch g.r.Intn(4) {
	case 0:
		return lines(a.at("1:n", "1:m", la) + " = " + b.at("1:n", "1:m", lb))
	case 1:
		return lines("forall (i=1:n, j=1:m) " + a.at("i", "j", la) + " = " + b.at("i", "j", lb))
	case 2:
		return block("do concurrent (j = 1:m, i = 1:n)", "end do", lines(a.at("i", "j", la)+" = "+b.at("i", "j", lb)))
	}
	return block("do j = 1, m", "end do", block("do i = 1, n", "end do", lines(a.at("i", "j", la)+" = "+b.at("i", "j", lb))))
}

// jump leaves the step, the loop or the region, or skips statements.
func (g *gen) jump() *node {
	if !g.inTime || g.chance(40) {
		g.k.label += 10
		l := g.k.label
		n := &node{head: []string{fmt.Sprintf("if (%s) go to %d", g.cond(), l)}, tail: []string{fmt.Sprintf("%d continue", l)}}
		if g.depth < 3 {
			n.kids = g.some(1 + g.r.Intn(2))
		}
		return n
	}
	switch g.r.Intn(4) {
	case 0:
		return lines("if (t == 17) exit")
	case 1:
		return lines("if (t == 18) go to 900")
	}
	return lines("if (mod(t, 7) == 4) cycle")
}

// swap exchanges two arrays without copying; nil if there are no two that can be.
func (g *gen) swap() *node {
	a, b := g.array(), g.array()
	if a == b || a.where != b.where || a.pad != b.pad || a.level != b.level {
		return nil
	}
	switch a.where {
	case pointed:
		return lines("block", "  "+a.elem.decl+", pointer :: p("+a.deferred()+")",
			fmt.Sprintf("  p => %s; %s => %s; %s => p", a.name, a.name, b.name, b.name), "end block")
	case allocated, inModule, component:
		return lines("block", "  "+a.elem.decl+", allocatable :: p("+a.deferred()+")",
			fmt.Sprintf("  call move_alloc(%s, p)", a.base()), fmt.Sprintf("  call move_alloc(%s, %s)", b.base(), a.base()),
			fmt.Sprintf("  call move_alloc(p, %s)", b.base()), "end block")
	}
	return nil
}
