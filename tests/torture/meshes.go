package torture

import (
	"fmt"
	"strings"
)

// Meshes: what is exchanged stands in lists, and loops look up where their neighbours are.

// mesh is what one draw of the class is made of: arrays of their own, with ghosts before, behind and amid the elements.
type mesh struct {
	*gen
	x, y, near, begins, ghost, edge, much string
	rows                                  string // subscript that makes an element of x one of its second row; "": it has none
	i, k                                  string
	low                                   int    // the first number of ghost
	out                                   string // of which elements are sent: x, or another array, if others of x may be received
}

// meshes exchanges elements that lists name and computes with elements that index arrays name. Lists and index arrays
// change, come from other ranks, are empty; sends name elements twice.
func (g *gen) meshes() *node {
	id := g.id()
	name := func(s string) string { return fmt.Sprintf("%s%d", s, id) }
	s := &mesh{gen: g, x: name("x"), y: name("y"), near: name("near"), begins: name("begins"), ghost: name("ghost"), edge: name("edge"),
		much: name("much"), i: name("i"), k: name("k"), out: name("z"), low: 1}
	if g.chance(40) {
		s.rows = g.pick("1", "2")
	}
	s.state()
	body := []*node{s.exchange(), s.compute()}
	if g.chance(60) {
		body = append(body, s.change())
	}
	if g.chance(30) {
		body = append(body, s.exchange(), s.change(), s.compute())
	}
	if g.chance(30) {
		body[0], body[1] = body[1], body[0]
	}
	return group(body...)
}

func (s *mesh) at(e string) string { return s.of(s.x, e) }

func (s *mesh) of(array, e string) string {
	if s.rows == "" {
		return array + "(" + e + ")"
	}
	return array + "(" + s.rows + ", " + e + ")"
}

func (s *mesh) state() {
	shape := "-9:120"
	if s.rows != "" {
		shape = "2, -9:120"
	}
	kind := s.pick("", "(2)", "(8)")
	decl := fmt.Sprintf("real(8) :: %s(%s), %s(%s); integer%s :: %s(8), %s(8), %s(400); integer :: %s(101), %s, %s, %s",
		s.x, shape, s.out, shape, kind, s.ghost, s.edge, s.near, s.begins, s.much, s.i, s.k)
	if s.chance(30) {
		s.low = -3
		decl = strings.Replace(decl, s.ghost+"(8)", s.ghost+"(-3:4)", 1)
	}
	ghosts := s.pick("100 + "+s.i, "1 - "+s.i, "merge(100 + "+s.i+", 1 - "+s.i+", "+s.i+" > 4)", "40 + 3*"+s.i, "120 - 2*"+s.i)
	set := func(array, value string) string {
		return fmt.Sprintf("%s = [(%s, %s=1,size(%s))]", array, value, s.i, array)
	}
	init := []string{
		s.x + " = rank + 0.5d0", s.out + " = " + s.x, s.much + " = 8",
		set(s.ghost, ghosts), set(s.edge, "1 + modulo(7*"+s.i+", 100)"),
		set(s.near, "merge(-8 + modulo(11*"+s.i+", 128), 20 + "+s.i+"/5, modulo("+s.i+"/7, 9) == 2)"),
		set(s.begins, "1 + 4*("+s.i+" - 1) - modulo("+s.i+", 3)*min(1, "+s.i+"/100)"), s.i + " = 0; " + s.k + " = 0"}
	s.declare(decl, strings.Join(init, "\n"), s.x)
	s.declare("real(8) :: "+s.y+"(100)", s.y+" = 1", s.y)
	if !strings.Contains(ghosts, "*") && s.chance(50) {
		s.out = s.x
	}
}

// exchange sends and receives by lists; by hand the elements travel one by one.
func (s *mesh) exchange() *node {
	x := &leg{send: fmt.Sprintf("send(%s, east) tag(28)", s.of(s.out, s.edge)), recv: fmt.Sprintf("recv(%s, west) tag(28)", s.at(s.ghost))}
	e, from := "%s(%d)", 8
	if s.chance(40) { // none, or some
		x.send = fmt.Sprintf("send(%s, east) tag(28)", s.of(s.out, s.edge+"(8:9-"+s.much+":-1)"))
		x.recv = fmt.Sprintf("recv(%s, west) tag(28)", s.at(fmt.Sprintf("%s(%d:%d+%s)", s.ghost, s.low, s.low-1, s.much)))
		for i := range from {
			guard := fmt.Sprintf("if (%s > %d) ", s.much, i)
			x.refSend = append(x.refSend, guard+"call ref_send("+s.of(s.out, fmt.Sprintf(e, s.edge, 8-i))+", east, 28)")
			x.refRecv = append(x.refRecv, guard+"call ref_recv("+s.at(fmt.Sprintf(e, s.ghost, s.low+i))+", west, 28)")
		}
	} else {
		for i := range from {
			x.refSend = append(x.refSend, "call ref_send("+s.of(s.out, fmt.Sprintf(e, s.edge, i+1))+", east, 28)")
			x.refRecv = append(x.refRecv, "call ref_recv("+s.at(fmt.Sprintf(e, s.ghost, s.low+i))+", west, 28)")
		}
	}
	return &node{tail: []string{s.x}, legs: []*leg{x}}
}

// compute looks up elements: of a row, of one of several neighbours, under a condition, backwards.
func (s *mesh) compute() *node {
	add := func(e string) string {
		return fmt.Sprintf("%s(%s) = (%s(%s) + %s)*0.5d0", s.y, s.i, s.y, s.i, s.at(e))
	}
	over := func(bounds string, kids ...*node) *node { return block("do "+s.i+" = "+bounds, "end do", kids...) }
	var nest *node
	switch s.r.Intn(5) {
	case 0, 1:
		nest = over(s.pick("1, 100", "100, 1, -1", "3, 99, 2"), block(fmt.Sprintf("do %s = %s(%s), %s(%s+1) - 1", s.k, s.begins, s.i, s.begins, s.i), "end do",
			lines(add(s.near+"("+s.k+")"))))
	case 2:
		nest = over("1, 100", lines(add(s.near+"(4*"+s.i+" - 1)"), add(s.near+"("+s.i+") - 1")))
	case 3:
		nest = over("2, 100", block("if ("+s.cond()+") then", "end if", lines(add(s.near+"(3*"+s.i+")"))))
	default: // what it looks up it changes
		nest = over("1, 100", lines(add(s.near+"("+s.i+")"), fmt.Sprintf("%s(%s) = 1 + modulo(%s(%s) + t, 110)", s.near, s.i, s.near, s.i)))
	}
	back := over("1, 100", lines(fmt.Sprintf("%s = %s(%s)*0.25d0", s.at(s.i), s.y, s.i), fmt.Sprintf("%s = %s + %s", s.of(s.out, s.i), s.at(s.i), s.salt())))
	if s.chance(25) {
		return group(nest)
	}
	return group(nest, back)
}

// change gives lists and index arrays other values, or lets them come.
func (s *mesh) change() *node {
	switch s.r.Intn(5) {
	case 0:
		return lines(s.edge + " = 1 + modulo(" + s.edge + "*3 + t, 100)")
	case 1:
		if s.out == s.x {
			return lines(s.edge + " = " + s.edge + "(8:1:-1)")
		}
		return lines(s.ghost + " = 1 + modulo(" + s.ghost + ", 112)")
	case 2:
		return lines(s.much + " = modulo(" + s.much + " + 3, 9)")
	case 3:
		return lines(fmt.Sprintf("%s(100:300) = 1 + modulo(%s(100:300) + 17, 115)", s.near, s.near))
	}
	return s.ownExchange(s.near+"(1:200)", s.near+"(201:400)", s.near, "29")
}
