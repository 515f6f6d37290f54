package depend

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
)

// A scalar's life in one iteration of the boxed loops: was it assigned on every
// path to the current place?

// assigned tells which scalars were certainly assigned. steady also counts
// assignments in inner loops that make the same iterations whatever the boxed
// iteration is: they decide final values (all iterations assign, or none does),
// not whether a read is covered. They count only for scalars that are never
// written otherwise (lives.unsteady).
type assigned struct {
	dead         bool // the place is not reached
	sure, steady set
}

// set is a set of objects, a bit for each.
type set []uint64

func (s set) has(o Obj) bool { return int(o)/64 < len(s) && s[o/64]&(1<<(o%64)) != 0 }

func (s set) put(o Obj) { s[o/64] |= 1 << (o % 64) }

func (s set) join(t set) {
	for i, bits := range t {
		s[i] |= bits
	}
}

// nothing is assigned where a trace begins.
func (t *tracer) nothing() assigned {
	n := (len(t.objects) + 63) / 64
	return assigned{sure: make(set, n), steady: make(set, n)}
}

func (a assigned) put(o Obj) {
	a.sure.put(o)
	a.steady.put(o)
}

func (a assigned) copy() assigned {
	return assigned{a.dead, slices.Clone(a.sure), slices.Clone(a.steady)}
}

// meet keeps what is assigned on both paths.
func meet(a, b assigned) assigned {
	switch {
	case a.dead:
		return b
	case b.dead:
		return a
	}
	out := a.copy()
	for i := range out.sure {
		out.sure[i] &= b.sure[i]
		out.steady[i] &= b.steady[i]
	}
	return out
}

// lives is the result: for each scalar that is touched, how.
type lives struct {
	written    map[Obj]bool
	exposed    map[Obj]Access // a read that may see another iteration's value
	final      assigned       // at the end of the iteration
	unsteady   map[Obj]bool   // written by some boxed iterations and not by others, as far as known
	reductions map[Obj][]*Reduction
	ordinary   map[Obj]bool // touched other than by a reduction
}

// tracer walks the body of the innermost boxed loop.
type tracer struct {
	objects []Object
	varying map[affine.Sym]bool // boxed variables, and inner ones that depend on them
	cycles  map[*Loop]*assigned
	cond    int           // > 0: the current place is not reached in every boxed iteration
	skips   map[*Loop]int // what cond has to be lowered by where the loop ends
	lives
}

// trace follows one iteration of the boxed loops.
func (n *Model) trace(boxed []*Loop) lives {
	inner := boxed[len(boxed)-1]
	t := tracer{
		objects: n.Objects,
		varying: map[affine.Sym]bool{},
		cycles:  map[*Loop]*assigned{},
		skips:   map[*Loop]int{},
		lives: lives{written: map[Obj]bool{}, exposed: map[Obj]Access{}, unsteady: map[Obj]bool{},
			reductions: map[Obj][]*Reduction{}, ordinary: map[Obj]bool{}},
	}
	start := t.nothing()
	for _, l := range boxed {
		t.varying[l.Var] = true
		t.cycles[l] = &assigned{dead: true}
		if l.Obj >= 0 {
			start.put(l.Obj)
		}
	}
	end := t.list(inner.Body, start)
	for _, l := range boxed {
		end = meet(end, *t.cycles[l])
	}
	t.final = end
	return t.lives
}

func (t *tracer) list(nodes []Node, s assigned) assigned {
	for _, n := range nodes {
		switch n := n.(type) {
		case *Stmt:
			s = t.stmt(n, s)
		case *If:
			s = t.choice(n, s)
		case *Loop:
			s = t.loop(n, s)
		}
	}
	return s
}

func (t *tracer) stmt(n *Stmt, s assigned) assigned {
	t.reads(n.Acc, s)
	if n.Reduction != nil || slices.ContainsFunc(n.Acc, t.assigns) {
		s = s.copy()
	}
	for _, a := range n.Acc {
		if t.assigns(a) {
			t.write(a.Obj)
			if a.Sure {
				s.put(a.Obj)
			}
		}
	}
	if g := n.Reduction; g != nil {
		t.written[g.Obj] = true
		t.reductions[g.Obj] = append(t.reductions[g.Obj], g)
		if !s.dead && !s.sure.has(g.Obj) {
			t.expose(Access{Obj: g.Obj, At: g.At})
		}
		s.put(g.Obj)
	}
	if n.Cycle != nil {
		if c := t.cycles[n.Cycle]; c != nil {
			*c = meet(*c, s)
		}
		t.cond++
		t.skips[n.Cycle]++
		s = t.nothing()
		s.dead = true
	}
	return s
}

func (t *tracer) assigns(a Access) bool { return a.Write && t.objects[a.Obj].Scalar }

func (t *tracer) write(o Obj) {
	t.written[o], t.ordinary[o] = true, true
	if t.cond > 0 {
		t.unsteady[o] = true
	}
}

func (t *tracer) reads(acc []Access, s assigned) {
	for _, a := range acc {
		if a.Write || !t.objects[a.Obj].Scalar {
			continue
		}
		t.ordinary[a.Obj] = true
		if !s.dead && !s.sure.has(a.Obj) {
			t.expose(a)
		}
	}
}

// evaluates is reads for conditions and bounds. What a function in them gets it may change
// in some iterations and leave in others.
func (t *tracer) evaluates(acc []Access, s assigned) {
	t.reads(acc, s)
	for _, a := range acc {
		if t.assigns(a) {
			t.write(a.Obj)
			t.unsteady[a.Obj] = true
		}
	}
}

func (t *tracer) expose(a Access) {
	if _, ok := t.exposed[a.Obj]; !ok {
		t.exposed[a.Obj] = a
	}
}

func (t *tracer) choice(n *If, s assigned) assigned {
	t.evaluates(n.Reads, s)
	out := assigned{dead: true}
	if !n.Else {
		out = s
	}
	t.cond++
	for _, arm := range n.Arms {
		out = meet(out, t.list(arm, s))
	}
	t.cond--
	if out.sure == nil {
		out = t.nothing()
		out.dead = true
	}
	return out
}

func (t *tracer) loop(n *Loop, s assigned) assigned {
	t.evaluates(n.Bounds, s)
	s = s.copy()
	if n.Obj >= 0 {
		t.write(n.Obj)
		s.put(n.Obj)
	}
	varies := t.depends(n)
	if varies {
		t.varying[n.Var] = true
		t.cond++
	}
	t.cycles[n] = &assigned{dead: true}
	end := meet(t.list(n.Body, s), *t.cycles[n])
	t.cond -= t.skips[n]
	if varies {
		t.cond--
	}
	if !varies && !end.dead {
		s.steady.join(end.steady)
	}
	return s
}

// depends reports whether the iterations of an inner loop may differ from one
// boxed iteration to the next.
func (t *tracer) depends(n *Loop) bool {
	if !n.LoOK || !n.HiOK || n.Step == 0 {
		return true
	}
	for _, fs := range [][]affine.Form{n.Lo, n.Hi} {
		for _, f := range fs {
			for _, term := range f.Terms {
				if t.varying[term.Sym] {
					return true
				}
			}
		}
	}
	return false
}
