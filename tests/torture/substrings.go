package torture

import "fmt"

// substrings sends parts of characters, of one, of all elements of a section, with bounds that change; by hand they travel one by one.
func (g *gen) substrings() *node {
	id := g.id()
	c, d, q, r := fmt.Sprintf("c%dx", id), fmt.Sprintf("d%dx", id), fmt.Sprintf("q%d", id), fmt.Sprintf("r%d", id)
	lo := fmt.Sprintf("lo%d", id)
	g.declare(fmt.Sprintf("character(len=7) :: %s(0:11), %s(0:11); integer :: %s, %s, %s", c, d, q, r, lo),
		fmt.Sprintf("do i = 0, 11\n  write (%s(i), '(i7.7)') i*13 + rank*100003\nend do\n%s = '-------'; i = 0; %s = 0; %s = 0; %s = 1", c, d, q, r, lo), d)
	g.declare("", "", c)
	g.declare("", "", r)
	wide := g.pick("0", "1", "mod(t, 3)", "mod(t, 2) - 1") // the last: none at times
	set := lines(lo + " = " + g.pick("1 + mod(t, 4)", "2", "5 - mod(t, 4)"))
	from := lo + ":" + lo + " + " + wide
	into := from
	if g.chance(60) {
		b := g.pick("1", "3", "mod(t, 2) + 2")
		into = b + ":" + b + " + " + wide
	}
	var l *leg
	switch g.r.Intn(4) {
	case 0: // of one element
		i, j := g.pick("3", lo, "mod(t, 12)"), g.pick("0", "11", "mod(5*t, 12)")
		l = legOf(c+"("+i+")("+from+")", d+"("+j+")("+into+")", "east", "west")
	default:
		at := g.pick("(:)", "(2:9)", "(11:1:-2)", "(0:11:3)", "(:"+lo+")")
		lower, count, step := map[string]string{"(:)": "0", "(2:9)": "2", "(11:1:-2)": "11", "(0:11:3)": "0"}[at], map[string]string{"(:)": "12", "(2:9)": "8", "(11:1:-2)": "6", "(0:11:3)": "4"}[at], "1"
		switch at {
		case "(11:1:-2)":
			step = "-2"
		case "(0:11:3)":
			step = "3"
		case "(:" + lo + ")":
			lower, count = "0", lo+" + 1"
		}
		one := func(x, part string) string {
			return fmt.Sprintf("%s(%s + (%s)*(%s - 1))(%s)", x, lower, step, q, part)
		}
		l = legOf(c+at+"("+from+")", d+at+"("+into+")", "east", "west")
		l.refSend = []string{"do " + q + " = 1, " + count, "  call ref_send(" + one(c, from) + ", east)", "end do"}
		l.refRecv = []string{"do " + q + " = 1, " + count, "  call ref_recv(" + one(d, into) + ", west)", "end do"}
	}
	message := &node{tail: []string{d}, legs: []*leg{l}}
	write := block("do i = 0, 11", "end do", lines(fmt.Sprintf("%s(i)(%s) = char(97 + mod(i + t + rank, 26))", c, g.pick("2:2", "3:3", lo+":"+lo))))
	read := lines(fmt.Sprintf("%s = ieor(2*mod(%s, 10000), ichar(%s(3)(2:2)) + 7*ichar(%s(11)(3:3)))", r, r, d, d))
	if g.chance(50) {
		read = block("do i = 0, 11", "end do", lines(fmt.Sprintf("%s = ieor(2*mod(%s, 10000), ichar(%s(i)(%s:%s)))", r, r, d, lo, lo)))
	}
	list := []*node{set, write, message}
	if g.chance(40) { // bounds change while it is on its way
		list = append(list, lines(lo+" = 1 + mod("+lo+", 4)"))
	}
	return group(append(list, g.quiet(), read)...)
}
