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

// Apart reports whether it is proved that a and b have no element in common, under facts.
func Apart(a, b Section, facts Facts) bool {
	if len(a) != len(b) {
		return false
	}
	var s System
	for _, f := range facts {
		s.NonNeg(f)
	}
	for i := range a {
		x := Of(local("x", i))
		a[i].Constrain(&s, x, local("a", i))
		b[i].Constrain(&s, x, local("b", i))
	}
	return s.Impossible()
}

// local makes a symbol that no program can hold.
func local(name string, i int) Sym { return Sym("#" + name + string(rune('0'+i))) }

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
