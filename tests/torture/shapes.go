package torture

import "fmt"

// Sections whose shape is new in each step, and arrays of three dimensions.

// emptiesInTurns: a directive whose message has no bytes in some steps. What it sends is written by a nest before it.
func (g *gen) emptiesInTurns() *node {
	a := g.array()
	l := g.level()
	e := g.pick("n*mod(t, 2)", "n*mod(t, 2)", "merge(n, 0, go)", "merge(0, n/2, mod(t, 3) == 0)", "min(n, t) - mod(t, 2)*min(n, t)")
	if g.chance(50) {
		name := fmt.Sprintf("e%d", g.id())
		g.declare("integer :: "+name, name+" = n", name)
		set := lines(name + " = " + e)
		e = name
		return group(g.nest(a, g.array()), set, g.emptyExchange(a, l, e))
	}
	return group(g.nest(a, g.array()), g.emptyExchange(a, l, e))
}

// emptyExchange sends the first e rows of a column both ways, or a column or none one way.
func (g *gen) emptyExchange(a *array, level, e string) *node {
	n := &node{tail: []string{a.base()}}
	how := g.pick("rows", "rows", "count", "columns")
	if how == "columns" {
		n.legs = []*leg{legOf(a.at("1:n", "m:m - 1 + min(1, "+e+")", level), a.at("1:n", "0:min(1, "+e+") - 1", level), "east", "west")}
		return n
	}
	for _, way := range [][4]string{{"east", "west", "m", "0"}, {"west", "east", "1", "m+1"}} {
		l := legOf(a.at("1:"+e, way[2], level), a.at("1:"+e, way[3], level), way[0], way[1])
		if how == "count" {
			l.send = "send(" + a.at("1", way[2], level) + ", " + e + ", " + way[0] + ")"
			l.recv = "recv(" + a.at("1", way[3], level) + ", " + e + ", " + way[1] + ")"
		}
		n.legs = append(n.legs, l)
	}
	return n
}

// cube is a kernel's array of three dimensions, what is made of it, and the loop variable of the third.
type cube struct{ u, v, k string }

func at3(x, i, j, k string) string { return fmt.Sprintf("%s(%s, %s, %s)", x, i, j, k) }

// threeDimensions: nests over three dimensions, with the halo along one of them, mostly the first.
func (g *gen) threeDimensions() *node {
	id := g.id()
	c := cube{fmt.Sprintf("u%d", id), fmt.Sprintf("v%d", id), fmt.Sprintf("k%d", id)}
	g.declareCube(c, id)
	along := max(1, g.r.Intn(4))
	near := [][]string{
		{at3(c.u, "i-1", "j", c.k), at3(c.u, "i+1", "j", c.k)},
		{at3(c.u, "i", "j-1", c.k), at3(c.u, "i", "j+1", c.k)},
		{at3(c.u, "i", "j", c.k+"-1"), at3(c.u, "i", "j", c.k+"+1")},
	}[along-1]
	if g.chance(40) {
		near = append(near, at3(c.u, "i", g.offset("j"), g.offset(c.k)))
	}
	here, there := at3(c.u, "i", "j", c.k), at3(c.v, "i", "j", c.k)
	back := g.loops3(c, here+" = "+there)
	if g.chance(40) {
		back = lines(at3(c.u, "1:n", "1:m", "1:3") + " = " + at3(c.v, "1:n", "1:m", "1:3"))
	}
	return group(haloOf(c, along), g.loops3(c, g.k.elem.mix(there, near, g.salt())...), back)
}

func (g *gen) declareCube(c cube, id int) {
	init := fmt.Sprintf("allocate (%s(0:n+1, 0:m+1, 0:4), %s(0:n+1, 0:m+1, 0:4))\ndo %s = 0, 4\n  do j = 0, m + 1\n    do i = 0, n + 1\n", c.u, c.v, c.k)
	for x, name := range []string{c.u, c.v} {
		for _, s := range g.k.elem.initial(at3(name, "i", "j", c.k), fmt.Sprintf("noise(i, j + 7*%s, %d + 13*rank)", c.k, x+id)) {
			init += "      " + s + "\n"
		}
	}
	init += "    end do\n  end do\nend do\ni = 0; j = 0; " + c.k + " = 0"
	g.declare(fmt.Sprintf("%s, allocatable :: %s(:,:,:), %s(:,:,:); integer :: %s", g.k.elem.decl, c.u, c.v, c.k), init, c.u)
	g.k.finish = append(g.k.finish, hash(c.k))
}

// haloOf exchanges the halo along a dimension, both ways.
func haloOf(c cube, along int) *node {
	last, beyond := []string{"n", "m", "3"}[along-1], []string{"n+1", "m+1", "4"}[along-1]
	plane := func(where string) string {
		places := [3]string{"1:n", "1:m", "1:3"}
		places[along-1] = where
		return at3(c.u, places[0], places[1], places[2])
	}
	return &node{tail: []string{c.u}, legs: []*leg{
		legOf(plane(last), plane("0"), "east", "west"), legOf(plane("1"), plane(beyond), "west", "east")}}
}

func (g *gen) loops3(c cube, body ...string) *node {
	heads := []string{"do " + c.k + " = 1, 3", "do j = " + g.pick("1, m", "1, m", "m, 1, -1", "2, m-1"), "do i = " + g.pick("1, n", "1, n", "1, n", "n, 1, -1")}
	if g.chance(15) {
		heads[0], heads[2] = heads[2], heads[0]
	}
	return block(heads[0], "end do", block(heads[1], "end do", block(heads[2], "end do", lines(body...))))
}

// legOf sends one section and receives another.
func legOf(send, recv, dest, source string) *leg {
	return &leg{send: "send(" + send + ", " + dest + ")", recv: "recv(" + recv + ", " + source + ")",
		refSend: []string{"call ref_send(" + send + ", " + dest + ")"}, refRecv: []string{"call ref_recv(" + recv + ", " + source + ")"}}
}
