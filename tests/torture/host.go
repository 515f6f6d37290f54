package torture

import "fmt"

// Variables of a procedure that its internal procedures send and receive into: the procedure names them in no call, uses them without a
// word, and they go when it returns.

// room is such a procedure.
type room struct {
	*gen
	id   int
	far  bool   // in another file
	n    int    // rows
	x    string // how its variable is declared
	make string // statement before it is used; "": none
}

// hostVariables calls a procedure of the module, or of another file, whose internal procedures exchange its array.
func (g *gen) hostVariables() *node {
	h := &room{gen: g, id: g.id(), far: g.chance(50), n: []int{7, 40, 300}[g.r.Intn(3)]}
	list, save := &g.k.procs, g.k.elem
	if h.far { // where the types of torture.f90 are not known
		list, g.k.elem = &g.k.far, elems[g.r.Intn(4)]
	}
	h.draw()
	*list = append(*list, h.procedure(), h.ring(), h.given())
	g.k.elem = save
	r := fmt.Sprintf("r%d", h.id)
	g.declare("integer :: "+r, r+" = 0", r)
	call := lines(fmt.Sprintf("call %s(west, east, %d, t, %s)", h.name("host"), h.n, r))
	if g.chance(40) {
		return group(call, call, g.quiet())
	}
	return group(call, g.quiet())
}

// draw chooses what the variable is.
func (h *room) draw() {
	decl, shape := h.k.elem.decl, fmt.Sprintf("(%d,0:5)", h.n)
	switch h.r.Intn(5) {
	case 0:
		h.x, h.make = decl+", allocatable :: x(:,:)", "allocate (x"+shape+")"
	case 1:
		h.x = decl + ", target :: x" + shape
	case 2:
		h.x = decl + " :: x(l,0:5)" // automatic
	case 3:
		h.x, h.make = decl+", pointer :: x(:,:)", "allocate (x"+shape+")"
	default:
		h.x = decl + " :: x" + shape
	}
}

func (h *room) name(what string) string { return fmt.Sprintf("%s%dx%d", what, h.k.id, h.id) }

func (h *room) unit(n *node, tail string) *node {
	n.tail = []string{tail}
	if h.far {
		n.kids = append([]*node{lines("!ref use ref", "implicit none")}, n.kids...)
	}
	return n
}

func (h *room) procedure() *node {
	x := func(i, j string) string { return "x(" + i + ", " + j + ")" }
	e := h.k.elem
	n := &node{head: []string{"subroutine " + h.name("host") + "(west, east, l, t, r)"}}
	add := func(kids ...*node) { n.kids = append(n.kids, kids...) }
	add(lines("integer, intent(in) :: west, east, l, t", "integer, intent(inout) :: r", h.x, e.decl+" :: y("+fmt.Sprint(h.n)+",4)", "integer :: i, j"))
	if h.make != "" {
		add(lines(h.make))
	}
	add(block("do j = 0, 5", "end do", block("do i = 1, l", "end do", lines(e.initial(x("i", "j"), "mod(i*5 + j*11 + t + 3*west, 97)")...))))
	add(block("do j = 1, 4", "end do", block("do i = 1, l", "end do", lines(e.initial("y(i, j)", "mod(i + j, 31)")...))))
	region := h.chance(25)
	if region {
		add(lines("!$mdmp commregion"))
	}
	for range 3 + h.r.Intn(4) {
		add(lines("call "+h.pick("edges", "edges", "inside", h.name("given")+"(edges)")), h.use())
		if h.chance(30) {
			add(lines("r = ieor(2*mod(r, 10000), asked())"))
		}
	}
	if region {
		add(lines("!$mdmp end commregion"))
	}
	if h.chance(40) { // it goes with the procedure, and nobody looks
		add(lines("call edges"))
	}
	if h.make != "" && h.chance(60) {
		add(lines("deallocate (x)"))
	}
	add(lines("contains"), &node{head: []string{"subroutine edges"}, tail: []string{"end subroutine edges"}, kids: []*node{h.edges("x")}})
	add(block("subroutine inside", "end subroutine inside", h.inside()...))
	add(&node{head: []string{"integer function asked()"}, tail: []string{"end function asked"}, kids: []*node{h.edges("x"), lines("asked = " + h.num("x(2, 0)"))}})
	return h.unit(n, "end subroutine "+h.name("host"))
}

// use is what the procedure does with its array between calls.
func (h *room) use() *node {
	e := h.k.elem
	fold := func(x string) *node { return lines("r = ieor(2*mod(r, 10000), " + h.num(x) + ")") }
	switch h.r.Intn(5) {
	case 0:
		return block("do j = 1, 4", "end do", block("do i = 1, l", "end do", lines(e.mix("y(i, j)", []string{"x(i, j)", "x(i, j-1)", "x(i, j+1)"}, "t")...)))
	case 1:
		return group(block("do j = 1, 4", "end do", block("do i = 1, l", "end do", lines(e.mix("x(i, j)", []string{"y(i, j)", "x(i, j)"}, "j")...))), fold("x(2, 5)"))
	case 2:
		return lines(e.mix("x(1, 0)", []string{"x(1, 0)", "x(2, 5)"}, "t")...)
	case 3:
		return lines(e.mix("x(2, "+h.pick("1", "4")+")", []string{"x(3, 0)", "x(2, 5)"}, "t")...)
	}
	return fold("x(3, " + h.pick("0", "5") + ")")
}

// edges is the exchange.
func (h *room) edges(x string) *node {
	n := &node{tail: []string{x}, legs: []*leg{legOf(x+"(:, 1)", x+"(:, 5)", "west", "east"), legOf(x+"(:, 4)", x+"(:, 0)", "east", "west")}}
	if h.chance(30) {
		n.legs = n.legs[:1]
	}
	return n
}

// inside is another internal procedure: it calls the first one, or passes the array on.
func (h *room) inside() []*node {
	if h.chance(40) {
		return []*node{lines("call edges", "r = r + 1")}
	}
	return []*node{lines("call " + h.name("ring") + "(x, l, west, east)")}
}

func (h *room) ring() *node {
	n := &node{head: []string{"subroutine " + h.name("ring") + "(x, l, west, east)"}, kids: []*node{
		lines("integer, intent(in) :: l, west, east", h.k.elem.decl+", intent(inout) :: x(l,0:5)"), h.edges("x")}}
	return h.unit(n, "end subroutine "+h.name("ring"))
}

func (h *room) given() *node {
	n := &node{head: []string{"subroutine " + h.name("given") + "(p)"}, kids: []*node{lines("external :: p", "call p")}}
	return h.unit(n, "end subroutine "+h.name("given"))
}
