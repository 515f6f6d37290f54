package torture

import "fmt"

// limit is a number from 1 to most that depends on an element of an array, which
// may just have been received: a bound for loops and sections. It is read in the
// expression itself or by a function.
func (g *gen) limit(most string) string {
	if !g.chance(35) {
		return g.bounded(g.ref(), most)
	}
	g.k.subroutines++
	name := fmt.Sprintf("fun%d", g.k.subroutines)
	save := g.inTime
	g.inTime = false // levels by number
	g.k.contained = append(g.k.contained, &node{head: []string{"integer function " + name + "()"}, tail: []string{"end function " + name},
		kids: []*node{lines(name + " = " + g.bounded(g.ref(), most))}, fixed: true})
	g.inTime = save
	return name + "()"
}

// bounded makes a number from 1 to most of a value.
func (g *gen) bounded(x, most string) string {
	switch g.k.elem.name {
	case "logical":
		return fmt.Sprintf("merge(%s, 2, %s)", most, x)
	case "character":
		x = "ichar(" + x + "(1:1))"
	case "derived":
		x += "%k"
	case "integer":
	case "complex":
		x = "int(1000*real(" + x + "))"
	default:
		x = "int(1000*" + x + ")"
	}
	// Values that are too large for an integer become the least one, of which there is no
	// absolute value.
	return fmt.Sprintf("1 + mod(iand(%s, 65535), %s)", x, most)
}
