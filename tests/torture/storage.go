package torture

import "fmt"

// Storage with several names, or of another life than the kernel's.

// equivalence: what is received has another name where it is read.
func (g *gen) equivalence() *node {
	id := g.id()
	x, y := fmt.Sprintf("x%d", id), fmt.Sprintf("y%d", id)
	decl := fmt.Sprintf("integer :: %s(0:9), %s(4); equivalence (%s(5), %s(1))", x, y, x, y)
	if g.chance(50) { // one of them in a common block
		decl += fmt.Sprintf("; common /cm%dx%d/ %s", g.k.id, id, x)
	}
	g.declare(decl, x+" = rank", x)
	return g.aliases(id, x+"(1:2)", x+"(5:6)", y+"(1)", y+"(3)", x+"(7)", x)
}

// aliases sends, receives, reads and writes storage by different names.
func (g *gen) aliases(id int, send, recv, read, written, seen, base string) *node {
	r := fmt.Sprintf("r%d", id)
	g.declare("integer :: "+r, r+" = 0", r)
	list := []*node{
		lines(fmt.Sprintf("%s = mod(%s*3 + t, 1000)", written, seen)),
		g.ownExchange(send, recv, base, "11"),
		g.quiet(),
		lines(fmt.Sprintf("%s = ieor(2*mod(%s, 10000), %s)", r, r, read)),
	}
	if g.chance(50) {
		list = append(list, lines(fmt.Sprintf("%s = mod(%s + 1, 1000)", read, r)))
	}
	if g.chance(50) { // in a nest
		l := g.level()
		b := g.array()
		list = append(list, block("do j = 1, m", "end do", block("do i = 1, n", "end do", lines(g.k.elem.mix(b.at("i", "j", l), []string{b.at("i", "j", l)}, read)...))))
	}
	list = append(list, lines(fmt.Sprintf("%s = mod(%s + %s, 1000)", replaceColon(send), r, read)))
	return group(list...)
}

// replaceColon makes the first element of a section with constant bounds.
func replaceColon(section string) string {
	for i := range section {
		if section[i] == ':' {
			return section[:i] + ")"
		}
	}
	return section
}

// common: another procedure reads what is received, under another name.
func (g *gen) common() *node {
	id := g.id()
	x, name := fmt.Sprintf("x%d", id), fmt.Sprintf("cm%dx%d", g.k.id, id)
	g.declare(fmt.Sprintf("integer :: %s(0:9), s%d; common /%s/ %s, s%d", x, id, name, x, id), fmt.Sprintf("%s = rank; s%d = 0", x, id), x)
	g.declare(fmt.Sprintf("integer :: r%d", id), fmt.Sprintf("r%d = 0", id), fmt.Sprintf("r%d", id))
	proc := fmt.Sprintf("other%dx%d", g.k.id, id)
	list := &g.k.external
	body := []string{"integer :: l, y(5), z(5), w", fmt.Sprintf("common /%s/ y, z, w", name)}
	if g.chance(50) {
		list = &g.k.procs
	}
	if g.chance(30) {
		body = append(body, "z(2) = mod(l, 1000)")
	}
	procedure(list, "subroutine "+proc+"(l)", "end subroutine "+proc, append(body, "l = ieor(2*mod(l, 10000), z(1) + w)")...)
	message := g.ownExchange(x+"(1:2)", x+"(5:6)", x, "11")
	if g.chance(40) { // a scalar in it
		message = g.ownExchange(x+"(1)", fmt.Sprintf("s%d", id), fmt.Sprintf("s%d", id), "12")
	}
	return group(block("do i = 1, 4", "end do", lines(fmt.Sprintf("%s(i) = mod(%s(i)*3 + t, 1000)", x, x))), message, g.quiet(),
		lines(fmt.Sprintf("call %s(r%d)", proc, id)))
}

// threadprivate: each thread has one; the first one's is sent and received.
func (g *gen) threadprivate() *node {
	id := g.id()
	x := fmt.Sprintf("x%d", id)
	g.k.spec = append(g.k.spec, lines(fmt.Sprintf("integer, save :: %s(0:3) = 1", x), fmt.Sprintf("!$omp threadprivate(%s)", x)))
	procedure(&g.k.procs, fmt.Sprintf("integer function own%d()", id), fmt.Sprintf("end function own%d", id), fmt.Sprintf("own%d = %s(0)", id, x))
	g.declare(fmt.Sprintf("integer :: r%d", id), fmt.Sprintf("r%d = 0", id), fmt.Sprintf("r%d", id))
	sum := lines(fmt.Sprintf("r%d = ieor(2*mod(r%d, 10000), own%d())", id, id, id))
	if g.chance(50) {
		sum = lines(fmt.Sprintf("!$omp parallel copyin(%s) reduction(+:r%d)", x, id), fmt.Sprintf("r%d = mod(r%d, 1000) + %s(0)", id, id, x), "!$omp end parallel",
			fmt.Sprintf("r%d = mod(r%d, 1000)", id, id))
	}
	return group(lines(fmt.Sprintf("%s(2) = mod(t + rank + 3*%s(0), 1000)", x, x)), g.ownExchange(x+"(2)", x+"(0)", x, "13"), g.quiet(), sum)
}

// openmpLoop is a nest whose iterations are independent.
func (g *gen) openmpLoop() *node {
	a, b := g.array(), g.array()
	if a == b {
		return nil
	}
	l := g.level()
	body := g.k.elem.mix(b.at("i", "j", g.level()), []string{a.at("i", "j-1", l), a.at("i", "j+1", l)}, g.pick("i", "j", "t"))
	head, tail := []string{"!$omp parallel do private(i)", "do j = 1, m"}, []string{"end do"}
	if g.chance(30) {
		head, tail = []string{"!$omp parallel private(i)", "!$omp do", "do j = 1, m"}, []string{"end do", "!$omp end do", "!$omp end parallel"}
	}
	inner := []*node{lines(body...)}
	if g.chance(30) {
		inner = append(inner, lines("!$omp atomic", "total = total + mod(i, 3)"))
	}
	return &node{head: head, tail: tail, kids: []*node{block("do i = 1, n", "end do", inner...)}}
}

// openmpAtomic has received data in atomic constructs.
func (g *gen) openmpAtomic() *node {
	id := g.id()
	x, y := fmt.Sprintf("x%d", id), fmt.Sprintf("y%d", id)
	g.declare(fmt.Sprintf("integer :: %s, %s, r%d", x, y, id), fmt.Sprintf("%s = rank; %s = 1; r%d = 0", x, y, id), fmt.Sprintf("r%d", id))
	var use *node
	switch g.r.Intn(4) {
	case 0:
		use = lines("!$omp atomic", fmt.Sprintf("r%d = r%d + %s", id, id, y))
	case 1:
		use = lines("!$omp atomic capture", fmt.Sprintf("r%d = %s", id, y), y+" = "+y+" + 1", "!$omp end atomic")
	case 2:
		use = lines("!$omp critical", fmt.Sprintf("r%d = mod(r%d, 1000) + %s", id, id, y), "!$omp end critical")
	default:
		use = lines("!$omp atomic write", fmt.Sprintf("r%d = %s", id, y), "!$omp end atomic")
	}
	return group(g.ownExchange(x, y, y, "14"), g.quiet(), use, lines(fmt.Sprintf("%s = mod(%s + t, 1000)", x, y)))
}

// components: nested types, arrays of them, one component of all.
func (g *gen) components() *node {
	id := g.id()
	g.k.spec = append(g.k.spec, lines(
		fmt.Sprintf("type leaf%d", id), "  integer :: k = 1, len = 2", "  integer :: u(0:3) = 3", fmt.Sprintf("end type leaf%d", id),
		fmt.Sprintf("type tree%d", id), fmt.Sprintf("  type(leaf%d) :: leaf(4)", id), "  integer, allocatable :: kind(:)", fmt.Sprintf("end type tree%d", id)))
	x := fmt.Sprintf("x%d", id)
	r := fmt.Sprintf("r%d", id)
	g.declare(fmt.Sprintf("type(tree%d) :: %s(2); integer :: %s", id, x, r), fmt.Sprintf("allocate (%s(1)%%kind(0:5), %s(2)%%kind(0:5)); %s(1)%%kind = 4; %s(2)%%kind = rank; %s = 0", x, x, x, x, r), r)
	send, recv, seen := x+"(1)%leaf(:)%k", x+"(2)%leaf(:)%k", x+"(2)%leaf(3)%k"
	set := x + "(1)%leaf(2)%k"
	switch g.r.Intn(4) {
	case 0:
		send, recv, seen, set = x+"(1)%leaf(2)%u", x+"(2)%leaf(1)%u", x+"(2)%leaf(1)%u(2)", x+"(1)%leaf(2)%u(2)"
	case 1:
		send, recv, seen, set = x+"(1)%kind(1:2)", x+"(1)%kind(4:5)", x+"(1)%kind(4)", x+"(1)%kind(1)"
	case 2:
		send, recv, seen, set = x+"(1+mod(t, 2))%leaf(1)%len", x+"(1+mod(t, 2))%leaf(4)%len", x+"(1+mod(t, 2))%leaf(4)%len", x+"(2)%leaf(1)%len"
	}
	list := []*node{lines(fmt.Sprintf("%s = mod(t + 3*%s + rank, 1000)", set, set)), g.ownExchange(send, recv, x+"(1)", "15"), g.quiet()}
	if g.chance(30) {
		y := x + "(2)"
		list = append(list, block(fmt.Sprintf("associate (w => %s)", y), "end associate", lines(r+" = ieor(2*mod("+r+", 10000), w%leaf(3)%k + w%leaf(1)%u(2) + w%leaf(4)%len)")))
	}
	return group(append(list, lines(fmt.Sprintf("%s = ieor(2*mod(%s, 10000), %s)", r, r, seen)))...)
}

// lengthParameter: what is received is a length in ALLOCATE or a declaration.
func (g *gen) lengthParameter() *node {
	id := g.id()
	x, y, r := fmt.Sprintf("x%d", id), fmt.Sprintf("y%d", id), fmt.Sprintf("r%d", id)
	g.declare(fmt.Sprintf("integer :: %s, %s, %s; character(len=:), allocatable :: str%d", x, y, r, id), fmt.Sprintf("%s = rank + 1; %s = 2; %s = 0", x, y, r), r)
	use := lines(fmt.Sprintf("allocate (character(len=%s) :: str%d)", y, id), fmt.Sprintf("%s = ieor(2*mod(%s, 10000), len(str%d))", r, r, id), fmt.Sprintf("deallocate (str%d)", id))
	switch g.r.Intn(3) {
	case 0:
		use = lines("block", fmt.Sprintf("  character(len=%s) :: c", y), fmt.Sprintf("  %s = ieor(2*mod(%s, 10000), len(c))", r, r), "end block")
	case 1:
		use = lines(fmt.Sprintf("%s = ieor(2*mod(%s, 10000), len([character(len=%s) :: 'a']))", r, r, y))
	}
	return group(g.ownExchange(x, y, y, "16"), g.quiet(), use, lines(fmt.Sprintf("%s = 1 + mod(%s*5 + t, 37)", x, x)))
}

// deferredLength: characters of a length that is known when the program runs.
func (g *gen) deferredLength() *node {
	if g.k.taken["achar"] {
		return nil
	}
	g.once("achar") // no variable is called so
	id := g.id()
	x, r := fmt.Sprintf("x%d", id), fmt.Sprintf("r%d", id)
	g.declare(fmt.Sprintf("integer :: %s; character(len=:), allocatable :: %s(:)", r, x), fmt.Sprintf("allocate (character(len=5) :: %s(0:5)); %s = 'abcde'; %s = 0", x, x, r), r)
	fill := block("do i = 1, 4", "end do", lines(fmt.Sprintf("%s(i)(2:3) = achar(65 + mod(i + t + rank, 26))", x)))
	if g.chance(50) {
		fill = block("do i = 1, 4", "end do", lines(fmt.Sprintf("%s(i) = repeat(achar(65 + mod(i + t + rank, 26)), 5)", x)))
	}
	send, recv := x+"(4)", x+"(0)" // no sections: gfortran 12 passes others
	if g.chance(50) {
		send, recv = fmt.Sprintf("s%d", id), x
		g.declare(fmt.Sprintf("character(len=:), allocatable :: %s(:)", send), fmt.Sprintf("allocate (character(len=5) :: %s(0:5)); %s = 'fghij'", send, send), "")
		fill.kids = append(fill.kids, lines(fmt.Sprintf("%s(i) = %s(i+1)", send, x)))
	}
	return group(fill, g.ownExchange(send, recv, x, "17"), g.quiet(),
		lines(fmt.Sprintf("%s = ieor(2*mod(%s, 10000), ichar(%s(0)(2:2)))", r, r, x)))
}
