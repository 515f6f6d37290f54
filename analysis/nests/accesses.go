package nests

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// accesses lowers references.
func (b *builder) accesses(refs []access.Ref) []depend.Access {
	var out []depend.Access
	for _, r := range refs {
		if r.Status && !r.Write {
			continue // bounds; the nest does not change any, see status
		}
		if r.Status && !b.nest.Ordered.Stands() && (r.Obj.Last == nil || r.Obj.Last.Has(scope.Allocatable) || r.Obj.Last.Has(scope.Pointer)) {
			b.nest.Ordered = reason.Allocates.At(r.At, r.As())
		}
		raw := r.Sub
		r.Sub = b.section(r)
		a := depend.Access{Obj: b.id(r.Obj), Write: r.Write, Sub: r.Sub, Sure: r.Sure, At: r.At, Touch: len(b.touched) + 1}
		if r.Status {
			a.Sub = nil
		}
		out = append(out, a)
		t := b.touch(r)
		if !r.Write {
			t.Lookups = b.lookups(raw, r.Sub)
		}
		b.touched = append(b.touched, t)
	}
	return out
}

// section resolves the subscripts of a reference; nil if even the array they
// belong to is not the same all through the nest.
func (b *builder) section(r access.Ref) affine.Section {
	if r.Sub == nil || r.Obj.Through != "" && b.moves(r) {
		return nil
	}
	out := make(affine.Section, len(r.Sub))
	for i, d := range r.Sub {
		if d.Whole {
			out[i] = d
			continue
		}
		lo, ok1 := b.resolve(d.Lo)
		hi, ok2 := b.resolve(d.Hi)
		if !ok1 || !ok2 {
			out[i] = affine.Dim{Whole: true}
			continue
		}
		out[i] = affine.Dim{Lo: lo, Hi: hi, Step: d.Step}
	}
	return out
}

// moves reports whether the pointer through which r goes may be another one in
// another iteration.
func (b *builder) moves(r access.Ref) bool {
	if r.Base == nil || !b.u.Carries(r, b.nest.Node) {
		return true
	}
	e := b.u.Expr(r.Base)
	for _, d := range e.Refs {
		if d.Obj == r.Obj {
			d.Status = true // the value of the array itself does not matter
		}
		if _, changed := b.nest.Writes().Alters(d); changed {
			return true
		}
	}
	return e.Reach != access.ReachNamed
}

// pad makes the sections of each object equally long: what is not said may be
// anything.
func (b *builder) pad() {
	longest := map[depend.Obj]int{}
	each := func(f func(*depend.Access)) {
		var walk func(nodes []depend.Node)
		list := func(acc []depend.Access) {
			for i := range acc {
				f(&acc[i])
			}
		}
		walk = func(nodes []depend.Node) {
			for _, n := range nodes {
				switch n := n.(type) {
				case *depend.Loop:
					list(n.Bounds)
					walk(n.Body)
				case *depend.If:
					list(n.Reads)
					for _, arm := range n.Arms {
						walk(arm)
					}
				case *depend.Stmt:
					list(n.Acc)
				}
			}
		}
		walk([]depend.Node{b.nest.Dep.Root})
	}
	each(func(a *depend.Access) { longest[a.Obj] = max(longest[a.Obj], len(a.Sub)) })
	each(func(a *depend.Access) {
		if a.Sub == nil {
			return
		}
		for len(a.Sub) < longest[a.Obj] {
			a.Sub = append(a.Sub[:len(a.Sub):len(a.Sub)], affine.Dim{Whole: true})
		}
	})
}
