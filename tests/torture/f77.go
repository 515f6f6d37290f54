package torture

import (
	"fmt"
	"strings"
)

// External procedures in the style of FORTRAN 77, in fixed form or in free form:
// implicit typing, common blocks, labels, statement functions, functions without
// EXTERNAL, variables that live on behind the loops.

func (g *gen) fortran77() *node {
	id := g.id()
	name := fmt.Sprintf("old%dx%d", g.k.id, id)
	blk := fmt.Sprintf("f77%dx%d", g.k.id, id)
	kind := g.pick("double precision", "real")
	list := &g.k.external
	if g.k.fixedForm {
		list = &g.k.fixedUnits
	}
	common := []string{"implicit " + kind + " (a-h,o-z)", "common /" + blk + "/ u(8,0:5), v(8,0:5), s"}
	if kind == "real" && g.chance(50) {
		common = common[1:] // as it is by default
	}
	fill := name + "i"
	procedure(list, "subroutine "+fill+"(irank)", "end", append(common,
		"do 10 j = 0, 5", "do 20 i = 1, 8", "u(i,j) = 0.125*i + j + irank", "v(i,j) = 0", "20 continue", "10 continue", "s = 0")...)
	g.declare(fmt.Sprintf("integer :: r%d", id), fmt.Sprintf("r%d = 0; call %s(rank)", id, fill), fmt.Sprintf("r%d", id))

	n := &node{head: []string{"subroutine " + name + "(lw, le, it, itot)"}, tail: []string{"end"}}
	decl := common
	// Bounds and functions that the nests use.
	value := "u(i,j)"
	var functions []string
	if g.chance(30) {
		functions = append(functions, "sf(x) = 0.5*x + 0.25*u(3,0)")
		value = "sf(u(i,j))"
	} else if g.chance(30) {
		f := fmt.Sprintf("fn%dx%d", g.k.id, id)
		decl = append(decl, kind+" "+f)
		procedure(list, kind+" function "+f+"(x)", "end", kind+" x", f+" = 0.75*x + 0.5")
		value = f + "(u(i,j))"
	} else if kind == "double precision" && g.chance(50) {
		decl = append(decl, kind+" dsqrt, dabs")
		value = "dsqrt(dabs(u(i,j)))"
	}
	if g.chance(30) {
		decl = append(decl, "dimension w(4)", "equivalence (w(2), eq)")
		functions = append(functions, "eq = s")
	}
	n.kids = append(n.kids, lines("!ref use ref"), lines(append(decl, functions...)...))
	region := g.chance(40) && !g.inTime
	if region {
		n.kids = append(n.kids, lines("!$mdmp commregion", "do 90 k = 1, 4"))
	}
	n.kids = append(n.kids, g.exchange77(), g.nest77(value), lines("itot = mod(ieor(itot, mod(nint(8*abs(t)), 97) + i + 10*j), 100000)"))
	if g.chance(50) {
		n.kids = append(n.kids, lines("do 30 j = 1, 4", "do 30 i = 1, 8", "s = 0.5*s + u(i,j-1)", "30 u(i,j) = 0.5*v(i,j) + 0.001*it"))
	} else {
		n.kids = append(n.kids, lines("do 30 j = 4, 1, -1", "do 40 i = 1, 8", "u(i,j) = 0.5*v(i,j) + 0.001*it", "40 continue", "30 continue", "s = 0.5*s + u(2,5)"))
	}
	n.kids = append(n.kids, lines("itot = mod(itot + mod(nint(8*abs(s)), 97), 100000)"))
	if region {
		n.kids = append(n.kids, lines("90 continue", "!$mdmp end commregion"))
	}
	n.kids = append(n.kids, lines("do 50 j = 0, 5", "itot = mod(ieor(itot, nint(8*u(3,j)) + j), 100000)", "50 continue"))
	n.whole = true
	*list = append(*list, n)
	return lines(fmt.Sprintf("call %s(west, east, t, r%d)", name, id))
}

// exchange77 is first element and count, or sections.
func (g *gen) exchange77() *node {
	l := []*leg{
		{send: "send(u(1,4), 8, le)", recv: "recv(u(1,0), 8, lw)", refSend: []string{"call ref_send_n(u(1,4), 8_8, le)"}, refRecv: []string{"call ref_recv_n(u(1,0), 8_8, lw)"}},
		{send: "send(u(:,1), lw)", recv: "recv(u(:,5), le)", refSend: []string{"call ref_send(u(:,1), lw)"}, refRecv: []string{"call ref_recv(u(:,5), le)"}},
	}
	if g.chance(30) {
		l = l[:1]
	}
	return &node{legs: l, tail: []string{"u"}}
}

// nest77 has a scalar that is first named in it and lives on.
func (g *gen) nest77(value string) *node {
	switch g.r.Intn(3) {
	case 0: // one label for both loops
		return lines("do 60 j = 1, 4", "do 60 i = 1, 8", "t = "+value+" + it*0.001", "v(i,j) = 0.5*t + 0.25*u(i,j-1)", "60 continue")
	case 1:
		return lines("do 60 j = 1, 4", "do 70 i = 1, 8", "t = "+value, "70 v(i,j) = 0.5*t + 0.25*u(i,j+1)", "60 continue")
	}
	return lines("do j = 1, 4", "do i = 2, 8", "t = "+value, "v(i,j) = 0.5*t + 0.25*u(i-1,j-1)", "enddo", "enddo")
}

// fixed77 writes procedures in fixed form.
func fixed77(list []*node) string {
	free := &writer{}
	var b strings.Builder
	for _, n := range list {
		free.b.Reset()
		free.flat = true
		free.line("%s", n.head[0])
		free.nodes(n.kids)
		free.line("%s", n.tail[0])
		for _, l := range strings.Split(strings.TrimRight(free.b.String(), "\n"), "\n") {
			fixedLine(&b, l)
		}
	}
	return b.String()
}

// fixedLine writes a line, continued behind column 72.
func fixedLine(b *strings.Builder, l string) {
	lead, next := "      ", "     &"
	for _, s := range [][3]string{{"!$mdmp ", "c$mdmp ", "c$mdmp&"}, {"!ref ", "Cref  ", "Cref &"}} {
		if rest, ok := strings.CutPrefix(l, s[0]); ok {
			lead, next, l = s[1], s[2], rest
		}
	}
	if l != "" && l[0] >= '0' && l[0] <= '9' {
		label, rest, _ := strings.Cut(l, " ")
		lead, l = fmt.Sprintf("%-6s", label), rest
	}
	for len(lead)+len(l) > 72 {
		at := strings.LastIndexAny(l[:72-len(lead)], " ,")
		b.WriteString(lead + l[:at+1] + "\n")
		lead, l = next, l[at+1:]
	}
	b.WriteString(lead + l + "\n")
}
