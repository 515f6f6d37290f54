package rungs

import (
	"fmt"
	"strconv"

	"mdmp/analysis/access"
	"mdmp/analysis/depend"
	"mdmp/analysis/flow"
	"mdmp/analysis/nests"
)

// nest is a nest on its way into the evidence.
type nest struct {
	n      *nests.Nest
	ev     *Nest
	used   bool
	arrays []*described
	cannot Reason          // why some array cannot be described
	head   *access.Effects // see header
}

// described is an array of a nest with its object; nil Array: it cannot be
// passed to the run time.
type described struct {
	obj   *access.Object
	array *Array
}

func affineInt(n int64) string { return strconv.FormatInt(n, 10) }

// describe translates a nest.
func (a *analysis) describe(p *flow.Place) *nest {
	defer a.u.Enter(p.Node)()
	n := p.Nest
	out := &nest{n: n, ev: &Nest{First: n.Node.Stmt, Before: n.Node.Before, OMP: n.OMP, OMPEnd: n.Node.OMPEnd, Grid64: n.Grid64, Flat: n.Flat, Array: n.Array, Index: n.Index}}
	if n.Node.Loop != nil {
		out.ev.Do = n.Node.Loop.Do
	}
	for _, l := range n.Loops {
		if n.Array != nil || n.Index != nil {
			break
		}
		out.ev.Loops = append(out.ev.Loops, Loop{Do: l.Loop.Do, Var: string(l.Loop.Obj.Root.Name),
			Lo: l.Loop.LoX, Hi: l.Loop.HiX, Step: l.Loop.StepX, By: l.Loop.Step})
	}
	out.describeArrays(a.u)
	if n.Result.Any > 0 {
		out.ev.Order = AnyOrder
	}
	out.disjoint()
	a.nameable(out)
	if out.ev.Order == InOrder {
		out.ev.Loops = out.ev.Loops[:min(1, len(out.ev.Loops))]
	} else {
		a.finals(out)
	}
	a.explain(out)
	return out
}

// disjoint states which arrays must not overlap for boxes to run in any order.
func (out *nest) disjoint() {
	n := out.n
	for _, pair := range n.Result.RunTime {
		x, y := out.indices(n.Objects[pair[0]]), out.indices(n.Objects[pair[1]])
		if len(x) == 0 || len(y) == 0 {
			out.ev.Order = InOrder
			out.ev.Disjoint = nil
			out.ev.Why = append(out.ev.Why, Reason{Key: "alias", At: n.Node.Stmt.Span(),
				Text: n.Objects[pair[0]].Key + " and " + n.Objects[pair[1]].Key + " may share storage"})
			return
		}
		for _, i := range x {
			for _, j := range y {
				out.ev.Disjoint = append(out.ev.Disjoint, [2]int{i, j})
			}
		}
	}
}

// indices returns the indices of the descriptions of an object; none if one is
// missing.
func (out *nest) indices(o *access.Object) []int {
	var list []int
	for i, d := range out.arrays {
		if d.obj != o {
			continue
		}
		if d.array == nil {
			return nil
		}
		list = append(list, i)
	}
	return list
}

// nameable keeps the order of a nest that leaves a value in a scalar which has
// another name here than where it was first met.
func (a *analysis) nameable(out *nest) {
	for _, o := range out.n.Result.Finals {
		v := out.n.Objects[o].Root
		if !v.Shadows && a.u.Lookup(v.Name) != v {
			out.ev.Order = InOrder
			out.ev.Why = append(out.ev.Why, Reason{Key: "scalar", At: out.n.Node.Stmt.Span(), Text: v.Name + " has another name here"})
		}
	}
}

// finals lists the scalars that need as-if values.
func (a *analysis) finals(out *nest) {
	n := out.n
	for _, o := range n.Result.Finals {
		obj := n.Objects[o]
		if a.f.Dead(n.Node, obj) {
			continue
		}
		if len(obj.Path) > 0 {
			// A component: its name is its path.
			out.ev.Finals = append(out.ev.Finals, Final{Name: obj.Key, Text: obj.Key})
			continue
		}
		out.ev.Finals = append(out.ev.Finals, Final{Name: obj.Root.Name, Text: obj.Root.Name})
	}
	for _, o := range n.Result.Gathers {
		out.ev.Reductions = append(out.ev.Reductions, n.Objects[o].Root.Name)
	}
}

// covers reports whether the nest's footprints hold every access to what c
// names.
func (out *nest) covers(u *access.Unit, c *flow.Comm) bool {
	for _, d := range out.arrays {
		if d.array == nil && overlapsObject(d.obj, c) {
			return false
		}
	}
	return true
}

func overlapsObject(o *access.Object, c *flow.Comm) bool {
	for _, r := range c.Refs {
		if access.Relate(o, r.Obj) != access.Distinct {
			return true
		}
	}
	return false
}

// partial reports whether boxes differ in what they touch of c's sections: all
// footprints of the arrays concerned depend on a boxed loop.
func (out *nest) partial(u *access.Unit, c *flow.Comm, writes bool) bool {
	found := false
	for _, d := range out.arrays {
		if !overlapsObject(d.obj, c) {
			continue
		}
		if d.array == nil {
			return false
		}
		for _, p := range d.array.Prints {
			if writes && !p.Write {
				continue
			}
			if !moves(p) {
				return false
			}
			found = true
		}
	}
	return found
}

func moves(p Print) bool {
	for _, d := range p.Dims {
		if !d.Whole && d.Loop > 0 && d.Coef != 0 {
			return true
		}
	}
	return false
}

// emitNests puts the nests that something needs into the evidence.
func (a *analysis) emitNests() {
	met := map[*flow.Comm]map[*flow.Place]bool{} // where each lazy receive may be pending
	travels := a.travellers()
	for _, p := range a.f.Places {
		n := a.nests[p.Node]
		if n == nil || !n.used && !a.pendingTouch(p, met) {
			continue
		}
		for _, d := range n.arrays {
			if d.array == nil {
				continue
			}
			sent, received := travels(d.obj)
			d.array.Sent, d.array.Received = d.array.Sent || sent, d.array.Received || received
		}
		n.keepArrays(func(d *described) bool { return d.array.Sent || d.array.Received || d.array.Swapped })
		a.out.Nests = append(a.out.Nests, n.ev)
	}
}

// travellers returns a function that tells whether something that may share
// storage with an object is sent, or received.
func (a *analysis) travellers() func(o *access.Object) (sent, received bool) {
	type way struct{ sent, received bool }
	ways := map[*access.Object]way{}
	for _, c := range a.pendable() {
		for _, r := range c.Refs {
			w := ways[r.Obj]
			ways[r.Obj] = way{w.sent || c.C.Send, w.received || !c.C.Send}
		}
	}
	known := map[*access.Object]way{}
	return func(o *access.Object) (sent, received bool) {
		w, ok := known[o]
		if !ok {
			for x, of := range ways {
				if access.Relate(o, x) != access.Distinct {
					w = way{w.sent || of.sent, w.received || of.received}
				}
			}
			known[o] = w
		}
		return w.sent, w.received
	}
}

// pendingTouch reports whether a lazy receive may be pending at a nest that
// touches it.
func (a *analysis) pendingTouch(p *flow.Place, met map[*flow.Comm]map[*flow.Place]bool) bool {
	for _, c := range a.lazy {
		if _, t := a.touches(p, c); !t {
			continue
		}
		if met[c] == nil {
			met[c] = a.f.Follow(c.Node, func(q *flow.Place) bool { _, g := a.guard(q, c); return g })
		}
		if _, ok := met[c][p]; ok {
			return true
		}
	}
	return false
}

// explain turns what stood in the way into reasons.
func (a *analysis) explain(out *nest) {
	if out.n.Order.Text != "" {
		out.ev.Why = append(out.ev.Why, Reason(out.n.Order))
	}
	list := out.n.Result.Why
	if out.n.Result.Any == 1 && len(out.ev.Why) == 0 {
		list = out.n.Result.Why2
		if len(list) > 0 && list[0].What >= depend.NotRect {
			list = nil // an ordinary two-dimensional nest: nothing to say
		}
	}
	for _, b := range list {
		out.ev.Why = append(out.ev.Why, out.blocker(b))
	}
}

// blocker says in words what package depend found.
func (out *nest) blocker(b depend.Blocker) Reason {
	loop := ""
	if b.Loop != nil {
		loop = string(b.Loop.Var)
	}
	name := func(x depend.Access) string {
		if x.Text != "" {
			return x.Text
		}
		return out.n.Objects[x.Obj].Key
	}
	switch b.What {
	case depend.Carried:
		text := fmt.Sprintf("iterations of %s depend on each other: %s and %s may be the same element", loop, name(b.A), name(b.B))
		if !affineAccess(b.A) {
			text = name(b.A) + ": subscript is not affine, so iterations of " + loop + " may depend on each other"
		} else if !affineAccess(b.B) {
			text = name(b.B) + ": subscript is not affine, so iterations of " + loop + " may depend on each other"
		} else if b.Distance == 1 {
			text = fmt.Sprintf("iteration %s uses what iteration %s-1 used: %s and %s", loop, loop, name(b.A), name(b.B))
		}
		return Reason{Key: "carried", Text: text, At: b.A.At}
	case depend.Exposed:
		return Reason{Key: "scalar", At: b.A.At, Text: name(b.A) + " may hold a value from another iteration of " + loop,
			Hint: "assign it in each iteration before it is used; sums of reals keep their order"}
	case depend.LiveOut:
		return Reason{Key: "live-out", At: b.A.At, Text: name(b.A) + " is not assigned in every iteration and may be read after the nest"}
	case depend.Aliased:
		return Reason{Key: "alias", At: b.A.At, Text: name(b.A) + " and " + name(b.B) + " may share storage"}
	case depend.Jumps:
		return Reason{Key: "jump", At: b.A.At, Text: "jumps in the nest do not follow its structure"}
	}
	return Reason{Key: "shape", At: out.n.Node.Stmt.Span(), Text: "only the outermost loop is cut"}
}

func affineAccess(x depend.Access) bool {
	if x.Sub == nil {
		return false
	}
	for _, d := range x.Sub {
		if d.Whole {
			return false
		}
	}
	return true
}
