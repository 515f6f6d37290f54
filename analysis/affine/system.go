package affine

// System is a set of linear constraints over symbols that stand for integers.
// A constraint whose numbers do not fit is dropped, which only makes the system
// weaker. The zero System has no constraints.
type System struct {
	index map[Sym]int
	rows  []row
}

// row is sum(c[i]*x[i]) + k, which is >= 0 or, if eq, = 0.
type row struct {
	c  []int64
	k  int64
	eq bool
}

// maxRows bounds the work of an elimination; beyond it nothing is proved.
const maxRows = 400

// NonNeg adds f >= 0.
func (s *System) NonNeg(f Form) { s.add(f, false) }

// Zero adds f = 0.
func (s *System) Zero(f Form) { s.add(f, true) }

// LE adds f <= g, EQ adds f = g.
func (s *System) LE(f, g Form) {
	if d, ok := Sub(g, f); ok {
		s.NonNeg(d)
	}
}

// EQ adds f = g.
func (s *System) EQ(f, g Form) {
	if d, ok := Sub(f, g); ok {
		s.Zero(d)
	}
}

// LT adds f < g.
func (s *System) LT(f, g Form) {
	if h, ok := Add(f, Int(1)); ok {
		s.LE(h, g)
	}
}

func (s *System) add(f Form, eq bool) {
	if s.index == nil {
		s.index = map[Sym]int{}
	}
	for _, t := range f.Terms {
		if _, ok := s.index[t.Sym]; !ok {
			s.index[t.Sym] = len(s.index)
		}
	}
	c := make([]int64, len(s.index))
	for _, t := range f.Terms {
		c[s.index[t.Sym]] = t.Coef
	}
	s.rows = append(s.rows, row{c: c, k: f.Const, eq: eq})
}

// Impossible reports whether it is proved that no integers satisfy s.
func (s *System) Impossible() bool {
	e := elimination{n: len(s.index)}
	for _, r := range s.rows {
		c := make([]int64, e.n)
		copy(c, r.c)
		e.rows = append(e.rows, row{c, r.k, r.eq})
	}
	return e.run() == contradiction
}
