package affine

// Facts are forms known to be >= 0. The zero value knows nothing.
type Facts []Form

// NonNeg reports whether x >= 0 is proved.
func (f Facts) NonNeg(x Form) bool {
	if c, ok := x.IsConst(); ok {
		return c >= 0
	}
	if len(f) == 0 {
		return false
	}
	var s System
	for _, g := range f {
		s.NonNeg(g)
	}
	s.LT(x, Int(0))
	return fits(x) && s.Impossible()
}

// fits guards the negation in NonNeg: if x+1 or -x did not fit, the constraint
// would be dropped and the facts alone, if contradictory, would "prove" x.
func fits(x Form) bool {
	if _, ok := Add(x, Int(1)); !ok {
		return false
	}
	_, ok := Scale(x, -1)
	return ok
}

// LE reports whether a <= b is proved.
func (f Facts) LE(a, b Form) bool {
	d, ok := Sub(b, a)
	return ok && f.NonNeg(d)
}
