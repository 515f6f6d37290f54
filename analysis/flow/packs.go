package flow

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Packs reports whether a place is a nest that packs: it moves values, computes nothing, and all that it writes is sent.
// It takes the time of a copy of messages, and what would hide one of them hides nothing. What is not certain packs not.
func (f *Region) Packs(p *Place) bool {
	if p.Nest == nil || !p.Nest.Copies() {
		return false
	}
	found := false
	for _, t := range p.Nest.Touched {
		if !t.Write || t.Obj.Scalar {
			continue
		}
		found = slices.ContainsFunc(f.Messages, func(c *Message) bool { return c.M.Send && f.takes(c, t) })
		if !found {
			return false
		}
	}
	return found
}

// takes reports whether a section of a send is all that a nest writes by one reference.
func (f *Region) takes(c *Message, t nests.Touch) bool {
	for i, r := range c.Refs {
		if r.Obj == t.Obj && f.covers(c, c.M.Sections[i], r, t) {
			return true
		}
	}
	return false
}

func (f *Region) covers(c *Message, s lang.Section, r access.Ref, t nests.Touch) bool {
	x, chosen := s.X.(*ast.Apply)
	switch {
	case t.Obj.Last == nil:
		return false
	case s.Count != nil:
		return t.Obj.Last.Rank == 1 && (!chosen || f.counts(c, s, t))
	case !chosen:
		return true
	}
	k := t.Obj.Last.Rank // the last subscripts
	if len(x.Args) != k || len(r.Sub) < k || len(t.Sub) < k {
		return false
	}
	for i, a := range x.Args {
		of := func(sub affine.Section) affine.Dim { return sub[len(sub)-k+i] }
		if !coversDim(a.X, of(r.Sub), of(t.Sub), t.Loops) {
			return false
		}
	}
	return true
}

// coversDim is covers for one dimension: x is the subscript of the section, d what it chooses, w what an iteration writes.
func coversDim(x ast.Expr, d, w affine.Dim, loops []*depend.Loop) bool {
	of, isRange := x.(*ast.Range)
	if isRange && of.Lo == nil && of.Hi == nil && of.Step == nil {
		return true
	}
	lo, hi, ok := swept(w, loops)
	switch {
	case !ok:
		return false
	case !isRange:
		return lo.Equal(hi)
	}
	return !d.Whole && d.Lo.Equal(lo) && d.Hi.Equal(hi)
}

// counts is covers for a number of elements of an array of one dimension, from an element on.
func (f *Region) counts(c *Message, s lang.Section, t nests.Touch) bool {
	n, ok := f.Unit.At(c.Node).Form(s.Count)
	if !ok || len(t.Sub) == 0 {
		return false
	}
	lo, hi, ok := swept(t.Sub[len(t.Sub)-1], t.Loops)
	if !ok {
		return false
	}
	length, ok := affine.Sub(hi, lo)
	if !ok {
		return false
	}
	length, ok = affine.Add(length, affine.Int(1))
	return ok && length.Equal(n)
}

// swept is what all iterations together write in a dimension, from the lowest to the highest.
func swept(w affine.Dim, loops []*depend.Loop) (lo, hi affine.Form, ok bool) {
	if w.Whole {
		return lo, hi, false
	}
	lo, hi = w.Lo, w.Hi
	for _, l := range slices.Backward(loops) {
		if lo.Coef(l.Var) == 0 && hi.Coef(l.Var) == 0 {
			continue
		}
		if len(l.Lo) != 1 || len(l.Hi) != 1 || !l.LoOK || !l.HiOK || l.Step != 1 {
			return lo, hi, false
		}
		var ok1, ok2 bool
		lo, ok1 = affine.Subst(lo, l.Var, end(l, lo.Coef(l.Var) > 0))
		hi, ok2 = affine.Subst(hi, l.Var, end(l, hi.Coef(l.Var) < 0))
		if !ok1 || !ok2 {
			return lo, hi, false
		}
	}
	return lo, hi, true
}

// end is the first value of a loop's variable, or the last.
func end(l *depend.Loop, first bool) affine.Form {
	if first {
		return l.Lo[0]
	}
	return l.Hi[0]
}
