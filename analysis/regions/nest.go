package regions

import "mdmp/fortran/ast"

// nest is a branch of a construct that the walk is in, with what is around it.
// The slices that Places carry are made only where there is a directive, so
// that deep nests without one cost nothing.
type nest struct {
	up    *nest // nil: the construct stands in the execution part
	c     *ast.Construct
	part  int
	depth int // number of constructs, this one included

	list  []ast.Item // the list in which c stands
	index int

	outer []*ast.Construct // made on demand
	parts []int
}

// enter returns the nest of branch part of c, which is list[index] in n.
func (n *nest) enter(list []ast.Item, index int, c *ast.Construct, part int) *nest {
	return &nest{up: n, c: c, part: part, depth: n.level() + 1, list: list, index: index}
}

// level returns the number of constructs around.
func (n *nest) level() int {
	if n == nil {
		return 0
	}
	return n.depth
}

// place returns the run of items [from, to) of a list in n.
func (n *nest) place(u *ast.Unit, list []ast.Item, from, to int) Place {
	p := Place{Unit: u, List: list, From: from, To: to, in: n}
	if n == nil {
		return p
	}
	if n.outer == nil {
		n.outer = make([]*ast.Construct, n.depth)
		n.parts = make([]int, n.depth)
		for m := n; m != nil; m = m.up {
			n.outer[m.depth-1], n.parts[m.depth-1] = m.c, m.part
		}
	}
	p.Outer, p.Part = n.outer, n.part
	return p
}

// find returns the innermost construct around for which ok holds, from n
// outwards and no further out than depth down.
func (n *nest) find(down int, ok func(*ast.Construct) bool) *ast.Construct {
	for m := n; m != nil && m.depth > down; m = m.up {
		if ok(m.c) {
			return m.c
		}
	}
	return nil
}

// outermost returns the outermost construct around that is deeper than down.
func (n *nest) outermost(down int) *ast.Construct {
	for n.depth > down+1 {
		n = n.up
	}
	return n.c
}
