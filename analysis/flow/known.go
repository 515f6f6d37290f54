package flow

import (
	"mdmp/analysis/access"
	"mdmp/analysis/affine"
)

// maxKnown bounds how many statements Known looks back over.
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
	between := *f.Unit.Whole(n)
	seen := 0
	for cur := n; cur != nil; cur = cur.Parent {
		list, i := cur.Siblings()
		for i--; i >= 0; i-- {
			if seen++; seen > maxKnown {
				return facts
			}
			m := list[i]
			if s := m.E.Set; s != nil && m.Kind == access.Simple {
				facts = append(facts, f.says(s, &between)...)
			}
			between.Merge(f.Unit.Whole(m))
			if between.Reach == access.ReachAll {
				return facts
			}
		}
		if p := cur.Parent; p != nil {
			head := p.E
			between.Merge(&head)
			if p.Kind == access.Loop {
				between.Merge(f.Unit.Whole(p)) // earlier iterations
			}
		}
	}
	return facts
}

// says turns an assignment into two inequalities if it still holds after
// between.
func (f *Region) says(s *access.SetInt, between *access.Effects) affine.Facts {
	sym := affine.Sym(s.Obj.Key)
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
