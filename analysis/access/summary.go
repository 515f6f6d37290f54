package access

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
)

// Whole returns the effects of a node with everything in it, in terms of what
// keeps its value all through the node: subscripts that use variables of inner
// loops become ranges, those that use anything else the node changes become
// unknown. It is computed once; who changes it changes a copy.
func (u *Unit) Whole(n *Node) *Effects {
	e := u.whole[n]
	if e == nil {
		e = u.wholeNow(n)
		e.Refs, e.Jumps = slices.Clip(e.Refs), slices.Clip(e.Jumps)
		u.whole[n] = e
	}
	return e
}

// wholeNow is Whole of a node that is not yet finished.
func (u *Unit) wholeNow(n *Node) *Effects {
	e := u.gatherUp(n)
	u.forget(&e, &e)
	return &e
}

// gatherUp merges n and what is below it; loop variables are already expanded.
func (u *Unit) gatherUp(n *Node) Effects {
	var g gathering
	e, _ := u.gatherInto(&g, n)
	e.Refs = g.refs
	return e
}

// maxLoops is how deep loops may stand in each other for it to be known what part of an
// array they touch: each looks at all references in it. Deeper ones are no nests.
const maxLoops = 32

// gathering is what gatherInto has found. One list serves all levels, so that the work
// is not that of copying the inner ones at every level.
type gathering struct {
	refs  []Ref
	known []int // those of which subscripts are known
}

func (g *gathering) add(refs []Ref) {
	for _, r := range refs {
		if r.Sub != nil {
			g.known = append(g.known, len(g.refs))
		}
		g.refs = append(g.refs, r)
	}
}

// forget makes unknown the subscripts of references, from the known-th of known on.
func (g *gathering) forget(known int) {
	for _, i := range g.known[known:] {
		g.refs[i].Sub = nil
	}
	g.known = g.known[:known]
}

// gatherInto adds the references of n and of what is below it, and returns the rest of
// their effects and how deep loops stand in each other there.
func (u *Unit) gatherInto(g *gathering, n *Node) (e Effects, loops int) {
	g.add(n.E.Refs)
	e = n.E
	e.Refs, e.Jumps = nil, slices.Clip(e.Jumps)
	e.Set, e.Reduction = nil, nil
	if n.Kind == Simple {
		return e, 0
	}
	from, known := len(g.refs), len(g.known)
	body := Nothing()
	for _, arm := range n.Arms {
		for _, m := range arm {
			first := len(g.refs)
			sub, in := u.gatherInto(g, m)
			body.Merge(&sub)
			loops = max(loops, in)
			for i := range m.E.Refs { // that of what stands in m is done
				g.refs[first+i].Sure = false
			}
		}
	}
	if n.Kind == Loop {
		loops++
		body.Refs = g.refs[from:]
		switch {
		case loops > maxLoops:
			g.forget(known)
		case n.Loop.Counted:
			u.expand(&body, n.Loop)
		}
	}
	body.Refs = nil
	e.Merge(&body)
	return e, loops
}

// expand replaces the variable of a loop in subscripts by its range.
func (u *Unit) expand(body *Effects, l *LoopInfo) {
	low, high := Ends(l)
	low, high = u.lasting(low, body, l), u.lasting(high, body, l)
	for i := range body.Refs {
		body.Refs[i].Sub = ExpandSection(body.Refs[i].Sub, l.Var, low, high)
	}
}

// Ends returns forms below (above) which the loop variable never is; several
// forms hold at once.
func Ends(l *LoopInfo) (low, high []affine.Form) {
	switch {
	case l.Step > 0:
		return l.Lo, l.Hi
	case l.Step < 0:
		return l.Hi, l.Lo
	}
	return nil, nil
}

// lasting keeps the bounds that the body does not change.
func (u *Unit) lasting(fs []affine.Form, body *Effects, l *LoopInfo) []affine.Form {
	var out []affine.Form
next:
	for _, f := range fs {
		for _, t := range f.Terms {
			if _, changed := u.Changes(body, t.Sym); changed || t.Sym == l.Var {
				continue next
			}
		}
		out = append(out, f)
	}
	return out
}

// ExpandSection replaces v, which lies between low and high, in a section by
// its range.
func ExpandSection(s affine.Section, v affine.Sym, low, high []affine.Form) affine.Section {
	var out affine.Section
	for i, d := range s {
		if d.Whole || d.Lo.Coef(v) == 0 && d.Hi.Coef(v) == 0 {
			continue
		}
		if out == nil {
			out = append(affine.Section(nil), s...)
		}
		lo, ok1 := End(d.Lo, v, low, high, false)
		hi, ok2 := End(d.Hi, v, low, high, true)
		if ok1 && ok2 {
			out[i] = affine.Span(lo, hi)
		} else {
			out[i] = affine.Dim{Whole: true}
		}
	}
	if out == nil {
		return s
	}
	return out
}

// End returns the largest (up) or smallest value of f for v between low and
// high, by the first bound known.
func End(f affine.Form, v affine.Sym, low, high []affine.Form, up bool) (affine.Form, bool) {
	k := f.Coef(v)
	if k == 0 {
		return f, true
	}
	bound := low
	if (k > 0) == up {
		bound = high
	}
	if len(bound) == 0 {
		return affine.Form{}, false
	}
	return affine.Subst(f, v, bound[0])
}

// forget makes unknown what is computed from things that by may change.
func (u *Unit) forget(e, by *Effects) {
	moves := u.moves(by)
	for i := range e.Refs {
		e.Refs[i].Sub = blank(e.Refs[i].Sub, moves)
	}
}

// moves returns a function that tells whether by may change the value of a
// form. It asks once about every symbol.
func (u *Unit) moves(by *Effects) func(affine.Form) bool {
	return moving(func(s affine.Sym) (Ref, bool) { return u.Changes(by, s) })
}

// moving turns what changes symbols into what changes forms.
func moving(changes func(affine.Sym) (Ref, bool)) func(affine.Form) bool {
	known := map[affine.Sym]bool{}
	return func(f affine.Form) bool {
		for _, t := range f.Terms {
			m, ok := known[t.Sym]
			if !ok {
				_, m = changes(t.Sym)
				known[t.Sym] = m
			}
			if m {
				return true
			}
		}
		return false
	}
}

// blank makes the dimensions whole for which a bound moves.
func blank(s affine.Section, moves func(affine.Form) bool) affine.Section {
	var out affine.Section
	for k, d := range s {
		if d.Whole || !moves(d.Lo) && !moves(d.Hi) {
			continue
		}
		if out == nil {
			out = append(affine.Section(nil), s...)
		}
		out[k] = affine.Dim{Whole: true}
	}
	if out == nil {
		return s
	}
	return out
}

// Steadier makes those subscripts of references unknown that something changes.
type Steadier struct {
	moves func(affine.Form) bool
}

// Steadier returns one for what the effects may change.
func (w *Writes) Steadier() Steadier { return Steadier{moving(w.Changes)} }

// Steadied returns r with those subscripts made unknown that may change.
func (s Steadier) Steadied(r Ref) Ref {
	r.Sub = blank(r.Sub, s.moves)
	return r
}
