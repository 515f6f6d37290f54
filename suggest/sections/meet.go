package sections

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// Meet reports whether sections of one array, that begin at the elements a and b and go on from there, have an
// element in common; false if that is not known. What they differ by in each dimension, times the elements below,
// is how far their first elements are apart.
func (r Request) Meet(a *ast.Apply, s Section, b *ast.Apply, o Section) (meet, known bool) {
	info := r.Scope.Designator(a)
	if !info.Known || info.Last == nil || info.Rank != 0 || !info.Last.SideBySide() || s.size == nil || o.size == nil {
		return false, false
	}
	sh, bounds := r.shapeOf(info.Last)
	apart, below := number(0), number(1)
	for i := range a.Args {
		step := r.poly(b.Args[i].X).plus(r.poly(a.Args[i].X), -1)
		if n, ok := step.constant(); !ok || n != 0 {
			if below == nil {
				return false, false
			}
			part, ok := step.times(below)
			if !ok {
				return false, false
			}
			apart = apart.plus(part, 1)
		}
		if below == nil || !bounds {
			below = nil
			continue
		}
		extent, ok := sh.extent(i)
		if ok {
			below, ok = below.times(extent)
		}
		if !ok {
			below = nil
		}
	}
	d, ok := apart.constant()
	switch {
	case !ok:
		back := number(0).plus(apart, -1)
		meet = apart.grows() && s.size.plus(apart, -1).grows() || back.grows() && o.size.plus(back, -1).grows()
		return meet, meet
	case d == 0:
		return true, true
	case d > 0:
		return reaches(s.size, d)
	}
	return reaches(o.size, -d)
}

// reaches reports whether n elements reach the one that is d behind the first.
func reaches(n poly, d int64) (yes, known bool) {
	k, ok := n.constant()
	return k > d, ok
}

// grows reports whether p is greater than 0 if all of its names are: as the extents of an array are that has elements.
func (p poly) grows() bool {
	for _, n := range p {
		if n < 0 {
			return false
		}
	}
	return len(p) > 0
}
