package depend

import (
	"strconv"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
)

// site is an access with the loops around it, outermost first.
type site struct {
	Access
	loops []*Loop
}

// sites lists all accesses below a loop: bounds, conditions, the variables of
// inner loops and reductions included.
func sites(l *Loop) []site {
	var out []site
	add := func(chain []*Loop, acc []Access) {
		for _, a := range acc {
			out = append(out, site{a, chain[:len(chain):len(chain)]})
		}
	}
	var walk func(chain []*Loop, n Node)
	walk = func(chain []*Loop, n Node) {
		switch n := n.(type) {
		case *Loop:
			add(chain, n.Bounds)
			if n.Obj >= 0 {
				add(chain, []Access{{Obj: n.Obj, Write: true, Sure: true, At: n.At}})
			}
			inner := append(chain[:len(chain):len(chain)], n)
			for _, m := range n.Body {
				walk(inner, m)
			}
		case *If:
			add(chain, n.Reads)
			for _, arm := range n.Arms {
				for _, m := range arm {
					walk(chain, m)
				}
			}
		case *Stmt:
			add(chain, n.Acc)
			if g := n.Reduction; g != nil {
				add(chain, []Access{{Obj: g.Obj, Write: true, At: g.At}})
			}
		}
	}
	for _, m := range l.Body {
		walk([]*Loop{l}, m)
	}
	return out
}

// Order of two iterations of one loop.
type direction uint8

const (
	any      direction = iota
	equal              // the same iteration
	before             // the first access in an earlier iteration
	beforeBy           // earlier by two iterations or more
)

// maxTests bounds the pairs of accesses that are tested in one nest; the rest
// may be anything.
const maxTests = 20000

// impossible reports whether it is proved that a and b, made in iterations
// whose common outer loops relate as dirs say, never touch the same element.
func (n *Model) impossible(a, b site, dirs []direction) bool {
	if n.tests++; n.tests > maxTests {
		return false
	}
	var s affine.System
	for _, f := range n.Facts {
		s.NonNeg(f)
	}
	ra, rb := n.renaming("'", a.loops), n.renaming("\"", b.loops)
	ra.constrain(&s)
	rb.constrain(&s)
	for i, d := range dirs {
		relate(&s, a.loops[i], d)
	}
	if a.Obj == b.Obj && a.Sub != nil && b.Sub != nil && len(a.Sub) == len(b.Sub) {
		for i := range a.Sub {
			x := affine.Of(inDim("x", i))
			ra.dim(a.Sub[i]).Constrain(&s, x, inDim("p", i))
			rb.dim(b.Sub[i]).Constrain(&s, x, inDim("q", i))
		}
	}
	return s.Impossible()
}

// inDim names an unknown of a proof that belongs to a dimension. No variable of Fortran is called so.
func inDim(what string, i int) affine.Sym { return affine.Sym("#" + what + strconv.Itoa(i)) }

// relate states how the two instances of a common loop relate.
func relate(s *affine.System, l *Loop, d direction) {
	first, second := affine.Of(l.Var+"'"), affine.Of(l.Var+"\"")
	gap := l.Step
	if gap == 0 {
		gap = 1 // the sign is unknown; callers ask for both orders
	}
	switch d {
	case equal:
		s.EQ(first, second)
		return
	case any:
		return
	case beforeBy:
		if gap > 1<<40 || gap < -1<<40 {
			return
		}
		gap *= 2
	}
	if gap < 0 {
		first, second, gap = second, first, -gap
		if gap < 0 {
			return
		}
	}
	if next, ok := affine.Add(first, affine.Int(gap)); ok {
		s.LE(next, second)
	}
}

// renaming tells the loop variables of the two accesses of a pair apart.
type renaming struct {
	mark  affine.Sym
	loops []*Loop
	vars  map[affine.Sym]bool // the variables of all loops of the nest
}

// renaming is that of an access in these loops.
func (n *Model) renaming(mark affine.Sym, loops []*Loop) renaming {
	if n.vars == nil {
		n.vars = map[affine.Sym]bool{}
		n.Root.variables(n.vars)
	}
	return renaming{mark, loops, n.vars}
}

// variables collects the variables of l and of the loops in it.
func (l *Loop) variables(out map[affine.Sym]bool) {
	out[l.Var] = true
	var walk func(nodes []Node)
	walk = func(nodes []Node) {
		for _, n := range nodes {
			switch n := n.(type) {
			case *Loop:
				n.variables(out)
			case *If:
				for _, arm := range n.Arms {
					walk(arm)
				}
			}
		}
	}
	walk(l.Body)
}

// form renames the loop variables in f. What does not fit, or names the
// variable of a loop that is not around the access, is unknown (false).
func (r renaming) form(f affine.Form) (affine.Form, bool) {
	ok := true
	for _, l := range r.loops {
		if f, ok = affine.Subst(f, l.Var, affine.Of(l.Var+r.mark)); !ok {
			return f, false
		}
	}
	for _, t := range f.Terms {
		if r.vars[t.Sym] {
			return f, false
		}
	}
	return f, true
}

func (r renaming) dim(d affine.Dim) affine.Dim {
	if d.Whole {
		return d
	}
	lo, ok1 := r.form(d.Lo)
	hi, ok2 := r.form(d.Hi)
	if !ok1 || !ok2 {
		return affine.Dim{Whole: true}
	}
	return affine.Dim{Lo: lo, Hi: hi, Step: d.Step}
}

// constrain states the bounds of the loops.
func (r renaming) constrain(s *affine.System) {
	for _, l := range r.loops {
		if l.Step == 0 {
			continue
		}
		v := affine.Of(l.Var + r.mark)
		for _, f := range l.Lo {
			if f, ok := r.form(f); ok {
				within(s, f, v, l.Step > 0)
			}
		}
		for _, f := range l.Hi {
			if f, ok := r.form(f); ok {
				within(s, v, f, l.Step > 0)
			}
		}
		r.stride(s, l, v)
	}
}

func within(s *affine.System, a, b affine.Form, up bool) {
	if up {
		s.LE(a, b)
	} else {
		s.LE(b, a)
	}
}

// stride states v = lo + step*t for steps other than 1 and -1. The start of
// the outermost loop is the same for both accesses even if it is not known.
func (r renaming) stride(s *affine.System, l *Loop, v affine.Form) {
	if l.Step == 1 || l.Step == -1 {
		return
	}
	var start affine.Form
	switch {
	case l.LoOK && len(l.Lo) == 1:
		f, ok := r.form(l.Lo[0])
		if !ok {
			return
		}
		start = f
	case l == r.loops[0]:
		start = affine.Of("#start")
	default:
		return
	}
	steps, ok := affine.Scale(affine.Of("#t"+l.Var+r.mark), l.Step)
	if !ok {
		return
	}
	if f, ok := affine.Add(start, steps); ok {
		s.EQ(v, f)
	}
}
