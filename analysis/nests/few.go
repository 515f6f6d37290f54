package nests

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Trips is the number of iterations of a nest, of an array statement the number of elements, counted up to most: with
// bounds that are not constant it is most, and no loop makes less than one.
func (nest *Nest) Trips(most int64) int64 {
	total := int64(1)
	if w := nest.Array; w != nil {
		for _, d := range w.Lead.Free {
			total = times(total, nest.elements(w.Lead, d), most)
		}
		return total
	}
	nest.Node.Walk(func(n *access.Node) bool {
		switch {
		case IsArray(n):
			total = most
		case n.Kind == access.Loop:
			total = times(total, trips(n.Loop), most)
		}
		return total < most
	})
	return total
}

// times is a*b up to most; 0 is a number that is not known.
func times(a, b, most int64) int64 {
	if b == 0 || b > most/a {
		return most
	}
	return a * b
}

// trips is the number of iterations of a loop, 0 if it is not known.
func trips(l *access.LoopInfo) int64 {
	if !l.LoOK || !l.HiOK || len(l.Lo) != 1 || len(l.Hi) != 1 {
		return 0
	}
	return count(l.Lo[0], l.Hi[0], l.Step)
}

// elements is how many elements dimension d of a section selects, 0 if it is not known.
func (nest *Nest) elements(p access.Part, d int) int64 {
	var lo, hi ast.Expr
	step := int64(1)
	if y := p.Ref.Obj.Last; y != nil {
		lo, hi = y.Ends(d)
	}
	if p.Args != nil {
		r := p.Args[d].X.(*ast.Range)
		_, _, stride, ok := nest.unit.Bounds(p, d)
		if !ok {
			return 0
		}
		step = stride
		if r.Lo != nil {
			lo = r.Lo
		}
		if r.Hi != nil {
			hi = r.Hi
		}
	}
	if lo == nil || hi == nil {
		return 0
	}
	first, ok1 := nest.unit.Form(lo)
	last, ok2 := nest.unit.Form(hi)
	if !ok1 || !ok2 {
		return 0
	}
	return count(first, last, step)
}

// count is how often a variable that steps from lo to hi has a value, at least 1; 0: it is not known.
func count(lo, hi affine.Form, step int64) int64 {
	d, ok := affine.Sub(hi, lo)
	n, isConst := d.IsConst()
	if !ok || !isConst || step == 0 {
		return 0
	}
	return max(n/step+1, 1)
}
