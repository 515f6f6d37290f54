package torture

import (
	"fmt"
	"strings"
)

// Directives beside send and recv in codes of several files: halo patterns, declared in a routine, its module or another file's and
// used for dummies, fields of the module and parts of either; wait; and harmless for the counters and late ranks of
// other files. They have a die of their own, so that codes of old seeds stay as they were but for these.

// patterned exchanges fields by a pattern, each under its condition ("": none).
func (c *code) patterned(s *scene, list []*view, conds []string) *node {
	c.saw("halo pattern")
	columns := []edge{{"z(R, 0)", "z(R, m)", "west", "east"}, {"z(R, m+1)", "z(R, 1)", "east", "west"}}
	argument := ""
	if c.roll(25) {
		argument = "c"
		columns[0].from = "z(R, c)"
	}
	if c.roll(15) {
		columns = columns[:1]
	}
	phases := [][]edge{edgesAlong(columns, c.thrown("1:n", ":", "0:n+1"))}
	if c.roll(40) {
		c.saw("halo pattern of two phases")
		rows := []edge{{"z(0, C)", "z(n, C)", "west", "east"}, {"z(n+1, C)", "z(1, C)", "east", "west"}}
		phases = append(phases, edgesAlong(rows, c.thrown("1:m", "0:m+1")))
	}
	tag := c.thrown("", "", "4", "mod(step, 2)")
	name := fmt.Sprintf("edges%d", c.id())
	c.declarePattern(s, "!$mdmp "+pattern(name, phases, argument, tag))
	var uses []string
	for i, v := range list {
		x := v.base
		if v.front != "" {
			x += "(" + v.front + ":, :)"
		}
		if argument != "" {
			x += ", m"
		}
		x = name + "(" + x + ")"
		if conds[i] != "" {
			x += " if(" + conds[i] + ")"
		}
		uses = append(uses, x)
	}
	if len(list) > 1 {
		c.saw("fields that share a pattern")
	}
	text := []string{"!$mdmp exchange " + strings.Join(uses, ", ")}
	for _, phase := range phases {
		text = append(text, viewsByHand(phase, list, tag, conds)...)
	}
	return &node{head: text, whole: true}
}

// declarePattern puts a pattern into the routine, into its module, or into that of the data, which is in another file.
func (c *code) declarePattern(s *scene, text string) {
	switch {
	case c.roll(30):
		c.saw("halo pattern of another file")
		c.patterns = append(c.patterns, text)
	case s.r == nil:
		c.driver.patterns = append(c.driver.patterns, text)
	case s.r.at != nil && s.r.at.module && c.roll(40):
		c.saw("halo pattern of the module")
		s.r.at.patterns = append(s.r.at.patterns, text)
	default:
		s.r.locals = append(s.r.locals, text)
	}
}

// viewsByHand is a phase as the reference does it.
func viewsByHand(phase []edge, list []*view, tag string, conds []string) []string {
	if tag != "" {
		tag = ", " + tag
	}
	var recvs, sends, bases []string
	for i, v := range list {
		guard := "!ref "
		if conds[i] != "" {
			guard += "if (" + conds[i] + ") "
		}
		section := func(z string) string {
			at := strings.SplitN(strings.TrimSuffix(strings.TrimPrefix(z, "z("), ")"), ", ", 2)
			if at[1] == "c" {
				at[1] = "m"
			}
			return v.at(at[0], at[1])
		}
		bases = append(bases, v.whole)
		for _, e := range phase {
			recvs = append(recvs, fmt.Sprintf("%scall ref_recv(%s, %s%s)", guard, section(e.into), e.source, tag))
			sends = append(sends, fmt.Sprintf("%scall ref_send(%s, %s%s)", guard, section(e.from), e.dest, tag))
		}
	}
	return append(append(recvs, sends...), "!ref call ref_wait("+strings.Join(bases, ", ")+")")
}

// masked exchanges the fields of a mask by one pattern.
func (c *code) masked(s *scene) *node {
	var list []*view
	var conds []string
	for _, v := range s.views {
		if v.hidden || len(list) == 4 {
			continue
		}
		list = append(list, v)
		conds = append(conds, fmt.Sprintf("iand(mask, %d) /= 0", 1<<len(conds)))
	}
	if list == nil {
		return lines("count = count + 1")
	}
	c.saw("halo pattern with a mask")
	return c.patterned(s, list, conds)
}

// waits is a wait directive.
func (c *code) waits(s *scene) *node {
	if c.roll(35) {
		c.saw("wait")
		return lines("!$mdmp wait")
	}
	c.saw("wait for a field")
	return lines("!$mdmp wait(" + s.views[c.die.Intn(len(s.views))].whole + ")")
}

// overTiles puts a call into a loop over tiles, or into two, or into one that is not counted.
func (c *code) overTiles(n *node) *node {
	switch c.die.Intn(4) {
	case 0:
		c.saw("calls in two loops")
		return block("do turn4 = 1, 2", "end do", block("do tile = 1, 3", "end do", n))
	case 1:
		c.saw("calls in a loop that is not counted")
		return group(lines("tile = 0"), block("do while (tile < 3)", "end do", lines("tile = tile + 1"), n))
	}
	return block("do tile = 1, 3", "end do", n)
}

// says lets those that call a routine say that it is harmless.
func (c *code) says(r *routine) {
	if r.said = c.roll(60); r.said {
		c.saw("said to be harmless")
	}
}

// harmless declares what a unit calls and knows to be harmless.
func (c *code) harmless(w *writer, needs []*routine) {
	for _, r := range needs {
		if r.said {
			w.line("!$mdmp harmless(%s)", r.name)
		}
	}
}

// drawRegion puts all of a routine into a region of its own, whose tag reaches what it calls.
func (c *code) drawRegion(r *routine) {
	if r.at == nil || r.at.foreign || r.single || r.said || !c.roll(15) {
		return
	}
	c.saw("region in a routine")
	r.region = "commregion" + c.thrown("", " tag(79)", " tag(3)", " tag(80 + mod(step, 2))") + c.thrown("", "", " if(mod(step, 3) /= 1)", " if(mod(rank + step, 2) == 0)") +
		c.thrown("", "", " mode(counted)", " mode(plain)", " delta(40)")
}

// roll is chance by the die of this file, thrown pick.
func (c *code) roll(percent int) bool { return c.die.Intn(100) < percent }

func (c *code) thrown(list ...string) string { return list[c.die.Intn(len(list))] }
