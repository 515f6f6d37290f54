package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// describe translates a nest.
func (a *analysis) describe(p *flow.Place) *Nest {
	n, u := p.Nest, a.u.At(p.Node)
	out := &Nest{Nest: n, Before: Before{Item: n.Node.Before}}
	for _, l := range n.Cut {
		if n.Array == nil && n.Index == nil {
			out.Loops = append(out.Loops, l.Loop)
		}
	}
	if n.Result.Any > 0 {
		out.Order = AnyOrder
	}
	for _, q := range n.Result.Assumed {
		out.Assumed = append(out.Assumed, Equation{u.ExprOf(affine.Of(q.Of)), u.ExprOf(q.Is)})
	}
	a.lastValues(out, u)
	out.describeArrays(u)
	if out.disjoint(); out.Order == InOrder && len(out.Loops) > 1 {
		out.describeArrays(u)
	}
	if out.Order == InOrder {
		out.Loops, out.LastValues, out.Assumed = out.Loops[:min(1, len(out.Loops))], nil, nil
	}
	a.fix(out)
	a.explain(out)
	return out
}

// disjoint states which arrays must not overlap for boxes to run in any order.
func (n *Nest) disjoint() {
	for _, pair := range n.Result.RunTime {
		x, y := n.described.indices(n.Objects[pair[0]]), n.described.indices(n.Objects[pair[1]])
		if len(x) == 0 || len(y) == 0 {
			n.Order = InOrder
			n.Disjoint = nil
			n.Why = append(n.Why, reason.Aliased.At(n.Node.Stmt.Span(), n.Objects[pair[0]].As(), n.Objects[pair[1]].As()))
			return
		}
		for _, i := range x {
			for _, j := range y {
				n.Disjoint = append(n.Disjoint, [2]int{i, j})
			}
		}
	}
}

// lastValues lists the scalars that need as-if values. One that cannot be saved, because
// it has no name here, or no type of which a variable
// can be declared, or because it need not be there, keeps the order of the nest.
func (a *analysis) lastValues(n *Nest, u *access.Unit) {
	for _, o := range n.Result.LastValues {
		obj := n.Objects[o]
		v := obj.Root
		var why *reason.Code
		switch {
		case a.f.Dead(n.Node, obj):
			continue
		case !v.Shadows() && u.Lookup(obj.Name) != v:
			why = reason.Nameless
		case !obj.Savable(), v.Has(scope.Optional), v.Has(scope.Pointer):
			why = reason.Unsaved
		}
		if why != nil {
			n.Order = InOrder
			n.Why = append(n.Why, why.At(n.Node.Stmt.Span(), obj.As()))
			return
		}
		n.LastValues = append(n.LastValues, obj)
	}
}

// covers reports whether the nest's footprints hold every access to what c
// names.
func (n *Nest) covers(c *flow.Message) bool {
	for d := range n.described.concerned(c) {
		if d.array == nil {
			return false
		}
	}
	return true
}

// partial reports whether boxes differ in what they touch of c's sections: all
// footprints of the arrays concerned depend on a boxed loop.
func (n *Nest) partial(c *flow.Message, writes bool) bool {
	found := false
	for d := range n.described.concerned(c) {
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
	if p.Lookup != nil {
		return true
	}
	for _, d := range p.Dims {
		if !d.Whole && d.Loop > 0 && d.Coef != 0 {
			return true
		}
	}
	return false
}

// emitNests puts the nests that something needs into the evidence.
func (a *analysis) emitNests() {
	travels := a.travellers()
	for _, p := range a.f.Places {
		n := a.nests[p.Node]
		if n == nil || !n.used && !a.pendingTouch(p) && !a.mayFeed(p) {
			continue
		}
		for _, d := range n.described.list {
			if d.array == nil {
				continue
			}
			sent, received := travels(d.obj)
			d.array.Sent, d.array.Received = d.array.Sent || sent || a.sharedBy(d), d.array.Received || received
		}
		n.keepArrays(a.u.At(p.Node), func(d *described) bool { return d.array.Sent || d.array.Received || d.array.Swapped })
		n.In = a.out
		a.out.add(n)
	}
}

// travellers returns a function that tells whether something that may share
// storage with an object is sent, or received.
func (a *analysis) travellers() func(o *access.Object) (sent, received bool) {
	var in, out []*access.Object
	for _, c := range a.pendable() {
		for _, r := range c.Refs {
			if c.M.Send {
				out = append(out, r.Obj)
			} else {
				in = append(in, r.Obj)
			}
		}
	}
	goes, comes := access.NewNear(out), access.NewNear(in)
	return func(o *access.Object) (sent, received bool) { return goes.Has(o), comes.Has(o) }
}

// pendingTouch reports whether a lazy receive may be pending at a nest that
// touches it.
func (a *analysis) pendingTouch(p *flow.Place) bool {
	for _, c := range a.lazy {
		if _, t := a.touches(p, c); t && a.waysOf(c).Has(p) {
			return true
		}
	}
	return false
}

// mayFeed reports whether a nest may write what an exchange of another file sends: it
// writes an array that a procedure is given of which nothing is known, or one that all
// procedures can reach.
func (a *analysis) mayFeed(p *flow.Place) bool {
	if slices.ContainsFunc(a.nests[p.Node].described.list, a.sharedBy) {
		return true
	}
	return slices.ContainsFunc(a.lent, func(c *flow.Message) bool {
		_, touched := a.touches(p, c)
		return touched && a.nests[p.Node].partial(c, true)
	})
}

// sharedBy reports whether an array that is written is one of a module or a common
// block, and something is called that may send it.
func (a *analysis) sharedBy(d *described) bool {
	if !a.callees || d.array == nil || !writes(d.array) || d.obj.Root == nil {
		return false
	}
	return d.obj.Root.Block != "" || d.obj.Root.Storage == scope.ModuleStorage
}

// explain turns what stood in the way into reasons.
func (a *analysis) explain(n *Nest) {
	if n.Ordered.Stands() {
		n.Why = append(n.Why, n.Ordered)
	}
	list := n.Result.Why
	if n.Result.Any == 1 && len(n.Why) == 0 {
		list = n.Result.Why2
		if len(list) > 0 && list[0].What >= depend.NotRect {
			list = nil // an ordinary two-dimensional nest: nothing to say
		}
	}
	for _, b := range list {
		n.Why = append(n.Why, n.blocker(b))
	}
}

// blocker is the reason for what package depend found.
func (n *Nest) blocker(b depend.Blocker) reason.Reason {
	loop := reason.Name("")
	if b.Loop != nil {
		loop = reason.Name(string(b.Loop.Var))
	}
	at := b.A.At
	switch b.What {
	case depend.Carried:
		switch {
		case !affineAccess(b.A):
			return reason.CarriedUnknown.At(at, loop, n.As(b.A))
		case !affineAccess(b.B):
			return reason.CarriedUnknown.At(at, loop, n.As(b.B))
		case b.Distance == 1:
			return reason.CarriedFrom.At(at, loop, n.As(b.A), n.As(b.B))
		}
		return reason.Carried.At(at, loop, n.As(b.A), n.As(b.B))
	case depend.Exposed:
		return reason.OtherIteration.At(at, n.As(b.A), loop)
	case depend.LiveOut:
		if o := n.Objects[b.A.Obj]; !o.Scalar {
			return reason.Shared.At(at, loop, o.As())
		}
		return reason.Kept.At(at, n.As(b.A))
	case depend.Aliased:
		return reason.Aliased.At(at, n.As(b.A), n.As(b.B))
	case depend.Jumps:
		return reason.JumpsInNest.At(at)
	}
	return reason.OneLoop.At(n.Node.Stmt.Span())
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
