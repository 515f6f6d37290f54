package flow

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
)

// maxKnown bounds how many statements and levels Known looks back over.
const maxKnown = 150

// Known returns what assignments before n say about integer scalars at n, as equations that can be tested there:
// after "next = 3-now" they are different, whatever they are. Only statements
// that are certainly passed on the way to n count, and only if nothing from
// there to the end of n changes what they say.
func (f *Region) Known(n *access.Node) []affine.Equation {
	if f.Tree.Jumps || f.Tree.Unclear {
		return nil
	}
	var list known
	b := between{f: f, e: access.Nothing(), later: []*access.Node{n}}
	seen := 0
	for cur := n; cur != nil && seen < maxKnown; cur = cur.Parent {
		seen++
		siblings, i := cur.Siblings()
		for i--; i >= 0; i-- {
			if seen++; seen > maxKnown {
				return list.about(f, n)
			}
			m := siblings[i]
			if s := m.E.Set; s != nil && m.Kind == access.Simple {
				e := b.effects()
				if e.Reach == access.ReachAll {
					return list.about(f, n)
				}
				if q := (affine.Equation{Of: s.Obj.Sym(), Is: s.Form}); f.holds(q, m, e) && f.comparable(q, n) {
					list = append(list, q)
				}
			}
			b.later = append(b.later, m)
		}
		if p := cur.Parent; p != nil && p.Kind == access.Loop {
			b.later = append(b.later, p) // earlier iterations, too
		} else if p != nil {
			b.heads = append(b.heads, p)
		}
	}
	return list.about(f, n)
}

// known are equations in the order in which they are found, backwards.
type known []affine.Equation

// about returns what may matter for n. An equation for a scalar that neither n, nor
// what is known anyway, nor another equation mentions says nothing to anybody.
func (k known) about(f *Region, n *access.Node) []affine.Equation {
	if len(k) == 0 {
		return nil
	}
	uses := map[affine.Sym]bool{}
	use := func(forms ...affine.Form) {
		for _, g := range forms {
			for _, t := range g.Terms {
				uses[t.Sym] = true
			}
		}
	}
	for _, r := range f.Unit.Whole(n).Refs {
		uses[r.Obj.Sym()] = true
		for _, d := range r.Sub {
			use(d.Lo, d.Hi)
		}
	}
	n.Walk(func(m *access.Node) bool {
		if m.Loop != nil {
			use(m.Loop.Lo...)
			use(m.Loop.Hi...)
		}
		return true
	})
	use(f.Unit.Facts...)
	kept := make([]bool, len(k))
	for again := true; again; {
		again = false
		for i, q := range k {
			if !kept[i] && uses[q.Of] {
				kept[i], again = true, true
				use(q.Is)
			}
		}
	}
	var out []affine.Equation
	for i, q := range k {
		if kept[i] {
			out = append(out, q)
		}
	}
	return out
}

// between collects what runs between an assignment and a node. It is looked at
// only if there is an assignment that may say something.
type between struct {
	f     *Region
	e     access.Effects
	later []*access.Node // not yet in e
	heads []*access.Node // of these only what they do themselves
}

func (b *between) effects() *access.Effects {
	for _, n := range b.later {
		b.e.Merge(b.f.Unit.Whole(n))
	}
	for _, n := range b.heads {
		b.e.Merge(&n.E)
	}
	b.later, b.heads = b.later[:0], b.heads[:0]
	return &b.e
}

// holds reports whether the equation that the assignment m states holds behind it, which
// k = next(k) does not make true, and still does after between.
func (f *Region) holds(q affine.Equation, m *access.Node, between *access.Effects) bool {
	if _, fits := q.Facts(); !fits {
		return false
	}
	o := m.E.Set.Obj
	if deps := f.Unit.Deps[q.Of]; len(deps) != 1 || deps[0].Obj != o {
		return false
	}
	for _, t := range q.Is.Syms() {
		if _, changed := f.Unit.Changes(&m.E, t); changed {
			return false
		}
	}
	for _, t := range append(q.Is.Syms(), q.Of) {
		if _, changed := f.Unit.Changes(between, t); changed {
			return false
		}
	}
	return true
}

// comparable reports whether an equation can be compared right before n: its variables and constants mean the same there,
// and nothing is called.
func (f *Region) comparable(q affine.Equation, n *access.Node) bool {
	for _, g := range []affine.Form{affine.Of(q.Of), q.Is} {
		x := f.Unit.ExprOf(g)
		if x == nil || !f.Unit.Plainly(x, n) {
			return false
		}
		if e := f.Unit.At(n).Expr(x); e.Reach != access.ReachNamed || e.May(access.Impure) {
			return false
		}
	}
	return true
}
