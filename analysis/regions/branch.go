package regions

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// branch is a part of a construct that the walk is in, with what is around it.
// The slices that Runs carry are made only where there is a directive, so
// that deep nests without one cost nothing.
type branch struct {
	up    *branch // nil: the construct stands in the execution part
	c     *ast.Construct
	part  int
	depth int // number of constructs, this one included

	list  []ast.Item // the list in which c stands
	index int

	outer []*ast.Construct // made on demand
}

// enter returns part of c, which is list[index] in b.
func (b *branch) enter(list []ast.Item, index int, c *ast.Construct, part int) *branch {
	return &branch{up: b, c: c, part: part, depth: b.level() + 1, list: list, index: index}
}

// level returns the number of constructs around.
func (b *branch) level() int {
	if b == nil {
		return 0
	}
	return b.depth
}

// place returns the run of items [from, to) of a list in b.
func (b *branch) place(u *ast.Unit, list []ast.Item, from, to int) Run {
	p := Run{Unit: u, List: list, From: from, To: to, in: b}
	if b == nil {
		return p
	}
	if b.outer == nil {
		b.outer = make([]*ast.Construct, b.depth)
		for m := b; m != nil; m = m.up {
			b.outer[m.depth-1] = m.c
		}
	}
	p.Outer, p.Part = b.outer, b.part
	return p
}

// find returns the innermost construct around for which ok holds, from b
// outwards and no further out than depth down.
func (b *branch) find(down int, ok func(*ast.Construct) bool) *ast.Construct {
	for m := b; m != nil && m.depth > down; m = m.up {
		if ok(m.c) {
			return m.c
		}
	}
	return nil
}

// outermost returns the outermost construct around that is deeper than down.
func (b *branch) outermost(down int) *ast.Construct {
	for b.depth > down+1 {
		b = b.up
	}
	return b.c
}
