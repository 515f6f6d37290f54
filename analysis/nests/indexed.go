package nests

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// indexed looks at a FORALL or DO CONCURRENT.
func (nest *Nest) indexed() {
	n := nest.Node
	var head *ast.Forall
	if head, nest.Last = header(n); head == nil || nest.Last == nil {
		nest.Refused = reason.HeaderUnknown.At(n.Stmt.Span())
		return
	}
	for _, check := range []func() (reason.Reason, bool){
		nest.placed, func() (reason.Reason, bool) { return local(n, head) }, nest.inside, nest.effects, nest.lastLine} {
		if r, ok := check(); !ok {
			nest.Refused = r
			return
		}
	}
	chain := headerLoops(n)
	body := chain[len(chain)-1].Arms[0]
	if len(body) == 0 || len(chain) != len(head.Index) {
		nest.Refused = reason.LoopEmpty.At(n.Stmt.Span())
		return
	}
	cut := lastDimension(chain, body)
	if chain[cut].Loop.Step == 0 {
		nest.Refused = reason.StepVaries.At(n.Stmt.Span())
		return
	}
	nest.Index = &head.Index[cut]
	chain = append([]*access.Node{chain[cut]}, append(chain[:cut:cut], chain[cut+1:]...)...)
	b := newBuilder(nest)
	nest.depend(b, b.indexed(chain, head, body))
	nest.Cut = []*access.Node{n}
	nest.Grid64 = nest.grid()
	nest.tried(!depend.HasLoop(nest.Dep.Root.Body))
	nest.opaque()
	if nest.pieces(); nest.OK && nest.Grid64 && len(chain) > 1 {
		nest.OK = false
		nest.Refused = reason.InnermostIndex.At(n.Stmt.Span())
	}
}

// header returns what stands behind FORALL or DO CONCURRENT, and the last
// statement.
func header(n *access.Node) (*ast.Forall, *ast.Stmt) {
	last := n.Stmt
	if c, ok := n.Item.(*ast.Construct); ok {
		last = c.End
	}
	switch b := n.Stmt.Body.(type) {
	case *ast.Do:
		return b.Conc, last
	case *ast.Forall:
		return b, last
	default:
		return nil, nil
	}
}

// local refuses headers that declare variables of their own.
func local(n *access.Node, head *ast.Forall) (reason.Reason, bool) {
	if head.Type != nil {
		return reason.HeaderType.At(n.Stmt.Span()), false
	}
	for _, l := range head.Locality {
		switch l.What {
		case "shared", "default", "default(none)":
		default:
			return reason.LocalityClause.At(n.Stmt.Span(), reason.Name(l.What)), false
		}
	}
	return reason.Reason{}, true
}

// headerLoops returns the loops of the indices of a header, in its order.
func headerLoops(n *access.Node) []*access.Node {
	list := []*access.Node{n}
	for {
		arm := n.Arms[0]
		if len(arm) != 1 || arm[0].Kind != access.Loop || !arm[0].Loop.Concurrent || arm[0].Item != n.Item {
			return list
		}
		n = arm[0]
		list = append(list, n)
	}
}

// lastDimension picks the index that runs along the highest dimension of what
// is assigned.
func lastDimension(chain, body []*access.Node) int {
	best, at := -1, len(chain)-1
	for i, l := range chain {
		for _, m := range body {
			m.Walk(func(m *access.Node) bool {
				for _, r := range m.E.Refs {
					rank, ok := Rank(r)
					if !r.Write || !ok {
						continue
					}
					own, _ := r.Own(rank)
					for d, x := range own {
						if !x.Whole && x.Lo.Coef(l.Loop.Var) != 0 && d > best {
							best, at = d, i
						}
					}
				}
				return true
			})
		}
	}
	return at
}

// indexed lowers the loops of a header, outermost first. Each piece evaluates the bounds of all
// indices but the one that is cut.
func (b *builder) indexed(chain []*access.Node, head *ast.Forall, body []*access.Node) *depend.Loop {
	var root, inner *depend.Loop
	for _, n := range chain {
		l := n.Loop
		loop := &depend.Loop{Var: l.Var, Obj: -1, Step: l.Step, At: n.Stmt.Span()}
		loop.Lo, loop.LoOK = b.bounds(l.Lo, l.LoOK)
		loop.Hi, loop.HiOK = b.bounds(l.Hi, l.HiOK)
		b.nodes[n] = loop
		b.chain = append(b.chain, loop)
		if root == nil {
			root = loop
			if acc := b.accesses(b.otherBounds(head)); len(acc) > 0 {
				root.Body = []depend.Node{&depend.Stmt{Acc: acc}}
			}
		} else {
			inner.Body = append(inner.Body, loop)
		}
		inner = loop
	}
	for _, n := range chain { // CYCLE goes on with the next set of values
		b.nodes[n] = inner
	}
	if head.Mask == nil {
		inner.Body = append(inner.Body, b.list(body)...)
	} else {
		e := b.u.At(body[0]).Expr(head.Mask)
		test := &depend.If{}
		b.cond++
		test.Reads = b.accesses(e.Refs)
		test.Arms = [][]depend.Node{b.list(body)}
		b.cond--
		inner.Body = append(inner.Body, test)
	}
	b.chain = b.chain[:0]
	return root
}

// otherBounds are the references of the bounds of all indices but the one that is cut.
func (b *builder) otherBounds(head *ast.Forall) []access.Ref {
	var refs []access.Ref
	for i := range head.Index {
		x := &head.Index[i]
		for _, y := range []ast.Expr{x.Lo, x.Hi, x.Step} {
			if y != nil && x != b.nest.Index {
				refs = append(refs, b.u.Expr(y).Refs...)
			}
		}
	}
	return refs
}
