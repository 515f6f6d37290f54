package affine

import "sort"

// outcome of a step of the elimination.
type outcome uint8

const (
	goOn          outcome = iota
	contradiction         // no solution: proved
	gaveUp                // nothing proved: too large, or numbers that do not fit
)

// elimination is the working state of Impossible: equations first (exactly,
// after Pugh), then inequalities (Fourier and Motzkin, integer tightening).
type elimination struct {
	n    int
	rows []row
}

func (e *elimination) run() outcome {
	if o := e.tidy(); o != goOn {
		return o
	}
	// Each round removes an equation or shrinks its coefficients; the limit
	// only guards against a mistake here.
	for round := 0; round < 200; round++ {
		i := e.equation()
		if i < 0 {
			return e.inequalities()
		}
		if !e.solve(i) {
			return gaveUp
		}
		if o := e.tidy(); o != goOn {
			return o
		}
	}
	return gaveUp
}

// equation returns the index of an equation that still has unknowns, or -1.
func (e *elimination) equation() int {
	for i, r := range e.rows {
		if r.eq {
			return i
		}
	}
	return -1
}

// solve uses equation i to remove an unknown from all rows. If no coefficient
// is 1 or -1 a new unknown is brought in that makes coefficients smaller.
func (e *elimination) solve(i int) bool {
	eq := e.rows[i]
	best := -1
	for j, a := range eq.c {
		if a != 0 && (best < 0 || abs64(a) < abs64(eq.c[best])) {
			best = j
		}
	}
	if abs64(eq.c[best]) == 1 {
		e.rows = append(e.rows[:i:i], e.rows[i+1:]...)
		return e.replace(best, eq)
	}
	// m = |a|+1; sum (c mod^ m) x + (k mod^ m) = m*sigma has coefficient
	// -sign(a) for x[best], so it can be solved for it.
	if abs64(eq.c[best]) > 1<<40 {
		return false
	}
	m := int64(abs64(eq.c[best])) + 1
	e.widen()
	fresh := row{c: make([]int64, e.n), eq: true}
	for j, a := range eq.c {
		fresh.c[j] = modHat(a, m)
	}
	fresh.k = modHat(eq.k, m)
	fresh.c[e.n-1] = -m
	return e.replace(best, fresh)
}

// modHat is Pugh's symmetric remainder: a - m*floor(a/m + 1/2).
func modHat(a, m int64) int64 {
	r := a - m*floorDiv(a, m)
	if r > m-1-r { // r >= m/2
		r -= m
	}
	return r
}

// widen adds an unknown.
func (e *elimination) widen() {
	e.n++
	for i := range e.rows {
		e.rows[i].c = append(e.rows[i].c[:e.n-1:e.n-1], 0)
	}
}

// replace substitutes unknown j, as eq (coefficient 1 or -1) gives it, in all
// rows; false if a number does not fit.
func (e *elimination) replace(j int, eq row) bool {
	for i := range e.rows {
		a := e.rows[i].c[j]
		if a == 0 {
			continue
		}
		// x[j] = -s*(rest): row - a*s*eq cancels x[j], with s = eq.c[j] = ±1.
		f, ok := mul64(-a, eq.c[j])
		if !ok {
			return false
		}
		out, ok := axpy(e.rows[i], eq, 1, f)
		if !ok {
			return false
		}
		out.eq = e.rows[i].eq
		e.rows[i] = out
	}
	return true
}

// axpy returns p*a + q*b.
func axpy(a, b row, p, q int64) (row, bool) {
	out := row{c: make([]int64, len(a.c))}
	var ok bool
	for i := range a.c {
		if out.c[i], ok = mulAdd(p, a.c[i], q, b.c[i]); !ok {
			return row{}, false
		}
	}
	out.k, ok = mulAdd(p, a.k, q, b.k)
	return out, ok
}

func mulAdd(p, a, q, b int64) (int64, bool) {
	x, ok1 := mul64(p, a)
	y, ok2 := mul64(q, b)
	z, ok3 := add64(x, y)
	return z, ok1 && ok2 && ok3
}

// tidy divides rows by their common factor, rounds the constants of
// inequalities down, and drops rows that say nothing or less than another.
func (e *elimination) tidy() outcome {
	var out []row
	for _, r := range e.rows {
		var g uint64
		for _, a := range r.c {
			g = gcd(a, g)
		}
		if g == 0 {
			if r.k < 0 || r.eq && r.k != 0 {
				return contradiction
			}
			continue
		}
		if g > 1 && g <= 1<<62 {
			d := int64(g)
			if r.eq && r.k%d != 0 {
				return contradiction
			}
			c := make([]int64, len(r.c))
			for i, a := range r.c {
				c[i] = a / d
			}
			r = row{c, floorDiv(r.k, d), r.eq}
		}
		out = append(out, r)
	}
	e.rows = strongest(out)
	if len(e.rows) > maxRows {
		return gaveUp
	}
	return goOn
}

// strongest keeps, of inequalities with the same coefficients, the strongest.
func strongest(rows []row) []row {
	sort.SliceStable(rows, func(i, j int) bool { return less(rows[i], rows[j]) })
	out := rows[:0]
	for _, r := range rows {
		if n := len(out); n > 0 && out[n-1].eq == r.eq && sameCoefs(out[n-1], r) && (!r.eq || out[n-1].k == r.k) {
			continue // sorted by k: the first is the strongest
		}
		out = append(out, r)
	}
	return out
}

func less(a, b row) bool {
	if a.eq != b.eq {
		return a.eq
	}
	for i := range a.c {
		if a.c[i] != b.c[i] {
			return a.c[i] < b.c[i]
		}
	}
	return a.k < b.k
}

func sameCoefs(a, b row) bool {
	for i := range a.c {
		if a.c[i] != b.c[i] {
			return false
		}
	}
	return true
}

// inequalities eliminates unknowns one by one; only inequalities are left.
func (e *elimination) inequalities() outcome {
	for {
		j := e.cheapest()
		if j < 0 {
			return gaveUp // no unknown is left and no contradiction was met
		}
		if o := e.project(j); o != goOn {
			return o
		}
	}
}

// cheapest returns the unknown whose elimination makes the fewest new rows.
func (e *elimination) cheapest() int {
	best, cost := -1, 0
	for j := 0; j < e.n; j++ {
		lo, hi := 0, 0
		for _, r := range e.rows {
			switch {
			case r.c[j] > 0:
				lo++
			case r.c[j] < 0:
				hi++
			}
		}
		if lo+hi == 0 {
			continue
		}
		if c := lo*hi - lo - hi; best < 0 || c < cost {
			best, cost = j, c
		}
	}
	return best
}

// project removes unknown j: every lower bound meets every upper bound.
func (e *elimination) project(j int) outcome {
	var low, high, out []row
	for _, r := range e.rows {
		switch {
		case r.c[j] > 0:
			low = append(low, r)
		case r.c[j] < 0:
			high = append(high, r)
		default:
			out = append(out, r)
		}
	}
	if len(low)*len(high) > 4*maxRows {
		return gaveUp
	}
	for _, l := range low {
		for _, h := range high {
			// A combination that does not fit is left out: weaker, still true.
			if abs64(h.c[j]) <= 1<<62 {
				if r, ok := axpy(l, h, -h.c[j], l.c[j]); ok {
					out = append(out, r)
				}
			}
		}
	}
	e.rows = out
	return e.tidy()
}
