package plan

import (
	"mdmp/fortran/ast"
	"mdmp/fortran/source"
)

// part is one part of a designator a%b(i)%c: a name, with its subscripts if
// there are any.
type part struct {
	name string
	end  source.Pos // just after the name
	subs []ast.Arg  // nil without subscripts
	rank []int      // of each subscript; Unknown also stands for triplets
	at   source.Span
	has  bool // parentheses are written
	v    Var
}

// designator is a variable taken apart.
type designator struct {
	x     ast.Expr
	parts []part
	sub   *ast.Apply // the substring behind it, nil if none
	array int        // index of the part that makes it an array, -1 if none is known
	rank  int        // of the whole, or Unknown
}

// takeApart splits x into its parts; nil if it is no designator.
func takeApart(x ast.Expr, f Facts) *designator {
	d := &designator{x: x}
	if !d.split(x) {
		return nil
	}
	d.resolve(f)
	return d
}

// unset names the last part that may have no storage, "" if there is none.
func (d *designator) unset() string {
	var text, name string
	for i := range d.parts {
		p := &d.parts[i]
		if text += p.name; p.v.Unset || !p.v.Known {
			name = text
		}
		text += "%"
	}
	return name
}

func (d *designator) split(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		d.parts = append(d.parts, part{name: x.Name, end: x.At.End})
		return true
	case *ast.Member:
		if !d.split(x.X) || d.sub != nil {
			return false
		}
		d.parts = append(d.parts, part{name: x.Name, end: x.At.End})
		return true
	case *ast.Apply:
		if !d.split(x.X) || d.sub != nil {
			return false
		}
		last := &d.parts[len(d.parts)-1]
		if last.has {
			d.sub = x
			return true
		}
		last.subs, last.has = x.Args, true
		last.at = source.Span{Start: last.end, End: x.At.End}
		return true
	}
	return false
}

// resolve looks up the parts and works out which of them is the array.
func (d *designator) resolve(f Facts) {
	for i := range d.parts {
		p := &d.parts[i]
		switch {
		case i == 0:
			p.v = f.Var(p.name)
		case p.name == "re" || p.name == "im":
			p.v = d.half(i)
		default:
			p.v = d.parts[i-1].v.Type.component(p.name)
		}
	}
	d.scalarSubstring()
	d.array, d.rank = -1, 0
	for i := range d.parts {
		switch r := d.partRank(&d.parts[i], f); {
		case r > 0 && d.array < 0:
			d.array, d.rank = i, r
		case r == Unknown && d.array < 0:
			d.rank = Unknown
		}
	}
}

// half is z%re or z%im, unless a component has that name.
func (d *designator) half(i int) Var {
	before := d.parts[i-1].v
	if before.Type.Name != "complex" {
		return before.Type.component(d.parts[i].name)
	}
	return Var{Known: true, Variable: true, Type: Type{Name: "real"}}
}

// scalarSubstring moves the parentheses of a scalar character variable, which
// are no subscripts.
func (d *designator) scalarSubstring() {
	last := &d.parts[len(d.parts)-1]
	a, ok := d.x.(*ast.Apply)
	if !ok || d.sub != nil || !last.has || !last.v.Known || last.v.Rank != 0 || last.v.Type.Name != "character" {
		return
	}
	d.sub, last.subs, last.has = a, nil, false
}

// partRank is the rank that one part contributes; it notes the ranks of the
// subscripts. Other subscripts than triplets and arrays are scalar, or are made
// so by a Hoist.
func (d *designator) partRank(p *part, f Facts) int {
	if !p.has {
		if !p.v.Known {
			return Unknown
		}
		return p.v.Rank
	}
	rank := 0
	p.rank = make([]int, len(p.subs))
	for i, a := range p.subs {
		p.rank[i] = Unknown
		if _, ok := a.X.(*ast.Range); ok {
			rank++
		} else if p.rank[i] = f.Rank(a.X); p.rank[i] > 0 {
			rank += p.rank[i]
		}
	}
	return rank
}

// vector reports whether a subscript is known to be an array.
func (d *designator) vector() bool {
	for _, p := range d.parts {
		for _, r := range p.rank {
			if r > 0 {
				return true
			}
		}
	}
	return false
}

// contiguous reports whether the whole designator is simply contiguous: the
// array is the last part and contiguous itself, and of its subscripts only the
// last triplet is not ':'.
func (d *designator) contiguous() bool {
	if d.rank == 0 {
		return true
	}
	if d.array != len(d.parts)-1 || d.sub != nil {
		return false
	}
	p := &d.parts[d.array]
	if !p.v.Contiguous {
		return false
	}
	open := true // all before were ':'
	for i, a := range p.subs {
		r, ok := a.X.(*ast.Range)
		if !ok {
			if p.rank[i] > 0 {
				return false
			}
			open = false
			continue
		}
		if !open || r.Step != nil {
			return false
		}
		open = r.Lo == nil && r.Hi == nil
	}
	return true
}

// elementType is the type of what the designator names.
func (d *designator) elementType() Type { return d.parts[len(d.parts)-1].v.Type }

// base is the part that is the array; the last one if there is none.
func (d *designator) base() *part {
	if d.array >= 0 {
		return &d.parts[d.array]
	}
	return &d.parts[len(d.parts)-1]
}
