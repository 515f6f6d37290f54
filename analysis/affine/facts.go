package affine

// Facts are forms known to be >= 0. The zero value knows nothing.
type Facts []Form

// With returns f together with one more fact; f is not changed.
func (f Facts) With(g ...Form) Facts { return append(f[:len(f):len(f)], g...) }

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

// LT reports whether a < b is proved.
func (f Facts) LT(a, b Form) bool {
	a1, ok := Add(a, Int(1))
	return ok && f.LE(a1, b)
}

// EQ answers whether a = b.
func (f Facts) EQ(a, b Form) Answer {
	d, ok := Sub(a, b)
	if !ok {
		return Maybe
	}
	if c, isConst := d.IsConst(); isConst {
		return answer(c == 0)
	}
	switch {
	case f.LT(a, b) || f.LT(b, a):
		return No
	case f.LE(a, b) && f.LE(b, a):
		return Yes
	}
	var s System // a GCD argument: 2*i = 2*k+1
	for _, g := range f {
		s.NonNeg(g)
	}
	s.Zero(d)
	if s.Impossible() {
		return No
	}
	return Maybe
}

// Answer is yes, no, or not known.
type Answer uint8

// The answers; the zero value claims nothing.
const (
	Maybe Answer = iota
	No
	Yes
)

func answer(b bool) Answer {
	if b {
		return Yes
	}
	return No
}

// String returns "yes", "no" or "maybe".
func (a Answer) String() string {
	switch a {
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return "maybe"
}
