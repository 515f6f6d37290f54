package torture

import (
	"fmt"
	"slices"
	"strings"
)

// one is a field that the scene can name.
func (c *code) one(s *scene) *view { return s.views[c.r.Intn(len(s.views))] }

// written is one that may be written; nil if there is none.
func (c *code) written(s *scene) *view {
	for range 8 {
		if v := c.one(s); !v.fixed {
			return v
		}
	}
	return nil
}

// some are up to so many fields that are not the same.
func (c *code) some(s *scene, count int) []*view {
	var list []*view
	for range count {
		v := c.written(s)
		if v == nil {
			continue
		}
		apart := true
		for _, w := range list {
			apart = apart && w.base != v.base && (w.of != v.of || w.target)
		}
		if apart {
			list = append(list, v)
		}
	}
	return list
}

// halo is the exchange of the halo of fields; a statement that computes if
// nothing can be exchanged.
func (c *code) halo(s *scene, list []*view) *node {
	if len(list) == 0 || s.at.foreign {
		return c.touch(s)
	}
	if c.roll(30) {
		conds := make([]string, len(list))
		if c.roll(25) {
			conds[c.die.Intn(len(list))] = c.thrown("mod(step, 3) /= 1", "mod(step, 5) < 3")
		}
		return c.patterned(s, list, conds)
	}
	n := &node{}
	tag := c.pick("", "", "", " tag(3)", " tag(mod(step, 2))")
	ref := ""
	if tag != "" {
		ref = ", " + strings.TrimSuffix(strings.TrimPrefix(tag, " tag("), ")")
	}
	rows := c.pick("1:n", "1:n", ":", "0:n+1", "1:n:2")
	columns := c.chance(75)
	if !columns {
		c.saw("halo along the first dimension")
	}
	packed := len(list) > 1 && c.chance(50)
	both := !c.chance(15)
	for _, d := range []struct{ dest, source, from, to string }{{"east", "west", "m", "0"}, {"west", "east", "1", "m+1"}} {
		l := &leg{}
		var sent, received []string
		for _, v := range list {
			from, to := v.at(rows, d.from), v.at(rows, d.to)
			if !columns {
				swap := strings.NewReplacer("m", "n")
				from, to = v.at(swap.Replace(d.from), "1:m"), v.at(swap.Replace(d.to), "1:m")
			}
			sent, received = append(sent, from), append(received, to)
		}
		if packed {
			c.saw("packed message")
			l.send = "send([" + strings.Join(sent, ", ") + "], " + d.dest + ")" + tag
			l.recv = "recv([" + strings.Join(received, ", ") + "], " + d.source + ")" + tag
		}
		for i := range sent {
			one := l
			if !packed {
				one = &leg{send: "send(" + sent[i] + ", " + d.dest + ")" + tag, recv: "recv(" + received[i] + ", " + d.source + ")" + tag}
				n.legs = append(n.legs, one)
			}
			one.refSend = append(one.refSend, "call ref_send("+sent[i]+", "+d.dest+ref+")")
			one.refRecv = append(one.refRecv, "call ref_recv("+received[i]+", "+d.source+ref+")")
		}
		if packed {
			n.legs = append(n.legs, l)
		}
		if !both {
			break
		}
	}
	for _, v := range list {
		n.tail = append(n.tail, v.whole)
	}
	return n
}

// touch reads or writes an element, mostly of a halo.
func (c *code) touch(s *scene) *node {
	v, at := c.written(s), c.pick("0", "m+1", "m+1", "1", "m")
	if v == nil || c.chance(50) {
		c.saw("read of a halo")
		return lines("acc = mod(7*acc + " + c.number(c.one(s).at(c.pick("1", "n", "0"), at)) + ", 1000003)")
	}
	x := v.at(c.pick("1", "3", "n"), at)
	return lines(c.k.elem.mix(x, []string{x, c.one(s).at("2", c.pick("0", "1", "m+1"))}, "step")...)
}

// computes is a nest or an array statement.
func (c *code) computes(s *scene) *node {
	b, a := c.written(s), c.one(s)
	if b == nil {
		return c.touch(s)
	}
	e := c.k.elem
	if c.chance(30) {
		if c.chance(40) {
			return lines(b.at("1:n", "1:m") + " = " + a.at("1:n", "1:m"))
		}
		c.saw("array statement")
		return lines(e.mix(b.at("1:n", "1:m"), []string{a.at("1:n", "0:m-1"), a.at("1:n", "2:m+1"), a.at("0:n-1", "1:m")}, "step")...)
	}
	from := []string{a.at("i", "j-1"), a.at("i", "j+1"), a.at("i-1", "j"), a.at("i+1", "j")}
	if c.chance(35) {
		from = []string{a.at("i", "j-1"), c.one(s).at("i", "j+1"), b.at("i", "j")}
	}
	body := []*node{lines(e.mix(b.at("i", "j"), from, c.pick("i", "j", "step"))...)}
	if c.chance(15) {
		body = append(body, lines("acc = mod(acc + "+c.number(b.at("i", "j"))+", 1000003)"))
	}
	return block("do j = "+c.pick("1, m", "1, m", "m, 1, -1", "2, m-1"), "end do", block("do i = 1, n", "end do", body...))
}

// callable are the routines that the scene may call.
func (c *code) callable(s *scene) []*routine {
	var list []*routine
	for _, r := range c.routines {
		if r.private || r.touches && !s.all {
			continue
		}
		list = append(list, r)
	}
	return list
}

// invoke calls a routine, in a loop over tiles where it can.
func (c *code) invoke(s *scene) *node {
	return c.oneOf(s, c.callable(s))
}

// oneOf calls one of some routines.
func (c *code) oneOf(s *scene, list []*routine) *node {
	for range 6 {
		if len(list) == 0 {
			break
		}
		r := list[c.r.Intn(len(list))]
		if call, ok := c.call(s, r); ok {
			s.needs = uses(s.needs, r)
			return call
		}
	}
	return c.touch(s)
}

func (c *code) call(s *scene, r *routine) (*node, bool) {
	if r.single {
		if r.at == s.at {
			return nil, false // compilers see both and refuse
		}
		return lines("call "+r.name+"(scalar, 1)", "acc = mod(3*acc + "+c.number("scalar")+", 1000003)"), true
	}
	tiles := false
	var args, before []string
	if r.mask && c.chance(40) {
		c.saw("scalar argument")
		before = []string{"choice = " + c.pick("7", "1 + mod(step, 15)")}
		args = append(args, "choice")
	} else if r.mask {
		args = append(args, c.pick("7", "15", "1 + mod(step, 15)", "3"))
	}
	if r.depth {
		args = append(args, c.pick("1", "2", "0"))
	}
	taken := map[any]bool{}
	object := ""
	for k, f := range r.formals {
		v := c.argument(s, r, f, taken)
		if v == nil {
			return nil, false
		}
		text := c.actual(v, f, !r.external || r.explicit())
		if text == "" {
			return nil, false
		}
		taken[v.of], s.last = true, v
		if at := strings.Index(v.object, "("); at > 0 && (tiles || len(taken) == 1) && c.chance(60) {
			text = strings.Replace(text, v.object, v.object[:at]+"(tile)", 1)
			tiles = true
		}
		if k == 0 && r.bound != "" && c.chance(70) {
			object = text
			continue
		}
		args = append(args, text)
	}
	if r.external {
		c.saw(map[bool]string{true: "interface block", false: "implicit interface"}[r.explicit() || r.wide])
	}
	call := r.name + "(" + strings.Join(args, ", ") + ")"
	if object != "" {
		call = object + "%" + r.bound + "()"
	} else if len(args) == 0 && !r.function {
		call = r.name
	}
	n := c.callText(r, call, before)
	if tiles {
		c.saw("calls in a loop over tiles")
		n = c.overTiles(n)
	}
	return n, true
}

// callText is the statement with a call, and what stands before it.
func (c *code) callText(r *routine, call string, before []string) *node {
	if !r.function {
		return lines(append(before, "call "+call)...)
	}
	c.saw("call of a function")
	n := lines(append(before, "change = "+call)...)
	switch c.r.Intn(6) {
	case 0:
		n = lines(append(before, "change = 2*"+call+" + 1")...)
	case 1:
		n = lines(append(before, "change = 4", "if ("+call+" > 40) change = 3")...)
	}
	n.head = append(n.head, "acc = mod(5*acc + change, 1000003)")
	return n
}

// argument chooses what a routine gets for a dummy.
func (c *code) argument(s *scene, r *routine, f *formal, taken map[any]bool) *view {
	for range 12 {
		v := c.one(s)
		if s.last != nil && c.chance(50) {
			v = s.last
		}
		if taken[v.of] || v.fixed && !f.readOnly || r.touches && !v.hidden {
			continue
		}
		if t := c.actual(v, f, true); t == "" {
			continue
		}
		return v
	}
	return nil
}

// explicit reports whether the routine needs an interface.
func (r *routine) explicit() bool {
	for _, f := range r.formals {
		if !f.implicit() {
			return true
		}
	}
	return false
}

// usual is what most codes do: an exchange, perhaps a counter, what computes.
func (c *code) usual(s *scene) *node {
	pick := func(want func(r *routine) bool) *node {
		list := slices.DeleteFunc(c.callable(s), func(r *routine) bool { return !want(r) })
		return c.oneOf(s, list)
	}
	n := group(pick(func(r *routine) bool { return r.sends }))
	if c.chance(30) {
		n.kids = append(n.kids, lines("count = count + 1"))
	}
	n.kids = append(n.kids, pick(func(r *routine) bool { return !r.sends }))
	return n
}

// statement is anything that may stand in a routine or in the driver.
func (c *code) statement(s *scene) *node {
	s.depth++
	defer func() { s.depth-- }()
	if c.roll(5) {
		return c.waits(s)
	}
	switch draw := c.r.Intn(30); {
	case draw < 5:
		return c.usual(s)
	case draw < 12:
		return c.invoke(s)
	case draw < 16:
		return c.computes(s)
	case draw < 18:
		return c.touch(s)
	case draw < 20:
		return c.halo(s, c.some(s, 1+c.r.Intn(2)))
	case draw == 20 && s.depth < 4:
		return block("if ("+c.pick("mod(step, 3) == 0", "mod(step, 4) /= 1", "step > 5")+") then", "end if", c.statement(s))
	case draw == 21 && s.depth < 4:
		return block(fmt.Sprintf("do turn%d = 1, 2", s.depth), "end do", c.statement(s))
	case draw == 22:
		return c.output(s)
	case draw == 23:
		c.saw("call of MPI")
		return lines("call MPI_Allreduce(step, change, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)")
	case draw == 24:
		return c.local(s)
	case draw == 25:
		return c.alias(s)
	case draw < 28:
		return c.exchanged(s)
	case draw == 28:
		return c.renewed(s)
	}
	return lines("count = count + 1")
}

// output writes what was received.
func (c *code) output(s *scene) *node {
	c.saw("output of a halo")
	return lines("write (text, '(i0)') "+c.number(c.one(s).at("1", c.pick("0", "m+1"))), "read (text, *) change", "acc = mod(acc + change, 1000003)")
}

// local is an array of a BLOCK that routines get.
func (c *code) local(s *scene) *node {
	if s.depth > 3 {
		return c.touch(s)
	}
	c.saw("array of a block")
	name := fmt.Sprintf("b%d", c.id())
	v := &view{of: name, base: name, whole: name, simple: true, hidden: true}
	inner := *s
	inner.views = append([]*view{v, v, v}, s.views...)
	body := []*node{lines(c.k.elem.decl + " :: " + name + "(0:n+1,0:m+1)")}
	body = append(body, lines(c.fill(v, "step")...), c.invoke(&inner), c.invoke(&inner))
	body = append(body, lines("acc = mod(7*acc + "+c.number(v.at("1", c.pick("0", "m+1", "m")))+", 1000003)"))
	s.needs = inner.needs
	return block("block", "end block", body...)
}

// alias is another way to a field.
func (c *code) alias(s *scene) *node {
	for range 6 {
		v := c.one(s)
		if v.dynamic != "pointer" && !v.target || v.fixed {
			continue
		}
		c.saw("pointer to a field")
		q := &view{base: "q", whole: "q"}
		x := q.at(c.pick("1", "n"), c.pick("1", "m", "0", "m+1"))
		return block("block", "end block", lines(c.k.elem.decl+", pointer :: q(:,:)"), lines("q(0:,0:) => "+v.base),
			lines(c.k.elem.mix(x, []string{x, q.at("2", c.pick("0", "m+1"))}, "step")...))
	}
	return c.touch(s)
}

// exchanged lets two fields change places.
func (c *code) exchanged(s *scene) *node {
	for range 8 {
		a, b := c.one(s), c.one(s)
		if a.base == b.base || !a.freed || !b.freed || a.dynamic != b.dynamic {
			continue
		}
		if a.dynamic == "pointer" {
			c.saw("swap of pointers")
			return block("block", "end block", lines(c.k.elem.decl+", pointer :: q(:,:)"),
				lines("q => "+a.base, a.base+" => "+b.base, b.base+" => q"))
		}
		c.saw("swap by move_alloc")
		return block("block", "end block", lines(c.k.elem.decl+", allocatable :: q(:,:)"),
			lines("call move_alloc("+a.base+", q)", "call move_alloc("+b.base+", "+a.base+")", "call move_alloc(q, "+b.base+")"))
	}
	return c.computes(s)
}

// renewed gives a field new memory.
func (c *code) renewed(s *scene) *node {
	for range 6 {
		v := c.one(s)
		if !v.freed {
			continue
		}
		c.saw("deallocation")
		return block("if ("+c.pick("mod(step, 4) == 1", "step == 6")+") then", "end if",
			lines(append([]string{"deallocate (" + v.base + ")", "allocate (" + v.base + "(0:n+1,0:m+1))"}, c.fill(v, "step")...)...))
	}
	return c.computes(s)
}
