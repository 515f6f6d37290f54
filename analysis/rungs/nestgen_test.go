package rungs

import (
	"fmt"
	"math/rand"
	"strconv"
	"strings"
)

// nestGen writes random nests.
type nestGen struct {
	r     *rand.Rand
	b     strings.Builder
	vars  []string // loop variables around the current place
	in    string
	label int
}

func (g *nestGen) pick(list ...string) string { return list[g.r.Intn(len(list))] }

func (g *nestGen) line(format string, args ...any) {
	fmt.Fprintf(&g.b, g.in+format+"\n", args...)
}

func (g *nestGen) sub() string {
	v := g.vars[g.r.Intn(len(g.vars))]
	switch g.r.Intn(16) {
	case 0:
		return "idx(" + v + ")"
	case 1, 6, 7:
		return "jp"
	case 2:
		return "2*" + v + "-3"
	case 3:
		return g.pick("1", "n", "n+1", "0")
	case 8:
		return v + g.pick("+p1", "+p2", "-p1", "-p2")
	case 9:
		return g.pick("p1", "p2")
	case 4:
		return v + "+" + g.vars[g.r.Intn(len(g.vars))]
	case 5:
		return "n+1-" + v
	}
	return v + g.pick("", "", "", "", "-1", "+1")
}

// subs favours each loop variable in a place of its own.
func (g *nestGen) subs() string {
	n := len(g.vars)
	if g.r.Intn(3) > 0 && n >= 2 {
		return g.vars[n-1] + g.pick("", "", "-1", "+1") + "," + g.vars[g.r.Intn(n-1)] + g.pick("", "", "", "-1", "+1")
	}
	return g.sub() + "," + g.sub()
}

// cube is an element of a rank-3 array, in three loops.
func (g *nestGen) cube(name string) string {
	o := func() string { return g.pick("", "", "", "-1", "+1") }
	if name == "e" {
		return "e(i" + g.pick("", "", "-1") + ",j" + g.pick("", "", "", "", "+1") + ",k)"
	}
	return name + "(i" + o() + ",j" + o() + ",k" + o() + ")"
}

func (g *nestGen) array() string {
	if len(g.vars) == 3 && g.r.Intn(2) == 0 {
		return g.cube(g.pick("d", "d", "d", "e"))
	}
	if g.r.Intn(8) == 0 {
		return "r1(" + g.sub() + ")"
	}
	return g.pick("a", "b", "c") + "(" + g.subs() + ")"
}

func (g *nestGen) expr() string {
	e := g.array()
	switch g.r.Intn(6) {
	case 0:
		e = "ieor(3*" + e + "," + g.array() + ")"
	case 1:
		e += "+" + g.pick("s1", "s2", "s3")
	case 2:
		e = "mash(" + e + "," + g.array() + ")"
	case 3:
		e += "*5+" + g.vars[g.r.Intn(len(g.vars))]
	}
	return e
}

func (g *nestGen) stmt() {
	v := g.vars[len(g.vars)-1]
	switch g.r.Intn(26) {
	case 0:
		g.line("s1 = %s", g.expr())
	case 1:
		g.line("s2 = %s", g.expr())
	case 2, 17, 18:
		g.line("jp = %s%s", g.vars[g.r.Intn(len(g.vars))], g.pick("", "+1", "-1"))
	case 3:
		g.line("jp = mod(%s,3)+1", v)
	case 4:
		g.line("s3 = s3 + %s", g.array())
	case 5:
		g.line("s3 = max(s3, %s)", g.array())
	case 6:
		x := g.array()
		g.line("if (%s > s3) s3 = %s", x, x)
	case 7:
		g.line("if (btest(%s,1)) s1 = %s", g.array(), g.expr())
	case 8:
		g.line("if (btest(%s,0)) then", g.array())
		g.nested()
		if g.r.Intn(2) == 0 {
			g.line("else")
			g.nested()
		}
		g.line("end if")
	case 9:
		g.line("if (btest(%s,2)) cycle", g.array())
	case 10:
		if len(g.vars) > 1 {
			g.line("if (btest(%s,2)) exit", g.array())
		}
	case 11:
		g.line("%s(1:n,%s) = %s(1:n,%s)", g.pick("a", "b"), g.sub(), g.pick("b", "c"), g.sub())
	case 12:
		g.line("where (btest(%s(1:n,%s),0)) b(1:n,%s) = %s(1:n,%s)", g.pick("a", "b"), v, v, g.pick("a", "b"), v)
	case 13:
		g.line("flag = .false.")
		g.line("if (btest(%s,0)) flag = .true.", g.array())
	case 19:
		g.line("if (btest(%s,1)) jp = %s", g.array(), v)
	case 20:
		g.line("%s", g.pick("if (flag2) s1 = 5", "flag2 = .false.", "if (flag) s2 = 1"))
	case 14:
		g.line("if (btest(%s,0)) flag2 = .true.", g.array())
	case 15:
		g.line("call poke(%s, %s)", g.pick("a", "b", "c"), v)
	case 16:
		g.label += 10
		l := g.label
		g.line("if (btest(%s,1)) go to %d", g.array(), l)
		g.line("%s(%s) = %s", g.pick("a", "b"), g.subs(), g.expr())
		g.b.WriteString(strconv.Itoa(l) + " continue\n")
	default:
		g.line("%s = %s", g.target(), g.expr())
	}
}

func (g *nestGen) target() string {
	if len(g.vars) == 3 && g.r.Intn(4) > 0 {
		return g.cube("e")
	}
	if g.r.Intn(8) == 0 {
		return "r1(" + g.sub() + ")"
	}
	return g.pick("a", "a", "b") + "(" + g.subs() + ")"
}

func (g *nestGen) nested() {
	g.in += "  "
	g.stmt()
	g.in = g.in[2:]
}

func (g *nestGen) loop(depth int) {
	v := []string{"k", "j", "i"}[len(g.vars)]
	lo, hi := g.pick("1", "1", "2", "0"), g.pick("n", "n", "5", "m", "min(n,m)", "n-1")
	if len(g.vars) > 0 {
		up := g.vars[len(g.vars)-1]
		switch g.r.Intn(8) {
		case 0:
			lo = up
		case 1:
			hi = "min(" + up + "+1,n)"
		case 2:
			hi = "idx(" + up + ")"
		}
	}
	head := fmt.Sprintf("do %s = %s, %s", v, lo, hi)
	switch g.r.Intn(8) {
	case 0:
		head += ", 2"
	case 1:
		head = fmt.Sprintf("do %s = %s, %s, -1", v, hi, lo)
	}
	g.line("%s", head)
	g.vars = append(g.vars, v)
	g.in += "  "
	perfect := depth > 1 && g.r.Intn(4) > 0
	if !perfect {
		for i, n := 0, 1+g.r.Intn(2); i < n; i++ {
			g.stmt()
		}
	}
	if depth > 1 {
		g.loop(depth - 1)
		if !perfect && g.r.Intn(2) == 0 {
			g.stmt()
		}
	}
	g.in = g.in[2:]
	g.vars = g.vars[:len(g.vars)-1]
	g.line("end do")
}
