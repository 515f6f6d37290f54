package flow

import (
	"mdmp/analysis/access"
	"mdmp/analysis/affine"
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
	var facts affine.Facts
	b := between{f: f, later: []*access.Node{n}}
	seen := 0
	for cur := n; cur != nil && seen < maxKnown; cur = cur.Parent {
		seen++
		list, i := cur.Siblings()
		for i--; i >= 0; i-- {
			if seen++; seen > maxKnown {
				return facts
			}
			m := list[i]
			if s := m.E.Set; s != nil && m.Kind == access.Simple {
				e := b.effects()
				if e.Reach == access.ReachAll {
					return facts
				}
				facts = append(facts, f.says(s, e)...)
			}
			b.later = append(b.later, m)
		}
		if p := cur.Parent; p != nil && p.Kind == access.Loop {
			b.later = append(b.later, p) // earlier iterations, too
		} else if p != nil {
			b.heads = append(b.heads, p)
		}
	}
	return facts
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

// says turns an assignment into two inequalities if it still holds after
// between.
func (f *Region) says(s *access.SetInt, between *access.Effects) affine.Facts {
	sym := s.Obj.Sym()
	deps := f.Unit.Deps[sym]
	if len(deps) != 1 || deps[0].Obj != s.Obj || s.Form.Coef(sym) != 0 {
		return nil
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
