package codegen

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/audit"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/calls"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// auto is what the evidence says about the exchanges of a file, and what could
// be written of it. Code generation may always do less than the evidence
// allows: a nest that cannot be cut in the text completes the receives it would
// have waited for before it begins.
type auto struct {
	messages map[*regions.Message]*rungs.Message
	// why says for nests why their text could not be changed.
	why map[*rungs.Nest]reason.Reason
	// stated are the sends that a nest states, true for those that are final.
	stated map[*rungs.Nest]map[*regions.Message]bool
	// fired holds for a send the lines behind which it is said to be complete.
	fired map[*rungs.Message][]line
	// looped holds for a send the lines of the loops whose iterations are counted.
	looped map[*rungs.Message][]line
	// asking holds the loops that are written with questions in them.
	asking map[*rungs.Uses]bool
	// preposted holds for a receive the lines behind which it may be posted.
	preposted map[*rungs.Message][]line
	// found is the evidence, regions that for each region.
	found   *rungs.File
	regions map[*regions.Region]*rungs.Body
	// units are the procedures in which messages stand, refused those that were to be
	// managed and cannot be.
	units   map[*regions.Message]*ast.Unit
	refused map[*ast.Unit]*rungs.Refused
	// left says of procedures why they are not managed, asked for or not.
	left map[*ast.Unit]*rungs.Refused
	// callers are those of each procedure, made when first asked for.
	callers map[*ast.Unit][]*caller
	// feeds are those of a nest by what they feed, made when first asked for.
	feeds map[*rungs.Nest]map[*rungs.Message]*rungs.Feed
}

// evidence finds what is proved about the regions and the managed procedures of
// the file and writes what follows from it.
func (t *translator) evidence() {
	t.auto = &auto{messages: map[*regions.Message]*rungs.Message{},
		why: map[*rungs.Nest]reason.Reason{}, stated: map[*rungs.Nest]map[*regions.Message]bool{}, fired: map[*rungs.Message][]line{}, looped: map[*rungs.Message][]line{}, asking: map[*rungs.Uses]bool{}, preposted: map[*rungs.Message][]line{},
		regions: map[*regions.Region]*rungs.Body{}, units: map[*regions.Message]*ast.Unit{}, refused: map[*ast.Unit]*rungs.Refused{}, left: map[*ast.Unit]*rungs.Refused{},
		feeds: map[*rungs.Nest]map[*rungs.Message]*rungs.Feed{},
		found: t.audited()}
	for _, x := range t.set.Exchanges {
		for _, c := range x.All {
			t.auto.units[c] = x.Unit
		}
	}
	for _, r := range t.auto.found.Refused {
		if t.auto.refused[r.Unit] == nil {
			t.auto.refused[r.Unit] = r
		}
	}
	for _, r := range slices.Concat(t.auto.found.Left, t.auto.found.Refused) {
		t.auto.left[r.Unit] = r
	}
	for _, b := range t.auto.found.Bodies {
		if !b.Managed() {
			t.auto.regions[b.Region] = b
		}
		for _, c := range b.Messages {
			t.auto.messages[c.M] = c
		}
	}
	for _, b := range t.auto.found.Bodies {
		for _, a := range b.Actions {
			t.action(b, a)
		}
	}
}

// maxPlans bounds the plans that are made for a file.
const maxPlans = 8

// audited finds what is proved, and looks it over: what is disputed is not done in the next plan.
func (t *translator) audited() *rungs.File {
	opt := rungs.Options{Managed: t.asked, Rounding: t.opt.Rounding, Counted: t.opt.Counted, Elements: t.opt.Count == CountCalled || t.opt.Count == CountInline,
		Doubted: rungs.Doubted{Pending: map[*regions.Message]bool{}, Final: map[*regions.Message]bool{}, Early: map[*regions.Message]bool{}, Managed: map[*ast.Unit]bool{}, Grants: map[*regions.Region]bool{}}}
	for range maxPlans {
		found := rungs.Analyse(t.scopes, t.set, opt)
		if t.opt.Planned != nil {
			t.opt.Planned(t.scopes, t.set, found)
		}
		list := audit.Audit(t.scopes, t.set, found)
		if len(list) == 0 {
			return found
		}
		for _, d := range list {
			doubt(&opt.Doubted, d)
		}
	}
	panic("plans are disputed however little they do")
}

// doubt notes what a dispute is about.
func doubt(all *rungs.Doubted, d audit.Dispute) {
	switch {
	case d.M == nil && d.Body.Managed():
		all.Managed[d.Body.Unit] = true
	case d.M == nil:
		all.Grants[d.Body.Region] = true
	case d.Kind == audit.Final:
		all.Final[d.M.M] = true
	case d.Kind == audit.Early:
		all.Early[d.M.M] = true
	default:
		all.Pending[d.M.M] = true
	}
}

// action writes one action of a region or managed procedure.
func (t *translator) action(b *rungs.Body, a rungs.Action) {
	switch a := a.(type) {
	case *rungs.Enter:
		if name := entered(b); name != "" || len(a.Scalars) > 0 {
			t.before(a.Before, calls.Enter(t.at(a.Item), name, a.Scalars, b.Lends(), t.in(b), t.used).Stmts())
		}
	case *rungs.Need:
		t.need(a, b)
	case *rungs.Call:
		t.before(a.Before, calls.Call(t.at(a.Item), a.Name, t.in(b), t.used).Stmts())
	case *rungs.Apart:
		t.apart(b, a)
	case *rungs.Trusted:
		t.trusted(b, a)
	case *rungs.Grant:
		t.grant(b, a)
	case *rungs.Nest:
		t.nest(a)
	case *rungs.Units:
		t.units(b, a)
	case *rungs.Uses:
		t.uses(b, a)
	case *rungs.Fire:
		t.fire(a)
	case *rungs.Prepost:
		t.prepost(a)
	}
}

// lazy reports whether receives of an exchange may stay pending, and whether
// the exchange stands in a region that is managed at all.
func (a *auto) lazy(x *regions.Exchange) (managed, lazy bool) {
	for _, c := range x.All {
		r := a.messages[c]
		if r == nil || x.Region == nil {
			return false, false // in a procedure that may be called from a region
		}
		managed = managed || r.Rung != rungs.Plain
		lazy = lazy || !c.Send && r.Lazy
	}
	return managed, lazy && managed
}

// prompt reports whether a receive has to complete at its exchange.
func (a *auto) prompt(c *regions.Message) bool {
	r := a.messages[c]
	return !c.Send && (r == nil || !r.Lazy)
}

// blocked returns the line of the statement that may wait for another rank and for which a receive is complete at its
// exchange; 0 if that is not why, or it stands in another file.
func (t *translator) blocked(c *regions.Message) int {
	r := t.auto.messages[c]
	if c.Send || r == nil || r.Rung != rungs.Plain {
		return 0
	}
	i := slices.IndexFunc(r.Why, func(w reason.Reason) bool { return w.Code == reason.Blocks || w.Code == reason.BlocksIO })
	if i < 0 {
		return 0
	}
	at := t.file.Position(r.Why[i].At.Start)
	if at.Name != t.file.Position(c.Stmt.Span().Start).Name {
		return 0
	}
	return at.Line
}

// at returns the position of an item.
func (t *translator) at(item ast.Item) source.Position {
	return t.file.Position(item.First().Span().Start)
}

// in is where the statements of a body stand.
func (t *translator) in(b *rungs.Body) calls.Place {
	if t.opt.Rounding.Single {
		return calls.Straight
	}
	return calls.In(b)
}

// need writes the completion of receives before an item.
func (t *translator) need(n *rungs.Need, in *rungs.Body) {
	if n.Settle || len(n.Arrays) > 0 || len(n.Writes) > 0 {
		t.complete(n, in)
	}
	if n.Revoke {
		t.before(n.Before, calls.Revoke(t.at(n.Item), t.in(in), t.used).Stmts())
	}
}

// complete writes the completion of receives into arrays, or of all, in a region
// or in a managed procedure.
func (t *translator) complete(n *rungs.Need, in *rungs.Body) {
	at := n.Item.First().Span().Start
	arrays := n.Arrays
	if n.Settle { // they are only kept out of registers
		arrays = slices.DeleteFunc(slices.Clone(arrays), func(d rungs.Guarded) bool { return t.global(at, d) })
		for i, d := range arrays { // a descriptor takes 200 bytes of code
			arrays[i].Flat = t.onePiece(at, d) != nil
		}
	}
	h := t.hostNames(at)
	h.designators(arrays)
	h.designators(n.Writes)
	t.before(n.Before, h.with(calls.Need(t.at(n.Item), arrays, completion(n), t.in(in), t.followed(n), t.used)))
}

// followed is the loop behind a completion that stays whole, for the profile.
func (t *translator) followed(n *rungs.Need) calls.Left {
	if len(n.Writes) == 0 {
		return calls.Left{}
	}
	why := t.becauseAt(n.Stays.Why, n.Stays.At) + " [" + n.Stays.Why.Key() + "]"
	return calls.Left{At: t.file.Position(n.Stays.At.Start), Why: why, Writes: n.Writes}
}

// completion is what a need completes.
func completion(n *rungs.Need) calls.Completion {
	switch {
	case n.Settle && n.Grants:
		return calls.AllButGrants
	case n.Settle:
		return calls.All
	}
	return calls.Named
}

// before puts statements before an item; a label moves to the first of them.
func (t *translator) before(place rungs.Before, stmts []emit.Stmt) {
	if st := place.If; st != nil {
		t.conditional(st, stmts)
		return
	}
	t.exitPlain(place.Item.First(), stmts)
}
