package nests

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Lookup is a subscript, or a bound of a loop, that is an element of an index array and a
// number: column(j) + 1. Meshes and sparse matrices are made of these. Nothing is known of
// such a number when the file is translated, but the run time can look it up before the nest.
type Lookup struct {
	Index Touch // the element, in the terms of the nest
	Plus  int64
}

// Rows are the bounds of a loop that are looked up: DO j = begins(i), begins(i+1) - 1.
type Rows struct{ Lo, Hi Lookup }

// lookup returns what f, as it is meant at the current place, looks up; nil if it is something else.
func (b *builder) lookup(f affine.Form) *Lookup {
	if len(f.Terms) != 1 || f.Terms[0].Coef != 1 {
		return nil
	}
	r, ok := b.u.ElementOf(f.Terms[0].Sym)
	if !ok {
		return nil
	}
	r.Sub = b.section(r)
	return &Lookup{Index: b.touch(r), Plus: f.Const}
}

// lookups are those of the subscripts of a reference that are not known otherwise, by dimension; raw is the
// section as it was before it was resolved. nil: there is none.
func (b *builder) lookups(raw, resolved affine.Section) []*Lookup {
	var list []*Lookup
	for i, d := range resolved {
		if !d.Whole || raw[i].Whole || !raw[i].Lo.Equal(raw[i].Hi) {
			continue
		}
		if l := b.lookup(raw[i].Lo); l != nil {
			if list == nil {
				list = make([]*Lookup, len(resolved))
			}
			list[i] = l
		}
	}
	return list
}

// rows notes the bounds of a loop that are looked up; the loop does not stand in the chain yet.
func (b *builder) rows(l *access.LoopInfo, out *depend.Loop) {
	if out.LoOK || out.HiOK || len(l.Lo) != 1 || len(l.Hi) != 1 || l.Step != 1 {
		return
	}
	lo, hi := b.lookup(l.Lo[0]), b.lookup(l.Hi[0])
	if lo == nil || hi == nil {
		return
	}
	if b.nest.Rows == nil {
		b.nest.Rows = map[*depend.Loop]*Rows{}
	}
	b.nest.Rows[out] = &Rows{Lo: *lo, Hi: *hi}
}

// touch is a reference at the current place.
func (b *builder) touch(r access.Ref) Touch {
	return Touch{Ref: r, Loops: append([]*depend.Loop(nil), b.chain...), Always: b.cond == 0 && !b.irregular}
}

// accessesOf lowers references of a node, some of which may look up what is never looked at: behind .and. and the like.
func (b *builder) accessesOf(n *access.Node, refs []access.Ref) []depend.Access {
	acc := b.accesses(refs)
	var list []*ast.Apply
	for i := range acc {
		t := &b.touched[acc[i].Touch-1]
		if t.Lookups == nil {
			continue
		}
		if list == nil {
			list = b.u.At(n).Evaluated(n)
		}
		t.Evaluated = slices.ContainsFunc(list, func(x *ast.Apply) bool { return x.Span() == t.At })
	}
	return acc
}
