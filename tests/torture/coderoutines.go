package torture

import (
	"fmt"
	"slices"
)

// scene is where statements of a code are drawn: a routine or the driver.
type scene struct {
	r     *routine // nil: the driver
	at    *unit
	views []*view
	all   bool // fields of the module may be named and touched
	depth int
	needs []*routine
	last  *view   // what was given to a routine before
	ends  []*node // what may stand at the end
}

// drawRoutine draws routine number i of n: exchanges come first, then what
// computes, then what calls both.
func (c *code) drawRoutine(i, n int) {
	r := &routine{name: fmt.Sprintf("%sp%d", c.prefix(), i), at: c.place(i, n)}
	r.external = !r.at.module
	r.wide = c.chance(30)
	if i == 0 && !r.external && c.chance(40) {
		c.drawBound(r)
		return
	}
	switch draw := c.r.Intn(15); {
	case i < 2 || draw < 3:
		c.drawExchange(r)
	case draw < 7:
		c.drawSweep(r)
	case draw == 7:
		c.saw("counter")
		r.body = []*node{lines("count = count + 1", "if (mod(count, 5) == 2) acc = mod(acc + count, 1000003)")}
		c.says(r)
	case draw == 8:
		c.drawBusy(r)
	case draw == 9 && c.chance(50):
		c.drawAimed(r)
	case draw == 9 && r.external && !r.at.foreign:
		c.drawSingle(r)
	default:
		c.drawSteps(r)
	}
	c.drawRegion(r)
	c.routines = append(c.routines, r)
}

// give draws dummies of a routine.
func (c *code) give(r *routine, count int, all bool) {
	kinds := formalKinds
	if all { // what local arrays can be given to, too
		kinds = formalKinds[:5]
	}
	for i := range count {
		r.formals = append(r.formals, c.newFormal(string(rune('x'+i)), kinds))
	}
	if r.external {
		c.saw("external procedure")
	}
}

// scene of a routine: its dummies, and fields of the module.
func (c *code) scene(r *routine, all bool, local int) *scene {
	s := &scene{r: r, at: r.at, all: all}
	for _, f := range r.formals {
		s.views = append(s.views, f.view(all))
	}
	if all {
		r.touches = true
		s.views = append(s.views, c.shared()...)
		if len(r.formals) > 0 {
			c.saw("dummies and fields of the module")
		}
	}
	if c.chance(local) {
		c.localArray(r, s)
	}
	return s
}

// localArray gives a routine an array of its own, of which the memory goes when it
// returns.
func (c *code) localArray(r *routine, s *scene) {
	v := &view{of: r, base: "loc", whole: "loc", simple: true, hidden: true}
	switch c.r.Intn(3) {
	case 0:
		v.dynamic, v.freed = "allocatable", true
		r.locals = append(r.locals, c.k.elem.decl+", allocatable :: loc(:,:)")
		r.body = append(r.body, lines("allocate (loc(0:n+1,0:m+1))"))
		c.saw("local array, allocatable")
	case 1:
		r.locals = append(r.locals, c.k.elem.decl+" :: loc(0:nn+1,0:mm+1)")
		c.saw("local array, automatic")
	default:
		r.locals = append(r.locals, c.k.elem.decl+" :: loc(0:n+1,0:m+1)")
		c.saw("local array")
	}
	r.body = append(r.body, lines(c.fill(v, "rank")...))
	s.views = append(s.views, v, v)
	s.ends = append(s.ends, lines("acc = mod(3*acc + "+c.number(v.at("1", c.pick("0", "m+1", "m")))+", 1000003)"))
}

// shared are the fields of the module.
func (c *code) shared() []*view {
	var list []*view
	for _, f := range c.fields {
		switch {
		case !f.own && f.kind == ofTiles:
			for _, tile := range []string{"1", "2", "3"} {
				v := c.see(f, tile)
				list = append(list, v)
			}
		case !f.own:
			list = append(list, c.see(f, ""))
		case f.kind == aimedAt:
			list = append(list, &view{of: f, base: "lead", whole: "lead", target: true})
		}
	}
	return list
}

// drawBound draws a procedure that is bound to the type of fields.
func (c *code) drawBound(r *routine) {
	r.at, r.bound = nil, "edges"
	r.formals = []*formal{{name: "x", kind: "class"}}
	s := &scene{r: r, at: &unit{}, views: []*view{r.formals[0].view(false)}}
	r.body = append(r.body, c.halo(s, s.views))
	if c.chance(40) {
		r.body = append(r.body, c.touch(s))
	}
	r.sends = true
	c.saw("bound procedure")
	c.routines = append(c.routines, r)
}

// drawExchange draws an exchange routine.
func (c *code) drawExchange(r *routine) {
	if r.at.foreign {
		c.drawSweep(r)
		return
	}
	all := c.chance(55)
	if !all || c.chance(50) {
		c.give(r, 1+c.r.Intn(2), all)
	}
	s := c.scene(r, all, 15)
	r.sends = true
	switch {
	case all && c.chance(45):
		c.drawMasked(r, s)
	case c.chance(25) && len(c.callable(s)) > 0:
		c.saw("exchange routine that calls another one")
		r.body = append(r.body, c.invoke(s))
		fallthrough
	default:
		if c.chance(15) {
			r.body = append(r.body, lines("if (mod(step, 5) == 3) return"))
			c.saw("return from an exchange routine")
		}
		r.body = append(r.body, c.halo(s, c.some(s, 1+c.r.Intn(2))))
		if c.chance(20) {
			r.body = append(r.body, c.halo(s, c.some(s, 1)))
		}
		if c.chance(15) {
			r.body = append(r.body, c.touch(s))
		}
		c.saw("exchange routine")
	}
	r.needs = s.needs
}

// drawMasked: an argument says which fields of the module are exchanged.
func (c *code) drawMasked(r *routine, s *scene) {
	r.mask = true
	c.saw("mask")
	if c.roll(40) {
		r.body = append(r.body, c.masked(s))
		return
	}
	bit := 1
	var group []*node
	for _, v := range s.views {
		if v.hidden || bit > 8 {
			continue
		}
		cond := fmt.Sprintf("iand(mask, %d) /= 0", bit)
		bit *= 2
		if c.chance(50) {
			group = append(group, block("if ("+cond+") then", "end if", c.halo(s, []*view{v})))
			continue
		}
		n := c.halo(s, []*view{v})
		for _, l := range n.legs {
			l.onlyIf(cond)
		}
		group = append(group, n)
	}
	r.body = append(r.body, group...)
}

// onlyIf puts a condition on a leg that has none.
func (l *leg) onlyIf(cond string) {
	if l.send != "" {
		l.send += " if(" + cond + ")"
	}
	if l.recv != "" {
		l.recv += " if(" + cond + ")"
	}
	for _, list := range [][]string{l.refSend, l.refRecv} {
		for i := range list {
			list[i] = "if (" + cond + ") " + list[i]
		}
	}
}

// drawSweep draws a routine that computes, sometimes as a function.
func (c *code) drawSweep(r *routine) {
	all := c.chance(45)
	if !all || c.chance(10) {
		c.give(r, 1+c.r.Intn(2), all)
		if f := r.formals[len(r.formals)-1]; len(r.formals) == 2 && c.chance(40) {
			f.readOnly = true
		}
	}
	s := c.scene(r, all, 15)
	for range 1 + c.r.Intn(2) {
		r.body = append(r.body, c.computes(s))
	}
	c.saw("kernel")
	if c.chance(30) {
		c.value(r, s)
	}
	if c.chance(25) {
		r.body = append(r.body, c.touch(s))
	}
	r.needs = s.needs
}

// value makes the routine a function.
func (c *code) value(r *routine, s *scene) {
	r.function = true
	v := c.one(s)
	r.body = append(r.body, lines(r.name+" = "+c.number(v.at(c.pick("1", "n"), c.pick("1", "m", "m+1")))))
	c.saw("function")
}

// drawSteps draws a routine that calls others.
func (c *code) drawSteps(r *routine) {
	all := c.chance(65)
	if !all {
		c.give(r, 1+c.r.Intn(2), all)
	}
	if r.depth = c.chance(20); r.depth {
		c.saw("recursion")
	}
	s := c.scene(r, all, 60)
	s.depth = 1
	if all {
		mixed := slices.DeleteFunc(c.callable(s), func(x *routine) bool { return !x.touches || len(x.formals) == 0 })
		if len(mixed) > 0 {
			r.body = append(r.body, c.oneOf(s, mixed))
		}
	}
	for range 2 + c.r.Intn(3) {
		r.body = append(r.body, c.statement(s))
	}
	if r.depth {
		args := "depth - 1"
		for _, f := range r.formals {
			args += ", " + f.name
		}
		r.body = append(r.body, lines("if (depth > 0) call "+r.name+"("+args+")"))
		r.body = append(r.body, c.statement(s))
	} else if c.chance(20) {
		c.value(r, s)
	}
	if c.chance(50) {
		r.body = append(r.body, s.ends...)
	}
	c.saw("routine that calls others")
	r.needs = s.needs
}

// drawSingle: a procedure without an interface takes a scalar for an array.
func (c *code) drawSingle(r *routine) {
	c.saw("scalar taken for an array")
	r.single, r.sends, r.wide = true, true, false
	r.locals = append(r.locals, "integer :: k", c.k.elem.decl+" :: x(k), y(k)")
	n := c.ownExchange("y", "x", "x", "5")
	r.body = []*node{lines(c.k.elem.mix("y(1)", []string{"x(1)"}, "step")...), n}
}

// drawBusy: ranks are late.
func (c *code) drawBusy(r *routine) {
	c.saw("late rank")
	c.says(r)
	r.locals = append(r.locals, "real(8) :: clock")
	r.body = []*node{block("if (mod(rank + step, 2) == 0) then", "end if", lines("clock = MPI_Wtime()", "do while (MPI_Wtime() - clock < 5d-4)", "end do"))}
}

// drawAimed: a pointer of the module leads to a local variable while routines
// are called.
func (c *code) drawAimed(r *routine) {
	if r.at.foreign || r.external {
		c.drawSweep(r)
		return
	}
	c.saw("target that goes")
	inner := &routine{name: r.name + "x", at: r.at}
	v := &view{of: inner, base: "aim", whole: "aim", target: true}
	si := &scene{r: inner, at: r.at, views: []*view{v}}
	inner.body = []*node{c.halo(si, []*view{v})}
	inner.touches = true
	r.needs = uses(r.needs, inner)
	r.touches = true
	r.locals = append(r.locals, c.k.elem.decl+", target :: w(0:n+1,0:m+1)")
	w := &view{of: r, base: "w", whole: "w"}
	r.body = []*node{lines(c.fill(w, "step")...), lines("aim(0:,0:) => w"), lines("call " + inner.name)}
	if c.chance(50) {
		r.body = append(r.body, lines("acc = mod(7*acc + "+c.number("w(1, m+1)")+", 1000003)"))
	}
	if c.chance(50) {
		r.body = append(r.body, lines("nullify (aim)"))
	}
	inner.private = true
	c.routines = append(c.routines, inner)
}
