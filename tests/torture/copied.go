package torture

import (
	"fmt"
	"strings"
)

// Actual arguments that compilers copy for a dummy of assumed shape: a component of all elements, pointers to it, half of complex
// numbers. What is received into a copy, or stays pending in it, is lost.

// copiedComponents sends, receives and passes components of elements of arrays.
func (g *gen) copiedComponents() *node {
	id, e := g.id(), g.k.elem
	name := func(s string) string { return fmt.Sprintf("%s%dx%d", s, g.k.id, id) }
	typ, x, y, p, r := name("pair"), name("x"), name("y"), name("p"), name("r")
	g.k.spec = append(g.k.spec, block("type "+typ, "end type "+typ, lines(e.decl+" :: v, w", "integer :: k = 3")))
	init := []string{"do i = 1, 24"}
	for _, s := range []string{x + "(i)%v", x + "(i)%w", y + "(i)%v", y + "(i)%w"} {
		init = append(init, e.initial(s, "mod(i*7 + rank + "+fmt.Sprint(len(init))+", 61)")...)
	}
	init = append(init, "end do", fmt.Sprintf("i = 0; %s => %s%%%s; %s = 0", p, x, g.pick("v", "w"), r))
	shape := g.pick("(24)", "(24)", "(:)")
	decl := fmt.Sprintf("type(%s), target :: %s%s, %s(24)", typ, x, shape, y)
	if shape == "(:)" {
		decl = strings.Replace(decl, "target", "allocatable, target", 1)
		decl = strings.Replace(decl, "(24)", "(:)", 1)
		init = append([]string{"allocate (" + x + "(24), " + y + "(24))"}, init...)
	}
	g.declare(decl+"; "+e.decl+", pointer :: "+p+"(:); integer :: "+r, strings.Join(init, "\n"), r)
	for _, part := range []string{x + "%v", x + "%w", y + "%v"} {
		g.declare("", "", "["+part+"]") // as it is, gfortran 12 transfers all of the elements
	}
	g.passedOn(name("ring"), name("use"))
	actual := func() string {
		return g.pick(x+"%v", x+"%w", y+"%v", y+"(2:21)%w", x+"(1:24:2)%v", y+"(:)%v", x+"(24:1:-1)%w", p, p+"(3:22)")
	}
	var list []*node
	for range 2 + g.r.Intn(3) {
		switch g.r.Intn(4) {
		case 0:
			list = append(list, g.ownExchange(x+"(2:11)%v", y+"(3:12)%v", y, "34"))
		case 1:
			list = append(list, g.ownExchange(y+"(1:23)%v", x+"(2:24)%w", x, ""))
		default:
			list = append(list, lines(fmt.Sprintf("call %s(%s, west, east)", name("ring"), actual())))
		}
		list = append(list, lines(fmt.Sprintf("call %s(%s, %s)", name("use"), actual(), r)))
		if g.chance(30) {
			list = append(list, lines(fmt.Sprintf("%s = ieor(2*mod(%s, 10000), %s)", r, r, g.num(x+"(24)%w"))))
		}
	}
	return group(append(list, g.quiet())...)
}

// passedOn adds two procedures with dummies of assumed shape, in the module or in another file: one exchanges edges, the other works on all
// elements.
func (g *gen) passedOn(ring, use string) {
	e := g.k.elem
	decl := e.decl + ", intent(inout)" + g.pick("", "", ", contiguous") + " :: x(:)"
	peers, sum := "integer, intent(in) :: west, east", "integer, intent(inout) :: r"
	heads := []string{"subroutine " + ring + "(x, west, east)", "subroutine " + use + "(x, r)"}
	n := &node{head: heads[:1], tail: []string{"end subroutine " + ring}, kids: []*node{
		lines(decl, peers, "integer :: l", "l = size(x)"),
		{tail: []string{"x"}, legs: []*leg{legOf("x(2:4)", "x(l-2:l)", "west", "east"), legOf("x(l-3)", "x(1)", "east", "west")}}}}
	if g.chance(30) {
		n.kids = append(n.kids, lines(e.mix("x(2)", []string{"x(2)", "x(l)"}, "l")...))
	}
	list := &g.k.procs
	if e.name != "derived" && e.name != "character" && g.chance(50) { // torture.f90 has what these need
		list = &g.k.far
		n.kids = append([]*node{lines("!ref use ref", "implicit none")}, n.kids...)
		g.declare("interface; "+heads[0]+"; "+decl+"; "+peers+"; end subroutine "+ring+"; "+heads[1]+"; "+decl+"; "+sum+"; end subroutine "+use+"; end interface", "", "")
	}
	*list = append(*list, n)
	procedure(list, heads[1], "end subroutine "+use, append(append([]string{decl, sum, "integer :: k", "do k = 1, size(x)"},
		e.mix("x(k)", []string{"x(k)"}, "k")...), "end do", "r = ieor(2*mod(r, 10000), "+g.num("x(1)")+" + "+g.num("x(size(x))")+")")...)
}

// halves sends, receives and passes real and imaginary parts. By hand they travel in an array of their own: gfortran 12 hands over
// other addresses.
func (g *gen) halves() *node {
	if g.k.taken["int"] {
		return nil
	}
	save := g.k.elem
	defer func() { g.k.elem = save }()
	g.k.elem = elems[1] // of the dummies
	id := g.id()
	name := func(s string) string { return fmt.Sprintf("%s%dx%d", s, g.k.id, id) }
	z, w, h, r := name("z"), name("w"), name("h"), name("r")
	g.declare(fmt.Sprintf("complex(8) :: %s(20), %s(20); real(8) :: %s(20); integer :: %s, %s", z, w, h, r, name("l")),
		fmt.Sprintf("%s = [(cmplx(i + rank, -i, 8), i=1,20)]; %s = (1d0, 2d0); i = 0; %s = 0; %s = 0; %s = 0", z, w, h, r, name("l")), w)
	g.declare("", "", z)
	g.declare("", "", r)
	g.passedOn(name("ring"), name("use"))
	var list []*node
	for range 2 + g.r.Intn(3) {
		if g.chance(60) {
			list = append(list, g.halfExchange(z, w, h, name("l")))
		} else {
			list = append(list, lines(fmt.Sprintf("call %s(%s%%%s, west, east)", name("ring"), g.pick(z, w), g.pick("re", "im"))))
		}
		part := g.pick(z, w) + g.pick("%re", "%im")
		switch g.r.Intn(3) {
		case 0:
			list = append(list, lines(fmt.Sprintf("call %s(%s, %s)", name("use"), part, r)))
		case 1:
			list = append(list, lines(part+" = "+part+"*0.5d0 + t"))
		default:
			list = append(list, block("do i = 1, 20", "end do", lines(fmt.Sprintf("%s(i)%%im = %s(i)%%re*0.25d0 + %s(i)%%im*0.5d0", z, w, w))))
		}
	}
	return group(list...)
}

// halfExchange sends halves of elements of z and receives into halves of those of w.
func (g *gen) halfExchange(z, w, h, i string) *node {
	of := map[string]string{"re": "real", "im": "aimag"}
	from, to := g.pick("re", "im"), g.pick("re", "im")
	lo, hi := 1+g.r.Intn(3), 12+g.r.Intn(8)
	l := &leg{send: fmt.Sprintf("send(%s(%d:%d)%%%s, east) tag(35)", z, lo, hi, from), recv: fmt.Sprintf("recv(%s(%d:%d)%%%s, west) tag(35)", w, lo, hi, to),
		refRecv: []string{fmt.Sprintf("%s = %s(%s)", h, of[to], w), fmt.Sprintf("call ref_recv(%s(%d:%d), west, 35)", h, lo, hi)}}
	half := fmt.Sprintf("h%d", g.id())
	g.declare("real(8) :: "+half+"(20)", "", "")
	l.refSend = []string{fmt.Sprintf("%s = %s(%s)", half, of[from], z), fmt.Sprintf("call ref_send(%s(%d:%d), east, 35)", half, lo, hi)}
	back := fmt.Sprintf("%s(%s) = cmplx(%s(%s), aimag(%s(%s)), 8)", w, i, h, i, w, i)
	if to == "im" {
		back = fmt.Sprintf("%s(%s) = cmplx(real(%s(%s)), %s(%s), 8)", w, i, w, i, h, i)
	}
	return group(&node{tail: []string{h}, legs: []*leg{l}}, lines(fmt.Sprintf("!ref do %s = 1, 20", i), "!ref   "+back, "!ref end do"))
}
