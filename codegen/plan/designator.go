package plan

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// part is one part of a designator and what it names.
type part struct {
	ast.NamedPart
	rank []int         // of each subscript; Unknown also stands for triplets
	y    *scope.Symbol // nil: the file does not show it
}

// end is just after the name.
func (p *part) end() source.Pos { return p.X.Span().End }

// designator is a variable taken apart.
type designator struct {
	x     ast.Expr
	parts []part
	sub   *ast.Apply // the substring behind it, nil if none
	array int        // index of the part that makes it an array, -1 if none is known
	rank  int        // of the whole, or Unknown
}

// takeApart splits x into its parts; nil if it is no designator.
func takeApart(x ast.Expr, s *scope.Scope) *designator {
	t := ast.TakeApart(x)
	if t == nil || len(t.Substrings) > 1 || len(t.Substrings) == 1 && ast.Expr(t.Substrings[0]) != x {
		return nil
	}
	d := &designator{x: x}
	for _, p := range t.Parts {
		d.parts = append(d.parts, part{NamedPart: p})
	}
	for _, sub := range t.Substrings {
		d.sub = sub
	}
	d.resolve(s)
	return d
}

// unset names the last part that may have no storage, "" if there is none.
func (d *designator) unset() string {
	var text, name string
	for i := range d.parts {
		p := &d.parts[i]
		if text += p.Name; p.y == nil || p.y.Has(scope.Pointer) || p.y.Has(scope.Allocatable) {
			name = text
		}
		text += "%"
	}
	return name
}

// resolve looks up the parts and works out which of them is the array.
func (d *designator) resolve(s *scope.Scope) {
	for i := range d.parts {
		p := &d.parts[i]
		if i == 0 {
			p.y = named(s, p.Name)
		} else {
			p.y = component(d.parts[i-1].y, p.Name)
		}
	}
	d.scalarSubstring()
	d.array, d.rank = -1, 0
	for i := range d.parts {
		switch r := d.partRank(&d.parts[i], s); {
		case r > 0 && d.array < 0:
			d.array, d.rank = i, r
		case r == Unknown && d.array < 0:
			d.rank = Unknown
		}
	}
}

// scalarSubstring moves the parentheses of a scalar character variable, which
// are no subscripts.
func (d *designator) scalarSubstring() {
	last := &d.parts[len(d.parts)-1]
	a, ok := d.x.(*ast.Apply)
	if !ok || d.sub != nil || last.Subs == nil || rankOf(last.y) != 0 || last.y.Type.Basic() != "character" {
		return
	}
	d.sub, last.Subs = a, nil
}

// partRank is the rank that one part contributes; it notes the ranks of the
// subscripts. Other subscripts than triplets and arrays are scalar, or are made
// so by a Hoist.
func (d *designator) partRank(p *part, s *scope.Scope) int {
	if p.Subs == nil {
		return rankOf(p.y)
	}
	rank := 0
	p.rank = make([]int, len(p.Args()))
	for i, a := range p.Args() {
		p.rank[i] = Unknown
		if _, ok := a.X.(*ast.Range); ok {
			rank++
		} else if r, ok := s.Rank(a.X); ok {
			p.rank[i] = r
			rank += r
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
	if !contiguous(p.y) {
		return false
	}
	open := true // all before were ':'
	for i, a := range p.Args() {
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
func (d *designator) elementType() *scope.DataType {
	if y := d.parts[len(d.parts)-1].y; y != nil {
		return y.Type
	}
	return nil
}

// base is the part that is the array; the last one if there is none.
func (d *designator) base() *part {
	if d.array >= 0 {
		return &d.parts[d.array]
	}
	return &d.parts[len(d.parts)-1]
}
