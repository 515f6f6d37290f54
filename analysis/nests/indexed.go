package nests

import (
	"mdmp/analysis/access"
	"mdmp/analysis/affine"
	"mdmp/analysis/depend"
	"mdmp/fortran/ast"
)

// Index says how a FORALL or DO CONCURRENT is cut: the range of one index is
// narrowed. The order of the other loops is the compiler's business.
type Index struct {
	ast.ForallIndex
	// Last is the statement that ends it.
	Last *ast.Stmt
}

// indexed looks at a FORALL or DO CONCURRENT.
func (nest *Nest) indexed(known func() affine.Facts, dead func(*access.Object) bool) {
	n := nest.Node
	head, last := header(n)
	if head == nil || last == nil {
		nest.Why = Reason{Key: "not-counted", At: n.Stmt.Span(), Text: "its header is not understood"}
		return
	}
	for _, check := range []func() (Reason, bool){
		nest.placed, func() (Reason, bool) { return local(n, head) }, nest.inside, nest.effects} {
		if r, ok := check(); !ok {
			nest.Why = r
			return
		}
	}
	if last.Label() != "" || last.Line.Shared {
		nest.Why = Reason{Key: "shared-line", At: n.Stmt.Span(), Text: "the construct does not end with a statement of its own"}
		return
	}
	chain := headerLoops(n)
	body := chain[len(chain)-1].Arms[0]
	if len(body) == 0 || len(chain) != len(head.Index) {
		nest.Why = Reason{Key: "not-counted", At: n.Stmt.Span(), Text: "there is nothing in it"}
		return
	}
	cut := lastDimension(chain, body)
	if chain[cut].Loop.Step == 0 {
		nest.Why = Reason{Key: "step", At: n.Stmt.Span(), Text: "the step is not a constant"}
		return
	}
	nest.Index = &Index{head.Index[cut], last}
	chain = append([]*access.Node{chain[cut]}, append(chain[:cut:cut], chain[cut+1:]...)...)
	b := newBuilder(nest)
	nest.depend(b, b.indexed(chain, head.Mask, body), known, dead)
	nest.Loops = []*access.Node{n}
	nest.Grid64 = !hasReal(nest.Dep.Root.Body) || nest.unitStride(0)
	nest.Flat = !depend.HasLoop(nest.Dep.Root.Body)
	switch {
	case nest.Result.Any == 0:
		nest.Why = nest.whole()
	case len(nest.Result.RunTime) > 0:
		p := nest.Result.RunTime[0]
		nest.Why = Reason{Key: "alias", At: n.Stmt.Span(), Text: nest.Objects[p[0]].Key + " and " + nest.Objects[p[1]].Key + " may be the same memory"}
	case nest.Grid64 && len(chain) > 1:
		nest.Why = Reason{Key: "order", At: n.Stmt.Span(), Text: "the compiler may make the innermost loop of the index that would be cut"}
	default:
		nest.Result.Any, nest.Result.Why2, nest.OK = 1, nil, true
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
	}
	return nil, nil
}

// local refuses headers that declare variables of their own.
func local(n *access.Node, head *ast.Forall) (Reason, bool) {
	if head.Type != nil {
		return Reason{Key: "locality", At: n.Stmt.Span(), Text: "a header with a type is not followed"}, false
	}
	for _, l := range head.Locality {
		switch l.What {
		case "shared", "default", "default(none)":
		default:
			return Reason{Key: "locality", At: n.Stmt.Span(), Text: "the clause " + l.What + " of DO CONCURRENT is not followed"}, false
		}
	}
	return Reason{}, true
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
					if !r.Write || !ok || rank > len(r.Sub) {
						continue
					}
					for d, x := range r.Sub[len(r.Sub)-rank:] {
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

// indexed lowers the loops of a header, outermost first.
func (b *builder) indexed(chain []*access.Node, mask ast.Expr, body []*access.Node) *depend.Loop {
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
		} else {
			inner.Body = []depend.Node{loop}
		}
		inner = loop
	}
	for _, n := range chain { // CYCLE goes on with the next set of values
		b.nodes[n] = inner
	}
	if mask == nil {
		inner.Body = b.list(body)
	} else {
		leave := b.u.Enter(body[0])
		e := b.u.Expr(mask)
		leave()
		test := &depend.If{}
		b.cond++
		test.Reads = b.accesses(e.Refs)
		test.Arms = [][]depend.Node{b.list(body)}
		b.cond--
		inner.Body = []depend.Node{test}
	}
	b.chain = b.chain[:0]
	return root
}
