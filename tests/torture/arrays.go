package torture

import (
	"fmt"
	"strings"
)

// Nests without DO loops: array assignments, WHERE, FORALL, DO CONCURRENT.

// arraySyntax writes b from a; characters have no elementwise operations, so they
// get a nest.
func (g *gen) arraySyntax(b, a *array) *node {
	if g.k.elem.name == "character" {
		return g.nest(b, a)
	}
	switch g.r.Intn(8) {
	case 0:
		return g.where(b, a)
	case 1:
		return g.forall(b, a)
	case 2:
		return g.concurrent(b, a)
	case 3:
		if n := g.whole(b, a); n != nil {
			return n
		}
	}
	return lines(g.onSections(b, a, g.span())...)
}

// span is a pair of bounds: for rows and for columns.
type span struct {
	row, col [2]string
	step     string // of columns
}

func (g *gen) span() span {
	s := span{[2]string{"1", "n"}, [2]string{"1", "m"}, ""}
	switch g.r.Intn(10) {
	case 0:
		s.row = [2]string{"2", "n-1"}
	case 1:
		s.row = [2]string{"1", "3"} // the compiler unrolls it
	case 2:
		s.col = [2]string{"c1", "m"}
	case 3:
		s.col = [2]string{"2", "m-1"}
	case 4:
		s.col = [2]string{"m", "1"}
		s.step = ":-1"
	case 5:
		s.step = ":2"
	case 6:
		s.col = [2]string{"5", "4"}
	}
	return s
}

// of is the section of x over the span, moved by di rows and dj columns.
func (s span) of(x *array, di, dj int, level string) string {
	moved := func(t string, d int) string {
		if d == 0 {
			return t
		}
		return fmt.Sprintf("%s%+d", t, d)
	}
	return x.at(moved(s.row[0], di)+":"+moved(s.row[1], di), moved(s.col[0], dj)+":"+moved(s.col[1], dj)+s.step, level)
}

func (g *gen) move() (int, int) { return g.r.Intn(3) - 1, g.r.Intn(3) - 1 }

// read lists sections that are read.
func (g *gen) read(a *array, s span) []string {
	l := g.level()
	if g.chance(40) {
		return []string{s.of(a, -1, 0, l), s.of(a, 1, 0, l), s.of(a, 0, -1, l), s.of(a, 0, 1, l)}
	}
	di, dj := g.move()
	list := []string{s.of(a, di, dj, l)}
	if g.chance(50) {
		di, dj = g.move()
		list = append(list, s.of(g.array(), di, dj, g.level()))
	}
	if g.chance(20) {
		list = append(list, g.ref()) // an element
	}
	return list
}

func (g *gen) onSections(b, a *array, s span) []string {
	target := s.of(b, 0, 0, g.level())
	from := g.read(a, s)
	if g.chance(20) { // in place
		from = []string{target, target}
	}
	return g.k.elem.mix(target, from, g.salt())
}

// whole names arrays without subscripts; nil if their shapes differ.
func (g *gen) whole(b, a *array) *node {
	if a.level || b.level || a.pad != b.pad || g.k.elem.name == "derived" {
		return nil
	}
	return lines(g.k.elem.mix(b.base(), []string{a.base(), g.pick(a.base(), b.base())}, g.salt())...)
}

// mask is a condition on every element of the span; "" if the type has none.
func (g *gen) mask(a *array, s span) string {
	di, dj := g.move()
	return g.maskOf(s.of(a, di, dj, g.level()))
}

// maskOf is a condition on all elements of a section; "" if the type has none.
func (g *gen) maskOf(x string) string {
	switch g.k.elem.name {
	case "real4", "real8":
		return x + " > 0.3"
	case "integer":
		return "mod(" + x + ", 3) == 0"
	case "logical":
		return x
	case "complex":
		return "real(" + x + ") > 0.2"
	}
	return ""
}

func (g *gen) where(b, a *array) *node {
	s := g.span()
	mask := g.mask(a, s)
	if mask == "" {
		return lines(g.onSections(b, a, s)...)
	}
	first := g.onSections(b, a, s)
	if g.chance(40) {
		return lines("where (" + mask + ") " + first[0])
	}
	n := block("where ("+mask+")", "end where", lines(first...))
	if g.chance(50) {
		if g.chance(40) {
			n.kids = append(n.kids, fixed("elsewhere ("+g.mask(g.array(), s)+")"), lines(g.onSections(b, a, s)...))
		}
		n.kids = append(n.kids, fixed("elsewhere"), lines(g.onSections(g.array(), g.array(), s)...))
	}
	return n
}

func fixed(text string) *node {
	n := lines(text)
	n.fixed = true
	return n
}

// header is that of FORALL and DO CONCURRENT.
func (g *gen) header() string {
	i, j := "i = 1:n", "j = "+g.pick("1:m", "1:m", "1:m:2", "m:1:-1", "c1:m", "2:m-1")
	if g.chance(50) {
		i, j = j, i
	}
	mask := ""
	if g.chance(20) {
		mask = ", mod(i + j, 3) /= 0"
	}
	return "(" + i + ", " + j + mask + ")"
}

func (g *gen) forall(b, a *array) *node {
	body := g.k.elem.mix(b.at("i", "j", g.level()), g.from(a, "i", "j"), g.pick("i", "j", "t"))
	head := "forall " + g.header()
	if len(body) == 1 && g.chance(50) {
		return lines(head + " " + body[0])
	}
	return block(head, "end forall", lines(body...))
}

// concurrent has no iteration that reads what another one writes.
func (g *gen) concurrent(b, a *array) *node {
	l := g.level()
	target := b.at("i", "j", l)
	from := g.from(a, "i", "j")
	for k, f := range from {
		if strings.HasPrefix(f, b.base()+"(") {
			from[k] = target
		}
	}
	body := []*node{lines(g.k.elem.mix(target, from, g.pick("i", "j", "t"))...)}
	if g.chance(20) {
		body = append([]*node{lines("if (mod(i + j, 4) == 1) cycle")}, body...)
	}
	if g.chance(25) { // with a loop in it
		return block("do concurrent (j = 1:m)", "end do", block("do i = 1, n", "end do", body...))
	}
	return block("do concurrent "+g.header(), "end do", body...)
}
