package torture

import "fmt"

// Names that mean one thing here and another one there.

// associate names a section.
func (g *gen) associate() *node {
	a, b := g.array(), g.array()
	col := g.col()
	if g.chance(50) {
		return block(fmt.Sprintf("associate (w => %s)", a.at("1:n", col, g.level())), "end associate", lines(hash(g.num("w(3)"))),
			g.quiet(), lines(g.k.elem.mix("w(2)", []string{"w(n-1)", "acc"}, "t")...))
	}
	if a == b {
		return nil
	}
	return block(fmt.Sprintf("associate (w => %s, v => %s)", a.at("1:n", "1:m", g.level()), b.at("1:n", "0:m+1", g.level())), "end associate",
		block("do j = 1, m", "end do", block("do i = 2, n-1", "end do",
			lines(g.k.elem.mix("w(i, j)", []string{"v(i, j)", "v(i, j+2)", "v(i-1, j+1)"}, g.pick("i", "j", "t"))...))))
}

// associateReused has one name for different things in two constructs.
func (g *gen) associateReused() *node {
	a, b := g.array(), g.array()
	name := g.pick("w", "c1", "total", "tmp", "i")
	l := g.level()
	id := g.id()
	lo, hi := fmt.Sprintf("lo%d", id), fmt.Sprintf("hi%d", id)
	g.declare("integer :: "+lo+", "+hi, lo+" = 0; "+hi+" = m + 1", "")
	g.declare(fmt.Sprintf("integer :: r%d", id), fmt.Sprintf("r%d = 0", id), fmt.Sprintf("r%d", id))
	first := block(fmt.Sprintf("associate (%s => %s)", name, lo), "end associate", g.columnExchange(a, l, "m", name, "1:n"))
	second := block(fmt.Sprintf("associate (%s => %s)", name, hi), "end associate",
		lines(fmt.Sprintf("r%d = ieor(2*mod(r%d, 10000), %s)", id, id, g.num(a.at("3", name+" - m - 1", l)))))
	switch g.r.Intn(3) {
	case 0:
		return group(first, g.nest(b, g.array()), second)
	case 1:
		return group(first, second)
	}
	return group(block(fmt.Sprintf("associate (%s => %s)", name, b.at("1", "1", "1")), "end associate", lines(fmt.Sprintf("r%d = ieor(r%d, %s)", id, id, g.num(name)))), first, second)
}

// columnExchange sends a column and receives another one of the same array.
func (g *gen) columnExchange(a *array, level, from, to, rows string) *node {
	return g.ownExchange(a.at(rows, from, level), a.at(rows, to, level), a.base(), g.pick("", "6"))
}

// blockReused has variables named as the host's.
func (g *gen) blockReused() *node {
	a, b := g.array(), g.array()
	switch g.r.Intn(4) {
	case 0: // a scalar of another type
		at := b.at("i", "j", g.level())
		return block("block", "end block", lines("real(8) :: total", "integer :: o", "total = 0.5d0; o = 1"),
			block("do j = 1, m", "end do", block("do i = 1, n", "end do",
				lines(g.k.elem.mix(at, g.from(a, "i", "j"), "nint(total*j)")...), lines("total = total + 0.5d0"))))
	case 1: // loop variables
		l := g.level()
		return block("block", "end block", lines("integer :: i, j"),
			block("do j = 1, m", "end do", block("do i = 1, n", "end do", lines(g.k.elem.mix(b.at("i", "j", l), []string{a.at("i", "j-1", l), a.at("i", "j+1", l)}, "i")...))))
	case 2: // an array named like a scalar, beside the scalar
		return group(block("block", "end block", lines("integer :: mine(0:3)", "mine = t"), lines(hash("mine(1)"))),
			lines("mine = t + "+g.num(g.ref())), lines(hash("mine")))
	}
	// A variable named like an array, round an exchange of another one.
	if a == b || a.where == component || g.k.elem.name == "derived" {
		return nil
	}
	id := g.id()
	g.declare(fmt.Sprintf("integer :: r%d", id), fmt.Sprintf("r%d = 0", id), fmt.Sprintf("r%d", id))
	l := g.level()
	return block("block", "end block", lines(fmt.Sprintf("integer :: %s(0:5)", a.name), a.name+" = t"),
		g.columnExchange(b, l, "1", "m+1", "1:n"), lines(fmt.Sprintf("%s(3) = %s", a.name, g.num(b.at("2", "m+1", l)))), lines(fmt.Sprintf("r%d = ieor(2*mod(r%d, 10000), %s(3))", id, id, a.name)))
}

// blockInNest: a nest has variables of its own.
func (g *gen) blockInNest() *node {
	a, b := g.array(), g.array()
	name := g.pick("tmp", "total", "w", "q9", "mdmp_v1")
	l, k := g.level(), g.level()
	inner := block("block", "end block", lines(g.k.elem.decl+" :: "+name), lines(name+" = "+a.at("i", "j", k)),
		lines(g.k.elem.mix(b.at("i", "j", l), []string{name, a.at("i", "j-1", k)}, "i")...))
	if g.chance(40) {
		inner = block(fmt.Sprintf("associate (%s => %s)", name, a.at("i", "j+1", k)), "end associate",
			lines(g.k.elem.mix(b.at("i", "j", l), []string{name, a.at("i", "j-1", k)}, "i")...))
	}
	n := block("do j = 1, m", "end do", block("do i = 1, n", "end do", inner))
	if g.chance(50) { // the same name for another thing, in the next nest
		n = group(n, block("do j = 1, m", "end do", block("do i = 1, n", "end do", block("block", "end block", lines("integer :: "+name, name+" = i + j"),
			lines(g.k.elem.mix(b.at("i", "j", l), []string{b.at("i", "j", l)}, name)...)))))
	}
	return n
}

// statementFunction reads an array in its body.
func (g *gen) statementFunction() *node {
	id := g.id()
	a := g.array()
	if a.where == explicit || a.where == assumed || a.level || g.k.elem.name == "derived" {
		return nil // keep it simple: gfortran refuses some
	}
	name := fmt.Sprintf("sf%d", id)
	g.k.functions = append(g.k.functions, lines(fmt.Sprintf("%s(k%d) = k%d + %s", name, id, id, g.num(a.at("3", g.pick("0", "1", "2"), "1")))))
	g.declare(fmt.Sprintf("integer :: r%d, %s, k%d", id, name, id), fmt.Sprintf("r%d = 0", id), fmt.Sprintf("r%d", id))
	if g.chance(40) {
		b := g.array()
		l := g.level()
		return block("do j = 1, m", "end do", block("do i = 1, n", "end do", lines(g.k.elem.mix(b.at("i", "j", l), []string{b.at("i", "j", l)}, name+"(i)")...)))
	}
	return lines(fmt.Sprintf("r%d = %s(t)", id, name))
}

// typedFunction is an external function known by its type alone.
func (g *gen) typedFunction() *node {
	id := g.id()
	name := fmt.Sprintf("ext%dx%d", g.k.id, id)
	procedure(&g.k.external, "integer function "+name+"(k)", "end function "+name, "integer :: k", name+" = mod(k*7, 100)")
	// It is a function where it is called: else it would be a variable to an internal procedure that calls it.
	g.declare(fmt.Sprintf("integer :: r%d, %s", id, name), fmt.Sprintf("r%d = 0*%s(1)", id, name), fmt.Sprintf("r%d", id))
	b := g.array()
	l := g.level()
	if g.chance(60) {
		return block("do j = 1, m", "end do", block("do i = 1, n", "end do",
			lines(g.k.elem.mix(b.at("i", "j", l), g.from(g.array(), "i", "j"), name+"(i)")...)))
	}
	return lines(fmt.Sprintf("r%d = %s(%s)", id, name, g.num(g.ref())))
}

// complexPart: assigning a part defines nothing.
func (g *gen) complexPart() *node {
	id := g.id()
	z := fmt.Sprintf("z%d", id)
	g.declare("complex(8) :: "+z, z+" = (1d0, 2d0)", z)
	a, b := g.array(), g.array()
	l := g.level()
	one, other := "re", "im"
	if g.chance(50) {
		one, other = other, one
	}
	at := b.at("i", "j", l)
	return block("do j = 1, m", "end do", lines(fmt.Sprintf("%s%%%s = mod(j + t, 50)", z, one)),
		block("do i = 1, n", "end do", lines(g.k.elem.mix(at, []string{a.at("i", "j-1", l), a.at("i", "j+1", l)}, fmt.Sprintf("nint(%s%%re + %s%%im)", z, z))...)),
		lines(fmt.Sprintf("%s%%%s = %s", z, other, g.num(b.at("3", "j", l)))))
}

// maximumByIf: of equal values the first one stays, and zeros have signs. Which of
// two zeros MAX and MIN give is the compiler's affair, so those see one kind only.
func (g *gen) maximumByIf() *node {
	id := g.id()
	z := fmt.Sprintf("z%d", id)
	g.declare(fmt.Sprintf("real(8) :: %s, v%d", z, id), fmt.Sprintf("%s = 0; v%d = 0", z, id), z)
	a, b := g.array(), g.array()
	l := g.level()
	relation := g.pick(">", "<", ">=", "<=")
	value := fmt.Sprintf("v%d = sign(0d0, %s - 48d0)", id, g.num(b.at("i", "j", l)))
	test := []string{fmt.Sprintf("if (v%d %s %s) %s = v%d", id, relation, z, z, id)}
	if g.chance(30) {
		test = []string{fmt.Sprintf("if (v%d %s %s) then", id, relation, z), fmt.Sprintf("%s = v%d", z, id), "end if"}
	} else if g.chance(20) {
		value = fmt.Sprintf("v%d = %s - 48", id, g.num(b.at("i", "j", l)))
		test = []string{fmt.Sprintf("%s = %s(%s, v%d)", z, g.pick("max", "min"), z, id)}
	}
	return block("do j = 1, m", "end do", block("do i = 1, n", "end do",
		lines(g.k.elem.mix(b.at("i", "j", l), []string{a.at("i", "j-1", l), a.at("i", "j+1", l)}, "i")...), lines(value), lines(test...)))
}

// zeroTrip: bounds that must not be evaluated, because a loop round them makes no
// trip.
func (g *gen) zeroTrip() *node {
	id := g.id()
	p, z := fmt.Sprintf("p%d", id), fmt.Sprintf("nz%d", id)
	g.declare(fmt.Sprintf("type(cell), pointer :: %s; integer :: %s", p, z), fmt.Sprintf("nullify (%s); %s = 0", p, z), "")
	a, b := g.array(), g.array()
	l := g.level()
	body := lines(g.k.elem.mix(b.at("i", "j", l), []string{a.at("i", "j-1", l), a.at("i", "j+1", l)}, "i")...)
	if g.chance(30) {
		return block(fmt.Sprintf("do j = 1, %s", z), "end do", lines(fmt.Sprintf("tmp = %s", b.at(p+"%k", "j", l))), block("do i = 1, n", "end do", body))
	}
	return block(fmt.Sprintf("do j = 1, %s", z), "end do", block(fmt.Sprintf("do i = 1, min(n, %s%%k)", p), "end do", body))
}

// oddNames gives arrays the names of intrinsic procedures, of statements and of
// what the translator writes.
func (g *gen) oddNames() {
	list := []string{"kind", "mdmp_n", "mpi_u", "mdmp_b", "huge", "loc", "lbound", "recv", "send", "tag", "data", "stop", "mdmp_x", "c_loc", "index", "do", "if"}
	switch g.k.elem.name {
	case "integer", "derived":
		list = append(list, "int", "achar")
	case "logical":
		list = append(list, "int", "any")
	}
	g.r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for i, a := range g.k.arrays {
		a.name = list[i]
		g.once(list[i])
	}
}

// oddScalar is a message of a scalar with such a name.
func (g *gen) oddScalar() *node {
	name := g.pick("achar", "kind", "mdmp_v1", "mpi_integer8", "null", "loc", "mdmp_int", "selected_int_kind", "mdmp_world")
	if !g.once(name) || name == "achar" && g.k.elem.name == "character" {
		return nil
	}
	id := g.id()
	x := fmt.Sprintf("x%d", id)
	g.declare(fmt.Sprintf("integer :: %s, %s, r%d", name, x, id), fmt.Sprintf("%s = rank; %s = 1; r%d = 0", name, x, id), fmt.Sprintf("r%d", id))
	send, recv := name, x
	if g.chance(50) {
		send, recv = x, name
	}
	return group(lines(fmt.Sprintf("%s = mod(%s*3 + t, 1000)", send, recv)), g.ownExchange(send, recv, recv, "27"), g.nest(g.array(), g.array()),
		lines(fmt.Sprintf("r%d = ieor(2*mod(r%d, 10000), %s)", id, id, recv)))
}
