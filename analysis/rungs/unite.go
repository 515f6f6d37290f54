package rungs

import "github.com/mdmp-fortran/mdmp/analysis/affine"

// add puts a footprint into a list, united with one that differs in one
// dimension by a known distance, so that u(i-1,j), u(i,j), u(i+1,j) become one.
func add(list []Print, p Print) []Print {
	for i, q := range list {
		if q.Read != p.Read || q.Write != p.Write || !q.Lookup.same(p.Lookup) {
			continue
		}
		if u, ok := unite(q, p); ok {
			list = append(list[:i:i], list[i+1:]...)
			return add(list, u) // it may now unite with another one
		}
	}
	return append(list, p)
}

func unite(a, b Print) (Print, bool) {
	if len(a.Dims) != len(b.Dims) {
		return a, false
	}
	out := a
	out.Dims = append([]Dim(nil), a.Dims...)
	out.Filled = a.Filled && b.Filled
	differ := 0
	for i := range a.Dims {
		if sameDim(a.Dims[i], b.Dims[i]) {
			continue
		}
		differ++
		d, gap, ok := hull(a.Dims[i], b.Dims[i])
		if !ok || differ > 1 {
			return a, false
		}
		out.Dims[i] = d
		out.Exact = a.Exact && b.Exact && !gap
		out.Filled = out.Filled && occupied(a.Dims[i]) && occupied(b.Dims[i]) // else one may be empty, and the union not
	}
	out.Exact = out.Exact && a.Exact && b.Exact
	return out, true
}

// occupied reports whether a dimension certainly has an element in each iteration.
func occupied(d Dim) bool {
	if d.Whole || len(d.lo) != 1 || len(d.hi) != 1 {
		return false
	}
	w, ok := affine.Sub(d.hi[0], d.lo[0])
	n, isConst := w.IsConst()
	return ok && isConst && n >= 0
}

func sameDim(a, b Dim) bool {
	if a.Whole || b.Whole {
		return a.Whole == b.Whole
	}
	return a.Loop == b.Loop && a.Coef == b.Coef && sameForms(a.lo, b.lo) && sameForms(a.hi, b.hi)
}

func sameForms(a, b []affine.Form) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}

// hull unites two ranges whose ends differ by known numbers; gap tells whether
// elements lie between that are in neither.
func hull(a, b Dim) (Dim, bool, bool) {
	if a.Whole || b.Whole || a.Loop != b.Loop || a.Coef != b.Coef || len(a.lo) != 1 || len(b.lo) != 1 || len(a.hi) != 1 || len(b.hi) != 1 {
		return a, false, false
	}
	dl, ok1 := affine.Sub(b.lo[0], a.lo[0])
	dh, ok2 := affine.Sub(b.hi[0], a.hi[0])
	nl, c1 := dl.IsConst()
	nh, c2 := dh.IsConst()
	if !ok1 || !ok2 || !c1 || !c2 {
		return a, false, false
	}
	gap := true
	if w, ok := affine.Sub(b.lo[0], a.hi[0]); ok {
		n, isConst := w.IsConst()
		back, okBack := affine.Sub(a.lo[0], b.hi[0])
		m, isConst2 := back.IsConst()
		gap = !(isConst && n <= 1 && okBack && isConst2 && m <= 1)
	}
	out := a
	if nl < 0 {
		out.lo = b.lo
	}
	if nh > 0 {
		out.hi = b.hi
	}
	return out, gap, true
}
