package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// The rule for FINAL.
//
// A piece that leaves early is FINAL if nothing is compared at the exchange: its
// receiver may use it at once. That takes two proofs.
//
// Its bytes are right. From the end of the writer up to the exchange nothing
// changes the section or what its expressions are computed from, and nothing of
// either is still on its way from another rank (flow.Region.Constancy and Final, awaited). What
// cannot be proved can perhaps be tested before the writer begins: FinalIf.
//
// Its number is right. The receiver finds a message by its number on its lane,
// which is its communicator, tag, source and destination. So the exchange must be
// the next one on the lane (flow.Region.Final, too), and what it sends before this
// on the same lane must be stated together with it: the run time counts that
// (md_hint_precedes in rtlib/src/begin.c). Uncounted says what is missing; it is
// asked here about what can be stated, and by codegen about what it did state.

// Uncounted returns a send that its exchange states before c, perhaps on the same
// lane, and that is not stated together with c; nil if there is none.
func (c *Message) Uncounted(stated map[*regions.Message]bool) *regions.Message {
	for _, s := range c.X.Sends {
		if s == c.M {
			break
		}
		if !stated[s] && !flow.DifferentLanes(s, c.M) {
			return s
		}
	}
	return nil
}

// count takes back FINAL where the number of a message is not certain.
func (a *analysis) count() {
	for _, p := range a.f.Places {
		if n := a.nests[p.Node]; n != nil {
			count(n.Feeds)
		}
	}
	for _, f := range Of[*Fire](a.out) {
		count(f.Feeds)
	}
}

func count(feeds []Feed) {
	stated := map[*regions.Message]bool{}
	for _, f := range feeds {
		stated[f.Message.M] = f.Stable
	}
	for i := range feeds {
		f := &feeds[i]
		if s := f.Message.Uncounted(stated); f.Final && s != nil {
			f.Final = false
			f.Why = append(f.Why, reason.LaneUncounted.At(s.Span))
		}
	}
}

// feed collects what is proved about the way from a writer to the exchange.
func (a *analysis) feed(c *flow.Message, w flow.Writer, out *Message) Feed {
	feed := a.way(c, w, out)
	feed.Packed = !w.Hides && a.f.Packs(w.Place)
	return feed
}

func (a *analysis) way(c *flow.Message, w flow.Writer, out *Message) Feed {
	if !a.f.Means(c, w.Place.Node) {
		return Feed{Message: out, Why: []reason.Reason{reason.NamedElse.At(w.Place.Node.Stmt.Span())}}
	}
	path := a.f.Between(w.Place.Node, c.Node)
	var between []*access.Node
	if path.Seen {
		between = append([]*access.Node{w.Place.Node}, path.Between...)
	}
	same := a.f.Constancy(c, between, path.Round)
	if why, late := a.awaited(c, w.Place); late {
		return Feed{Message: out, Why: []reason.Reason{why}}
	}
	feed := Feed{Message: out, Stable: same.All() && path.Seen}
	if same.All() && !path.Seen && same.Plain {
		feed.Guards, feed.Stable = a.evaluable(c)
	}
	if !same.All() {
		feed.Why = append(feed.Why, same.Why)
	}
	why, conds, final := a.f.Final(w.Place.Node, c, path, a.unlike())
	if !final {
		feed.Why = append(feed.Why, why)
	}
	feed.Final = final && same.All()
	if feed.Final && a.m.doubted.Final[c.M] {
		feed.Final = false
		feed.Why = append(feed.Why, reason.Disputed.At(c.M.Span))
	}
	if feed.Final && path.Round != nil {
		again := a.again(path.Round)
		if again == nil {
			feed.Final = false
			feed.Why = append(feed.Why, reason.Round.At(path.Round.Stmt.Span()))
		}
		conds = append(conds, again)
	}
	if feed.Final && !a.testable(conds, w.Place.Node, path.Round) {
		feed.Final = false
		feed.Why = append(feed.Why, reason.NamedElse.At(w.Place.Node.Stmt.Span()))
	}
	if feed.Final {
		feed.FinalIf = conds
		a.between(c, path.Between)
		a.unmet(c)
	}
	return feed
}

// testable reports whether the names in conditions mean at n what they mean where nothing declares names, and at the loop
// round, if there is one.
func (a *analysis) testable(conds []ast.Expr, n, round *access.Node) bool {
	return !slices.ContainsFunc(conds, func(x ast.Expr) bool {
		return !a.u.Plainly(x, n) || round != nil && !a.u.Alike(x, round, n)
	})
}

// unlike returns the lazy receives, of those with the same sections the first; all
// of them are known when sends are looked at.
func (a *analysis) unlike() []*flow.Message {
	if a.sections == nil {
		a.sections = a.f.Unlike(a.lazy)
		a.alike = map[int][]*flow.Message{}
		for _, c := range a.lazy {
			a.alike[a.f.Class(c)] = append(a.alike[a.f.Class(c)], c)
		}
	}
	return a.sections
}

// again returns the condition under which a counted loop makes another
// iteration after the current one, nil if it cannot be evaluated in its body.
func (a *analysis) again(n *access.Node) ast.Expr {
	l := n.Loop
	if l.Do == nil || !l.IntVar || l.Step == 0 {
		return nil
	}
	_, ok := access.Text(l.HiX)
	e := a.u.At(n).Expr(l.HiX)
	if !ok || e.Reach != access.ReachNamed || e.May(access.Impure) {
		return nil
	}
	body := a.u.Whole(n)
	for _, d := range e.Refs {
		if _, changed := a.u.Alters(body, d); changed {
			return nil
		}
	}
	do, isDo := l.Do.Begin.Body.(*ast.Do)
	if !isDo || do.Var == nil {
		return nil
	}
	hi := &ast.Paren{X: l.HiX}
	if l.Step > 0 {
		return ast.Op(do.Var, "<=", ast.Op(hi, "-", ast.Int(l.Step)))
	}
	return ast.Op(do.Var, ">=", ast.Op(hi, "+", ast.Int(-l.Step)))
}
