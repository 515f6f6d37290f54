package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// print makes the footprint of one reference.
func print(u *access.Unit, t nests.Touch, boxed []*depend.Loop) (Print, bool) {
	rank, ok := nests.Rank(t.Ref)
	if !ok {
		return Print{}, false
	}
	p := Print{Read: !t.Write, Write: t.Write, Exact: t.Always, Dims: make([]Dim, rank)}
	for i := range p.Dims {
		p.Dims[i].Whole = true
	}
	own, all := t.Own(rank)
	if !all {
		p.Exact = p.Exact && rank == 0
		return p, true
	}
	for i, d := range own {
		p.Dims[i] = dim(u, d, t, boxed)
		p.Exact = p.Exact && !p.Dims[i].Whole && d.Step == 1
	}
	p.Exact = p.Exact && fills(t, boxed)
	p.Filled = filled(t, p.Dims, boxed)
	return p, true
}

// fills reports whether the inner loops of a reference make it touch every
// element of the ranges that replace their variables.
func fills(t nests.Touch, boxed []*depend.Loop) bool {
	for _, l := range t.Loops {
		in := 0
		for _, d := range t.Sub {
			lo, hi := d.Lo.Coef(l.Var), d.Hi.Coef(l.Var)
			if d.Whole || lo == 0 && hi == 0 {
				continue
			}
			in++
			if isBoxed(l, boxed) == 0 && (lo != hi || lo != 1 && lo != -1) {
				return false
			}
		}
		if isBoxed(l, boxed) == 0 && in > 0 &&
			(in > 1 || l.Step != 1 && l.Step != -1 || !l.LoOK || !l.HiOK || len(l.Lo) != 1 || len(l.Hi) != 1) {
			return false
		}
	}
	return true
}

// dim expresses a subscript by one boxed loop, the variables of the others
// replaced by their ranges.
func dim(u *access.Unit, d affine.Dim, t nests.Touch, boxed []*depend.Loop) Dim {
	if d.Whole {
		return Dim{Whole: true}
	}
	loops := t.Loops
	lo, hi := []affine.Form{d.Lo}, []affine.Form{d.Hi}
	for i := len(loops) - 1; i >= 0; i-- {
		if isBoxed(loops[i], boxed) > 0 {
			continue
		}
		lo, hi = spread(lo, loops[i], false), spread(hi, loops[i], true)
	}
	k, coef := common(lo, hi, boxed)
	for i := len(boxed) - 1; i >= 0; i-- {
		if i+1 != k {
			lo, hi = spread(lo, boxed[i], false), spread(hi, boxed[i], true)
		}
	}
	if len(lo) == 0 || len(hi) == 0 {
		return Dim{Whole: true}
	}
	out := Dim{Loop: k, Coef: coef}
	out.lo, out.hi = offsets(lo, k, coef, boxed), offsets(hi, k, coef, boxed)
	if len(out.lo) == 0 || len(out.hi) == 0 || !printable(u, out.lo, t, boxed) || !printable(u, out.hi, t, boxed) {
		return Dim{Whole: true}
	}
	return out
}

func isBoxed(l *depend.Loop, boxed []*depend.Loop) int {
	for i, b := range boxed {
		if b == l {
			return i + 1
		}
	}
	return 0
}

// spread replaces the variable of l by its bounds; every form of the result
// lies below (above) all values of one of fs. Empty: not bounded.
func spread(fs []affine.Form, l *depend.Loop, up bool) []affine.Form {
	low, high := l.Lo, l.Hi
	if l.Step < 0 {
		low, high = high, low
	}
	if l.Step == 0 {
		low, high = nil, nil
	}
	var out []affine.Form
	for _, f := range fs {
		g, ok := access.End(f, l.Var, low, high, up)
		if !ok {
			return nil
		}
		out = append(out, g)
	}
	return out
}

// common returns the boxed loop (from 1) on which all forms depend by the same
// factor and on no other; 0 if there is none.
func common(lo, hi []affine.Form, boxed []*depend.Loop) (int, int64) {
	all := append(append([]affine.Form(nil), lo...), hi...)
	if len(all) == 0 {
		return 0, 0
	}
	for i, l := range boxed {
		c := all[0].Coef(l.Var)
		if c == 0 {
			continue
		}
		for _, f := range all {
			if f.Coef(l.Var) != c {
				return 0, 0
			}
			for j, m := range boxed {
				if j != i && f.Coef(m.Var) != 0 {
					return 0, 0
				}
			}
		}
		return i + 1, c
	}
	return 0, 0
}

// offsets removes the part that belongs to boxed loop k.
func offsets(fs []affine.Form, k int, coef int64, boxed []*depend.Loop) []affine.Form {
	if k == 0 {
		return fs
	}
	part, ok := affine.Scale(affine.Of(boxed[k-1].Var), coef)
	if !ok {
		return nil
	}
	var out []affine.Form
	for _, f := range fs {
		g, ok := affine.Sub(f, part)
		if !ok {
			return nil
		}
		out = append(out, g)
	}
	return out
}

// printable reports whether forms can be evaluated before the nest without
// harm: their symbols are names, or bounds of the array itself.
func printable(u *access.Unit, fs []affine.Form, t nests.Touch, boxed []*depend.Loop) bool {
	for _, f := range fs {
		for _, term := range f.Terms {
			if !u.Harmless(term.Sym) && !ownBound(term.Sym, t) {
				return false
			}
			if mayBeAbsent(u, term.Sym) && !certain(t, boxed) {
				return false
			}
		}
	}
	return true
}

// mayBeAbsent reports whether a symbol names a variable that need not exist.
func mayBeAbsent(u *access.Unit, s affine.Sym) bool {
	id := u.HarmlessName(s)
	if id == nil {
		return false
	}
	v := u.Lookup(id.Name)
	return v.Has(scope.Optional) || v.Has(scope.Pointer) || v.Has(scope.Allocatable)
}

// certain reports whether a reference is evaluated whenever the boxed loops make
// an iteration.
func certain(t nests.Touch, boxed []*depend.Loop) bool {
	for _, l := range t.Loops {
		if isBoxed(l, boxed) == 0 {
			return false
		}
	}
	return t.Always
}

func ownBound(s affine.Sym, t nests.Touch) bool {
	rank, _ := nests.Rank(t.Ref)
	for i := 0; i < rank; i++ {
		if s == access.BoundOf(t.Base, "lbound", i) || s == access.BoundOf(t.Base, "ubound", i) {
			return true
		}
	}
	return false
}

// write makes expressions of the ends of the footprints.
func (x *Array) write(u *access.Unit) {
	for _, p := range x.Prints {
		for i := range p.Dims {
			p.Dims[i].write(u)
		}
		p.Lookup.write(u)
	}
}

func (d *Dim) write(u *access.Unit) { d.Lo, d.Hi = exprs(u, d.lo), exprs(u, d.hi) }

func exprs(u *access.Unit, fs []affine.Form) []ast.Expr {
	var list []ast.Expr
	for _, f := range fs {
		list = append(list, u.ExprOf(f))
	}
	return list
}

// Footprint is the footprint of one reference of a nest, in terms of boxed loops; false: it
// cannot be said in such terms.
func Footprint(u *access.Unit, t nests.Touch, boxed []*depend.Loop) (Print, bool) {
	p, ok := print(u, t, boxed)
	if !ok {
		return p, false
	}
	(&Array{Prints: []Print{p}}).write(u)
	return p, true
}
