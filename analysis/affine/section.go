package affine

// Dim is what is touched in one dimension of an array: Lo, Lo+Step, … up to
// Hi. If Whole is set it may be anything; the other fields then say nothing.
type Dim struct {
	Whole  bool
	Lo, Hi Form
	Step   int64 // > 0; Lo is hit exactly, Hi bounds from above
}

// Section is a region of an array, a triplet for each dimension. A Section
// without dimensions is a scalar.
type Section []Dim

// Point returns the dimension of a single subscript.
func Point(f Form) Dim { return Dim{Lo: f, Hi: f, Step: 1} }

// Span returns the dimension lo:hi.
func Span(lo, hi Form) Dim { return Dim{Lo: lo, Hi: hi, Step: 1} }

// Triplet returns the dimension lo:hi:step. A negative step is turned round;
// where the turned lower bound is not known exactly, the step is given up.
func Triplet(lo, hi Form, step int64) Dim {
	switch {
	case step == 0 || step == -step:
		return Dim{Whole: true}
	case step > 0:
		return Dim{Lo: lo, Hi: hi, Step: step}
	}
	d, ok := Sub(lo, hi)
	if !ok {
		return Dim{Whole: true}
	}
	if n, isConst := d.IsConst(); isConst && n >= 0 {
		if last, ok := Add(hi, Int(n%-step)); ok {
			return Dim{Lo: last, Hi: lo, Step: -step}
		}
	}
	return Span(hi, lo)
}

// WholeSection returns a section of the given rank that may be anything.
func WholeSection(rank int) Section {
	s := make(Section, rank)
	for i := range s {
		s[i].Whole = true
	}
	return s
}

// Constrain adds to s that x is an element of d.
func (d Dim) Constrain(s *System, x Form, fresh Sym) {
	if d.Whole {
		return
	}
	s.LE(d.Lo, x)
	s.LE(x, d.Hi)
	if d.Step > 1 {
		if steps, ok := Scale(Of(fresh), d.Step); ok {
			if y, ok := Add(d.Lo, steps); ok {
				s.EQ(x, y)
			}
		}
	}
}

// Overlap answers whether a and b have an element in common, under facts.
func Overlap(a, b Section, facts Facts) Answer {
	if len(a) != len(b) {
		return Maybe
	}
	certain := true
	var s System
	for _, f := range facts {
		s.NonNeg(f)
	}
	for i := range a {
		x := Of(local("x", i))
		a[i].Constrain(&s, x, local("a", i))
		b[i].Constrain(&s, x, local("b", i))
		certain = certain && meet(a[i], b[i], facts)
	}
	if certain {
		return Yes
	}
	if s.Impossible() {
		return No
	}
	return Maybe
}

// local makes a symbol that no program can hold.
func local(name string, i int) Sym { return Sym("#" + name + string(rune('0'+i))) }

// meet reports whether two dimensions certainly have a common element.
func meet(a, b Dim, f Facts) bool {
	if a.Whole || b.Whole {
		return false
	}
	if !f.LE(a.Lo, a.Hi) || !f.LE(b.Lo, b.Hi) || !f.LE(a.Lo, b.Hi) || !f.LE(b.Lo, a.Hi) {
		return false
	}
	return a.Step == 1 && b.Step == 1 || a.Lo.Equal(b.Lo)
}

// Contains answers whether every element of b is one of a, under facts.
func Contains(a, b Section, facts Facts) Answer {
	if len(a) != len(b) {
		return Maybe
	}
	all := true
	for i := range a {
		all = all && holds(a[i], b[i], facts)
	}
	if all {
		return Yes
	}
	if Overlap(a, b, facts) == No && nonEmpty(b, facts) {
		return No
	}
	return Maybe
}

func holds(a, b Dim, f Facts) bool {
	if a.Whole || b.Whole {
		return false // "may be anything" is not "is everything"
	}
	if !f.LE(a.Lo, b.Lo) || !f.LE(b.Hi, a.Hi) {
		return false
	}
	if a.Step == 1 {
		return true
	}
	d, ok := Sub(b.Lo, a.Lo)
	n, isConst := d.IsConst()
	return ok && isConst && n%a.Step == 0 && (b.Step%a.Step == 0 || b.Lo.Equal(b.Hi))
}

func nonEmpty(s Section, f Facts) bool {
	for _, d := range s {
		if d.Whole || !f.LE(d.Lo, d.Hi) {
			return false
		}
	}
	return true
}

// Intersect returns a section that holds every common element of a and b, and
// whether it is exact. Where bounds cannot be compared, the one of a is kept.
func Intersect(a, b Section, facts Facts) (Section, bool) {
	if len(a) != len(b) {
		return WholeSection(len(a)), false
	}
	out, exact := make(Section, len(a)), true
	for i := range a {
		var ok bool
		out[i], ok = intersectDim(a[i], b[i], facts)
		exact = exact && ok
	}
	return out, exact
}

func intersectDim(a, b Dim, f Facts) (Dim, bool) {
	if a.Whole {
		return b, false
	}
	if b.Whole {
		return a, false
	}
	if a.Step != 1 || b.Step != 1 {
		return a, a.Step == b.Step && a.Lo.Equal(b.Lo) && a.Hi.Equal(b.Hi)
	}
	out, exact := a, true
	switch {
	case f.LE(b.Lo, a.Lo):
	case f.LE(a.Lo, b.Lo):
		out.Lo = b.Lo
	default:
		exact = false
	}
	switch {
	case f.LE(a.Hi, b.Hi):
	case f.LE(b.Hi, a.Hi):
		out.Hi = b.Hi
	default:
		exact = false
	}
	return out, exact
}

// String returns s in Fortran's notation, "(1:n,j)"; a whole dimension is ":".
func (s Section) String() string {
	if len(s) == 0 {
		return ""
	}
	out := "("
	for i, d := range s {
		if i > 0 {
			out += ","
		}
		switch {
		case d.Whole:
			out += ":"
		case d.Lo.Equal(d.Hi):
			out += d.Lo.String()
		default:
			out += d.Lo.String() + ":" + d.Hi.String()
			if d.Step != 1 {
				out += ":" + Int(d.Step).String()
			}
		}
	}
	return out + ")"
}
