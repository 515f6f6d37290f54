package flow

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
)

// maxKnown bounds how many statements and levels Known looks back over.
const maxKnown = 150

// Known returns what assignments before n say about integer scalars at n:
// after "next = 3-now" they are different, whatever they are. Only statements
// that are certainly passed on the way to n count, and only if nothing from
// there to the end of n changes what they say.
func (f *Region) Known(n *access.Node) affine.Facts {
	if f.Tree.Jumps || f.Tree.Unclear {
		return nil
	}
	var facts known
	b := between{f: f, e: access.Nothing(), later: []*access.Node{n}}
	seen := 0
	for cur := n; cur != nil && seen < maxKnown; cur = cur.Parent {
		seen++
		list, i := cur.Siblings()
		for i--; i >= 0; i-- {
			if seen++; seen > maxKnown {
				return facts.about(f, n)
			}
			m := list[i]
			if s := m.E.Set; s != nil && m.Kind == access.Simple {
				e := b.effects()
				if e.Reach == access.ReachAll {
					return facts.about(f, n)
				}
				if said := f.says(m, e); said != nil {
					facts = append(facts, equation{s.Obj.Sym(), said})
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
	return facts.about(f, n)
}

// known are equations in the order in which they are found, backwards.
type known []equation

// equation says what an integer scalar is equal to, as two inequalities.
type equation struct {
	of   affine.Sym
	says affine.Facts
}

// about returns what may matter for n. An equation for a scalar that neither n, nor
// what is known anyway, nor another equation mentions says nothing to anybody.
func (k known) about(f *Region, n *access.Node) affine.Facts {
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
			if !kept[i] && uses[q.of] {
				kept[i], again = true, true
				use(q.says...)
			}
		}
	}
	var out affine.Facts
	for i, q := range k {
		if kept[i] {
			out = append(out, q.says...)
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

// says turns the assignment that m is into two inequalities if they hold behind it, which
// k = next(k) does not make true, and still do after between.
func (f *Region) says(m *access.Node, between *access.Effects) affine.Facts {
	s := m.E.Set
	sym := s.Obj.Sym()
	deps := f.Unit.Deps[sym]
	if len(deps) != 1 || deps[0].Obj != s.Obj {
		return nil
	}
	for _, t := range s.Form.Syms() {
		if _, changed := f.Unit.Changes(&m.E, t); changed {
			return nil
		}
	}
	for _, t := range append(s.Form.Syms(), sym) {
		if _, changed := f.Unit.Changes(between, t); changed {
			return nil
		}
	}
	d, ok1 := affine.Sub(affine.Of(sym), s.Form)
	e, ok2 := affine.Sub(s.Form, affine.Of(sym))
	if !ok1 || !ok2 {
		return nil
	}
	return affine.Facts{d, e}
}
