package codegen

import (
	"mdmp/analysis/regions"
	"mdmp/analysis/rungs"
	"mdmp/codegen/layout"
	"mdmp/codegen/plain"
	"mdmp/codegen/plan"
	"mdmp/fortran/ast"
	"mdmp/fortran/source"
)

// auto is what the evidence says about the exchanges of a file, and what could
// be written of it. Code generation may always do less than the evidence
// allows: a nest that cannot be cut in the text completes the receives it would
// have waited for before it begins.
type auto struct {
	comms map[*regions.Comm]*rungs.Comm
	plans map[*regions.Exchange]*plan.Exchange
	// why says for a nest why its text could not be changed, "" if it was.
	why map[*rungs.Nest]string
	// fired holds for a send the lines behind which it is said to be complete.
	fired map[*rungs.Comm][]int
	// ifs are the logical IFs that become blocks, inIf what goes into them.
	ifs  []*ast.Stmt
	inIf map[*ast.Stmt][]layout.Stmt
	// procedures are managed; refused were asked for and are not.
	procedures []*rungs.Procedure
	refused    []*rungs.Refused
	regions    map[*regions.Region]*rungs.Evidence
}

// evidence finds what is proved about the regions of the file and writes the
// nests, the completions and the hints.
func (t *translator) evidence() {
	t.auto = &auto{comms: map[*regions.Comm]*rungs.Comm{}, plans: map[*regions.Exchange]*plan.Exchange{},
		why: map[*rungs.Nest]string{}, fired: map[*rungs.Comm][]int{}, inIf: map[*ast.Stmt][]layout.Stmt{},
		regions: map[*regions.Region]*rungs.Evidence{}}
	found := rungs.AnalyseFile(t.table(), t.set, rungs.Options{Managed: t.asked, Rounding: t.opt.Rounding})
	all := found.Regions
	t.auto.procedures, t.auto.refused = found.Procedures, found.Refused
	for _, ev := range all {
		t.auto.regions[ev.Region] = ev
		for _, c := range ev.Comms {
			t.auto.comms[c.C] = c
		}
	}
	for _, p := range found.Procedures {
		for _, c := range p.Comms {
			t.auto.comms[c.C] = c
		}
	}
	for _, ev := range all {
		for _, n := range ev.Needs { // before nests at the same place
			t.need(n)
		}
		for _, c := range ev.Calls {
			t.call(c)
		}
		for _, n := range ev.Nests {
			t.nest(n)
		}
		for _, g := range ev.Grants {
			t.grant(g, nil)
		}
		for _, f := range ev.Fires {
			t.fire(f)
		}
	}
	for _, p := range found.Procedures {
		t.procedure(p)
	}
	for _, st := range t.auto.ifs {
		t.exitIf(st, t.auto.inIf[st])
	}
}

// lazy reports whether receives of an exchange may stay pending, and whether
// the exchange stands in a region that is managed at all.
func (a *auto) lazy(x *regions.Exchange) (managed, lazy bool) {
	for _, c := range x.All {
		r := a.comms[c]
		if r == nil || x.Region == nil {
			return false, false // in a procedure that may be called from a region
		}
		managed = managed || r.Rung != rungs.Plain
		lazy = lazy || !c.Send && r.Lazy
	}
	return managed, lazy && managed
}

// prompt reports whether a receive has to complete at its exchange.
func (a *auto) prompt(c *regions.Comm) bool {
	r := a.comms[c]
	return !c.Send && (r == nil || !r.Lazy)
}

// at returns the position of an item.
func (t *translator) at(item ast.Item) source.Position {
	return t.file.Position(item.First().Span().Start)
}

// need writes the completion of receives before an item.
func (t *translator) need(n *rungs.Need) {
	if n.Settle || len(n.Arrays) > 0 {
		t.complete(n.Before, n.If, n.Arrays, n.Settle)
	}
	if n.Revoke {
		t.before(n.Before, n.If, plain.Revoke(t.at(n.Before), t.used))
	}
}

// complete writes the completion of receives into arrays, or of all.
func (t *translator) complete(before ast.Item, logicalIf *ast.Stmt, arrays []rungs.Designator, settle bool) {
	h := t.hostNames(before.First().Span().Start)
	h.designators(arrays)
	at := t.at(before)
	t.before(before, logicalIf, append(h.statement(at), plain.Need(at, arrays, settle, t.used)...))
}

// before puts statements before an item; a label moves to the first of them.
func (t *translator) before(item ast.Item, logicalIf *ast.Stmt, stmts []layout.Stmt) {
	if logicalIf != nil {
		if t.auto.inIf[logicalIf] == nil {
			t.auto.ifs = append(t.auto.ifs, logicalIf)
		}
		t.auto.inIf[logicalIf] = append(t.auto.inIf[logicalIf], stmts...)
		return
	}
	t.exitPlain(item.First(), stmts)
}
