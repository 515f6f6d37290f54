package torture

import "fmt"

// innerRegion calls a procedure with a region of its own: clauses of all kinds hold for what is drawn in it. Lanes get other names by
// them, and messages meet as they would without.
func (g *gen) innerRegion() *node {
	if g.depth > 3 {
		return nil
	}
	g.depth++
	save := g.inTime
	defer func() { g.depth--; g.inTime = save }()
	g.inTime = false
	id := g.id()
	name := fmt.Sprintf("inner%d", id)
	clauses := ""
	if g.chance(50) {
		clauses += " tag(" + g.pick("78", "3", "79 + mod(t, 2)", "0") + ")"
	}
	if g.chance(40) {
		g.makeCommunicators()
		clauses += " comm(" + g.pick("cm(1)", "merge(cm(1), MPI_COMM_WORLD, mod(t, 2) == 0)") + ")"
	}
	if g.chance(30) {
		clauses += " if(" + g.pick("mod(t, 3) /= 1", "t > 6", "mod(rank + t, 2) == 0", "go") + ")"
	}
	if g.chance(40) {
		clauses += " mode(" + g.pick("counted", "paged", "plain", "auto") + ")"
	}
	if g.chance(30) {
		clauses += " delta(" + g.pick("element", "40", "n*m") + ")"
	}
	n := &node{head: []string{"subroutine " + name}, tail: []string{"end subroutine " + name}}
	add := func(kids ...*node) { n.kids = append(n.kids, kids...) }
	add(lines("!$mdmp commregion" + clauses))
	add(g.some(1 + g.r.Intn(2))...)
	add(g.exchange())
	if g.chance(30) {
		add(lines("if (" + g.pick("mod(t, 3) == 1", "t > 9", "go") + ") return"))
	}
	add(g.some(1 + g.r.Intn(2))...)
	add(lines("!$mdmp end commregion"))
	if g.chance(30) {
		add(g.some(1)...)
	}
	g.k.contained = append(g.k.contained, n)
	return lines("call " + name)
}
