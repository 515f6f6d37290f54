package torture

import "fmt"

// Things that hide behind words: arguments of intrinsic procedures by keyword, results of functions that are one with
// those of their ENTRY, and the directives wait and harmless.

// keywords: intrinsic procedures that get what was received by keyword, in another order.
func (g *gen) keywords() *node {
	b := fmt.Sprintf("kb%d", g.id())
	g.declare("integer :: "+b+"(6)", b+" = rank", b)
	a := g.array()
	n := group(g.ownExchange(b+"(1:2)", b+"(4:5)", b, g.pick("", "12")))
	for range 1 + g.r.Intn(3) {
		n.kids = append(n.kids, lines(g.pick(
			"call mvbits(to="+b+"(4), topos=1, from=t, frompos=0, len=4)",
			"call mvbits(topos=2, to="+b+"(1), len=3, frompos=0, from="+b+"(5))",
			"call mvbits(t, 0, 3, topos=1, to="+b+"(2))",
			hash("size(dim=1 + mod(abs("+b+"(4)), 2), array="+a.base()+")"),
			hash("ubound(kind=4, dim=1 + mod(abs("+b+"(5)), 2), array="+a.base()+")"),
			hash("int(lbound("+a.base()+", kind=8, dim=1 + mod("+g.num(g.ref())+", 2)))"),
			hash("sum(mask="+b+" > 3, array="+b+")"),
			b+"(3) = merge(mask="+b+"(4) > "+b+"(1), fsource=1, tsource="+b+"(5))")))
	}
	return n
}

// entryResult: what a function receives into its result is read as that of its ENTRY.
func (g *gen) entryResult() *node {
	e, id := g.k.elem, g.id()
	f, h, v := fmt.Sprintf("first%d", id), fmt.Sprintf("second%d", id), fmt.Sprintf("got%d", id)
	var body []*node
	add := func(text ...string) { body = append(body, lines(text...)) }
	add("integer, intent(in) :: west, east, k", e.decl+" :: r(12), q(12)", "integer :: i, turn")
	fill := func(x, salt string) {
		add("do i = 1, 12")
		add(e.initial(x+"(i)", salt)...)
		add("end do")
	}
	fill("r", "i + k")
	add("go to 10", "entry "+h+"(west, east, k) result(q)")
	fill("q", "2*i + k")
	add("10 continue")
	region := g.chance(50)
	if region {
		add("!$mdmp commregion")
	}
	x, y := "r", "q"
	if g.chance(50) {
		x, y = y, x
	}
	add("do turn = 1, 3")
	body = append(body, g.ownExchange(x+"(1:3)", x+"(4:6)", x, ""))
	add(e.mix(x+"(7)", []string{y + "(4)", x + "(5)"}, "k")...)
	add("do i = 8, 12")
	add(e.mix(y+"(i)", []string{x + "(i-4)", y + "(i)"}, "turn")...)
	add("end do")
	add(e.mix(y+"(2)", []string{x + "(9)", y + "(6)"}, "turn")...)
	add("end do")
	if region {
		add("!$mdmp end commregion")
	}
	g.k.procs = append(g.k.procs, &node{head: []string{"function " + f + "(west, east, k) result(r)"}, tail: []string{"end function " + f}, kids: body, whole: true})
	g.declare(e.decl+" :: "+v+"(12)", "", "")
	name := g.pick(f, h)
	return group(lines(v+" = "+name+"(west, east, t)", hash(g.num(v+"(7)")), hash(g.num(v+"(2)"))))
}

// waits is a wait directive.
func (g *gen) waits() *node {
	if g.chance(35) {
		return lines("!$mdmp wait")
	}
	return lines("!$mdmp wait(" + g.array().base() + ")")
}

// harmless: a procedure writes to a unit, which completes everything unless it is said that it does not matter.
func (g *gen) harmless() *node {
	name := fmt.Sprintf("tick%d", g.id())
	k := "n" + name
	g.declare("integer :: "+k, k+" = 0", k)
	procedure(&g.k.procs, "subroutine "+name+"(k, x)", "end subroutine "+name, "integer, intent(inout) :: k", "integer, intent(in) :: x",
		"k = mod(3*k + x, 1000)", "if (MPI_Wtime() < 0) print *, k")
	g.k.functions = append(g.k.functions, lines("!$mdmp harmless("+name+")"))
	return lines("call " + name + "(" + k + ", " + g.pick("t", "1", g.num(g.ref())) + ")")
}
