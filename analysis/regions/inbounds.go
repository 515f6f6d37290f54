package regions

import (
	"fmt"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// inBounds reports subscripts that constants put outside of the bounds of an array, anywhere in a designator. A message
// with a condition may be one that is never sent for just that reason.
func (l *looker) inBounds(c *Message) {
	for _, s := range c.Sections {
		if c.If != nil || s.If != nil {
			continue
		}
		for x := s.X; x != nil; {
			switch e := x.(type) {
			case *ast.Apply:
				l.within(e)
				x = e.X
			case *ast.Member:
				x = e.X
			default:
				x = nil
			}
		}
	}
}

// within compares the subscripts of an array with its bounds.
func (l *looker) within(x *ast.Apply) {
	in := l.sc.Designator(x.X)
	if !in.Known || !in.Whole || in.Last == nil || in.Rank != len(x.Args) || in.Rank != in.Last.Rank {
		return
	}
	y := in.Last
	at := declaring(y, l.sc)
	for i, a := range x.Args {
		first, last, ok := l.span(a.X)
		if !ok {
			continue
		}
		lo, hi := declaredLimits(y, i)
		low, known := at.Int(lo)
		high, known2 := at.Int(hi)
		if known2 && y.Storage == scope.Dummy && i == in.Rank-1 && high == 1 {
			known2 = false // an old way to say that the caller knows
		}
		beyond := first
		switch {
		case known2 && last > high:
			beyond = last
		case !known || first >= low:
			continue
		}
		l.bad(diag.OutOfBounds, a.X, fmt.Sprintf("dimension %d of '%s' %s, and %d is outside", i+1, y.Name, extends(low, high, known, known2), beyond), "", y)
		return
	}
}

// extends says what is known of the bounds of a dimension.
func extends(low, high int64, known, known2 bool) string {
	switch {
	case known && known2:
		return fmt.Sprintf("goes from %d to %d", low, high)
	case known:
		return fmt.Sprintf("begins at %d", low)
	}
	return fmt.Sprintf("ends at %d", high)
}

// span returns the smallest and the largest value of a subscript, if constants tell them. What is empty has none, and
// what has a bound that is no constant may be empty.
func (l *looker) span(x ast.Expr) (first, last int64, ok bool) {
	r, isRange := x.(*ast.Range)
	if !isRange {
		v, ok := l.sc.Int(x)
		return v, v, ok
	}
	lo, okLo := l.sc.Int(r.Lo)
	hi, okHi := l.sc.Int(r.Hi)
	step, okStep := l.sc.Int(r.Step)
	if r.Step == nil {
		step, okStep = 1, true
	}
	if !okLo || !okHi || !okStep || step == 0 || step > 0 && lo > hi || step < 0 && lo < hi {
		return 0, 0, false
	}
	end := lo + (hi-lo)/step*step
	return min(lo, end), max(lo, end), true
}
