package torture

import "fmt"

// offset is a subscript near a loop variable.
func (g *gen) offset(v string) string { return v + g.pick("", "", "-1", "+1") }

// from lists what a nest reads: elements of a, and sometimes of others.
func (g *gen) from(a *array, i, j string) []string {
	l := g.level()
	var list []string
	switch g.r.Intn(4) {
	case 0, 1:
		list = []string{a.at(i+"-1", j, l), a.at(i+"+1", j, l), a.at(i, j+"-1", l), a.at(i, j+"+1", l)}
	case 2:
		list = []string{a.at(i, j+"-1", l), a.at(i, j+"+1", l)}
	default:
		list = []string{a.at(g.offset(i), g.offset(j), l)}
	}
	if g.chance(30) {
		list = append(list, g.array().at(g.offset(i), g.offset(j), g.level()))
	}
	if len(list) > 4 {
		list = list[:4]
	}
	return list
}

// nest writes b from a.
func (g *gen) nest(b, a *array) *node {
	i, j := "i", "j"
	inner := g.inner(b, a, i, j)
	jhead, ihead := g.outerHead(), g.innerHead()
	turned := g.chance(10)
	if turned {
		jhead, ihead = "do i = 1, n", "do j = "+g.pick("1, m", "m, 1, -1", "1, min(i, m)")
	}
	body := []*node{block(ihead, "end do", inner...)}
	if !turned && g.chance(12) {
		body = append([]*node{lines(g.k.elem.mix("tmp", []string{a.at("1", "j", g.level())}, "j")...)}, body...)
	}
	if !turned && g.chance(12) {
		body = append(body, lines(g.k.elem.mix("acc", []string{"acc", b.at("n", "j", g.level())}, "j")...))
	}
	if !turned && g.chance(8) {
		body = append([]*node{lines("if (mod(j + t, 4) == 1) " + g.pick("cycle", "cycle", "exit"))}, body...)
	}
	if !turned && g.chance(12) {
		return g.walk(body)
	}
	n := block(jhead, "end do", body...)
	if g.chance(10) { // with a label
		g.k.label += 10
		n.head[0] = "do " + fmt.Sprint(g.k.label) + " " + n.head[0][3:]
		n.tail[0] = fmt.Sprint(g.k.label) + " continue"
	}
	if g.chance(8) { // a directive that is a comment to the compiler, or its own
		n = &node{kids: []*node{lines(g.pick("!DIR$ IVDEP", "!$acc parallel loop", "!OCL NORECURRENCE", "!NEC$ ivdep", "!GCC$ unroll 2")), n}}
	}
	if g.chance(8) {
		n = &node{kids: []*node{n, lines("total = total + i + 3*j")}}
	}
	return n
}

// walk is a loop over columns that is no nest.
func (g *gen) walk(body []*node) *node {
	head, first := "do while (j < "+g.pick("m", "m", "m - mod(t, 3)", "c1")+")", lines("j = j + 1")
	if g.chance(30) {
		head, first = "do", lines("j = j + 1", "if (j > "+g.pick("m", "m - mod(t, 4)")+") exit")
	}
	from := lines("j = 0")
	from.fixed, first.fixed = true, true
	return &node{kids: []*node{from, block(head, "end do", append([]*node{first}, body...)...)}}
}

func (g *gen) outerHead() string {
	if g.chance(8) {
		return "do j = 1, " + g.limit("m")
	}
	return "do j = " + g.pick("1, m", "1, m", "1, m", "1, m", "m, 1, -1", "1, m, 2", "2, m-1", "m, 1, -3", "5, 4", "c1, m", "1, m - mod(t, 3)", "min(2, m), m",
		"merge(1, m, up > 0), merge(m, 1, up > 0), up", "merge(m, 1, up > 0), merge(1, m, up > 0), (-up)")
}

func (g *gen) innerHead() string {
	if g.chance(4) {
		return "do i = 1, " + g.limit("n")
	}
	return "do i = " + g.pick("1, n", "1, n", "1, n", "1, n", "n, 1, -1", "1, n, 2", "j, n", "1, min(j, n)", "2, n-1")
}

func (g *gen) inner(b, a *array, i, j string) []*node {
	e := g.k.elem
	l := g.level()
	salt := g.pick("i", "j", "1", "t")
	list := []*node{lines(e.mix(b.at(i, j, l), g.from(a, i, j), salt)...)}
	switch g.r.Intn(14) {
	case 0:
		list = append(list, lines(e.mix("acc", []string{"acc", b.at(i, j, l)}, "1")...))
	case 1:
		if e.name == "real4" || e.name == "real8" {
			list = append(list, lines("acc = max(acc, "+b.at(i, j, l)+")"))
		}
	case 2:
		list = append([]*node{lines("if (mod(i + j, 3) == 0) cycle")}, list...)
	case 3:
		c := g.array()
		list = append(list, lines(e.mix(c.at(i, j, g.level()), []string{b.at(i, j, l), c.at(i, j, l)}, "t")...))
	case 4:
		list = []*node{block("if (mod(i + j + t, 3) /= 0) then", "end if", list...)}
	case 5:
		list = append(list, lines(e.mix("tmp", []string{b.at(i, j, l)}, "i")...),
			lines(e.mix(b.at(i, j, l), []string{"tmp", b.at(i, j, l)}, "j")...))
	case 6:
		list = append(list, lines("total = total + mod(i, 3)"))
	}
	return list
}

// line1 is a loop over one line of an array.
func (g *gen) line1() *node {
	a, b := g.array(), g.array()
	l := g.level()
	if g.chance(60) {
		c := g.col()
		return block("do i = "+g.pick("1, n", "1, n", "n, 1, -1", "1, n, 3", "0, n+1"), "end do",
			lines(g.k.elem.mix(a.at("i", c, l), []string{a.at("i", g.col(), l), b.at("i", g.pick("1", "m", "0"), g.level())}, "i")...))
	}
	r := g.row()
	return block("do j = "+g.pick("1, m", "m, 1, -1", "0, m+1"), "end do",
		lines(g.k.elem.mix(a.at(r, "j", l), []string{a.at(g.row(), "j", l), b.at(g.pick("1", "n"), "j", g.level())}, "j")...))
}
