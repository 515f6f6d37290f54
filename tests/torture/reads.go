package torture

import "fmt"

// Input that leaves what it names as it was: it fails, or says nothing. What was there before, received or computed, stays.

// reading is a READ of some variables.
type reading struct {
	*gen
	id           int
	text, sum, x string
	ios          string
}

func (g *gen) reading() *reading {
	id := g.id()
	s := &reading{g, id, fmt.Sprintf("line%d", id), fmt.Sprintf("r%d", id), fmt.Sprintf("x%d", id), fmt.Sprintf("ios%d", id)}
	g.declare(fmt.Sprintf("character(len=40) :: %s; integer :: %s, %s, %s(0:9), k%d", s.text, s.sum, s.ios, s.x, id),
		fmt.Sprintf("%s = 0; %s = 0; %s = rank; k%d = 0; %s = ' '", s.sum, s.ios, s.x, id, s.text), s.x)
	g.declare("", "", s.sum)
	return s
}

// items are what is read: elements of what is received or sent, of the kernel's arrays if they are numbers, variables of nests.
func (s *reading) items() string {
	list := ""
	for i := range 3 {
		if i > 0 {
			list += ", "
		}
		one := s.x + "(" + s.pick("0", "1", "4", "5") + ")"
		switch e := s.k.elem.name; {
		case s.chance(25):
			one = fmt.Sprintf("k%d", s.id)
		case s.chance(40) && (e == "real4" || e == "real8" || e == "integer"):
			one = s.array().at(s.pick("1", "n", "3"), s.pick("0", "1", "m", "m+1"), s.level())
		}
		list += one
	}
	if s.chance(20) {
		list = s.x + "(" + s.pick("0:3", "4:6", "5:3:-1") + ")"
	}
	return list
}

// around puts the READ before, between and behind exchanges and nests.
func (s *reading) around(read ...string) *node {
	fold := lines(fmt.Sprintf("%s = ieor(2*mod(%s, 10000), %s(0) + 3*%s(4) + k%d + %s)", s.sum, s.sum, s.x, s.x, s.id, s.pick("i", "j", "1")))
	b, a := s.array(), s.array()
	nest := block("do j = 1, m", "end do", lines(fmt.Sprintf("k%d = j + t", s.id)), block("do i = 1, n", "end do",
		lines(s.k.elem.mix(b.at("i", "j", s.level()), s.from(a, "i", "j"), "t")...)))
	fill := block("do i = 4, 9", "end do", lines(fmt.Sprintf("%s(i) = mod(3*%s(i) + t + i, 1000)", s.x, s.x)))
	list := []*node{fill, s.ownExchange(s.x+"(4:6)", s.x+"(0:2)", s.x, s.pick("", "36"))}
	if s.chance(60) {
		list = append(list, nest)
	}
	list = append(list, lines(read...), fold)
	if s.chance(60) {
		list = append(list, nest)
	}
	if s.chance(40) {
		list[0], list[1] = list[1], list[0]
	}
	if s.chance(40) { // what is read is sent
		list = append(list, s.ownExchange(s.x+"(0:1)", s.x+"(8:9)", s.x, "36"))
	}
	return group(list...)
}

// failedRead reads what cannot be read, or what is not there.
func (g *gen) failedRead() *node {
	s := g.reading()
	set := s.text + " = " + g.pick("'x1'", "'5 x'", "'7, 8, z'", "' '", "'3 4'", "'1.5.5'")
	end := "iostat=" + s.ios
	switch g.r.Intn(4) {
	case 0: // by way of a label
		g.k.label += 10
		l := fmt.Sprint(g.k.label)
		return s.around(set, fmt.Sprintf("read (%s, *, err=%s, end=%s) %s", s.text, l, l, s.items()), l+" continue")
	case 1: // a file that ends
		u := fmt.Sprintf("un%d", s.id)
		g.declare("integer :: "+u, "", "")
		return s.around(fmt.Sprintf("open (newunit=%s, status='scratch')", u), fmt.Sprintf("write (%s, *) mod(t + rank, 50)", u), fmt.Sprintf("rewind (%s)", u),
			fmt.Sprintf("read (%s, *, %s) %s", u, end, s.items()), fmt.Sprintf("close (%s)", u))
	case 2:
		end += ", iomsg=" + s.text + "m"
		g.declare("character(len=60) :: "+s.text+"m", "", "")
	}
	return s.around(set, fmt.Sprintf("read (%s, *, %s) %s", s.text, end, s.items()))
}

// itemsLeftOut reads null values, and a namelist that names some of its group.
func (g *gen) itemsLeftOut() *node {
	s := g.reading()
	if g.chance(30) {
		nl := fmt.Sprintf("nl%d", s.id)
		g.declare(fmt.Sprintf("namelist /%s/ %s, k%d", nl, s.x, s.id), "", "")
		part := g.pick(s.x+"(4)=7", s.x+"(0)=5", fmt.Sprintf("k%d=9", s.id), "", s.x+"=2,,3")
		return s.around(fmt.Sprintf("%s = '&%s %s /'", s.text, nl, part), fmt.Sprintf("read (%s, nml=%s)", s.text, nl))
	}
	// No "3*6/": gfortran takes one of several equal integers for no real if another one was read as an integer.
	return s.around(s.text+" = "+g.pick("',7,/'", "'1,,3,/'", "'2*,5,/'", "'/'", "'6,6,6/'"), fmt.Sprintf("read (%s, *) %s", s.text, s.items()))
}
