package overlap

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
)

// Often nothing follows an exchange but the end of the time loop. Then it is the nest before that is cut: the iterations
// that touch a message come first (those that write what is sent), then the first call begins, and the others are
// executed while it is under way. Calls in a row share them as they share those of a nest behind them.

// cutAbove lets calls that nothing can follow begin in the nests before them.
func (f *finder) cutAbove() {
	if f.opt.Writable == nil {
		return
	}
	loop := func(n *access.Node) bool { return n.Kind == access.Loop }
	for _, nest := range []func(*access.Node) bool{loop, cuttable} {
		for _, c := range f.calls {
			if len(c.Crossed) > 0 || !c.begins() {
				continue
			}
			list, i := c.place().Siblings()
			for i--; i >= 0 && !nest(list[i]); i-- {
				continue
			}
			if i >= 0 && bears(list, i) && bears(list, i+1) {
				f.cutBefore(list[i])
			}
		}
	}
}

// begins reports whether it is free when a call begins.
func (c *Call) begins() bool { return c.Kind != mpi.Wait && c.In == nil && c.Late == nil }

// cutBefore does so with one nest, and all calls right behind it for which that is possible.
func (f *finder) cutBefore(n *access.Node) {
	list, _ := n.Siblings()
	chain := f.chainBehind(n)
	for ; len(chain) > 0; chain = chain[:len(chain)-1] {
		last := chain[len(chain)-1]
		_, i := last.place().Siblings()
		if here := f.calledAt(list[i]); here[len(here)-1] != last || !bears(list, i+1) {
			continue
		}
		if nest := f.nest(n); nest == nil {
			return
		} else if cut := (&Cut{Node: n, Nest: nest, Last: true, Stages: stages(nil, chain)}); f.fits(cut) {
			f.settleAbove(cut, chain)
			return
		}
	}
}

// chainBehind lists the calls behind a nest that can begin in it.
func (f *finder) chainBehind(n *access.Node) []*Call {
	var chain []*Call
	list, at := n.Siblings()
	for _, m := range list[at+1:] {
		here := f.calledAt(m)
		if f.waits[m] || len(here) == 0 && f.callAt(m) != nil {
			break
		}
		for _, c := range here {
			c.closes = c.receives() || len(c.Crossed) == 0
			if !c.begins() || c.elsewhere(list) || !f.canBeEarly(c, n) || len(chain) > 0 && chain[len(chain)-1].receives() && len(chain[len(chain)-1].Crossed) > 0 {
				return chain
			}
			chain = append(chain, c)
		}
	}
	return chain
}

// canBeEarly reports whether a call can begin in a nest before it: nothing behind that matters to it but the calls in
// between, which begin before it.
func (f *finder) canBeEarly(c *Call, n *access.Node) bool {
	inputs, ok := f.conditions(c)
	if !ok {
		return false
	}
	list, from := n.Siblings()
	_, to := c.place().Siblings()
	for i := from + 1; i < to; i++ {
		if len(f.calledAt(list[i])) == 0 && f.obstacle(list[i], append(memory(c), inputs...), false).Stands() {
			return false
		}
	}
	return !f.obstacle(n, inputs, false).Stands()
}

// settleAbove notes in the calls that they are under way in a nest before them. Those of the last stage are complete where the
// last one stands, or further down: nothing of the box is left to execute then.
func (f *finder) settleAbove(cut *Cut, chain []*Call) {
	list, at := cut.Node.Siblings()
	final := cut.Stages[len(cut.Stages)-1]
	for _, c := range chain {
		c.Late = cut
		if len(c.Crossed) == 0 {
			_, i := c.place().Siblings()
			c.List, c.End = list, i+1
			if !slices.Contains(final, c) {
				c.In, c.End = cut, at+1
			}
		}
		c.Begin = at
		c.Crossed = slices.Insert(c.Crossed, 0, cut.Node)
		if c.End < len(list) {
			f.waits[list[c.End]] = true
		}
	}
	f.waits[list[at+1]] = true
	f.cuts = append(f.cuts, cut)
}
