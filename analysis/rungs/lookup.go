package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
)

// Lookup says that the subscripts of a footprint in one dimension are elements of an index array: those of
// x(column(j)), j from begins(i) to begins(i+1) - 1, of a boxed loop over i. The nest changes none of the arrays
// that are looked into, so the run time may read them before it.
type Lookup struct {
	Dim   int   // from 0
	Plus  int64 // is added to the element
	Index Guarded
	Dims  []Dim // the elements of Index that a box looks at
	// Rows, if not nil, stand for Dims[0], the only one.
	Rows *Rows
	// Fixed: they keep their values as long as the region is executed.
	Fixed bool
	// Certain: the nest does look at these elements, so they are there: at each of a row, else at the last and so at memory that goes so far.
	Certain bool
	refs    []access.Ref // what is looked into
}

// Rows are the elements from Lo to Hi of an index array.
type Rows struct{ Lo, Hi Element }

// Element is the number Array(At) + Plus.
type Element struct {
	Array Guarded
	At    Dim // one element
	Plus  int64
}

// look finds a dimension of a footprint that can be looked up, nil if there is none.
func (n *Nest) look(u *access.Unit, t nests.Touch, p Print, boxed []*depend.Loop) *Lookup {
	if _, all := t.Own(len(p.Dims)); t.Lookups == nil || t.Write || !all {
		return nil
	}
	for i, d := range p.Dims {
		if l := t.Lookups[t.Before+i]; d.Whole && l != nil {
			if out := n.lookUp(u, l, boxed); out != nil {
				out.Dim = i
				out.Certain = out.Certain && t.Always && t.Evaluated
				return out
			}
		}
	}
	return nil
}

func (n *Nest) lookUp(u *access.Unit, l *nests.Lookup, boxed []*depend.Loop) *Lookup {
	out := &Lookup{Plus: l.Plus}
	var ok bool
	if out.Index, ok = n.looked(u, l.Index, out); !ok {
		return nil
	}
	p, ok := print(u, l.Index, boxed)
	if !ok || len(p.Dims) == 0 {
		return nil
	}
	out.Dims, out.Certain = p.Dims, looks(l.Index, p.Dims, boxed)
	if len(out.Dims) == 1 && out.Dims[0].Whole {
		if out.Rows = n.rowsOf(u, l.Index, boxed, out); out.Rows == nil {
			return nil
		}
	}
	if out.loop() == 0 {
		return nil
	}
	return out
}

// looked returns an array that is looked into; false if it cannot be named before the nest, or the
// nest changes it.
func (n *Nest) looked(u *access.Unit, t nests.Touch, out *Lookup) (Guarded, bool) {
	if _, why := n.designate(u, t); why.Stands() || u.Requested(t.Obj) {
		return Guarded{}, false
	}
	r := t.Ref
	r.Sub = nil
	if _, changed := n.Writes().Alters(r); changed {
		return Guarded{}, false
	}
	out.refs = append(out.refs, r)
	return Guarded{X: t.Base, Guards: guards(u, t), obj: t.Obj}, true
}

// looks reports whether the nest certainly looks at the last of the elements of a footprint, so that all before it are there, too.
func looks(t nests.Touch, dims []Dim, boxed []*depend.Loop) bool {
	_, ok := atEnds(t, dims, boxed)
	return t.Always && ok
}

// rowsOf returns the bounds of the loop inside whose variable is the subscript of an index array, but for a number.
func (n *Nest) rowsOf(u *access.Unit, t nests.Touch, boxed []*depend.Loop, out *Lookup) *Rows {
	d := t.Sub[len(t.Sub)-1]
	if d.Whole || !d.Lo.Equal(d.Hi) || len(d.Lo.Terms) != 1 || d.Lo.Terms[0].Coef != 1 {
		return nil
	}
	for _, l := range t.Loops {
		r := n.Rows[l]
		if r == nil || l.Var != d.Lo.Terms[0].Sym {
			continue
		}
		lo, ok1 := n.element(u, r.Lo, d.Lo.Const, boxed, out)
		hi, ok2 := n.element(u, r.Hi, d.Lo.Const, boxed, out)
		if !ok1 || !ok2 {
			return nil
		}
		out.Certain = t.Always && allBoxedBut(l, t.Loops, boxed) && looks(r.Lo.Index, []Dim{lo.At}, boxed) && looks(r.Hi.Index, []Dim{hi.At}, boxed)
		return &Rows{Lo: lo, Hi: hi}
	}
	return nil
}

// allBoxedBut reports whether all loops but l are boxed.
func allBoxedBut(l *depend.Loop, loops, boxed []*depend.Loop) bool {
	for _, m := range loops {
		if m != l && isBoxed(m, boxed) == 0 {
			return false
		}
	}
	return true
}

func (n *Nest) element(u *access.Unit, l nests.Lookup, plus int64, boxed []*depend.Loop, out *Lookup) (Element, bool) {
	x := Element{}
	var ok bool
	if x.Array, ok = n.looked(u, l.Index, out); !ok {
		return x, false
	}
	sum, ok := affine.Add(affine.Int(l.Plus), affine.Int(plus))
	if !ok {
		return x, false
	}
	x.Plus = sum.Const
	p, ok := print(u, l.Index, boxed)
	if !ok || len(p.Dims) != 1 || p.Dims[0].Whole || !sameForms(p.Dims[0].lo, p.Dims[0].hi) || len(p.Dims[0].lo) != 1 {
		return x, false
	}
	x.At = p.Dims[0]
	return x, true
}

// loop is the boxed loop along which boxes look at other elements; 0 if there is none, or several.
func (l *Lookup) loop() int {
	k := 0
	for _, d := range l.moving() {
		switch {
		case d.Whole || d.Loop == 0:
		case k == 0:
			k = d.Loop
		case k != d.Loop:
			return 0
		}
	}
	return k
}

// moving are the dimensions that may depend on a boxed loop.
func (l *Lookup) moving() []Dim {
	if l.Rows != nil {
		return []Dim{l.Rows.Lo.At, l.Rows.Hi.At}
	}
	return l.Dims
}

// Arrays are the arrays that are looked into.
func (l *Lookup) Arrays() []Guarded {
	if l.Rows != nil {
		return []Guarded{l.Rows.Lo.Array, l.Rows.Hi.Array, l.Index}
	}
	return []Guarded{l.Index}
}

// Guards must hold before they may be named.
func (l *Lookup) Guards() []Guard {
	var list []Guard
	seen := map[string]bool{}
	for _, a := range l.Arrays() {
		if !seen[text(a)] {
			list = append(list, a.Guards...)
		}
		seen[text(a)] = true
	}
	return list
}

// same reports whether two footprints look up the same.
func (l *Lookup) same(m *Lookup) bool {
	if l == nil || m == nil {
		return l == m
	}
	if l.Dim != m.Dim || l.Plus != m.Plus || (l.Rows == nil) != (m.Rows == nil) || len(l.Dims) != len(m.Dims) || l.Certain != m.Certain {
		return false
	}
	for i, a := range l.Arrays() {
		if text(a) != text(m.Arrays()[i]) || a.obj != m.Arrays()[i].obj {
			return false
		}
	}
	x, y := l.moving(), m.moving()
	for i := range x {
		if !sameDim(x[i], y[i]) {
			return false
		}
	}
	return l.Rows == nil || l.Rows.Lo.Plus == m.Rows.Lo.Plus && l.Rows.Hi.Plus == m.Rows.Hi.Plus
}

// write makes expressions of the ends.
func (l *Lookup) write(u *access.Unit) {
	if l == nil {
		return
	}
	for i := range l.Dims {
		l.Dims[i].write(u)
	}
	if l.Rows != nil {
		l.Rows.Lo.At.write(u)
		l.Rows.Hi.At.write(u)
	}
}

// fix finds out which footprints look up what the region keeps as it is.
func (a *analysis) fix(n *Nest) {
	if a.f.R == nil {
		return
	}
	for _, d := range n.described.list {
		if d.array == nil {
			continue
		}
		for i := range d.array.Prints {
			if l := d.array.Prints[i].Lookup; l != nil {
				l.Fixed = a.keeps(l)
			}
		}
	}
}

func (a *analysis) keeps(l *Lookup) bool {
	for _, r := range l.refs {
		if _, changed := a.f.Written.Alters(r); changed {
			return false
		}
	}
	return true
}
