package plan

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// designator is a variable, and which of its parts is the array.
type designator struct {
	*scope.Path
	array int // index of the step that makes it an array, -1 if none is known
	rank  int // of the whole, or Unknown
}

// takeApart resolves x; nil if it is no designator.
func takeApart(x ast.Expr, s *scope.Scope) *designator {
	root := ast.Root(x)
	if root == nil {
		return nil
	}
	p := scope.Walk(x, s.Standing(root.Name), s.Rank)
	if p == nil || p.Coindexed || len(p.Substrings) > 1 || len(p.Substrings) == 1 && ast.Expr(p.Substrings[0]) != x {
		return nil
	}
	d := &designator{Path: p, array: -1}
	for i := range p.Steps {
		switch r := partRank(&p.Steps[i]); {
		case r > 0 && d.array < 0:
			d.array, d.rank = i, r
		case r == Unknown && d.array < 0:
			d.rank = Unknown
		}
	}
	return d
}

// sub is the substring behind it, nil if there is none.
func (d *designator) sub() *ast.Apply {
	if len(d.Substrings) == 0 {
		return nil
	}
	return d.Substrings[0]
}

// unset names the last part that may have no storage, "" if there is none.
func (d *designator) unset() string {
	var text, name string
	for i := range d.Steps {
		p := &d.Steps[i]
		if text += p.Name; p.Symbol == nil || p.Symbol.Has(scope.Pointer) || p.Symbol.Has(scope.Allocatable) {
			name = text
		}
		text += "%"
	}
	return name
}

// partRank is the rank that one part contributes. Other subscripts than triplets and arrays
// are scalar, or are made so by a Hoist.
func partRank(p *scope.Step) int {
	if p.Subs == nil {
		return rankOf(p.Symbol)
	}
	rank := 0
	for i, a := range p.Args() {
		if _, ok := a.X.(*ast.Range); ok {
			rank++
		} else if p.Ranks[i] > 0 {
			rank += p.Ranks[i]
		}
	}
	return rank
}

// vector reports whether a subscript is known to be an array.
func (d *designator) vector() bool {
	return slices.ContainsFunc(d.Steps, func(p scope.Step) bool {
		return slices.ContainsFunc(p.Ranks, func(r int) bool { return r > 0 })
	})
}

// contiguous reports whether the whole designator is simply contiguous: the
// array is the last part and contiguous itself, and of its subscripts only the
// last triplet is not ':'.
func (d *designator) contiguous() bool {
	if d.rank == 0 {
		return true
	}
	if d.array != len(d.Steps)-1 || d.sub() != nil {
		return false
	}
	p := &d.Steps[d.array]
	if !contiguous(p.Symbol) {
		return false
	}
	open := true // all before were ':'
	for i, a := range p.Args() {
		r, ok := a.X.(*ast.Range)
		if !ok {
			if p.Ranks[i] > 0 {
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

// half reports whether it is the real or imaginary part of several complex numbers. gfortran 12
// hands over a(:)%im well, but not a%im (it moves the array's address, for good, if it is no constant) and components.
func (d *designator) half() bool {
	return d.rank != 0 && d.Steps[len(d.Steps)-1].Kind == scope.Half
}

// inElements reports whether it is a component of elements of an array whose shape is known. gfortran 12 hands over a(:)%v well, but if it gets
// a%v it moves the address that an allocatable or pointer has, for good.
func (d *designator) inElements() bool {
	base := d.base()
	return rankOf(base.Symbol) > 0 && base != &d.Steps[len(d.Steps)-1] && d.Steps[len(d.Steps)-1].Kind != scope.Half &&
		base.Symbol != nil && base.Symbol.Shape != scope.AssumedSize
}

// direct reports whether the array is the first part, and nothing but half of its elements is behind it.
func (d *designator) direct() bool { return d.array == 0 && len(d.Steps) == 2 }

// elementType is the type of what the designator names.
func (d *designator) elementType() *scope.DataType {
	if y := d.Steps[len(d.Steps)-1].Symbol; y != nil {
		return y.Type
	}
	return nil
}

// base is the part that is the array; the last one if there is none.
func (d *designator) base() *scope.Step {
	if d.array >= 0 {
		return &d.Steps[d.array]
	}
	return &d.Steps[len(d.Steps)-1]
}
