package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// The rule for preposted receives.
//
// A receive is posted before its exchange if it makes no difference to anybody. That is
// the rule for FINAL turned round (final.go). Its memory: from the end of the statement or
// nest that touches its section last up to the exchange nothing reads or writes it, nor
// changes what its expressions are computed from, and nothing of these is still on its
// way; whether something of the section is, the run time knows. No expression of its exchange
// is computed from it. Its number: the exchange
// comes on every path, no other receive that may be on its lane is executed before, and
// those of its own exchange that stand before it are posted with it.

// Prepost stands behind what touches the sections of some receives of an exchange last.
type Prepost struct {
	After ast.Item  // as in Fire
	End   *ast.Stmt // as in Fire
	X     *regions.Exchange
	// Receives are in the order of the exchange. If: what must hold so that the exchange is
	// reached.
	Receives []*Message
	If       []ast.Expr
}

func (v *Prepost) place() (source.Pos, int) { return v.After.First().Span().Start, 6 }

// Uncounted returns a receive that the exchange executes before the i-th, perhaps on the
// same lane, and that is not posted before it; nil if there is none.
func (v *Prepost) Uncounted(i int, posted map[*regions.Message]bool) *regions.Message {
	c := v.Receives[i].M
	for _, r := range v.X.Recvs {
		if r == c {
			break
		}
		if !posted[r] && !flow.DifferentLanes(r, c) {
			return r
		}
	}
	return nil
}

// prepost finds the places from which on receives may be posted.
func (a *analysis) prepost() {
	if a.f.Tree.Unclear {
		return
	}
	at := map[ast.Item]map[*regions.Exchange]*Prepost{}
	var all []*Prepost
	for _, c := range a.f.Messages {
		if _, bad := a.hopeless(c); bad || c.M.Send || a.m.doubted.Early[c.M] {
			continue
		}
		for _, w := range a.f.Users(c) {
			conds, ok := a.preposted(c, w)
			if !ok {
				continue
			}
			after := itemOf(w.Place.Node)
			if at[after] == nil {
				at[after] = map[*regions.Exchange]*Prepost{}
			}
			v := at[after][c.Node.X]
			if v == nil {
				v = &Prepost{After: after, End: w.Place.Node.OMPEnd, X: c.Node.X, If: conds}
				at[after][c.Node.X] = v
				all = append(all, v)
			}
			v.Receives = append(v.Receives, a.messages[c])
		}
	}
	for _, v := range all {
		if v.order(); len(v.Receives) > 0 {
			a.out.add(v)
		}
	}
}

// order puts the receives into the order of the exchange and leaves out those whose
// numbers are not certain.
func (v *Prepost) order() {
	slices.SortFunc(v.Receives, func(x, y *Message) int {
		return slices.Index(v.X.Recvs, x.M) - slices.Index(v.X.Recvs, y.M)
	})
	posted := map[*regions.Message]bool{}
	for i := 0; i < len(v.Receives); {
		if v.Uncounted(i, posted) != nil {
			v.Receives = slices.Delete(v.Receives, i, i+1)
			continue
		}
		posted[v.Receives[i].M] = true
		i++
	}
}

// preposted reports whether c may be posted behind w, and under which conditions.
func (a *analysis) preposted(c *flow.Message, w flow.Writer) ([]ast.Expr, bool) {
	n := w.Place.Node
	if !w.Work || !fireable(w.Place) || n == c.Node {
		return nil, false
	}
	path := a.f.Between(n, c.Node)
	if !a.f.Preposted(c, path) || !a.f.Constancy(c, append([]*access.Node{n}, path.Between...), path.Round).All() {
		return nil, false
	}
	if a.comes(c, w.Place) || a.decides(c) || !a.f.Means(c, n) {
		return nil, false
	}
	a.between(c, path.Between)
	if path.Round == nil {
		return nil, true
	}
	again := a.again(path.Round)
	return []ast.Expr{again}, again != nil && a.u.Alike(again, path.Round, n)
}

// comes reports whether something that the expressions of c are computed from may be on its
// way when a place is over; what is called there may leave something pending.
func (a *analysis) comes(c *flow.Message, p *flow.Place) bool {
	if _, late := a.awaited(c, p); late {
		return true
	}
	if p.Callee == nil {
		return false
	}
	e := a.computedFrom(c)
	return slices.ContainsFunc(a.mayTouch(e), func(d *flow.Message) bool {
		_, touches := a.touched(e, d)
		return touches
	})
}

// decides reports whether something that c receives may decide about a message of its own exchange: which elements,
// from whom, under which condition. That is evaluated when the exchange begins, with what was there before.
func (a *analysis) decides(c *flow.Message) bool {
	return slices.ContainsFunc(a.f.Beside(c), func(m *flow.Message) bool {
		_, touches := a.touched(a.computedFrom(m), c)
		return touches
	})
}
