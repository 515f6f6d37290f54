package torture

import (
	"fmt"
	"strings"
)

// call calls an internal procedure that touches arrays.
func (g *gen) call() *node {
	g.k.subroutines++
	name := fmt.Sprintf("sub%d", g.k.subroutines)
	a := g.array()
	head := []string{"subroutine " + name}
	var body []string
	call := "call " + name
	save := g.inTime
	switch g.r.Intn(7) {
	case 4, 5: // nests, by host association
		g.inTime = false
		kids := []*node{lines("integer :: i, j", "i = 0; j = 0"), g.nest(g.array(), g.array())}
		if g.chance(40) {
			kids = append(kids, g.wholeArray(g.array()))
		}
		if g.chance(60) {
			kids = append(kids, g.nest(g.array(), a))
		}
		g.inTime = save
		return g.calling(&node{head: head, tail: []string{"end subroutine " + name}, kids: kids, fixed: true}, name, call)
	case 6: // a nest over dummies
		if b := g.alike(a); b != nil {
			g.k.contained = append(g.k.contained, g.stencil(name))
			return lines(call + "(" + a.base() + ", " + b.base() + ", n, size(" + a.base() + ", 1))")
		}
		fallthrough
	case 0: // by host association
		g.inTime = false
		body = append(body, "integer :: k", "do k = 1, n")
		body = append(body, g.k.elem.mix(a.at("k", g.pick("1", "m", "0"), "1"), []string{g.array().at("k", "1", "2")}, "k")...)
		body = append(body, "end do")
	case 1: // a section as an explicit-shape dummy: copied in and out if it is a row
		head[0] += "(x, l)"
		body = append(body, "integer, intent(in) :: l", g.k.elem.decl+", intent(inout) :: x(l)", "integer :: k", "do k = 2, l")
		body = append(body, g.k.elem.mix("x(k)", []string{"x(k)", "x(k-1)"}, "k")...)
		body = append(body, "end do")
		if g.chance(50) {
			call += "(" + a.at("1:n", g.col(), g.level()) + ", n)"
		} else {
			call += "(" + a.at(g.row(), "1:m", g.level()) + ", m)"
		}
	case 2: // read only
		head[0] += "(x)"
		body = append(body, g.k.elem.decl+", intent(in) :: x(:)", "integer :: k", "do k = 1, size(x)")
		body = append(body, g.k.elem.mix("acc", []string{"acc", "x(k)"}, "k")...)
		body = append(body, "end do")
		call += "(" + a.at(":", g.col(), g.level()) + ")"
	case 3: // the whole array as a dummy
		head[0] += "(x)"
		rank := ":,:"
		if a.level {
			rank = ":,:,:"
		}
		body = append(body, g.k.elem.decl+", intent(inout) :: x("+rank+")")
		at := "x(2, size(x, 2) - 1"
		if a.level {
			at += ", 1"
		}
		body = append(body, g.k.elem.mix(at+")", []string{at + ")", "acc"}, "3")...)
		call += "(" + a.base() + ")"
	}
	g.inTime = save
	return g.calling(&node{head: head, tail: []string{"end subroutine " + name}, kids: []*node{lines(body...)}, fixed: true}, name, call)
}

// calling adds an internal procedure, sometimes as a function whose value is all that
// the statement takes of it, and returns the call.
func (g *gen) calling(n *node, name, call string) *node {
	g.k.contained = append(g.k.contained, n)
	if !g.chance(25) {
		return lines(call)
	}
	r := fmt.Sprintf("r%d", g.id())
	g.declare("integer :: "+r, r+" = 0", r)
	n.head[0] = strings.Replace(n.head[0], "subroutine", "integer function", 1)
	n.tail[0] = "end function " + name
	n.kids = append(n.kids, lines(name+" = mod(7*t + n, 1000)"))
	call = strings.TrimPrefix(call, "call ")
	if !strings.Contains(call, "(") {
		n.head[0] += "()"
		call += "()"
	}
	return lines(r + " = " + call)
}

// alike returns another array of the same shape, without levels; nil if there is none.
func (g *gen) alike(a *array) *array {
	for _, b := range g.k.arrays {
		if b != a && !a.level && !b.level && a.pad == b.pad {
			return b
		}
	}
	return nil
}

// stencil is a procedure with a nest over its dummies.
func (g *gen) stencil(name string) *node {
	decl := g.k.elem.decl
	shape := g.pick("x(:,:)", "x(l,*)", "x(l,m+2)")
	last := "m"
	if shape == "x(:,:)" {
		last = "size(x, 2) - 1"
	}
	body := []string{"integer, intent(in) :: k, l", decl + ", intent(inout) :: " + shape,
		decl + ", intent(" + g.pick("in", "inout") + ") :: " + strings.Replace(shape, "x", "y", 1), "integer :: i, j"}
	if g.chance(30) {
		body = append(body, "if (k < 0) return")
	}
	body = append(body, "do j = 2, "+last, "do i = 2, l - 1")
	body = append(body, g.k.elem.mix("x(i, j)", []string{"y(i, j-1)", "y(i, j+1)", "x(i, j)"}, "k")...)
	body = append(body, "end do", "end do")
	return &node{head: []string{"subroutine " + name + "(x, y, k, l)"}, tail: []string{"end subroutine " + name},
		kids: []*node{lines(body...)}, fixed: true}
}

// orphan is an exchange in an internal procedure.
func (g *gen) orphan() *node {
	g.k.subroutines++
	name := fmt.Sprintf("sub%d", g.k.subroutines)
	save := g.inTime
	g.inTime = false // levels by number
	n := &node{head: []string{"subroutine " + name}, tail: []string{"end subroutine " + name}, fixed: true,
		kids: []*node{g.halo(g.array(), g.level())}}
	g.inTime = save
	g.k.contained = append(g.k.contained, n)
	return lines("call " + name)
}

// routine is the exchange of an array in a procedure that gets it as a dummy, so
// that receives may outlive it; sometimes another procedure stands in between,
// or a return, and what is passed may be a copy.
func (g *gen) routine(a *array) *node {
	g.k.subroutines++
	name := fmt.Sprintf("sub%d", g.k.subroutines)
	x := &array{name: "x", elem: a.elem, where: explicit, pad: a.pad, level: a.level}
	shape := x.shape()
	actual := a.base()
	switch g.r.Intn(4) {
	case 0:
		if at := fmt.Sprintf("%d", -a.pad); !a.level && a.where != pointed && a.where != assumed {
			actual += "(" + at + ", " + at + ")" // sequence association
		}
	case 1:
		if !a.level {
			actual += "(:, :)"
		}
	default:
		shape = fmt.Sprintf("%d:, %d:", -a.pad, -a.pad)
		if a.level {
			shape += ", :"
		}
	}
	decl := a.elem.decl + ", intent(inout) :: x(" + shape + ")"
	save := g.inTime
	g.inTime = false
	n := &node{head: []string{"subroutine " + name + "(x)"}, tail: []string{"end subroutine " + name}, fixed: true}
	n.kids = append(n.kids, lines(decl))
	n.kids[0].fixed = true
	if g.chance(20) {
		n.kids = append(n.kids, lines("if (t == 5) return"))
	}
	n.kids = append(n.kids, g.halo(x, g.level()))
	if g.chance(25) {
		at := x.at("n", "m", g.level())
		n.kids = append(n.kids, lines(g.k.elem.mix(at, []string{at, x.at("1", g.pick("0", "m+1"), g.level())}, "t")...))
	}
	g.inTime = save
	g.k.contained = append(g.k.contained, n)
	call := "call " + name + "(" + actual + ")"
	if !g.chance(30) {
		return lines(call)
	}
	g.k.subroutines++
	outer := fmt.Sprintf("sub%d", g.k.subroutines)
	between := g.array()
	kids := []*node{lines(call)}
	if g.chance(50) {
		kids = append(kids, lines("call "+name+"("+actual+")"))
	}
	if g.chance(50) {
		g.inTime = false
		at := between.at(g.row(), g.pick("0", "1", "m", "m+1"), g.level())
		kids = append(kids, lines(g.k.elem.mix(at, []string{at}, "t")...))
		g.inTime = save
	}
	g.k.contained = append(g.k.contained, &node{head: []string{"subroutine " + outer}, tail: []string{"end subroutine " + outer}, kids: kids, fixed: true})
	return lines("call " + outer)
}
