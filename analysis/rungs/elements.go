package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Counts for each element: what the paper on managed data message passing does, to compare with.
//
// Each write of an array that is sent is counted, in the text of the nest that makes it; a piece leaves when the writes of its elements are as many as they
// were in the pass that learnt. That needs the subscripts of each write in a form that can be evaluated once more.

// Written is an assignment to an element.
type Written struct {
	Before
	X *ast.Apply
}

// countElements lists what the nests write of what they feed.
func (a *analysis) countElements() {
	if !a.elements {
		return
	}
	for _, p := range a.f.Places {
		n := a.nests[p.Node]
		if n == nil || n.Array != nil || n.Index != nil || n.OMP != nil || a.rounds(n.Node) {
			continue
		}
		for i := range n.Feeds {
			f := &n.Feeds[i]
			if list, all := a.written(n, a.feeds(f)); f.Stable && all {
				f.Elements = true
				n.addWrites(list)
			}
		}
	}
}

// feeds returns the objects that a feed sends.
func (a *analysis) feeds(f *Feed) []*access.Object {
	var list []*access.Object
	for _, c := range a.f.Messages {
		if c.M != f.Message.M {
			continue
		}
		for _, r := range c.Refs {
			list = append(list, r.Obj)
		}
	}
	return list
}

func (n *Nest) addWrites(list []Written) {
	for _, x := range list {
		if !slices.ContainsFunc(n.Wrote, func(y Written) bool { return x.X == y.X }) {
			n.Wrote = append(n.Wrote, x)
		}
	}
}

// written lists the assignments of a nest to elements of some objects, if these are all writes of them.
func (a *analysis) written(n *Nest, objs []*access.Object) (list []Written, all bool) {
	all = true
	n.Node.Walk(func(m *access.Node) bool {
		u := a.u.At(m)
		for _, r := range m.E.Refs {
			if !r.Write || !slices.ContainsFunc(objs, func(o *access.Object) bool { return access.Relate(o, r.Obj) != access.Distinct }) {
				continue
			}
			x := assigned(m)
			if x == nil || x.Span() != r.At || !means(u, x, r) || !slices.Contains(objs, r.Obj) || !again(u, x) || !a.mayPrecede(m) {
				all = false
				continue
			}
			list = append(list, Written{Before: before(&flow.Place{Node: m}), X: x})
		}
		return all
	})
	return list, all && len(list) > 0
}

// assigned returns the element that a statement assigns.
func assigned(m *access.Node) *ast.Apply {
	if m.Kind != access.Simple || m.Stmt.Kind != ast.KAssign {
		return nil
	}
	x, _ := m.Stmt.Body.(*ast.Assign).X.(*ast.Apply)
	return x
}

// again reports whether the subscripts of an element can be evaluated before it is assigned, once more.
func again(u *access.Unit, x *ast.Apply) bool {
	return !ast.HasRange(x.Args) && u.Twice(x) && u.Lookup(x.X.(*ast.Ident).Name).Rank == len(x.Args)
}
