package torture

import "fmt"

// Procedures that are known by more than the statement they begin with: ENTRY, and procedures of modules that stand in submodules. External
// procedures of the same names are others.

// entries calls a procedure of the module by two names: one sends and receives what the other reads and writes.
func (g *gen) entries() *node {
	id, e := g.id(), g.k.elem
	first, second := fmt.Sprintf("opens%dx%d", g.k.id, id), fmt.Sprintf("shuts%dx%d", g.k.id, id)
	a := g.shared()
	var kept string // the array: of the module, or saved
	n := &node{head: []string{"subroutine " + first + "(west, east, k)"}, tail: []string{"end subroutine " + first}}
	n.kids = append(n.kids, lines("integer, intent(in) :: west, east, k", "integer, intent(inout) :: r", "integer :: i, j"))
	at := func(i, j string) string { return fmt.Sprintf("%s(%s, %s)", kept, i, j) }
	last := "4"
	if a != nil && !a.level && g.chance(60) {
		kept, last = a.name, fmt.Sprintf("ubound(%s, 2) - %d", a.name, 1+a.pad)
	} else {
		kept = fmt.Sprintf("kept%d", id)
		g.k.spec = append(g.k.spec, lines(e.decl+" :: "+kept+"(30,0:5)", fmt.Sprintf("logical :: new%d = .true.", id)))
		fill := block(fmt.Sprintf("if (new%d) then", id), "end if", lines(fmt.Sprintf("new%d = .false.", id)),
			block("do j = 0, 5", "end do", block("do i = 1, 30", "end do", lines(e.initial(at("i", "j"), "mod(i*3 + j + k + 5*west, 61)")...))))
		n.kids = append(n.kids, fill)
	}
	exchange := &node{tail: []string{kept}, legs: []*leg{legOf(at(":", last), at(":", "0"), "east", "west"), legOf(at(":", "1"), at(":", last+" + 1"), "west", "east")}}
	if g.chance(30) {
		exchange.legs = exchange.legs[:1]
	}
	use := group(lines(e.mix(at("2", "1"), []string{at("3", "0"), at("2", "1")}, "k")...), lines("r = ieor(2*mod(r, 10000), "+g.num(at("3", last+" + 1"))+")"))
	n.kids = append(n.kids, exchange, lines("return", "entry "+second+"(k, r)"), use)
	g.k.procs = append(g.k.procs, n)
	g.namesake(second, "(k, r)")
	r := fmt.Sprintf("r%d", id)
	g.declare("integer :: "+r, r+" = 0", r)
	call := lines(fmt.Sprintf("call %s(west, east, t)", first))
	return group(call, g.quiet(), lines(fmt.Sprintf("call %s(t + 1, %s)", second, r)))
}

// namesake adds an external procedure that nobody calls.
func (g *gen) namesake(name, args string) {
	if g.chance(50) {
		procedure(&g.k.external, "subroutine "+name+args, "end subroutine "+name, "integer :: k, r", "r = k")
	}
}

// separate calls a procedure of a submodule, in this file or in another one.
func (g *gen) separate() *node {
	id, e := g.id(), g.k.elem
	name := fmt.Sprintf("apart%dx%d", g.k.id, id)
	arguments := []string{"integer, intent(in) :: west, east, k", "integer, intent(inout) :: r"}
	x := fmt.Sprintf("y%d", id)
	how := g.pick("x(:, :)", "x(12, *)", "")
	args := "(west, east, k, r)"
	at := func(i, j string) string { return fmt.Sprintf("x(%s, %s)", i, j) }
	decl := e.decl + " :: " + x + "(12,6)"
	if how != "" {
		args = "(x, west, east, k, r)"
		arguments = append(arguments, e.decl+", intent(inout) :: "+how)
	} else { // of the module
		at = func(i, j string) string { return fmt.Sprintf("%s(%s, %s)", x, i, j) }
		g.k.spec = append(g.k.spec, lines(decl))
		decl = ""
	}
	init := "do j = 1, 6\n  do i = 1, 12\n"
	for _, s := range e.initial(x+"(i, j)", "mod(i*5 + j + 7*rank, 83)") {
		init += "    " + s + "\n"
	}
	g.declare(decl, init+"  end do\nend do\ni = 0; j = 0", x)
	r := fmt.Sprintf("r%d", id)
	g.declare("integer :: "+r, r+" = 0", r)
	head := "module subroutine " + name + args
	g.k.spec = append(g.k.spec, &node{head: append(append([]string{"interface", "  " + head}, arguments...), "  end subroutine "+name, "end interface"), whole: true})
	body := &node{head: []string{"module procedure " + name}, tail: []string{"end procedure " + name}}
	if g.chance(40) {
		body = &node{head: []string{head}, tail: []string{"end subroutine " + name}, kids: []*node{lines(arguments...)}}
	}
	base := at("", "")
	base = base[:len(base)-len("(, )")]
	if how == "x(12, *)" {
		base = "x(:, 1:6)"
	}
	body.kids = append(body.kids, lines("integer :: i, j"))
	message := &node{tail: []string{base}, legs: []*leg{legOf(at("1:12", "5"), at("1:12", "1"), "east", "west"), legOf(at("1:12", "2"), at("1:12", "6"), "west", "east")}}
	if g.chance(30) {
		message.legs = []*leg{legOf(at("3", "2:5"), at("1", "2:5"), "east", "west")}
	}
	nest := block("do j = 2, 5", "end do", block("do i = 2, 12", "end do", lines(e.mix(at("i", "j"), []string{at("i", "j"), at("i", "j+1"), at("i-1", "j")}, "k")...)))
	use := lines("r = ieor(2*mod(r, 10000), " + g.num(at("4", "1")) + ")")
	if g.chance(50) {
		body.kids = append(body.kids, message, nest, use)
	} else {
		body.kids = append(body.kids, nest, message, use)
	}
	sub := &node{head: []string{fmt.Sprintf("submodule (kernel%d) parts%dx%d", g.k.id, g.k.id, id)}, tail: []string{fmt.Sprintf("end submodule parts%dx%d", g.k.id, id)},
		kids: []*node{lines("implicit none", "contains"), body}}
	if g.chance(40) {
		g.k.behind = append(g.k.behind, sub)
	} else {
		g.k.submodules = append(g.k.submodules, sub)
	}
	g.namesake(name, "(k, r)")
	actual := ""
	if how != "" {
		actual = x + ", "
	}
	return group(lines(fmt.Sprintf("call %s(%swest, east, t, %s)", name, actual, r)), g.quiet())
}
