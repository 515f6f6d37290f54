package rungs

import (
	"maps"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/diag/reason"
)

// awaited reports whether something that the expressions of a send are computed from
// may still be on its way from another rank when the statement that writes its section
// begins: nobody knows then what will be sent.
func (a *analysis) awaited(c *flow.Message, writer *flow.Place) (reason.Reason, bool) {
	e := a.computedFrom(c)
	for _, d := range a.mayTouch(e) {
		if x, touches := a.touched(e, d); touches && a.onItsWay(d, writer) {
			return reason.PartOnItsWay.At(x.At, x.As()), true
		}
	}
	return reason.Reason{}, false
}

// mayTouch returns those of unlike that e, which only reads, may touch.
func (a *analysis) mayTouch(e *access.Effects) []*flow.Message {
	all := a.unlike()
	if e.Reach != access.ReachNamed {
		return all
	}
	if a.into == nil {
		a.into, a.near = map[*access.Object][]int{}, access.NewNear(nil)
		for i, c := range all {
			for _, r := range c.Refs {
				a.near.Add(r.Obj)
				a.into[r.Obj] = append(a.into[r.Obj], i)
			}
		}
	}
	found := map[int]bool{}
	for _, r := range e.Refs {
		if r.Status && !r.Write {
			continue // bounds and status are no values
		}
		for o := range a.near.All(r.Obj) {
			for _, i := range a.into[o] {
				found[i] = true
			}
		}
	}
	var list []*flow.Message
	for _, i := range slices.Sorted(maps.Keys(found)) {
		list = append(list, all[i])
	}
	return list
}

// computedFrom is what the expressions of a send read: all but the elements that are sent.
func (a *analysis) computedFrom(c *flow.Message) *access.Effects {
	u := a.u.At(c.Node)
	out := access.Touching()
	for _, s := range c.M.Sections {
		e := u.Expr(s.X)
		for i := range e.Refs {
			if e.Refs[i].At == s.X.Span() {
				e.Refs[i].Status = true
			}
		}
		out.Merge(e)
		if s.Count != nil {
			out.Merge(u.Expr(s.Count))
		}
	}
	for _, x := range c.M.Controls() {
		out.Merge(u.Expr(x))
	}
	return out
}

// onItsWay reports whether a receive of the sections of d may be pending when a place
// begins.
func (a *analysis) onItsWay(d *flow.Message, p *flow.Place) bool {
	for _, c := range a.alike[a.f.Class(d)] {
		if _, guarded := a.guard(p, c); !guarded && a.waysOf(c).Has(p) {
			return true
		}
	}
	return false
}

// waysOf returns where a receive may be pending.
func (a *analysis) waysOf(c *flow.Message) flow.Meetings {
	if a.ways == nil {
		a.ways = map[*flow.Message]flow.Meetings{}
	}
	m, known := a.ways[c]
	if !known {
		m = a.f.Follow(c.Node, func(p *flow.Place) bool { _, g := a.guard(p, c); return g })
		a.ways[c] = m
	}
	return m
}
